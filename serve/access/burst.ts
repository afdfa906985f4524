// The limits of one process: fixed windows for each account (of one UTC second: its burst) or address, counted exactly in memory.

/** What a request got from its window. */
export interface BurstWindow {
  readonly granted: boolean
  /** What is left in this window, after this one. */
  readonly remaining: number
  /** When the window ends, in seconds since 1970. */
  readonly resetAt: number
}

/** Counts what belongs to a key (an account, a client address) in fixed windows, of one second unless told otherwise. */
export interface BurstLimiter {
  /** Takes `cost` (0 looks only) from the key's current window of `limit`, `seconds` long. */
  take(
    key: string,
    limit: number,
    cost: 0 | 1,
    nowMs: number,
    seconds?: number,
  ): BurstWindow | Promise<BurstWindow>
}

/** A limiter that answers at once. */
export interface MemoryBurstLimiter extends BurstLimiter {
  take(key: string, limit: number, cost: 0 | 1, nowMs: number, seconds?: number): BurstWindow
}

/** How far a clock may run back before it is believed: below, the requests were merely handled out of order. */
const BACKWARD_WINDOWS = 2
/** Keys told apart in one window; those beyond share one count, so that memory stays bounded. */
const MAX_KEYS = 100_000
const OTHERS = '(others)'

/** The windows of one length: only the keys of the current one are held. */
function createWindows(seconds: number): MemoryBurstLimiter {
  let window = -Infinity
  let taken = new Map<string, number>()
  return {
    take(key, limit, cost, nowMs) {
      const now = Math.floor(nowMs / 1000 / seconds)
      // A request whose token had to be looked up is counted after later ones. It belongs to the newest window: to go back
      // to its own would forget the newest's count.
      if (now > window || now < window - BACKWARD_WINDOWS) {
        window = now
        taken = new Map()
      }
      const held = taken.size < MAX_KEYS || taken.has(key) ? key : OTHERS
      const used = taken.get(held) ?? 0
      const granted = used < limit
      const resetAt = (window + 1) * seconds
      if (!granted) return { granted, remaining: 0, resetAt }
      if (cost === 1) taken.set(held, used + 1)
      return { granted, remaining: limit - used - cost, resetAt }
    },
  }
}

/** The limits of one process. */
export function createMemoryBurst(): MemoryBurstLimiter {
  const ofSecond = createWindows(1)
  const ofLength = new Map<number, MemoryBurstLimiter>()
  return {
    take(key, limit, cost, nowMs, seconds = 1) {
      if (seconds === 1) return ofSecond.take(key, limit, cost, nowMs)
      let windows = ofLength.get(seconds)
      if (windows === undefined) ofLength.set(seconds, (windows = createWindows(seconds)))
      return windows.take(key, limit, cost, nowMs)
    },
  }
}
