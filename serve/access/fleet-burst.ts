// The limits of a whole fleet: windows in Redis or Valkey, by its clock, one round trip for all requests of a turn of the loop.
import { Redis, type Result } from 'ioredis'
import { CommandError } from '#cli/command-error.ts'
import { withoutPassword } from './address.ts'
import { type BurstLimiter, type BurstWindow, createMemoryBurst } from './burst.ts'

// The rules of `burst.ts`, run by the store so that all servers share one window and one clock. A key holds
// "<window>:<used>" and expires by itself; one that holds anything else, or is of another type, is written over. A clock that was
// set back a little stays in its window, one that was set back far is believed. Each key has a limit, a cost and a length in
// seconds, and is answered by granted (1 or 0), used and window.
const TAKE = `
local now = tonumber(redis.call('TIME')[1])
local answers = {}
for at, key in ipairs(KEYS) do
  local limit = tonumber(ARGV[3 * at - 2])
  local length = tonumber(ARGV[3 * at])
  local window = math.floor(now / length)
  local used = 0
  local held = redis.pcall('GET', key)
  local last, count = string.match(type(held) == 'string' and held or '', '^(%d+):(%d+)$')
  if last and tonumber(last) >= window and tonumber(last) <= window + 2 then
    window = tonumber(last)
    used = tonumber(count)
  end
  local granted = used < limit and 1 or 0
  if granted == 1 and ARGV[3 * at - 1] ~= '0' then
    used = used + 1
    redis.call('SET', key, string.format('%d:%d', window, used), 'PX', (length + 3) * 1000)
  end
  answers[3 * at - 2] = granted
  answers[3 * at - 1] = used
  answers[3 * at] = window
end
return answers
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeBursts(numberOfKeys: number, ...keysThenTheirValues: (string | number)[]): Result<unknown, Context>
  }
}

/** `exact`: counted in the store. `local`: the store is away or does not count, and each process counts for itself. */
export type FleetState = 'exact' | 'local'

export interface FleetBurst extends BurstLimiter {
  state(): FleetState
  close(): Promise<void>
}

export interface FleetBurstOptions {
  /** `redis://`, `rediss://`, `valkey://` or `unix:///path`. */
  readonly address: string
  /** Hears of every change of state; the error is what the store was last heard to say, null on return. */
  readonly onState?: (state: FleetState, error: unknown) => void
  readonly keyPrefix?: string
}

/** A request waits for the store no longer than this. On one network an answer takes less than a millisecond. */
const COMMAND_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 1000
/** What the client itself asks of a store when it connects has an end too. */
const CLIENT_TIMEOUT_MS = 5000
/**
 * The store is tried this often, beside the requests, with what requests ask of it: one that answers but does not count (a replica,
 * a full memory) is away.
 */
const PROBE_MS = 250
/** The account of the probe; accounts' ids have other letters. */
const PROBE_KEY = '(probe)'
const PROBE_LIMIT = 1_000_000

function clientOf(address: string): Redis {
  const options = {
    lazyConnect: true,
    // A request is never kept for later: it is counted in this process instead.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: CLIENT_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (): number => PROBE_MS,
    scripts: { takeBursts: { lua: TAKE } },
  }
  if (address.startsWith('unix:///')) return new Redis({ ...options, path: address.slice('unix://'.length) })
  if (/^(rediss?|valkeys?):\/\//.test(address)) {
    return new Redis(address.replace(/^valkey(s?):/, 'redis$1:'), options)
  }
  throw new CommandError(
    `--limits: found "${withoutPassword(address)}", expected redis://…, rediss://… or unix:///path`,
    2,
  )
}

/** Whether the store itself said that it cannot count. */
const isReplyError = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError'

/** Whether it is what the script returns for so many keys, and no other store's idea of an answer. */
const isReply = (reply: unknown, keys: number): reply is number[] =>
  Array.isArray(reply) &&
  reply.length === 3 * keys &&
  reply.every((part, at) => Number.isSafeInteger(part) && (at % 3 !== 0 || part === 0 || part === 1))

/**
 * The answer, or an error when none came in time. A process that was busy itself for so long reads first what lies there: without that
 * turn of the loop it would take its own pause for the store's, and count alone what the others count together.
 */
function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), limitMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** So many questions go in one script at most: the store does nothing else meanwhile. */
const MOST_AT_ONCE = 500

interface Question {
  readonly key: string
  readonly limit: number
  readonly cost: 0 | 1
  readonly seconds: number
  readonly answered: (window: BurstWindow) => void
  readonly failed: (error: unknown) => void
}

/** Opens the fleet's burst limit. It works at once: while the store cannot be reached, as the limit of this process. */
export async function openFleetBurst(options: FleetBurstOptions): Promise<FleetBurst> {
  const prefix = options.keyPrefix ?? 'tzref:burst:'
  const client = clientOf(options.address)
  const local = createMemoryBurst()
  let state: FleetState = 'exact'
  let lastError: unknown = null
  let isProbing = false
  /** Whether the last probe failed. The first one decides at once. */
  let hasMissed = true

  function enter(next: FleetState): void {
    if (state === next) return
    state = next
    options.onState?.(next, next === 'local' ? lastError : null)
  }
  /** What is asked in this turn of the loop: one script for all of it, since a command costs more than what it asks. */
  let asked: Question[] = []

  function ask(key: string, limit: number, cost: 0 | 1, seconds = 1): Promise<BurstWindow> {
    return new Promise((answered, failed) => {
      if (asked.length === 0) setImmediate(() => void askTogether())
      asked.push({ key: prefix + key, limit, cost, seconds, answered, failed })
      if (asked.length === MOST_AT_ONCE) void askTogether()
    })
  }
  async function askTogether(): Promise<void> {
    const questions = asked
    asked = []
    if (questions.length === 0) return
    try {
      const values = questions.flatMap(({ limit, cost, seconds }) => [limit, cost, seconds])
      const keys = questions.map(({ key }) => key)
      const reply = await inTime(client.takeBursts(questions.length, ...keys, ...values), COMMAND_TIMEOUT_MS)
      if (!isReply(reply, questions.length)) {
        throw new Error(`found ${JSON.stringify(reply)}, expected granted, used and window as three integers`)
      }
      for (const [at, { limit, seconds, answered }] of questions.entries()) {
        const [granted, used = 0, window = 0] = reply.slice(3 * at, 3 * at + 3)
        answered({
          granted: granted === 1,
          remaining: Math.max(0, limit - used),
          resetAt: (window + 1) * seconds,
        })
      }
    } catch (error) {
      for (const { failed } of questions) failed(error)
    }
  }
  async function probe(): Promise<void> {
    if (isProbing) return
    isProbing = true
    try {
      await ask(PROBE_KEY, PROBE_LIMIT, 1)
      hasMissed = false
      enter('exact')
    } catch (error) {
      lastError = error
      // On a busy machine a store may wait for its turn that long: only the second time in a row is it away.
      if (hasMissed || isReplyError(error)) enter('local')
      hasMissed = true
    } finally {
      isProbing = false
    }
  }
  async function takeFromStore(
    accountId: string,
    limit: number,
    cost: 0 | 1,
    nowMs: number,
    seconds?: number,
  ): Promise<BurstWindow> {
    try {
      return await ask(accountId, limit, cost, seconds)
    } catch (error) {
      lastError = error
      enter('local')
      return local.take(accountId, limit, cost, nowMs, seconds)
    }
  }

  // Connection errors arrive here as well as at the commands they break; without a listener they would be printed.
  client.on('error', (error: unknown) => (lastError = error))
  await inTime(client.connect(), CONNECT_TIMEOUT_MS).catch(() => undefined)
  await probe()
  const probing = setInterval(() => void probe(), PROBE_MS).unref()
  return {
    state: () => state,
    take(key, limit, cost, nowMs, seconds) {
      if (state === 'exact') return takeFromStore(key, limit, cost, nowMs, seconds)
      return local.take(key, limit, cost, nowMs, seconds)
    },
    async close() {
      clearInterval(probing)
      client.disconnect()
    },
  }
}
