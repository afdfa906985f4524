// Limits how often one client address may ask for public pages and files: over the whole fleet with a limits store.
import type { BurstLimiter } from '../access/burst.ts'
import { guardKey } from '../access/guard.ts'
import { problem, type Problem } from '../http/problem.ts'

/** The limit for each address. */
export interface VisitorLimit {
  readonly limits: BurstLimiter
  /** Requests a second, on average over a window. */
  readonly perSecond: number
}

/** Seconds of a window. A browser loads a page and all its files at once; then a reader reads. */
const WINDOW = 10

/** Counts this request. Null when the address is within its limit; otherwise the refusal. */
export async function tooOften(
  { limits, perSecond }: VisitorLimit,
  address: string,
  nowMs: number,
): Promise<Problem | null> {
  const taken = await limits.take(`pages ${guardKey(address)}`, perSecond * WINDOW, 1, nowMs, WINDOW)
  if (taken.granted) return null
  const wait = Math.max(1, Math.ceil(taken.resetAt - nowMs / 1000))
  return problem(
    429,
    `Too many requests came from this address. Try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`,
    { 'retry-after': `${wait}` },
  )
}
