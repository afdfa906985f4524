// Compares the cost of an answer with that of bare node:http: `tzref serve` with everything on, and servers that people write themselves.
// First each request has an address and an id of its own, as behind a proxy; then all have the same fields.
import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openEmbedded } from '../test/support/points/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../test/support/points/boundary-points.ts'
import { hasRedis, redisServer } from '../test/support/servers/redis.ts'
import type { Point } from '../test/support/points/exact-zones.ts'
import { buildIn } from './artifact.ts'
import { cityPoints } from './look-up.ts'
import { measure, memoryOf, type Round } from './http-client.ts'
import { makeTokens, startServer } from './http-server.ts'

/** On a machine that others share, one round in three is twice too dear, and the median moves by up to a third from run to run. */
const ROUNDS = 9
/** Rounds before the measured ones. Until then, a process still compiles its code, in threads whose time also counts. */
const WARM_UPS = 4
/**
 * With 2,000, a zone took 1.44 to 1.61 times bare, and now 1.05 to 1.31: each round begins 50 connections and writes the usage of 400
 * accounts, which a busy server does four times a second.
 */
export const REQUESTS = 8000
/** The naive peer takes twenty times as long. */
const REQUESTS_OF_NAIVE = 400
export const CONNECTIONS = 50
/** Enough accounts for all requests to stay within the Business plan's 100 a second. */
export const ACCOUNTS = 400
const POINTS = 20_000
/** What servers without accounts are sent. They do not read it. */
const NO_TOKEN = `tzr_${'0'.repeat(43)}`
const OTHER = 'tzref of the other checkout'
const ZONES = ['Europe/Dublin', 'Asia/Tokyo', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca']
const CITIES = ['berlin', 'tokyo', 'nairobi', 'lima', 'oslo']

export interface Contender {
  readonly name: string
  readonly port: number
  readonly pids: readonly number[]
  /** The tokens of its accounts, and that of one that may ask little; none for servers without accounts. */
  readonly tokens: readonly string[]
  readonly poor: string
}

export interface Task {
  readonly name: string
  readonly paths: readonly string[]
  readonly status?: number
  /** True when the peers run this task too. */
  readonly isShared?: boolean
  /** Whose token is sent, if not those of all accounts: of an account that may ask little, a wrong one, or none. */
  readonly token?: 'poor' | 'wrong' | 'none'
  readonly fields?: string
  /** True when an answer must cost less than the skilled peer's, at the median of the rounds. */
  readonly isAhead?: boolean
}

const pathsAt = (points: readonly Point[]): string[] =>
  points.map(({ lon, lat }) => `/v1/lookup?lat=${lat / 1e6}&lon=${lon / 1e6}`)

export const tasksOf = (points: Readonly<Record<string, readonly Point[]>>): Task[] => [
  { name: 'single zone', paths: ZONES.map((id) => `/v1/timezones/${id}`), isShared: true, isAhead: true },
  ...Object.entries(points).map(([name, list]) => ({
    name: `look-up, ${name}`,
    paths: pathsAt(list),
    isShared: true,
    isAhead: true,
  })),
  { name: 'city', paths: CITIES.map((slug) => `/v1/cities/${slug}`), isShared: true },
  {
    name: 'convert',
    paths: ['/v1/convert?from=Europe/Berlin&to=America/New_York,Asia/Tokyo&at=2026-03-29T10:00'],
  },
  { name: 'list of 50 rows', paths: ['/v1/timezones?per_page=50'] },
  {
    name: '304',
    paths: ['/v1/timezones/Asia/Tokyo?at=1774748400'],
    status: 304,
    fields: 'If-None-Match: *\r\n',
  },
  { name: '404', paths: ['/v1/timezones/Asia/Tokio'], status: 404 },
  { name: '429', paths: ['/v1/timezones/Asia/Tokyo'], status: 429, token: 'poor' },
  // One address may send a hundred wrong tokens in ten seconds. So this one needs an address for each request.
  { name: '401', paths: ['/v1/timezones/Asia/Tokyo'], status: 401, token: 'wrong' },
  { name: 'page of a zone', paths: ZONES.map((id) => `/timezones/${id}`), token: 'none' },
  { name: 'home page', paths: ['/'], token: 'none' },
]

/** Complete requests for each path, as a usual client sends them. The tokens take turns. */
export function requestsOf({ paths, token, fields = '' }: Task, { tokens, poor }: Contender): string[] {
  const [first = ''] = tokens
  const sent =
    token === undefined
      ? tokens
      : token === 'poor'
        ? [poor]
        : token === 'wrong'
          ? [`${first.slice(0, -1)}_`]
          : []
  return Array.from({ length: Math.max(paths.length, sent.length) }, (_, n) => {
    const bearer = sent.length === 0 ? '' : `Authorization: Bearer ${sent[n % sent.length]}\r\n`
    return `GET ${paths[n % paths.length]} HTTP/1.1\r\nHost: localhost\r\n${bearer}Accept: */*\r\nAccept-Encoding: gzip, br\r\n${fields}\r\n`
  })
}

/** Makes the accounts of another checkout, whose store may have another schema, by its own code. */
export const tokensOf = (checkout: string, accounts: string, count: number, plan: string): string[] =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        '--import',
        'tsx',
        '--input-type=module',
        '-e',
        `const { makeTokens } = await import('./bench/http-server.ts')
        console.log(JSON.stringify(await makeTokens(...JSON.parse(process.argv[1]))))`,
        JSON.stringify([accounts, count, plan]),
      ],
      { cwd: checkout, encoding: 'utf8' },
    ),
  )

/**
 * `npm run bench -- http [folder of artifacts] [another checkout]`. Without a folder, it builds the embedded release. The server of another
 * checkout, with what is in its `dist`, does all tasks too.
 */
export async function benchHttp(given: string | undefined, other: string | undefined): Promise<void> {
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
    const tasks = tasksOf(points)

    const contenders: Contender[] = [await startPeer('bare', ends)]
    const start = async (name: string, flags: readonly string[], checkout?: string): Promise<void> => {
      const accounts = join(folder, `${contenders.length}.sqlite`)
      const [tokens, [poor = '']] =
        checkout === undefined
          ? [await makeTokens(accounts, ACCOUNTS, 'business'), await makeTokens(accounts, 1, 'free')]
          : [tokensOf(checkout, accounts, ACCOUNTS, 'business'), tokensOf(checkout, accounts, 1, 'free')]
      const { port, pids, end } = await startServer(
        checkout === undefined ? dist : join(checkout, 'dist'),
        accounts,
        join(folder, `${contenders.length}.log`),
        ['--trust-proxy', 'loopback', ...flags],
        [],
        checkout,
      )
      ends.push(end)
      contenders.push({ name, port, pids, tokens, poor })
    }
    await start('tzref', [])
    if (other !== undefined) await start(OTHER, [], resolve(other))
    if (hasRedis()) {
      const redis = redisServer()
      ends.push(() => redis.remove())
      await redis.start()
      await start('tzref, Redis', ['--limits', redis.address])
      await start('tzref, Redis, two workers', ['--limits', redis.address, '--workers', '2'])
    } else console.error('bench http: redis-server is not installed, so Redis and --workers are left out')
    contenders.push(await startPeer('skilled', ends), await startPeer('naive', ends))
    for (const isOwn of [true, false]) {
      console.log(
        `\n${isOwn ? 'each request with an address and an id of its own, as behind a proxy' : 'all requests with the same fields'}`,
      )
      // One address may not ask for so many pages, and may not send so many wrong tokens.
      const own = tasks.filter(({ token }) => isOwn || token === undefined || token === 'poor')
      for (let turn = 0; turn < WARM_UPS; turn++) {
        for (const task of own) {
          for (const contender of contenders)
            if (takesPart(task, contender)) await ask(task, contender, isOwn)
        }
      }
      for (const [task, rounds] of await roundsOf(own, contenders, isOwn)) report(task, rounds)
    }
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
  return new Promise((done, reject) => {
    child.once('exit', () => reject(new Error(`the ${name} peer ended`)))
    child.once('message', (port) =>
      done({ name, port: Number(port), pids: [child.pid ?? 0], tokens: [NO_TOKEN], poor: NO_TOKEN }),
    )
  })
}

const ask = (task: Task, contender: Contender, isOwn: boolean): Promise<Round> => {
  const { name, port, pids } = contender
  const { status = 200 } = task
  return measure({
    port,
    pids,
    requests: requestsOf(task, contender),
    isOwn,
    count: name === 'naive' ? REQUESTS_OF_NAIVE : REQUESTS,
    connections: CONNECTIONS,
    // In each second, the first answers of an account are 200, even in a task that expects 429.
    statuses: !name.startsWith('tzref') ? [200] : status === 429 ? [429, 200] : [status],
  })
}

const takesPart = (task: Task, { name }: Contender): boolean =>
  name === 'bare' ||
  name === 'tzref' ||
  name === OTHER ||
  (name.startsWith('tzref') && task.name === 'single zone') ||
  (task.isShared === true && !name.startsWith('tzref'))

/**
 * The rounds of all tasks. Each round does every task once: a slow time of the machine lasts some seconds, and would otherwise meet all
 * rounds of one task.
 */
async function roundsOf(
  tasks: readonly Task[],
  contenders: readonly Contender[],
  isOwn: boolean,
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
        own.push(await ask(task, contender, isOwn))
      }
    }
  }
  return rounds
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Number.NaN

function report(task: Task, rounds: ReadonlyMap<Contender, readonly Round[]>): void {
  const floor = [...rounds.values()][0] ?? []
  const ours = [...rounds].find(([{ name }]) => name === 'tzref')?.[1] ?? []
  console.log(`\n${task.name}: medians of ${ROUNDS} alternating rounds; in brackets the best and the worst`)
  for (const [{ name }, own] of rounds) {
    const ratios = own.map(({ cpu }, round) => cpu / (floor[round]?.cpu ?? Number.NaN))
    const show = (of: (round: Round) => number, digits: number): string =>
      median(own.map(of)).toFixed(digits).padStart(7)
    console.log(
      `  ${name.padEnd(28)} ${show(({ cpu }) => cpu, 1)} µs of processor time, ${median(ratios).toFixed(2)} × bare (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}); ${show(({ rate }) => rate, 0)} a second, p50 ${show(({ p50 }) => p50, 1)} ms, p99 ${show(({ p99 }) => p99, 1)} ms`,
    )
    if (name === OTHER || name === 'skilled') {
      const times = own.map(({ cpu }, round) => (ours[round]?.cpu ?? Number.NaN) / cpu)
      console.log(
        `${' '.repeat(31)}tzref takes ${median(times).toFixed(2)} × its time (${Math.min(...times).toFixed(2)} to ${Math.max(...times).toFixed(2)})`,
      )
      if (name === 'skilled' && task.isAhead === true && median(times) >= 1) {
        console.error(`bench http: ${task.name}: the skilled peer is ahead`)
        process.exitCode = 1
      }
    }
  }
}
