// The burst limit of one process: fixed windows of one UTC second for each account, counted exactly in memory.

/** What a request got from its account's window of one second. */
export interface BurstWindow {
  readonly granted: boolean
  /** Requests left in this window, after this one. */
  readonly remaining: number
  /** When the window ends, in seconds since 1970. */
  readonly resetAt: number
}

/** Counts requests of accounts in windows of one second. */
export interface BurstLimiter {
  /** Takes `cost` (0 looks only) from the account's current window of `limit` requests. */
  take(accountId: string, limit: number, cost: 0 | 1, nowMs: number): BurstWindow | Promise<BurstWindow>
}

/** A limiter that answers at once. */
export interface MemoryBurstLimiter extends BurstLimiter {
  take(accountId: string, limit: number, cost: 0 | 1, nowMs: number): BurstWindow
}

/** How far a clock may run back before it is believed: below, the requests were merely handled out of order. */
const BACKWARD_SECONDS = 2

/** A burst limit for one process. It holds only the accounts of the current second. */
export function createMemoryBurst(): MemoryBurstLimiter {
  let second = -Infinity
  let taken = new Map<string, number>()
  return {
    take(accountId, limit, cost, nowMs) {
      const now = Math.floor(nowMs / 1000)
      // A request whose token had to be looked up is counted after later ones. It belongs to the newest window: to go back
      // to its own would forget the newest's count.
      if (now > second || now < second - BACKWARD_SECONDS) {
        second = now
        taken = new Map()
      }
      const used = taken.get(accountId) ?? 0
      const granted = used < limit
      if (!granted) return { granted, remaining: 0, resetAt: second + 1 }
      if (cost === 1) taken.set(accountId, used + 1)
      return { granted, remaining: limit - used - cost, resetAt: second + 1 }
    },
  }
}
