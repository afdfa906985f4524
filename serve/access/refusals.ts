// Every refusal of the access layer: status, message and header fields.
import type { HeaderFields } from '../http/problem.ts'
import type { BurstWindow } from './burst.ts'
import { limitHeaders, refusalHeaders, secondsUntil, type MonthStanding } from './limit-headers.ts'
import { resetOf } from './month.ts'
import type { Plan } from './plans.ts'

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

/** The account has used up the current second. */
export function burstExceeded(
  tokenId: string,
  plan: Plan,
  window: BurstWindow,
  standing: MonthStanding | null,
): Refused {
  const headers = { ...limitHeaders(plan, window, standing), ...refusalHeaders(1, window.resetAt) }
  return refused(429, tokenId, TOO_MANY, headers)
}

/** The account has used up its month. */
export function monthExceeded(
  tokenId: string,
  plan: Plan,
  window: BurstWindow,
  standing: MonthStanding,
): Refused {
  const { endMs } = standing.month
  // At most an hour: a customer who changes the plan need not wait for the next month.
  const retryAfter = Math.min(3600, secondsUntil(endMs, standing.nowMs))
  const headers = { ...limitHeaders(plan, window, standing), ...refusalHeaders(retryAfter, endMs / 1000) }
  const message = `The ${plan.name} plan's quota of ${plan.requestsPerMonth} requests for this month is used up. A larger plan is available from the operator of this service. The quota resets on ${resetOf(standing.month)}.`
  return refused(429, tokenId, message, headers)
}
