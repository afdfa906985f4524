// The hour: from a decree, or from a new tz release, to every server of a fleet, with the program's own commands and under load. Prints the
// time of each step, and the notes of a release with every kind of change to identifiers: `npm run long -- hour`.
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { currentId } from '#open/artifact-folder.ts'
import { ROOT } from '#open/program/root.ts'
import { makeTokens } from '../../bench/http-server.ts'
import { writeEndlessPlans } from '../support/attacks/endless-load.ts'
import { leftOut } from '../support/left-out.ts'
import { startServerProcess, type ServerProcess } from '../support/servers/server-process.ts'
import { TARBALLS } from '../support/worlds/tz-releases.ts'
import { serves, upstreamServer, type UpstreamServer } from '../support/servers/upstream-server.ts'

const FLEET = ['north', 'south', 'west']
const HOUR_MS = 3_600_000
/** Milliseconds between two requests to one server. */
const EVERY_MS = 10

const hasTarballs = existsSync(join(TARBALLS, 'tzdata2026c.tar.gz'))
if (!hasTarballs) leftOut('a release of upstream', 'the signed tarballs of 2026b and 2026c')

const run = promisify(execFile)
let web: UpstreamServer
let folder = ''
/** A folder in the checkout that git ignores. An overlay must be in the checkout. */
let inside = ''
let key = ''
let token = ''

/** Runs a command of the program of a checkout as a person types it. Returns its output. */
async function tzrefIn(checkout: string, ...args: string[]): Promise<string> {
  const program = [join(checkout, 'tzref.js'), ...args]
  return (await run(process.execPath, program, { cwd: checkout, maxBuffer: 2 ** 26 })).stdout
}
const tzref = (...args: string[]): Promise<string> => tzrefIn(ROOT, ...args)
const published = (): string => join(folder, 'published')
const distOf = (server: string): string => join(folder, server)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-hour-'))
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  inside = mkdtempSync(join(ROOT, '.cache', 'hour-'))
  key = /ed25519:\S+/.exec(await tzref('keys', 'new', join(folder, 'publisher.pem')))?.[0] ?? ''
  web = await upstreamServer()
  ;[token = ''] = await makeTokens(join(folder, 'accounts.sqlite'), 1, 'test')
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
  rmSync(inside, { recursive: true })
})

/** Where releases are built: with what options of `lock`, in which checkout, and how its `build` is run until it succeeds. */
interface Building {
  readonly lockOptions: readonly string[]
  readonly checkout?: string
  readonly build?: (args: readonly string[]) => Promise<string>
}

/** Locks, builds, checks, compares and publishes a release. Notes the seconds of each step. Returns its id, and its notes if it is not the first. */
async function release(
  steps: Map<string, number>,
  { lockOptions, checkout = ROOT, build = (args: readonly string[]) => tzrefIn(checkout, ...args) }: Building,
): Promise<{ id: string; notes: string | null }> {
  const step = stepsOf(steps)
  const own = (...args: string[]): Promise<string> => tzrefIn(checkout, ...args)
  const lock = join(folder, 'tzdb.lock')
  const dist = join(folder, 'built')
  await step('lock: fetch, check signatures, pin', () => own('lock', ...lockOptions, '--out', lock))
  const printed = await step('build', () => build(['build', '--lock', lock, '--dist', dist, '--json']))
  const { id, directory }: { id: string; directory: string } = JSON.parse(printed)
  await step('verify', () => own('verify', directory))
  const before = currentId(dist)
  const notes =
    before === id || before === null
      ? null
      : await step('diff', () => own('diff', join(dist, before), directory, '--keep'))
  await own('activate', id, '--dist', dist)
  await step('publish: compare, pack, sign', () => offered(id, checkout))
  return { id, notes }
}

/** Publishes an artifact that was built, and offers the folder on the web. */
async function offered(id: string, checkout = ROOT): Promise<void> {
  const signing = ['--sign', join(folder, 'publisher.pem')]
  await tzrefIn(checkout, 'publish', published(), id, '--dist', join(folder, 'built'), '--accept', ...signing)
  for (const name of readdirSync(published()))
    web.answers.set(`/${name}`, serves(readFileSync(join(published(), name))))
}

const stepsOf =
  (steps: Map<string, number>) =>
  async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    steps.set(name, performance.now() - began)
    return result
  }

/** Starts the fleet on the published artifact, and asks each server all the time. `end` gives the number of 200s, and all other answers. */
async function fleet(): Promise<{
  servers: ServerProcess[]
  end: () => Promise<{ good: number; others: unknown[] }>
}> {
  const servers: ServerProcess[] = []
  const asking = { isOver: false, good: 0, others: [] as unknown[] }
  const plans = writeEndlessPlans(folder)
  for (const name of FLEET) {
    await tzref('install', `${web.url}/`, '--key', key, '--dist', distOf(name), '--activate')
    const accounts = join(folder, `${name}.sqlite`)
    copyFileSync(join(folder, 'accounts.sqlite'), accounts)
    servers.push(
      await startServerProcess(join(distOf(name), 'current'), ['--accounts', accounts, '--plans', plans]),
    )
  }
  const lanes = servers.map(async (server) => {
    while (!asking.isOver) {
      const answer = await ask(server, '/v1/timezones/Europe/Berlin').catch((error: unknown) => ({
        status: error,
      }))
      if (answer.status === 200) asking.good++
      else asking.others.push(answer.status)
      await pause(EVERY_MS)
    }
  })
  return {
    servers,
    async end() {
      asking.isOver = true
      await Promise.all(lanes)
      await Promise.all(servers.map((server) => server.end()))
      for (const name of FLEET) rmSync(distOf(name), { recursive: true })
      return asking
    },
  }
}

const ask = (server: ServerProcess, path: string) => server.ask(path, { authorization: `Bearer ${token}` })

interface Change extends Building {
  /** What is asked of each server, with what must be in the answer before the change and after it. */
  readonly asked: readonly { readonly path: string; readonly before: string; readonly after: string }[]
}

/** The path of a zone at a moment. */
const zoneAt = (zone: string, at: string): string => `/v1/timezones/${zone}?at=${at}`
const offset = (seconds: number): string => `"utc_offset_seconds":${seconds},`

/** One whole hour: a fleet serves the published artifact, then the change comes. Returns how long it took, the failed requests, and the notes. */
async function rehearse(
  what: string,
  change: Change,
): Promise<{ ms: number; failed: unknown[]; notes: string | null }> {
  const { servers, end } = await fleet()
  const expectAll = async (when: 'before' | 'after'): Promise<void> => {
    for (const server of servers) {
      for (const { path, [when]: text } of change.asked) {
        const { status, body } = await ask(server, path)
        expect(`${status} ${body}`, path).toContain(text)
      }
    }
  }
  await expectAll('before')
  const steps = new Map<string, number>()
  const step = stepsOf(steps)
  const began = performance.now()
  const { id, notes } = await release(steps, change)
  await step('install on every server, one after the other', async () => {
    for (const name of FLEET) await tzref('install', `${web.url}/`, '--dist', distOf(name), '--activate')
  })
  await step('until every server answers from it', async () => {
    for (const server of servers)
      await expect
        .poll(async () => (await server.ask(`${server.opsOrigin}/readyz`)).body, {
          timeout: HOUR_MS,
          interval: 200,
        })
        .toContain(`"artifact":"${id}"`)
  })
  const whole = performance.now() - began
  await expectAll('after')
  const { good, others } = await end()
  expect(good).toBeGreaterThan(100)
  for (const [name, ms] of [...steps, ['all of it', whole] as const])
    process.stdout.write(`${what}: ${name.padEnd(46)} ${(ms / 1000).toFixed(1)} s\n`)
  process.stdout.write(
    `${what}: ${good} requests to ${FLEET.length} servers meanwhile, ${others.length} failed\n`,
  )
  return { ms: whole, failed: others, notes }
}

/** Forgets what was published. */
function forget(): void {
  rmSync(published(), { recursive: true, force: true })
  web.answers.delete('/index.json')
}

/** Publishes the artifact of the tests, which is that of the embedded release, as the only one. */
async function publishFirst(): Promise<void> {
  forget()
  const artifact = inject('embeddedArtifact')
  const dist = join(folder, 'built')
  cpSync(artifact, join(dist, basename(artifact)), { recursive: true })
  await tzref('activate', basename(artifact), '--dist', dist)
  await offered(basename(artifact))
}

test('a decree: an overlay on the release of today', async () => {
  const overlay = join(inside, 'decree.zi')
  writeFileSync(
    overlay,
    '# overlay 2026f: Decree 7 of 9 July: an hour ahead from 1 December 2027 on\n' +
      'Zone Asia/Kathmandu 5:41:16 - LMT 1920\n  5:30 - %z 1986\n  5:45 - %z 2027 Dec 1\n  6:45 - %z\n',
  )
  await publishFirst()
  const { ms, failed } = await rehearse('a decree', {
    lockOptions: ['--tz', '2026f', '--overlay', overlay],
    asked: [
      {
        path: zoneAt('Asia/Kathmandu', '2028-01-01T00:00:00Z'),
        before: offset(20_700),
        after: offset(24_300),
      },
    ],
  })
  expect(failed).toEqual([])
  expect(ms).toBeLessThan(HOUR_MS)
})

test.skipIf(!hasTarballs)('a release of upstream: 2026c after 2026b, with their signatures', async () => {
  for (const name of readdirSync(TARBALLS).filter((file) => file.startsWith('tzdata')))
    web.answers.set(`/upstream/${name}`, serves(readFileSync(join(TARBALLS, name))))
  const of = (tz: string): string[] => {
    const from = ['--tz-url', `${web.url}/upstream/tzdata{release}.tar.gz`]
    return ['--channel', 'upstream', '--tz', tz, ...from, '--boundaries', 'none', '--allow-expired-key']
  }
  forget()
  await release(new Map(), { lockOptions: of('2026b') })
  const { ms, failed } = await rehearse('a release', {
    lockOptions: of('2026c'),
    asked: [
      {
        path: zoneAt('America/Edmonton', '2027-01-15T12:00:00Z'),
        before: offset(-25_200),
        after: offset(-21_600),
      },
    ],
  })
  expect(failed).toEqual([])
  expect(ms).toBeLessThan(HOUR_MS)
})

/** A release made from 2026f by edits, in a copy of this checkout, as CONTRIBUTING.md has it: file, text, other text. */
const EDITS: readonly (readonly [file: string, from: string | RegExp, to: string])[] = [
  ['tzdata.zi', '# version 2026f', '# version 2026g'],
  // A new zone.
  [
    'tzdata.zi',
    'Z Asia/Kathmandu ',
    'Z Asia/Pokhara 5:35:56 - LMT 1920\n5:30 - %z 1986\n5:45 - %z 2027 Mar\n6 - %z\nZ Asia/Kathmandu ',
  ],
  [
    'zone.tab',
    'NP\t+2743+08519\tAsia/Kathmandu',
    'NP\t+2743+08519\tAsia/Kathmandu\tmost of Nepal\nNP\t+2815+08359\tAsia/Pokhara\tGandaki',
  ],
  // A renamed one, with a Link from its former name.
  ['tzdata.zi', 'Z Asia/Qyzylorda ', 'Z Asia/Kyzylorda '],
  ['zone.tab', 'Asia/Qyzylorda', 'Asia/Kyzylorda'],
  // One that becomes a Link, one that is gone, a name that is gone, and a new name.
  ['tzdata.zi', /^Z Europe\/Vaduz .*\n(?:[-\d].*\n)*/m, ''],
  ['tzdata.zi', /^Z Factory .*\n(?:[-\d].*\n)*/m, ''],
  [
    'tzdata.zi',
    'L Asia/Kathmandu Asia/Katmandu\n',
    'L Asia/Kyzylorda Asia/Qyzylorda\nL Europe/Zurich Europe/Vaduz\nL Asia/Kolkata Asia/Bengaluru\n',
  ],
]

/** The row that a stopped build prints, with what only a person knows filled in. */
const ROW = /pipeline\/curated\/([\w-]+\.txt), add: (.*)/g
const filledIn = (row: string): string =>
  row
    .replace('(Area/Other)', 'Asia/Kathmandu')
    .replace('(source)', 'a made release')
    .replace('(today)', '2026-11-20')

test('a release with a new zone, a renamed one, one that becomes a link, one and a name that are gone, and a new link', async () => {
  const checkout = join(folder, 'checkout')
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true })
    copyFileSync(join(ROOT, file), join(checkout, file))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const edit = (file: string, from: string | RegExp, to: string): void => {
    const text = readFileSync(join(checkout, file), 'utf8')
    expect(text).toMatch(from)
    writeFileSync(join(checkout, file), text.replace(from, to))
  }
  const next = join('pipeline/embedded', '2026g')
  cpSync(join(checkout, 'pipeline/embedded/2026f'), join(checkout, next), { recursive: true })
  for (const [file, from, to] of EDITS) edit(join(next, file), from, to)
  edit(
    'pipeline/sources/embedded.ts',
    "{ release: '2026f', day: '2026-10-29' }",
    "{ release: '2026g', day: '2026-11-20' }",
  )
  edit(
    'pipeline/sources/embedded.ts',
    '[EMBEDDED_TZ.release,',
    "['2026f', '2026-10-29'],\n  [EMBEDDED_TZ.release,",
  )

  const stops: string[] = []
  /** Runs the build, and adds the rows that it names when it stops, as a maintainer does. */
  const build = async (args: readonly string[]): Promise<string> => {
    for (;;) {
      try {
        return await tzrefIn(checkout, ...args)
      } catch (error) {
        const rows = [...String(error).matchAll(ROW)]
        if (rows.length === 0 || stops.length > 4) throw error
        for (const [, file = '', row = ''] of rows) {
          appendFileSync(join(checkout, 'pipeline/curated', file), `${filledIn(row)}\n`)
          stops.push(`${file}: ${filledIn(row)}`)
        }
      }
    }
  }
  await publishFirst()
  const at = '2027-07-01T00:00:00Z'
  const { ms, failed, notes } = await rehearse('every kind', {
    lockOptions: ['--tz', '2026g'],
    checkout,
    build,
    asked: [
      { path: zoneAt('Asia/Pokhara', at), before: '404 ', after: offset(21_600) },
      { path: zoneAt('Asia/Kathmandu', at), before: offset(20_700), after: offset(20_700) },
      { path: zoneAt('Asia/Qyzylorda', at), before: offset(18_000), after: '"iana":"Asia/Kyzylorda"' },
      { path: zoneAt('Asia/Kyzylorda', at), before: '404 ', after: offset(18_000) },
      // It is listed in zone.tab, so it stays a zone, with the other's clock.
      { path: zoneAt('Europe/Vaduz', at), before: offset(7200), after: offset(7200) },
      { path: zoneAt('Factory', at), before: offset(0), after: '404 ' },
      { path: zoneAt('Asia/Katmandu', at), before: offset(20_700), after: '404 ' },
      { path: zoneAt('Asia/Bengaluru', at), before: '404 ', after: offset(19_800) },
    ],
  })
  process.stdout.write(`the build stopped for: ${stops.join('; ')}\n\n${notes}\n`)
  expect(stops.length).toBeGreaterThan(0)
  expect(failed).toEqual([])
  expect(ms).toBeLessThan(HOUR_MS)
})
