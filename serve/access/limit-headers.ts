// Writes limits as header fields: the structured fields of the IETF rate-limit draft and the X-RateLimit fields.
import { keepLines } from '../http/field-lines.ts'
import type { HeaderFields } from '../http/problem.ts'
import type { BurstWindow } from './burst.ts'
import type { Month } from './month.ts'
import type { Plan } from './plans.ts'

/** Where an account stands in its month when an answer is given. */
export interface MonthStanding {
  readonly month: Month
  /** Requests counted, including the one being answered if it counts. */
  readonly used: number
  readonly nowMs: number
}

/** Whole seconds until an instant, at least 1. */
export const secondsUntil = (atMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((atMs - nowMs) / 1000))

/** For plans with more requests in a second than this, the fields are made again for each answer. */
const MAX_PREPARED = 1000
const preparedByPlan = new WeakMap<Plan, (HeaderFields | undefined)[]>()

/** The fields without the month. One object for each remainder, made once, because requests come often. */
function burstHeaders(plan: Plan, remaining: number): HeaderFields {
  let prepared = preparedByPlan.get(plan)
  if (prepared === undefined) preparedByPlan.set(plan, (prepared = []))
  return (prepared[remaining] ??= keepLines(makeHeaders(plan, remaining, null)))
}

function makeHeaders(plan: Plan, remaining: number, month: MonthStanding | null): HeaderFields {
  // A window of one second always ends within one second.
  let policy = `"burst";q=${plan.requestsPerSecond};w=1`
  let standing = `"burst";r=${remaining};t=1`
  if (month !== null) {
    const { startMs, endMs } = month.month
    // In a paid plan's headroom r stays 0.
    const left = Math.max(0, plan.requestsPerMonth - month.used)
    policy += `, "monthly";q=${plan.requestsPerMonth};w=${(endMs - startMs) / 1000}`
    standing += `, "monthly";r=${left};t=${secondsUntil(endMs, month.nowMs)}`
  }
  return {
    'x-ratelimit-limit': `${plan.requestsPerSecond}`,
    'x-ratelimit-remaining': `${remaining}`,
    'ratelimit-policy': policy,
    ratelimit: standing,
  }
}

/** The fields of every answer after 401 and 403. `month` is null while monthly quotas are not enforced. */
export function limitHeaders(plan: Plan, burst: BurstWindow, month: MonthStanding | null): HeaderFields {
  if (month === null && burst.remaining <= MAX_PREPARED) return burstHeaders(plan, burst.remaining)
  return makeHeaders(plan, burst.remaining, month)
}

/** The fields that a 429 adds: seconds to wait, and the Unix time at which the limit resets. */
export function refusalHeaders(retryAfter: number, resetAt: number): HeaderFields {
  return { 'retry-after': `${retryAfter}`, 'x-ratelimit-reset': `${resetAt}` }
}
