// Every refusal of the access layer (status, message, header fields), and the limits as header fields: the structured fields of the IETF
// rate-limit draft and the X-RateLimit fields.
import { keepLines } from '../http/field-lines.ts'
import type { HeaderFields } from '../http/problem.ts'
import type { BurstWindow } from '../admission/burst.ts'
import { oncePer } from '#core/once-per.ts'
import { type Month, resetOf } from '#open/access/month.ts'
import type { Plan } from '#open/access/plans.ts'

/** Where an account stands in its month when an answer is given. */
interface MonthStanding {
  readonly month: Month
  /** Requests counted, including the one being answered if it counts. */
  readonly used: number
  readonly nowMs: number
}

/** Whole seconds until an instant, at least 1. */
const secondsUntil = (atMs: number, nowMs: number): number => Math.max(1, Math.ceil((atMs - nowMs) / 1000))

/** For plans with more requests in a second than this, the fields are made again for each answer. */
const MAX_PREPARED = 1000
/** The fields of a plan by what remains of its second, one object for each, because requests come often. */
const preparedFor = oncePer((_plan: Plan): (HeaderFields | undefined)[] => [])

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
export function limitHeaders(
  plan: Plan,
  { remaining }: BurstWindow,
  month: MonthStanding | null,
): HeaderFields {
  if (month !== null || remaining > MAX_PREPARED) return makeHeaders(plan, remaining, month)
  return (preparedFor(plan)[remaining] ??= keepLines(makeHeaders(plan, remaining, null)))
}

export interface Refused {
  readonly kind: 'refused'
  /** 503: the account store cannot be asked, or the account's plan is not in the plans file. */
  readonly status: 401 | 403 | 429 | 503
  readonly message: string
  readonly headers: HeaderFields
  /** For the log. Null when the token is not known. */
  readonly tokenId: string | null
}

const TOO_MANY = 'Too Many Attempts.'

const refused = (
  status: Refused['status'],
  tokenId: string | null,
  message: string,
  headers: HeaderFields,
): Refused => ({ kind: 'refused', status, message, headers, tokenId })

/** Missing, malformed, unknown, revoked and expired tokens and disabled accounts look the same from outside. */
export const unauthenticated = (tokenId: string | null): Refused =>
  refused(401, tokenId, 'Unauthenticated.', { 'www-authenticate': 'Bearer' })

/** For an address that sent too many wrong tokens. */
export const slowedDown = (retryAfter: number): Refused =>
  refused(429, null, TOO_MANY, { 'retry-after': `${retryAfter}` })

/** For an account whose e-mail address is not verified. The message gives the address that sends the mail again. */
export const notVerified = (tokenId: string, resendUrl: string): Refused => {
  const message = `Your e-mail address is not verified. Follow the link in the verification e-mail, or have it sent again at ${resendUrl}.`
  return refused(403, tokenId, message, {})
}

/** The account store cannot be asked, and this process does not know the token. */
export const accountsAway = (): Refused =>
  refused(503, null, 'Accounts are temporarily unavailable.', { 'retry-after': '1' })

/** The account's plan is not in the plans file. Only the operator can fix that. */
export const planMissing = (tokenId: string, plan: string): Refused => {
  const message = `This account is on the plan "${plan}", which this server does not have; the operator of this service can give it another.`
  return refused(503, tokenId, message, { 'retry-after': '60' })
}

/** A 429 adds to the limit fields of its account the seconds to wait, and the Unix time at which the limit resets. */
const exceeded = (
  tokenId: string,
  message: string,
  limits: HeaderFields,
  retryAfter: number,
  resetAt: number,
): Refused =>
  refused(429, tokenId, message, {
    ...limits,
    'retry-after': `${retryAfter}`,
    'x-ratelimit-reset': `${resetAt}`,
  })

/** The account has used up the current second. */
export const burstExceeded = (tokenId: string, { resetAt }: BurstWindow, limits: HeaderFields): Refused =>
  exceeded(tokenId, TOO_MANY, limits, 1, resetAt)

/** The account has used up its month. */
export function monthExceeded(
  tokenId: string,
  plan: Plan,
  month: Month,
  limits: HeaderFields,
  nowMs: number,
): Refused {
  // At most an hour: a customer who changes the plan need not wait for the next month.
  const retryAfter = Math.min(3600, secondsUntil(month.endMs, nowMs))
  const message = `The ${plan.name} plan's quota of ${plan.requestsPerMonth} requests for this month is used up. A larger plan is available from the operator of this service. The quota resets on ${resetOf(month)}.`
  return exceeded(tokenId, message, limits, retryAfter, month.endMs / 1000)
}
