// Calculates a fleet: requests arrive at random at N servers. Prints how busy each core, Redis and PostgreSQL become.
import { seededRandom } from '../test/support/worlds/seeded-random.ts'

/** Processor time in microseconds, measured on one core (docs/at-scale.md). */
const COST = {
  /** A server's time for a zone request with the burst limit in Redis. */
  request: 59,
  /** Redis' time for one window. */
  window: 7,
  /** PostgreSQL's time to find the account of a token. */
  question: 170,
  /** PostgreSQL's time for a transaction of usage. `row` is its time for each account in the transaction. */
  transaction: 1800,
  row: 15,
}
/** How long a server does not ask again about a token, and how often it writes usage, in seconds. */
const RENEW_S = 2
const FLUSH_S = 0.25
/** Requests a second for each core. A core is planned to be busy half of the time. */
const PER_CORE = 5000
const SECONDS = 12
/**
 * A core that is busier than this share is the limit: above it, its queue soon grows without end. Redis has one core, PostgreSQL here two.
 */
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

/** Simulates a fleet of servers with one core each. `isPinned`: nginx always sends a token to the same server. */
function simulate(servers: number, tokens: number, isPinned: boolean): Figures {
  const random = seededRandom(servers * 1_000_003 + tokens)
  const rate = servers * PER_CORE
  const askedUntil = Array.from({ length: servers }, () => new Float64Array(tokens))
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
    // A few tokens ask often: a tenth of the tokens send half of all requests.
    const token = Math.floor(random() < 0.5 ? random() * Math.max(1, tokens / 10) : random() * tokens)
    const server = isPinned ? token % servers : Math.floor(random() * servers)
    const known = askedUntil[server]
    if (known === undefined) continue
    if ((known[token] ?? 0) < at) {
      known[token] = at + RENEW_S
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

/** Prints a line for each fleet, with its limit. */
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
