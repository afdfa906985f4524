// The hour: from a decree, or from a new tz release, to every server of a fleet, with the program's own commands and under load. Prints the
// time of each step: `npm run long -- hour`.
import { execFile } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import { ROOT } from '#open/program/root.ts'
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

/** Runs a command of the program as a person types it. Returns its output. */
async function tzref(...args: string[]): Promise<string> {
  return (await run(process.execPath, [join(ROOT, 'tzref.js'), ...args], { cwd: ROOT, maxBuffer: 2 ** 26 }))
    .stdout
}
const published = (): string => join(folder, 'published')
const distOf = (server: string): string => join(folder, server)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-hour-'))
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  inside = mkdtempSync(join(ROOT, '.cache', 'hour-'))
  key = /ed25519:\S+/.exec(await tzref('keys', 'new', join(folder, 'publisher.pem')))?.[0] ?? ''
  web = await upstreamServer()
  const store = await openAccountStore(join(folder, 'accounts.sqlite'), 'create')
  const account = await store.createAccount({
    email: 'a@example.org',
    plan: 'test',
    verified: true,
    nowMs: 0,
  })
  const wanted = { accountId: account?.id ?? '', name: 'hour', expiresAtMs: null, nowMs: Date.now() }
  token = (await store.createToken(wanted)).text
  await store.close()
})
afterAll(async () => {
  await web.close()
  rmSync(folder, { recursive: true })
  rmSync(inside, { recursive: true })
})

/** Locks, builds, checks and publishes a release with these options of `lock`. Notes the seconds of each step. */
async function release(steps: Map<string, number>, lockOptions: readonly string[]): Promise<string> {
  const step = stepsOf(steps)
  const lock = join(folder, 'tzdb.lock')
  const dist = join(folder, 'built')
  await step('lock: fetch, check signatures, pin', () => tzref('lock', ...lockOptions, '--out', lock))
  const built = await step('build', () =>
    tzref('build', '--lock', lock, '--dist', dist, '--activate', '--json'),
  )
  const { id, directory }: { id: string; directory: string } = JSON.parse(built)
  await step('verify', () => tzref('verify', directory))
  const signing = ['--sign', join(folder, 'publisher.pem')]
  await step('publish: compare, pack, sign', () =>
    tzref('publish', published(), id, '--dist', dist, ...signing),
  )
  for (const name of readdirSync(published()))
    web.answers.set(`/${name}`, serves(readFileSync(join(published(), name))))
  return id
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

/** Whether a server has this offset for a zone at a moment. */
async function hasOffset(server: ServerProcess, zone: string, at: string, seconds: number): Promise<boolean> {
  const { body } = await ask(server, `/v1/timezones/${zone}?at=${at}`)
  return body.includes(`"utc_offset_seconds":${seconds},`)
}

interface Change {
  readonly lockOptions: readonly string[]
  readonly zone: string
  readonly at: string
  readonly before: number
  readonly after: number
}

/** One whole hour: a fleet serves the published artifact, then the change comes. Returns how long it took, and the failed requests. */
async function rehearse(
  what: string,
  { lockOptions, zone, at, before, after }: Change,
): Promise<{ ms: number; failed: unknown[] }> {
  const { servers, end } = await fleet()
  for (const server of servers) expect(await hasOffset(server, zone, at, before)).toBe(true)
  const steps = new Map<string, number>()
  const step = stepsOf(steps)
  const began = performance.now()
  const id = await release(steps, lockOptions)
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
  for (const server of servers) expect(await hasOffset(server, zone, at, after)).toBe(true)
  const { good, others } = await end()
  expect(good).toBeGreaterThan(100)
  for (const [name, ms] of [...steps, ['all of it', whole] as const])
    process.stdout.write(`${what}: ${name.padEnd(46)} ${(ms / 1000).toFixed(1)} s\n`)
  process.stdout.write(
    `${what}: ${good} requests to ${FLEET.length} servers meanwhile, ${others.length} failed\n`,
  )
  return { ms: whole, failed: others }
}

test('a decree: an overlay on the release of today', async () => {
  const overlay = join(inside, 'decree.zi')
  writeFileSync(
    overlay,
    '# overlay 2026f: Decree 7 of 9 July: an hour ahead from 1 December 2027 on\n' +
      'Zone Asia/Kathmandu 5:41:16 - LMT 1920\n  5:30 - %z 1986\n  5:45 - %z 2027 Dec 1\n  6:45 - %z\n',
  )
  await release(new Map(), ['--tz', '2026f'])
  const change = { zone: 'Asia/Kathmandu', at: '2028-01-01T00:00:00Z', before: 20_700, after: 24_300 }
  const { ms, failed } = await rehearse('a decree', {
    lockOptions: ['--tz', '2026f', '--overlay', overlay],
    ...change,
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
  rmSync(published(), { recursive: true })
  web.answers.delete('/index.json')
  await release(new Map(), of('2026b'))
  const change = { zone: 'America/Edmonton', at: '2027-01-15T12:00:00Z', before: -25_200, after: -21_600 }
  const { ms, failed } = await rehearse('a release', { lockOptions: of('2026c'), ...change })
  expect(failed).toEqual([])
  expect(ms).toBeLessThan(HOUR_MS)
})
