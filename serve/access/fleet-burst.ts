// The limits of a whole fleet: windows in Redis or Valkey, by its clock; while it does not answer in time, each process counts for itself.
import { Redis, type Result } from 'ioredis'
import { CommandError } from '#open/program/command-error.ts'
import { withoutPassword } from '#open/access/address.ts'
import { type BurstLimiter, type BurstWindow, createMemoryBurst } from '../admission/burst.ts'
import { askedTogether } from '#open/program/together.ts'

// The rules of `burst.ts`, run by the store, so that all servers share one window and one clock. A key holds "<window>:<used>" and expires
// by itself. A key that holds anything else, or has another type, is overwritten. When the clock was set back a little, the key stays in
// its window; when it was set back far, the new time is used. Each key has a limit, a cost and a length in seconds. Its answer is granted
// (1 or 0), used and window.
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

/** `exact`: the store counts. `local`: the store is unreachable or does not count, and each process counts only its own requests. */
export type FleetState = 'exact' | 'local'

export interface FleetBurst extends BurstLimiter {
  state(): FleetState
  close(): Promise<void>
}

export interface FleetBurstOptions {
  /** `redis://`, `rediss://`, `valkey://` or `unix:///path`. */
  readonly address: string
  /** Called at every change of state. `error` is the last error of the store; null when it is back. */
  readonly onState?: (state: FleetState, error: unknown) => void
}

const KEY_PREFIX = 'tzref:burst:'
/** A request waits for the store no longer than this. On one network an answer takes less than a millisecond. */
const COMMAND_TIMEOUT_MS = 250
const CONNECT_TIMEOUT_MS = 1000
/** Limit for the commands that the client itself sends when it connects. */
const CLIENT_TIMEOUT_MS = 5000
/**
 * How often the store is probed, with the same script that requests use. A store that answers but does not count (a replica, a full memory)
 * is treated as unreachable.
 */
const PROBE_MS = 250
/** The key of the probe. No account's id contains these characters. */
const PROBE_KEY = '(probe)'
const PROBE_LIMIT = 1_000_000

function clientOf(address: string): Redis {
  const options = {
    lazyConnect: true,
    // A request is never queued for later: this process counts it instead.
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

/** Whether the store itself answered that it cannot count. */
const isReplyError = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError'

/** Whether this is the script's answer for so many keys, and not the different answer of some other store. */
const isReply = (reply: unknown, keys: number): reply is number[] =>
  Array.isArray(reply) &&
  reply.length === 3 * keys &&
  reply.every((part, at) => Number.isSafeInteger(part) && (at % 3 !== 0 || part === 0 || part === 1))

/**
 * The answer, or an error when none came in time. A process that was busy itself for so long first reads the answers that have arrived.
 * Without that extra turn of the event loop it would blame the store for its own pause, and count only its own requests.
 */
function inTime<T>(answer: Promise<T>, limitMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new Error(`no answer within ${limitMs} ms`))
    const timer = setTimeout(() => setImmediate(late), limitMs)
    void answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Most questions in one script: the store does nothing else while it runs. */
const MOST_AT_ONCE = 500

interface Question {
  readonly key: string
  readonly limit: number
  readonly cost: 0 | 1
  readonly seconds: number
}

/** Opens the fleet's burst limit. It works at once. While the store cannot be reached, it is the limit of this process. */
export async function openFleetBurst(options: FleetBurstOptions): Promise<FleetBurst> {
  const client = clientOf(options.address)
  const local = createMemoryBurst()
  let state: FleetState = 'exact'
  /** Why there is no connection. A command then says only that it could not be written. Null while there is one. */
  let connectionError: unknown = null
  let isProbing = false
  /** Whether the last probe failed. It starts as true, so that the first failed probe decides at once. */
  let hasMissed = true

  function enter(next: FleetState, error: unknown = null): void {
    if (state === next) return
    state = next
    options.onState?.(next, next === 'local' ? (connectionError ?? error) : null)
  }
  /** The questions of one turn of the event loop go in one script, since a command costs more than its content. */
  const ask = askedTogether(MOST_AT_ONCE, async (questions: readonly Question[]): Promise<BurstWindow[]> => {
    const values = questions.flatMap(({ limit, cost, seconds }) => [limit, cost, seconds])
    const keys = questions.map(({ key }) => KEY_PREFIX + key)
    const reply = await inTime(client.takeBursts(questions.length, ...keys, ...values), COMMAND_TIMEOUT_MS)
    if (!isReply(reply, questions.length)) {
      throw new Error(`found ${JSON.stringify(reply)}, expected granted, used and window as three integers`)
    }
    return questions.map(({ limit, seconds }, at) => {
      const [granted, used = 0, window = 0] = reply.slice(3 * at, 3 * at + 3)
      const remaining = Math.max(0, limit - used)
      return { granted: granted === 1, remaining, resetAt: (window + 1) * seconds }
    })
  })
  async function probe(): Promise<void> {
    if (isProbing) return
    isProbing = true
    try {
      await ask({ key: PROBE_KEY, limit: PROBE_LIMIT, cost: 1, seconds: 1 })
      hasMissed = false
      enter('exact')
    } catch (error) {
      // On a busy machine a store may be slow once. Only the second failure in a row counts as unreachable.
      if (hasMissed || isReplyError(error)) enter('local', error)
      hasMissed = true
    } finally {
      isProbing = false
    }
  }

  // Connection errors also arrive here, not only at the commands that they break. Without a listener they would be printed.
  client.on('error', (error: unknown) => (connectionError = error))
  client.on('ready', () => (connectionError = null))
  await inTime(client.connect(), CONNECT_TIMEOUT_MS).catch((error: unknown) => (connectionError ??= error))
  await probe()
  const probing = setInterval(() => void probe(), PROBE_MS).unref()
  return {
    state: () => state,
    take(key, limit, cost, nowMs, seconds = 1) {
      const takeHere = (): BurstWindow => local.take(key, limit, cost, nowMs, seconds)
      if (state === 'local') return takeHere()
      return ask({ key, limit, cost, seconds }).catch((error: unknown) => {
        enter('local', error)
        return takeHere()
      })
    },
    async close() {
      clearInterval(probing)
      client.disconnect()
    },
  }
}
