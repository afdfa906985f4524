// Compares the cost of an answer with that of bare node:http: `tzref serve` with everything on, and servers that people write themselves.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../test/support/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../test/support/boundary-points.ts'
import { hasRedis, redisServer } from '../test/support/redis.ts'
import type { Point } from '../test/support/exact-zones.ts'
import { buildIn } from './artifact.ts'
import { cityPoints } from './look-up.ts'
import { measure, memoryOf, type Asked, type Round } from './http-client.ts'
import { makeTokens, startServer, type Server } from './http-server.ts'

/**
 * On a machine that others share, one round in three is twice too dear: with nine rounds the median moved by a third from run to run. With
 * these it still moves by a fifth, and a run takes two to nine minutes.
 */
const ROUNDS = 15
/** Rounds before the measured ones. Until then, a process still compiles its code, in threads whose time also counts. */
const WARM_UPS = 4
/**
 * With 2,000, a zone took 1.44 to 1.61 times bare, and now 1.05 to 1.31: each round begins 50 connections and writes the usage of 400
 * accounts, which a busy server does four times a second.
 */
const REQUESTS = 8000
/** The naive peer takes twenty times as long. */
const REQUESTS_OF_NAIVE = 400
const CONNECTIONS = 50
/** Enough accounts for all requests to stay within the Business plan's 100 a second. */
const ACCOUNTS = 400
const POINTS = 20_000
const ZONES = ['Europe/Dublin', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']
const CITIES = ['berlin', 'tokyo', 'nairobi', 'lima', 'oslo']

interface Contender {
  readonly name: string
  readonly port: number
  readonly pids: readonly number[]
}

interface Task {
  readonly name: string
  /** Paths below /v1. */
  readonly paths: readonly string[]
  readonly status?: number
  /** True when the peers run this task too. */
  readonly isShared?: boolean
  readonly tokens?: readonly string[]
  readonly fields?: string
  /** The highest allowed cost at the median of the rounds, as a multiple of the floor; null when nothing was promised. */
  readonly most: number | null
  readonly from?: Asked['from']
}

const pathsAt = (points: readonly Point[]): string[] =>
  points.map(({ lon, lat }) => `/lookup?lat=${lat / 1e6}&lon=${lon / 1e6}`)

/** One address may send a hundred wrong tokens in ten seconds. So each connection has its own address, and sends this many requests in all. */
const WRONG_TOKENS = 80 * CONNECTIONS
let addresses = 0
const another = (): string => {
  addresses = (addresses + 1) % 60_000
  return `127.1.${addresses >> 8}.${addresses & 255}`
}

const tasksOf = (points: Readonly<Record<string, readonly Point[]>>, wrong: string, poor: string): Task[] => [
  { name: 'single zone', paths: ZONES.map((id) => `/timezones/${id}`), isShared: true, most: 1.3 },
  ...Object.entries(points).map(([name, list]) => ({
    name: `look-up, ${name}`,
    paths: pathsAt(list),
    isShared: true,
    most: 1.5,
  })),
  { name: 'city', paths: CITIES.map((slug) => `/cities/${slug}`), isShared: true, most: null },
  {
    name: 'convert',
    paths: ['/convert?from=Europe/Berlin&to=America/New_York,Asia/Tokyo&at=2026-03-29T10:00'],
    most: null,
  },
  { name: 'list of 50 rows', paths: ['/timezones?per_page=50'], most: null },
  {
    name: '304',
    paths: ['/timezones/Asia/Tokyo?at=1774748400'],
    status: 304,
    fields: 'If-None-Match: *\r\n',
    most: null,
  },
  { name: '429', paths: ['/timezones/Asia/Tokyo'], status: 429, tokens: [poor], most: null },
  { name: '401', paths: ['/timezones/Asia/Tokyo'], status: 401, tokens: [wrong], most: null, from: another },
]

/** Complete requests for each path, as a usual client sends them. The tokens take turns. */
function requestsOf({ paths, fields = '' }: Task, tokens: readonly string[]): string[] {
  const count = Math.max(paths.length, tokens.length)
  return Array.from(
    { length: count },
    (_, n) =>
      `GET /v1${paths[n % paths.length]} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${tokens[n % tokens.length]}\r\nAccept: */*\r\nAccept-Encoding: gzip, br\r\n${fields}\r\n`,
  )
}

/** `npm run bench -- http [folder of artifacts]`. Without a folder, it builds the embedded release. */
export async function benchHttp(given: string | undefined): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-bench-'))
  const ends: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const dist = given ?? dirname(await buildIn(folder, { withoutBoundaries: false }))
    const { zones } = await openEmbedded()
    const points = {
      'around cities': cityPoints(POINTS, 2),
      'on the sphere': randomPoints(POINTS, 1),
      'near borders': nearBorderPoints(zones, POINTS, 3),
    }
    const accounts = join(folder, 'accounts.sqlite')
    const tokens = await makeTokens(accounts, ACCOUNTS, 'business')
    const [poor = ''] = await makeTokens(accounts, 1, 'free')
    const tasks = tasksOf(points, `${tokens[0]?.slice(0, -1)}_`, poor)

    const servers: [string, Server][] = []
    const start = async (name: string, flags: readonly string[]): Promise<void> => {
      const server = await startServer(dist, accounts, join(folder, `${servers.length}.log`), flags)
      ends.push(server.end)
      servers.push([name, server])
    }
    await start('tzref', [])
    if (hasRedis()) {
      const redis = redisServer()
      ends.push(() => redis.remove())
      await redis.start()
      await start('tzref, Redis', ['--limits', redis.address])
      await start('tzref, Redis, two workers', ['--limits', redis.address, '--workers', '2'])
    } else console.error('bench http: redis-server is not installed, so Redis and --workers are left out')
    const contenders: Contender[] = [
      await startPeer('bare', ends),
      ...servers.map(([name, { port, pids }]) => ({ name, port, pids })),
      await startPeer('skilled', ends),
      await startPeer('naive', ends),
    ]
    await warmUp(tasks, tokens, contenders)
    for (const [task, rounds] of await roundsOf(tasks, tokens, contenders)) report(task, rounds)
    console.log('\nmemory')
    for (const { name, pids } of contenders) {
      console.log(`  ${name.padEnd(28)} ${pids.map((pid) => memoryOf(pid).toFixed(0)).join(' + ')} MB`)
    }
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

function startPeer(name: string, ends: (() => void)[]): Promise<Contender> {
  const child: ChildProcess = fork(fileURLToPath(new URL('http-peer.ts', import.meta.url)), [name], {
    execArgv: ['--max-old-space-size=8192', '--import', 'tsx'],
  })
  ends.push(() => void child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the ${name} peer ended`)))
    child.once('message', (port) => resolve({ name, port: Number(port), pids: [child.pid ?? 0] }))
  })
}

const ask = (task: Task, tokens: readonly string[], { name, port, pids }: Contender): Promise<Round> => {
  const isOurs = name.startsWith('tzref')
  return measure({
    port,
    pids,
    requests: requestsOf(task, task.tokens ?? tokens),
    count: name === 'naive' ? REQUESTS_OF_NAIVE : task.from === undefined ? REQUESTS : WRONG_TOKENS,
    connections: CONNECTIONS,
    // In each second, the first answers of an account are 200, even in a task that expects 429.
    statuses:
      isOurs && task.status !== undefined ? (task.status === 429 ? [429, 200] : [task.status]) : [200],
    ...(isOurs && task.from !== undefined ? { from: task.from } : {}),
  })
}

const takesPart = (task: Task, { name }: Contender): boolean =>
  name === 'bare' ||
  name === 'tzref' ||
  (name.startsWith('tzref') && task.name === 'single zone') ||
  (task.isShared === true && !name.startsWith('tzref'))

async function warmUp(tasks: readonly Task[], tokens: readonly string[], contenders: readonly Contender[]) {
  for (let turn = 0; turn < WARM_UPS; turn++) {
    for (const task of tasks) {
      for (const contender of contenders) if (takesPart(task, contender)) await ask(task, tokens, contender)
    }
  }
}

/**
 * The rounds of all tasks. Each round does every task once: a slow time of the machine lasts some seconds, and would otherwise meet all
 * rounds of one task.
 */
async function roundsOf(
  tasks: readonly Task[],
  tokens: readonly string[],
  contenders: readonly Contender[],
): Promise<Map<Task, Map<Contender, Round[]>>> {
  const rounds = new Map(
    tasks.map((task) => [
      task,
      new Map<Contender, Round[]>(
        contenders.filter((contender) => takesPart(task, contender)).map((contender) => [contender, []]),
      ),
    ]),
  )
  for (let round = 0; round < ROUNDS; round++) {
    for (const [task, ofTask] of rounds) {
      // The order alternates, so no contender always runs after the same other one.
      for (const [contender, own] of round % 2 === 0 ? ofTask : [...ofTask].toReversed()) {
        own.push(await ask(task, tokens, contender))
      }
    }
  }
  return rounds
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

function report(task: Task, rounds: ReadonlyMap<Contender, readonly Round[]>): void {
  const floor = [...rounds.values()][0] ?? []
  console.log(`\n${task.name}: medians of ${ROUNDS} alternating rounds; in brackets the best and the worst`)
  for (const [{ name }, own] of rounds) {
    const ratios = own.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? Number.NaN))
    const show = (of: (round: Round) => number, digits: number): string =>
      median(own.map(of)).toFixed(digits).padStart(7)
    console.log(
      `  ${name.padEnd(28)} ${show(({ cpu }) => cpu, 1)} µs of processor time, ${median(ratios).toFixed(2)} × bare (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); ${show(({ rate }) => rate, 0)} a second, p50 ${show(({ p50 }) => p50, 1)} ms, p99 ${show(({ p99 }) => p99, 1)} ms`,
    )
    if (name === 'tzref' && task.most !== null && median(ratios) > task.most) {
      console.error(`bench http: ${task.name}: above the ${task.most} times that are allowed`)
      process.exitCode = 1
    }
  }
}
