// The burst limit of a whole fleet: windows of one second in Redis or Valkey, by its clock, one round trip for a request.
import { Redis, type Result } from 'ioredis'
import { CommandError } from '#cli/command-error.ts'
import { withoutPassword } from './address.ts'
import { type BurstLimiter, type BurstWindow, createMemoryBurst } from './burst.ts'

// The rules of `burst.ts`, run by the store so that all servers share one window and one clock. The key holds
// "<second>:<used>" and expires by itself. A clock that was set back a little stays in its window, one that was set back far
// is believed. Returns granted (1 or 0), used, second.
const TAKE = `
local second = tonumber(redis.call('TIME')[1])
local used = 0
local held = redis.call('GET', KEYS[1])
if held then
  local colon = string.find(held, ':', 1, true)
  local last = tonumber(string.sub(held, 1, colon - 1))
  if last >= second and last <= second + 2 then
    second = last
    used = tonumber(string.sub(held, colon + 1))
  end
end
if used >= tonumber(ARGV[1]) then return {0, used, second} end
if ARGV[2] == '0' then return {1, used, second} end
used = used + 1
redis.call('SET', KEYS[1], string.format('%d:%d', second, used), 'PX', 4000)
return {1, used, second}
`

declare module 'ioredis' {
  interface RedisCommander<Context> {
    takeBurst(key: string, limit: number, cost: number): Result<[number, number, number], Context>
  }
}

/** `exact`: counted in the store. `local`: the store is away, and each process counts for itself. */
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
/** While the store is away it is tried this often, beside the requests and not by them. */
const PROBE_MS = 250

function clientOf(address: string): Redis {
  const options = {
    lazyConnect: true,
    // A request is never kept for later: it is counted in this process instead.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (): number => PROBE_MS,
    scripts: { takeBurst: { lua: TAKE, numberOfKeys: 1 } },
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

/** Opens the fleet's burst limit. It works at once: while the store cannot be reached, as the limit of this process. */
export async function openFleetBurst(options: FleetBurstOptions): Promise<FleetBurst> {
  const prefix = options.keyPrefix ?? 'tzref:burst:'
  const client = clientOf(options.address)
  const local = createMemoryBurst()
  let state: FleetState = 'exact'
  let lastError: unknown = null
  let probe: NodeJS.Timeout | undefined

  function enter(next: FleetState): void {
    if (state === next) return
    state = next
    clearInterval(probe)
    if (next === 'local') probe = setInterval(tryAgain, PROBE_MS).unref()
    options.onState?.(next, next === 'local' ? lastError : null)
  }
  function tryAgain(): void {
    if (client.status !== 'ready') return
    client.ping().then(
      () => enter('exact'),
      (error: unknown) => (lastError = error),
    )
  }
  async function takeFromStore(
    accountId: string,
    limit: number,
    cost: 0 | 1,
    nowMs: number,
  ): Promise<BurstWindow> {
    try {
      const [granted, used, second] = await client.takeBurst(prefix + accountId, limit, cost)
      return { granted: granted === 1, remaining: Math.max(0, limit - used), resetAt: second + 1 }
    } catch (error) {
      lastError = error
      enter('local')
      return local.take(accountId, limit, cost, nowMs)
    }
  }

  // Connection errors arrive here as well as at the commands they break; without a listener they would be printed.
  client.on('error', (error: unknown) => (lastError = error))
  try {
    await client.connect()
  } catch (error) {
    lastError = error
    enter('local')
  }
  return {
    state: () => state,
    take(accountId, limit, cost, nowMs) {
      if (state === 'exact') return takeFromStore(accountId, limit, cost, nowMs)
      return local.take(accountId, limit, cost, nowMs)
    },
    async close() {
      clearInterval(probe)
      client.disconnect()
    },
  }
}
