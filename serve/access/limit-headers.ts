// Limits as header fields: the structured fields of the IETF rate-limit draft and the X-RateLimit fields (decisions §7).
import type { BurstWindow } from './burst.ts'
import type { Plan } from './plans.ts'

/** Header fields by lower-case name. */
export type HeaderFields = Record<string, string>

/** Where an account stands in its month, the request being answered included. */
export interface MonthStanding {
  /** Requests left of the quota, never negative. */
  readonly remaining: number
  /** The month in whole seconds, and the seconds to its end. */
  readonly monthSeconds: number
  readonly secondsLeft: number
}

/** The fields of every answer after 401 and 403. `month` is null while monthly quotas are not enforced. */
export function limitHeaders(plan: Plan, burst: BurstWindow, month: MonthStanding | null): HeaderFields {
  const limit = `${plan.requestsPerSecond}`
  const remaining = `${burst.remaining}`
  // A window of one second always ends within one second.
  let policy = `"burst";q=${limit};w=1`
  let standing = `"burst";r=${remaining};t=1`
  if (month !== null) {
    policy += `, "monthly";q=${plan.requestsPerMonth};w=${month.monthSeconds}`
    standing += `, "monthly";r=${month.remaining};t=${month.secondsLeft}`
  }
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'ratelimit-policy': policy,
    ratelimit: standing,
  }
}

/** The fields a 429 adds: seconds to wait, and the Unix time at which the limit resets. */
export function refusalHeaders(retryAfter: number, resetAt: number): HeaderFields {
  return { 'retry-after': `${retryAfter}`, 'x-ratelimit-reset': `${resetAt}` }
}
