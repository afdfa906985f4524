// `tzref mcp` with the SDK's own client: three hundred questions without a silent guess, and the cost of the first answer.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text as whole } from 'node:stream/consumers'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import cityTimezones from 'city-timezones'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openZones, type Zone, type Zones } from '#core/ask/zones.ts'
import { ROOT } from '#open/program/root.ts'
import { formatDateTime, formatLocal } from '#core/time/moment.ts'
import { epochSeconds, toLocal } from '#core/time/units.ts'
import { transitionsAfter, type Transition } from '#core/zone/transitions.ts'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { randomPoints } from '../../support/points/boundary-points.ts'
import { fuzzMcp } from '../../support/attacks/fuzz-mcp.ts'

const dist = mkdtempSync(join(tmpdir(), 'tzref-mcp-'))
let artifact: Artifact
let zones: Zones
let assistant: Assistant

interface Assistant {
  readonly client: Client
  readonly pid: number
  readonly ask: (name: string, given: Record<string, unknown>) => Promise<Answer>
}
interface Answer {
  readonly status: string
  readonly release: string
  readonly [key: string]: any
}

async function connect(): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist],
  })
  await client.connect(transport)
  // After this call the SDK checks every answer against the schema of its tool.
  const { tools } = await client.listTools()
  expect(tools.every(({ title, outputSchema }) => title !== undefined && outputSchema !== undefined)).toBe(
    true,
  )
  return {
    client,
    pid: transport.pid ?? 0,
    async ask(name, given) {
      const { content } = await client.callTool({ name, arguments: given })
      const [first] = content
      return JSON.parse(first?.type === 'text' ? first.text : '')
    },
  }
}

beforeAll(async () => {
  symlinkSync(inject('embeddedArtifact'), join(dist, 'current'))
  artifact = openArtifact(join(dist, 'current'))
  zones = openZones(artifact)
  assistant = await connect()
})
afterAll(async () => {
  await assistant.client.close()
  artifact.close()
  rmSync(dist, { recursive: true })
})

/** The number of questions, and what went wrong. */
const tally = { asked: 0, guessed: [] as string[], wrong: [] as string[] }
async function expectAnswered(
  name: string,
  given: Record<string, unknown>,
  judge: (answer: Answer) => 'right' | 'wrong' | 'guessed',
): Promise<void> {
  const answer = await assistant.ask(name, given)
  tally.asked++
  expect(answer.release).toBe('2026f')
  const judged = judge(answer)
  const said = `${name} ${JSON.stringify(given)}: ${JSON.stringify(answer).slice(0, 200)}`
  if (judged === 'guessed') tally.guessed.push(said)
  if (judged !== 'right') tally.wrong.push(said)
}

/** Spellings that only `city-timezones` has. */
const LEFT_OUT = ['Haora', 'Shenyeng', 'El Giza']

test('a large city gives its zone', async () => {
  const large = cityTimezones.cityMapping.filter(({ pop, city }) => pop > 2.5e6 && !LEFT_OUT.includes(city))
  expect(large.length).toBeGreaterThan(100)
  for (const { city, timezone } of large) {
    await expectAnswered(
      'time_in',
      { place: city, at: '2026-12-01T00:00:00Z' },
      ({ status, timezone: found }) =>
        status === 'answered' && found === zones.named(timezone)?.iana ? 'right' : 'wrong',
    )
  }
})

// Names of several clocks. People could well say each of them to an assistant.
const AMBIGUOUS =
  'IST CST BST AST GST AMT US USA Australia Russia Brazil Canada Mexico Indonesia Mongolia Chile Ecuador Spain Portugal Kiribati Micronesia Georgia Antarctica'.split(
    ' ',
  )
test('a name with several clocks gives a question back, with candidates that can be said', async () => {
  for (const place of AMBIGUOUS) {
    const given = { from: place, to: ['UTC'], at: '2026-12-01 12:00' }
    await expectAnswered('convert_time', given, ({ status }) =>
      status === 'ambiguous' ? 'right' : 'guessed',
    )
    const { candidates } = await assistant.ask('convert_time', given)
    for (const { say } of candidates ?? []) {
      await expectAnswered('time_in', { place: say, at: '2026-12-01T12:00:00Z' }, ({ status }) =>
        status === 'answered' ? 'right' : 'wrong',
      )
      break
    }
  }
})

test('a place with smaller namesakes says so', async () => {
  for (const place of ['Paris', 'Portland', 'Boston', 'Melbourne', 'Athens', 'Naples', 'Dublin', 'Moscow']) {
    await expectAnswered('time_in', { place }, ({ status, smaller_places_of_that_name_in: others }) =>
      status === 'answered' && others.length > 0 ? 'right' : 'guessed',
    )
  }
})

/** The next change by which a clock goes forward or back. */
function nextMove(zone: Zone, isForward: boolean): Transition | null {
  for (const move of transitionsAfter(zone.compiled(), epochSeconds(1_793_232_000))) {
    const change = move.after.type.offset - move.before.type.offset
    if (change > 0 === isForward && change !== 0) return move
    if (move.at > 1_900_000_000) return null
  }
  return null
}

test('a wall time that happens twice or never gives a question back; with the instant it is answered', async () => {
  const changing = zones.listed.filter((zone) => nextMove(zone, true) !== null).filter((_, i) => i % 6 === 0)
  expect(changing.length).toBeGreaterThan(20)
  for (const zone of changing) {
    for (const isForward of [true, false]) {
      const move = nextMove(zone, isForward)
      if (move === null) continue
      const [before, after] = [move.before.type.offset, move.after.type.offset]
      const middle = epochSeconds(move.at + (after - before) / 2)
      const wall = formatLocal(toLocal(middle, before))
      await expectAnswered('time_in', { place: zone.iana, at: wall }, ({ status }) =>
        status === 'ambiguous' ? 'right' : 'guessed',
      )
      const { candidates } = await assistant.ask('time_in', { place: zone.iana, at: wall })
      const instants = [before, after].map((offset) => Date.parse(`${wall}Z`) / 1000 - offset)
      expect(candidates?.map(({ say }: { say: string }) => Date.parse(say) / 1000)).toEqual(
        instants.toSorted((a, b) => a - b),
      )
      await expectAnswered(
        'time_in',
        { place: zone.iana, at: candidates?.[0]?.say ?? '' },
        ({ local_time: local }) => (Date.parse(local) / 1000 === Math.min(...instants) ? 'right' : 'wrong'),
      )
      await expectAnswered(
        'clock_changes',
        { place: zone.iana, after: formatDateTime(middle, after), years: 2 },
        (answer) => (answer['changes']?.length >= 2 ? 'right' : 'wrong'),
      )
    }
  }
})

// Towns within a kilometre of another zone, and two far from one.
const AT_BORDERS: readonly (readonly [number, number, string])[] = [
  [47.586, 7.591, 'Europe/Zurich'],
  [47.6605, 9.1735, 'Europe/Berlin'],
  [60.3725, 5.3245, 'Europe/Oslo'],
  [42.0435, -8.6445, 'Europe/Madrid'],
  [41.5045, -84.8015, 'America/New_York'],
  [32.5415, -117.0295, 'America/Tijuana'],
  [65.844, 24.1435, 'Europe/Helsinki'],
  [51.5074, -0.1278, 'Europe/London'],
]

test('points: an overlap gives a question back, all others have the zone of the boundaries', async () => {
  for (const [latitude, longitude] of [
    [43.8, 87.6],
    [39.47, 75.99],
  ]) {
    await expectAnswered('zone_at_point', { latitude, longitude }, ({ status, candidates }) =>
      status === 'ambiguous' && candidates.length > 1 ? 'right' : 'guessed',
    )
  }
  for (const [latitude, longitude, zone] of AT_BORDERS) {
    await expectAnswered('zone_at_point', { latitude, longitude }, ({ timezone }) =>
      timezone === zone ? 'right' : 'wrong',
    )
  }
  const boundaries = artifact.boundaries()
  for (const { lat, lon } of randomPoints(60, 17)) {
    const expected = (boundaries?.zonesAt(lon, lat) ?? []).map((id) => zones.named(id)?.iana)
    await expectAnswered('zone_at_point', { latitude: lat / 1e6, longitude: lon / 1e6 }, (answer) => {
      if (expected.length > 1) return answer.status === 'ambiguous' ? 'right' : 'guessed'
      return answer['timezone'] === expected[0] ? 'right' : 'wrong'
    })
  }
})

test('unknown names and wrong arguments are named in the answer', async () => {
  for (const [name, given, status] of [
    ['time_in', { place: 'Xyzzyville' }, 'unknown'],
    ['time_in', { place: 'UTC-13' }, 'unknown'],
    ['convert_time', { from: 'Berlin', to: ['Nowhereton'] }, 'unknown'],
    ['time_in', {}, 'invalid'],
    ['time_in', { place: 'Berlin', at: 'tomorrow' }, 'invalid'],
    ['time_in', { place: 'Berlin', when: 'now' }, 'invalid'],
    ['zone_at_point', { latitude: 91, longitude: 0 }, 'invalid'],
    ['convert_time', { from: 'Berlin', to: [] }, 'invalid'],
    ['clock_changes', { place: 'Berlin', years: 100 }, 'invalid'],
  ] as const) {
    await expectAnswered(name, given, (answer) => (answer.status === status ? 'right' : 'wrong'))
  }
  const { found } = await assistant.ask('find_place', { text: 'Springfield' })
  expect(found.length).toBeGreaterThan(3)
})

test.each(['toledo', 'san jose', 'springfield', 'berlin', 'paris'])(
  'what find_place says for a city of %s leads to that city',
  async (text) => {
    const { found } = await assistant.ask('find_place', { text })
    const cities = found.filter(({ kind }: { kind: string }) => kind === 'city')
    expect(cities.length).toBeGreaterThan(0)
    for (const { say, timezone } of cities)
      expect(await assistant.ask('time_in', { place: say }), say).toMatchObject({
        status: 'answered',
        timezone,
      })
  },
)

const lettersOf = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

test.each(['toledo', 'san jose', 'berlin', 'paris', 'london'])(
  'what find_place says of %s has no clock twice, and names the place of a clock that has another name',
  async (text) => {
    const { found } = await assistant.ask('find_place', { text })
    const said: { kind: string; name: string; say: string; timezone?: string; place?: string }[] = found
    const clocks = said.filter(({ kind }) => kind === 'zone')
    const ofCities = new Set(
      said.filter(({ name }) => lettersOf(name).startsWith(`${text},`)).map(({ timezone }) => timezone),
    )
    expect(clocks.filter(({ say }) => ofCities.has(say))).toEqual([])
    for (const { place } of clocks) expect(lettersOf(place ?? '')).toContain(text)
  },
)

test('candidates name the place that is meant, with its state', async () => {
  const { status, candidates } = await assistant.ask('time_in', { place: 'Springfield' })
  const places = candidates.map(({ say, place }: { say: string; place: string }) => [say, place])
  expect([status, places]).toEqual([
    'ambiguous',
    expect.arrayContaining([
      ['America/Chicago', expect.stringMatching(/^Springfield, (?:Missouri|Illinois)$/)],
      ['America/New_York', 'Springfield, Massachusetts'],
      ['America/Los_Angeles', 'Springfield, Oregon'],
    ]),
  ])
})

/** Sends lines to the program as they are. Returns the first lines of its answer, as many as `count`. */
async function linesFrom(lines: readonly string[], count: number): Promise<any[]> {
  const program = spawn(process.execPath, [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist])
  program.stdin.end(`${lines.join('\n')}\n`)
  const found: any[] = []
  for await (const line of createInterface({ input: program.stdout })) {
    found.push(JSON.parse(line))
    if (found.length === count) break
  }
  program.kill()
  return found
}

test('errors follow the protocol, and a batch gets one answer', async () => {
  const call = (id: number, name: string, given: object) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name, arguments: given },
  })
  const found = await linesFrom(
    [
      '{"jsonrpc":',
      '{"id":1}',
      '[]',
      JSON.stringify(call(2, 'no_such_tool', {})),
      JSON.stringify([
        call(3, 'time_in', { place: 'Berlin' }),
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        call(4, 'time_in', {}),
      ]),
    ],
    5,
  )
  const alone = found.filter((answer) => !Array.isArray(answer))
  expect(alone.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32700],
    [null, -32600],
    [null, -32600],
    [2, -32602],
  ])
  const [batch] = found.filter((answer) => Array.isArray(answer))
  expect(batch?.map(({ id, result }: any) => [id, result.isError])).toEqual([
    [3, false],
    [4, true],
  ])
})

test('300 lines that no assistant should send are answered as the protocol says', async () => {
  const { lines, counts, faults } = await fuzzMcp(dist, 20_261_123, 300)
  expect([lines, faults]).toEqual([300, []])
  for (const kind of ['answered', 'ambiguous', 'unknown', 'invalid', '-32700', '-32600', '-32601', '-32602'])
    expect(counts[kind], kind).toBeGreaterThan(0)
})

test.each([
  ['a conversion', '3pm London to Tokyo'],
  ['a sunset', 'sunset in Oslo'],
  ['a point', '52.5, 13.4'],
  ['when clocks change', 'next DST change'],
])('%s, given as text, fits the schema of its tool', async (kind, text) => {
  // The SDK's client throws when an answer does not fit its schema.
  const { status, found } = await assistant.ask('find_place', { text })
  expect([status, found.length > 0], kind).toEqual(['answered', true])
})

test('wrong parameters are refused by name', async () => {
  const found = await linesFrom(
    [
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}',
      '[{"jsonrpc":"2.0","id":2,"method":"initialize"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
    ],
    2,
  )
  const refused = { code: -32602, message: expect.stringContaining('tools/call: params.name: ') }
  expect(found).toEqual([
    { jsonrpc: '2.0', id: 1, error: refused },
    [
      {
        jsonrpc: '2.0',
        id: 2,
        error: { code: -32602, message: expect.stringContaining('initialize: params: ') },
      },
      { jsonrpc: '2.0', id: 2, result: {} },
    ],
  ])
})

test('a batch is answered whole although one request in it is cancelled; a last line without a line end is answered too', async () => {
  const program = spawn(process.execPath, [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist])
  program.stdin.end(
    `[{"jsonrpc":"2.0","id":5,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}},{"jsonrpc":"2.0","id":6,"method":"ping"}]
{"jsonrpc":"2.0","id":7,"method":"ping"}`,
  )
  const [printed, status] = await Promise.all([whole(program.stdout), once(program, 'exit')])
  const answers = printed.trimEnd().split('\n')
  expect(answers.map((answer) => JSON.parse(answer)).map((one) => [one].flat().map(({ id }) => id))).toEqual([
    [5, 6],
    [7],
  ])
  expect(status[0]).toBe(0)
})

test('a message of more than ten million characters is refused, and the session goes on', async () => {
  const program = spawn(process.execPath, [join(ROOT, 'tzref.js'), 'mcp', '--dist', dist])
  program.stdin.on('error', () => undefined)
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n'
  // The first line has the longest allowed length.
  program.stdin.write(`${' '.repeat(9_999_900)}${ping}${'x'.repeat(10_000_001)}`)
  // More of the same line says nothing more, and is not kept.
  for (let more = 0; more < 5; more++) program.stdin.write('x'.repeat(10_000_000))
  program.stdin.end(`\n${ping.replace('1,', '2,')}${'y'.repeat(10_000_001)}\n${ping.replace('1,', '3,')}`)
  const [printed, errors, status] = await Promise.all([
    whole(program.stdout),
    whole(program.stderr),
    once(program, 'exit'),
  ])
  const message = 'found a message of more than 10000000 characters'
  const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message } }
  const answers = printed.trimEnd().split('\n')
  expect(answers.map((answer) => JSON.parse(answer))).toEqual([
    { jsonrpc: '2.0', id: 1, result: {} },
    refused,
    { jsonrpc: '2.0', id: 2, result: {} },
    refused,
    { jsonrpc: '2.0', id: 3, result: {} },
  ])
  expect([errors, status[0]]).toEqual(['', 0])
})

test('three hundred questions: at least 99 % right, and none guessed silently', () => {
  process.stderr.write(`mcp: ${tally.asked} questions, ${tally.wrong.length} wrong\n`)
  expect(tally.asked).toBeGreaterThan(300)
  expect(tally.guessed).toEqual([])
  expect(tally.wrong.length, tally.wrong.join('\n')).toBeLessThanOrEqual(tally.asked * 0.01)
})

/** Milliseconds of processor time that a process has taken. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Node's own start: the median of seven. */
async function timeOfNode(): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 7; run++) {
    const bare: ChildProcess = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log(1)'])
    // oxlint-disable-next-line no-await-in-loop -- one at a time, as the program that it is compared with
    await new Promise((resolve) => bare.stdout?.once('data', resolve))
    times.push(processorTime(bare.pid ?? 0))
    bare.kill()
  }
  return times.toSorted((a, b) => a - b)[3] ?? 0
}

test('the first answer takes little more than the start of node', async () => {
  const ofNode = await timeOfNode()
  const fresh = await connect()
  await fresh.ask('convert_time', { from: 'IST', to: ['Boston'] })
  const ofBoth = processorTime(fresh.pid)
  await fresh.client.close()
  process.stderr.write(
    `mcp: the first answer after ${ofBoth - ofNode} ms of processor time beyond node's ${ofNode}\n`,
  )
  // On an idle machine 180 ms, compared with 40 ms of node; 300 are allowed. On a busy machine both take longer, and one may take longer
  // than the other.
  expect(ofBoth / ofNode).toBeLessThan(16)
})
