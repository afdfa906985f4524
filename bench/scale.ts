// A fleet that is only calculated: requests that arrive by chance at N servers, and how busy each core, Redis and PostgreSQL become with it.
import { seededRandom } from '../test/support/seeded-random.ts'

/** Processor time in microseconds, as measured on one core (docs/at-scale.md). */
const COST = {
  /** Of a server, for a zone with the burst limit in Redis. */
  request: 59,
  /** Of Redis, for one window. */
  window: 7,
  /** Of PostgreSQL, to tell whose a token is. */
  question: 170,
  /** Of PostgreSQL, for a transaction of usage, and for each account in it. */
  transaction: 1800,
  row: 15,
}
/** A server trusts what it knows of a token so long, and writes usage so often; in seconds. */
const TRUSTED_S = 4
const FLUSH_S = 0.25
/** A core is planned to be busy for half of its time. */
const PER_CORE = 5000
const SECONDS = 12
/** What is busy for more than this is the limit: what waits grows without end soon after. Redis has one core, PostgreSQL here two. */
const BUSY = 0.7
const DATABASE_CORES = 2

interface Figures {
  readonly servers: number
  readonly tokens: number
  /** Shares of one core. */
  readonly server: number
  readonly redis: number
  readonly database: number
  /** Microseconds that the slowest hundredth of requests waits for Redis. */
  readonly waitP99: number
}

/** Simulates a fleet of one core each. `isPinned`: nginx sends a token to the same server each time. */
function simulate(servers: number, tokens: number, isPinned: boolean): Figures {
  const random = seededRandom(servers * 1_000_003 + tokens)
  const rate = servers * PER_CORE
  const knownUntil = Array.from({ length: servers }, () => new Float64Array(tokens))
  const dirty = Array.from({ length: servers }, () => new Set<number>())
  let [at, flushAt, redisFree, redisUs, databaseUs, requests] = [0, FLUSH_S, 0, 0, 0, 0]
  const waits: number[] = []
  while (at < SECONDS) {
    at += -Math.log(1 - random()) / rate
    if (at >= flushAt) {
      for (const accounts of dirty) {
        if (accounts.size > 0) databaseUs += COST.transaction + accounts.size * COST.row
        accounts.clear()
      }
      flushAt += FLUSH_S
    }
    // Few tokens ask often: half of all requests are those of a tenth.
    const token = Math.floor(random() < 0.5 ? random() * Math.max(1, tokens / 10) : random() * tokens)
    const server = isPinned ? token % servers : Math.floor(random() * servers)
    const known = knownUntil[server]
    if (known === undefined) continue
    if ((known[token] ?? 0) < at) {
      known[token] = at + TRUSTED_S
      databaseUs += COST.question
    }
    dirty[server]?.add(token)
    waits.push(Math.max(0, redisFree - at) * 1e6)
    redisFree = Math.max(redisFree, at) + COST.window / 1e6
    redisUs += COST.window
    requests++
  }
  return {
    servers,
    tokens,
    server: (requests * COST.request) / 1e6 / SECONDS / servers,
    redis: redisUs / 1e6 / SECONDS,
    database: databaseUs / 1e6 / SECONDS,
    waitP99: waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0,
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/** Prints a line for each fleet, and what its limit is. */
export function benchScale(): void {
  for (const isPinned of [false, true]) {
    console.log(isPinned ? '\na token always at the same server:' : 'requests at any server:')
    for (const servers of [1, 4, 8, 16, 24]) {
      for (const tokens of [1000, 10_000]) {
        const { server, redis, database, waitP99 } = simulate(servers, tokens, isPinned)
        const limits = [
          redis > BUSY ? 'Redis' : '',
          database > BUSY * DATABASE_CORES ? 'PostgreSQL' : '',
        ].filter((name) => name !== '')
        console.log(
          `${servers} cores, ${servers * PER_CORE} requests a second, ${tokens} tokens: cores ${percent(server)} busy, Redis ${percent(redis)} (p99 waits ${waitP99.toFixed(0)} µs), PostgreSQL ${percent(database)} of a core; limit: ${limits.join(', ') || 'none'}`,
        )
      }
    }
  }
}
