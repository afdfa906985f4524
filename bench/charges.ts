// What each kind of request costs the server, what its sender is charged for it, and what a refusal costs beside an answer: all in one run.
import { mkdtempSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST } from '#open/program/root.ts'
import { MOST_OF_CONNECTION } from '#serve/admission/numbers.ts'
import { processorTime } from './http-client.ts'
import { makeTokens, startServer, type Server } from './http-server.ts'
import { WORST_OF_SITE } from './worst-requests.ts'

/** Milliseconds of processor time, and of charge. */
interface Cost {
  readonly cpu: number
  readonly charge: number
}

interface Kind {
  readonly name: string
  /** The n-th text that is sent at once on a connection. */
  readonly text: (n: number) => string
  /** The status of the last answer to a text, or of most (each second some are within a burst); and how many answers a text has. */
  readonly status: number
  readonly answers?: number
  /** How often a text is sent on a connection. 1: the connection ends with it. */
  readonly times: number
  readonly connections: number
}

const request = (path: string, fields = '', method = 'GET', body = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`
const lines = (count: number, length: number): string =>
  Array.from({ length: count }, (_, n) => `X-${n}: ${'a'.repeat(length)}\r\n`).join('')
const bearer = (token: string): string => `Authorization: Bearer ${token}\r\n`

const UTC = '/v1/timezones/UTC'
const SMALL = '/favicon.svg'
const LAST = 'Connection: close\r\n'
const CALM = { times: 500, connections: 8, status: 200 }
/** What a connection may send before it is refused, four times. */
const PIPELINE = 4 * MOST_OF_CONNECTION
const MANY = 150
const FIELDS = MANY * 96

/** Each account may ask a hundred times a second, so the answers of the interface are those of many accounts. */
const kindsOf = (tokens: readonly string[]): readonly Kind[] => [
  {
    ...CALM,
    name: 'answer of the interface',
    text: (n) => request(UTC, bearer(tokens[n % tokens.length] ?? '')),
  },
  { ...CALM, name: 'page from the cache', text: () => request('/') },
  { ...CALM, name: 'file', text: () => request(SMALL) },
  {
    ...CALM,
    name: 'page that is made',
    text: (n) => request(WORST_OF_SITE['/convert']?.path(n) ?? ''),
    times: 40,
  },
  {
    ...CALM,
    name: 'beyond the burst (429)',
    text: () => request(UTC, bearer(tokens[0] ?? '')),
    status: 429,
  },
  { ...CALM, name: 'no token, of a flood (429)', text: () => request(UTC), status: 429 },
  {
    ...CALM,
    name: 'wrong tokens of a flood (429)',
    text: () => request(UTC, bearer(`tzr_${'a'.repeat(40)}`)),
    status: 429,
  },
  { ...CALM, name: 'no page (404)', text: (n) => request(`/nothing-${n}`), status: 404 },
  {
    ...CALM,
    name: 'too many parameters (422)',
    text: () => request(`/meeting?${'place&'.repeat(1000)}`),
    status: 422,
  },
  { ...CALM, name: 'OPTIONS', text: () => request('/v1/timezones', '', 'OPTIONS'), status: 204 },
  { ...CALM, name: 'one long field', text: () => request(SMALL, lines(1, FIELDS)) },
  { ...CALM, name: 'many fields', text: () => request(SMALL, lines(MANY, 90)) },
  {
    ...CALM,
    name: 'a connection for one file',
    text: () => request(SMALL, LAST),
    times: 1,
    connections: 3000,
  },
  {
    name: `${PIPELINE} files at once: ${MOST_OF_CONNECTION} are answered, then 503`,
    text: () => request(SMALL).repeat(PIPELINE),
    answers: MOST_OF_CONNECTION + 1,
    status: 503,
    times: 1,
    connections: 600,
  },
  {
    name: '60 kB of a body that nobody reads',
    text: () => request(SMALL, 'Transfer-Encoding: chunked\r\n', 'POST', '1\r\na\r\n'.repeat(10_000)),
    status: 405,
    times: 1,
    connections: 600,
  },
]

/** Sends a kind on one connection: the next text when all answers to the last one have come. Resolves when it is over. */
function send(port: number, kind: Kind, first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const { answers = 1, times, status } = kind
    const socket = connect(port, '127.0.0.1')
    let [sent, seen, right, isLastRight] = [0, 0, 0, false]
    const next = (): void => void socket.write(kind.text(first + sent++))
    socket.on('error', () => undefined)
    socket.once('close', () =>
      isLastRight || right > sent / 2 ? resolve() : reject(new Error(`${kind.name}: not ${status}`)),
    )
    socket.once('connect', next)
    socket.on('data', (chunk: Buffer) => {
      for (const [, code = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) {
        seen++
        isLastRight = code === `${status}`
        if (isLastRight) right++
      }
      if (seen < answers || times === 1) return
      seen = 0
      if (sent < times) next()
      else socket.destroy()
    })
  })
}

/** Sends a kind on some connections, eight at a time. */
async function sendAll(port: number, kind: Kind, connections: number): Promise<void> {
  let begun = 0
  const lane = async (): Promise<void> => {
    while (begun < connections) await send(port, kind, begun++ * kind.times)
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

/** Milliseconds that the server has charged its senders so far. */
const charged = ({ opsPort }: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: opsPort, path: '/metrics' }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.once('end', () => resolve(1000 * Number(/^tzref_work_seconds_total (\S+)$/m.exec(text)?.[1])))
    }).once('error', reject)
  })

/** Milliseconds of processor time and of charge for each text of a kind. */
async function costOf(server: Server, kind: Kind): Promise<Cost> {
  // The pages and the code are warm.
  await sendAll(server.port, kind, Math.min(40, kind.connections / 4))
  const time = (): number => server.pids.reduce((sum, pid) => sum + processorTime(pid) / 1000, 0)
  const [cpu, charge] = [time(), await charged(server)]
  await sendAll(server.port, kind, kind.connections)
  const count = kind.times * kind.connections
  return { cpu: (time() - cpu) / count, charge: ((await charged(server)) - charge) / count }
}

/** Prints what each kind costs and is charged. Fails when a charge is not between half and twice the cost. */
export async function benchCharges(dist: string = DIST): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  const accounts = join(folder, 'accounts.sqlite')
  const tokens = await makeTokens(accounts, 100, 'business')
  const server = await startServer(dist, accounts, join(folder, 'log'))
  try {
    let first: Cost | null = null
    console.log(
      `${'kind'.padEnd(52)} ${['cpu ms', 'charge ms', 'charge/cpu', 'cpu/answer'].map((name) => name.padStart(11)).join('')}`,
    )
    for (const kind of kindsOf(tokens)) {
      const cost = await costOf(server, kind)
      first ??= cost
      const ratio = cost.charge / cost.cpu
      if (ratio < 0.5 || ratio > 2) process.exitCode = 1
      const figures = [
        cost.cpu.toFixed(3),
        cost.charge.toFixed(3),
        ratio.toFixed(2),
        (cost.cpu / first.cpu).toFixed(2),
      ]
      console.log(`${kind.name.padEnd(52)} ${figures.map((figure) => figure.padStart(11)).join('')}`)
    }
  } finally {
    server.end()
    rmSync(folder, { recursive: true, force: true })
  }
}
