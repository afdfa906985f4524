// Decides whether token, account and limits admit a request (401, 403, 429), with few look-ups in a flood; and when a customer hears of a quota.
import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createMemoryBurst, type BurstLimiter, type BurstWindow } from '../admission/burst.ts'
import { createCredentialCache, type Credential, type CredentialSource } from './credential-cache.ts'
import { createFloodGuard } from '../admission/guard.ts'
import type { HeaderFields } from '../http/problem.ts'
import type { Month } from '#open/access/month.ts'
import { countOf, isFresh, mayBeOver, type MonthCount, MonthlyUsage, type UsageStore } from './monthly.ts'
import { type Plan, type Plans, servedPerMonth } from '#open/access/plans.ts'
import {
  accountsAway,
  burstExceeded,
  limitHeaders,
  monthExceeded,
  notVerified,
  planMissing,
  type Refused,
  slowedDown,
  unauthenticated,
} from './refusals.ts'
import { bearerToken, isWellFormedToken, tokenDigest } from '#open/access/token.ts'

/** The facts about a request that the access layer needs. */
export interface AccessRequest {
  /** The Authorization header as it came. */
  readonly authorization: string | undefined
  /** The client's address, from the connection or from a proxy that the operator trusts. */
  readonly address: string
  readonly nowMs: number
}

export interface Admitted {
  readonly kind: 'admitted'
  readonly accountId: string
  readonly tokenId: string
  /** Of the account's plan. */
  readonly requestsPerSecond: number
  /**
   * Call this once, when the answer's status is known. Counts the answer by its status, for the month too when that status counts, and
   * returns the limit fields for it.
   */
  settle(status: number): HeaderFields
}

export type Admission = Refused | Admitted

/** An event for the operator. `serve/ops` turns it into a log line and a metric. */
export type AccessEvent =
  | { readonly kind: 'store-failed'; readonly error: unknown }
  /** Sent with each request of an account whose plan is not in the plans file. */
  | { readonly kind: 'plan-missing'; readonly accountId: string; readonly plan: string }
  /** Sent after each write of usage while it holds. The listener tells the customer once. */
  | {
      readonly kind: 'quota-reached'
      readonly accountId: string
      readonly plan: Plan
      readonly month: Month
      readonly percent: number
    }

export interface AccessOptions {
  readonly store: CredentialSource & UsageStore
  readonly plans: Plans
  /** Refuse requests above a month's quota. Usage is counted in any case. */
  readonly enforceMonthly?: boolean
  /** Names this process among the writers of usage: a text that no other process has or had. Random by default. */
  readonly writer?: string
  /** The address at which a user can ask for a verification mail again. The 403 names it. */
  readonly resendUrl: string
  readonly burst?: BurstLimiter
  readonly onEvent?: (event: AccessEvent) => void
}

/** Most authorization fields whose digest is cached. */
const MAX_SENT = 20_000

/** Percentages of the quota at which a customer gets a mail. */
const QUOTA_PERCENTS = [80, 100]

/** How many look-ups may run at one time for addresses that flood: their wrong tokens must not slow down the store for others. */
const FLOOD_LOOKUPS = 4

/** An access layer over an account store. It reads no clock and holds no socket; the limiter it is given may. */
export class Access {
  readonly #options: AccessOptions
  readonly #isEnforced: boolean
  readonly #burst: BurstLimiter
  readonly #guard = createFloodGuard()
  readonly #monthly: MonthlyUsage
  readonly #cache: ReturnType<typeof createCredentialCache>
  #floodLookups = 0
  /**
   * Authorization fields of existing tokens → their digests. The digest is the slowest part of a decision. Kept in memory only: the fields
   * contain tokens. The credential cache is asked each time whether a token is still valid.
   */
  readonly #sent = new LRUCache<string, string>({ max: MAX_SENT })

  constructor(options: AccessOptions) {
    const report = (error: unknown): void => this.#report(error)
    this.#options = options
    this.#isEnforced = options.enforceMonthly === true
    this.#burst = options.burst ?? createMemoryBurst()
    this.#monthly = new MonthlyUsage(options.store, options.writer ?? randomUUID(), report)
    this.#cache = createCredentialCache(options.store, report)
  }

  /** Decides about one request. Answers at once when its token is cached and the limits are in memory. */
  admit(request: AccessRequest): Admission | Promise<Admission> {
    const { authorization = '' } = request
    const known = this.#sent.get(authorization)
    if (known !== undefined) {
      const credential = this.#cache.peek(known, request.nowMs)
      return credential === undefined ? this.#lookUp(request, known) : this.#decide(request, credential)
    }
    const token = bearerToken(request.authorization)
    if (token === null) return this.#refuse(request, null)
    const digest = tokenDigest(token)
    const credential = this.#cache.peek(digest, request.nowMs)
    if (credential !== undefined) {
      if (credential !== null) this.#sent.set(authorization, digest)
      return this.#decide(request, credential)
    }
    // Cached tokens are well-formed. A token that is not cached is looked up only when it is well-formed.
    return isWellFormedToken(token) ? this.#lookUp(request, digest) : this.#refuse(request, null)
  }

  /** Writes the counted usage to the store: every quarter of a second, and before the process ends. Never rejects. */
  async flush(nowMs: number): Promise<void> {
    let written: MonthCount[]
    try {
      written = await this.#monthly.flush(nowMs)
    } catch (error) {
      this.#report(error)
      return
    }
    if (!this.#isEnforced) return
    for (const { accountId, plan, month, stored } of written) {
      // The last requests of a month are written in the next month. The old quota no longer matters then.
      if (month.endMs <= nowMs) continue
      for (const percent of QUOTA_PERCENTS) {
        if (stored * 100 >= plan.requestsPerMonth * percent) {
          this.#options.onEvent?.({ kind: 'quota-reached', accountId, plan, month, percent })
        }
      }
    }
  }

  #report(error: unknown): void {
    this.#options.onEvent?.({ kind: 'store-failed', error })
  }

  #refuse({ address, nowMs }: AccessRequest, tokenId: string | null): Refused {
    if (this.#guard.isFlooding(address, nowMs)) return slowedDown(this.#guard.retryAfter(nowMs))
    this.#guard.count(address, nowMs)
    return unauthenticated(tokenId)
  }

  /** Counts a refusal of an account's token, for the account's own view of it. */
  #counted(accountId: string, refused: Refused, nowMs: number): Refused {
    if (refused.tokenId !== null) this.#monthly.refused(accountId, refused.tokenId, refused.status, nowMs)
    return refused
  }

  /** The last step: admits the request when the current second and the month have room for one more. */
  #withinLimits(
    { accountId, tokenId }: Credential,
    plan: Plan,
    count: MonthCount,
    nowMs: number,
  ): Admission | Promise<Admission> {
    const served = servedPerMonth(plan)
    const isMonthOpen = !this.#isEnforced || countOf(count) < served

    const finish = (window: BurstWindow): Admission | Promise<Admission> => {
      /** The limit fields as of now: other requests of the account may have been counted since its admission. */
      const limits = (): HeaderFields =>
        limitHeaders(
          plan,
          window,
          this.#isEnforced ? { month: count.month, used: countOf(count), nowMs } : null,
        )
      const overMonth = (): Refused =>
        this.#counted(accountId, monthExceeded(tokenId, plan, count.month, limits(), nowMs), nowMs)
      const admit = (isClaimed: boolean): Admitted => {
        let isSettled = false
        return {
          kind: 'admitted',
          accountId,
          tokenId,
          requestsPerSecond: plan.requestsPerSecond,
          settle: (status) => {
            if (!isSettled) {
              isSettled = true
              this.#monthly.answered(count, tokenId, status, nowMs, isClaimed)
            }
            return limits()
          },
        }
      }
      if (!window.granted) return this.#counted(accountId, burstExceeded(tokenId, window, limits()), nowMs)
      if (!isMonthOpen) return overMonth()
      if (!this.#isEnforced || !mayBeOver(count, served, nowMs)) return admit(false)
      // Other servers may use up the month at this moment. The store decides who gets the last requests.
      return this.#monthly.claim(count, served).then(
        (isClaimed) => (isClaimed ? admit(true) : overMonth()),
        (error: unknown) => {
          this.#report(error)
          return admit(false)
        },
      )
    }

    // A 429 of either kind uses nothing of the second. So when the month is used up, the second is only read.
    const window = this.#burst.take(accountId, plan.requestsPerSecond, isMonthOpen ? 1 : 0, nowMs)
    return window instanceof Promise ? window.then(finish) : finish(window)
  }

  #decide(request: AccessRequest, credential: Credential | null): Admission | Promise<Admission> {
    if (credential === null) return this.#refuse(request, null)
    const { accountId, tokenId, expiresAtMs } = credential
    const { nowMs } = request
    const expired = expiresAtMs !== null && nowMs >= expiresAtMs
    if (credential.revoked || credential.disabled || expired) return this.#refuse(request, tokenId)
    if (!credential.verified)
      return this.#counted(accountId, notVerified(tokenId, this.#options.resendUrl), nowMs)
    const plan = this.#options.plans.get(credential.plan)
    if (plan === undefined) {
      // `serve` and `account set-plan` check plans against the same file. So this happens only when the file changes later.
      this.#options.onEvent?.({ kind: 'plan-missing', accountId, plan: credential.plan })
      return planMissing(tokenId, credential.plan)
    }
    if (!this.#isEnforced)
      return this.#withinLimits(credential, plan, this.#monthly.blind(accountId, plan, nowMs), nowMs)
    const count = this.#monthly.peek(accountId, plan, nowMs)
    if (count !== undefined && (isFresh(count, nowMs) || !mayBeOver(count, servedPerMonth(plan), nowMs))) {
      return this.#withinLimits(credential, plan, count, nowMs)
    }
    return this.#monthly
      .load(accountId, plan, nowMs)
      .then((loaded) => this.#withinLimits(credential, plan, loaded, nowMs))
  }

  async #lookUp(request: AccessRequest, digest: string): Promise<Admission> {
    const isFlooding = this.#guard.isFlooding(request.address, request.nowMs)
    if (isFlooding && this.#floodLookups >= FLOOD_LOOKUPS)
      return slowedDown(this.#guard.retryAfter(request.nowMs))
    if (isFlooding) this.#floodLookups++
    let credential: Credential | null
    try {
      credential = await this.#cache.load(digest, request.nowMs)
    } catch {
      const last = this.#cache.lastKnown(digest, request.nowMs)
      if (last === undefined) return accountsAway()
      credential = last
    } finally {
      if (isFlooding) this.#floodLookups--
    }
    return this.#decide(request, credential)
  }
}
