// The limits of one process: fixed windows for each account (one UTC second: its burst) or address, counted exactly in memory.
import { BACKWARD_WINDOWS, MAX_KEYS } from './numbers.ts'

/** The result of one request to a window. */
export interface BurstWindow {
  readonly granted: boolean
  /** Requests left in this window, after this one. */
  readonly remaining: number
  /** When the window ends, in seconds since 1970. */
  readonly resetAt: number
}

/** Counts by a key (an account, a client address) in fixed windows. A window has one second by default. */
export interface BurstLimiter {
  /** Takes `cost` from the key's current window, which has room for `limit` and is `seconds` long. A cost of 0 only looks. */
  take(
    key: string,
    limit: number,
    cost: 0 | 1,
    nowMs: number,
    seconds?: number,
  ): BurstWindow | Promise<BurstWindow>
}

const OTHERS = '(others)'

/** The limits of one process. More keys than `maxKeys` in one window share one count, so that memory stays bounded. */
export function createMemoryBurst(maxKeys = MAX_KEYS) {
  /** The newest window of each length, and what its keys took. Only these keys are in memory. */
  const newest = new Map<number, { window: number; taken: Map<string, number> }>()
  return {
    /** Takes from a window as a `BurstLimiter` does, and answers at once. */
    take(key: string, limit: number, cost: 0 | 1, nowMs: number, seconds = 1): BurstWindow {
      const now = Math.floor(nowMs / 1000 / seconds)
      let current = newest.get(seconds)
      // A request whose token had to be looked up is counted after later ones. It belongs to the newest window: going back to its own
      // window would lose the newest window's count.
      if (current === undefined || now > current.window || now < current.window - BACKWARD_WINDOWS) {
        current = { window: now, taken: new Map() }
        newest.set(seconds, current)
      }
      const { window, taken } = current
      const held = taken.size < maxKeys || taken.has(key) ? key : OTHERS
      const used = taken.get(held) ?? 0
      const granted = used < limit
      const resetAt = (window + 1) * seconds
      if (!granted) return { granted, remaining: 0, resetAt }
      if (cost === 1) taken.set(held, used + 1)
      return { granted, remaining: limit - used - cost, resetAt }
    },
  }
}
