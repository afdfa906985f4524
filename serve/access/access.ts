// The access layer: decides for each request whether its token, account and limits admit it, in the order 401, 403, 429.
import { createMemoryBurst, type BurstLimiter, type BurstWindow } from './burst.ts'
import { createCredentialCache, type Credential, type CredentialSource } from './credentials.ts'
import { createRefusalGuard, type RefusalGuard } from './guard.ts'
import { limitHeaders, refusalHeaders, type HeaderFields } from './limit-headers.ts'
import type { Plan, Plans } from './plans.ts'
import { bearerToken, isWellFormedToken, tokenDigest } from './token.ts'

/** What the access layer must know of a request. */
export interface AccessRequest {
  /** The Authorization header as it came. */
  readonly authorization: string | undefined
  /** The client's address, from the connection or a proxy that the operator named. */
  readonly address: string
  readonly nowMs: number
}

export interface Refused {
  readonly kind: 'refused'
  /** 503: the account store cannot be asked. */
  readonly status: 401 | 403 | 429 | 503
  readonly message: string
  readonly headers: HeaderFields
  /** For the log; null where the token is not known. */
  readonly tokenId: string | null
}

export interface Admitted {
  readonly kind: 'admitted'
  readonly accountId: string
  readonly tokenId: string
  /** The limit fields, on whatever status the request ends with. */
  readonly headers: HeaderFields
  /** To be called once, when the answer's status is known. */
  settle(status: number): void
}

export type Admission = Refused | Admitted

/** Something an operator should know; `serve/ops` turns it into a log line and a metric. */
export type AccessEvent = { readonly kind: 'store-failed'; readonly error: unknown }

export interface AccessOptions {
  readonly store: CredentialSource
  readonly plans: Plans
  /** The address at which a verification mail can be asked for again; it is named by 403. */
  readonly resendUrl: string
  readonly burst?: BurstLimiter
  readonly guard?: RefusalGuard
  readonly onEvent?: (event: AccessEvent) => void
}

export interface Access {
  /** Decides about one request; at once when its token is cached and the limits are in memory. */
  admit(request: AccessRequest): Admission | Promise<Admission>
}

/** Look-ups at one time for addresses that flood: their wrong tokens must not crowd out the store. */
const FLOOD_LOOKUPS = 4

const UNAUTHENTICATED: HeaderFields = { 'www-authenticate': 'Bearer' }

/** The admission of a request whose account may have one, with the burst window it was counted in. */
function afterBurst(credential: Credential, plan: Plan, window: BurstWindow): Admission {
  const headers = limitHeaders(plan, window, null)
  if (!window.granted) {
    return {
      kind: 'refused',
      status: 429,
      message: 'Too Many Attempts.',
      headers: Object.assign(headers, refusalHeaders(1, window.resetAt)),
      tokenId: credential.tokenId,
    }
  }
  return {
    kind: 'admitted',
    accountId: credential.accountId,
    tokenId: credential.tokenId,
    headers,
    settle: () => undefined,
  }
}

/** An access layer over an account store. It reads no clock and holds no socket; the limiter it is given may. */
export function createAccess(options: AccessOptions): Access {
  const { plans } = options
  const burst = options.burst ?? createMemoryBurst()
  const guard = options.guard ?? createRefusalGuard()
  const report = (error: unknown): void => options.onEvent?.({ kind: 'store-failed', error })
  const cache = createCredentialCache(options.store, report)
  const notVerified = `Your e-mail address is not verified. Follow the link in the verification e-mail, or have it sent again at ${options.resendUrl}.`
  let floodLookups = 0

  function slowedDown(nowMs: number): Refused {
    const headers = { 'retry-after': `${guard.retryAfter(nowMs)}` }
    return { kind: 'refused', status: 429, message: 'Too Many Attempts.', headers, tokenId: null }
  }

  function unauthenticated({ address, nowMs }: AccessRequest, tokenId: string | null): Refused {
    if (guard.isFlooding(address, nowMs)) return slowedDown(nowMs)
    guard.refused(address, nowMs)
    return { kind: 'refused', status: 401, message: 'Unauthenticated.', headers: UNAUTHENTICATED, tokenId }
  }

  function planOf(credential: Credential): Plan {
    const plan = plans.get(credential.plan)
    // `serve` and `account set-plan` check plans against the same file, so this is a file that changed under an account.
    if (plan === undefined) throw new Error(`account ${credential.accountId}: no plan "${credential.plan}"`)
    return plan
  }

  function decide(request: AccessRequest, credential: Credential | null): Admission | Promise<Admission> {
    if (credential === null) return unauthenticated(request, null)
    const { expiresAtMs } = credential
    const expired = expiresAtMs !== null && request.nowMs >= expiresAtMs
    if (credential.revoked || credential.disabled || expired) {
      return unauthenticated(request, credential.tokenId)
    }
    if (!credential.verified) {
      return { kind: 'refused', status: 403, message: notVerified, headers: {}, tokenId: credential.tokenId }
    }
    const plan = planOf(credential)
    const window = burst.take(credential.accountId, plan.requestsPerSecond, 1, request.nowMs)
    if (window instanceof Promise) return window.then((taken) => afterBurst(credential, plan, taken))
    return afterBurst(credential, plan, window)
  }

  async function lookUp(request: AccessRequest, digest: string): Promise<Admission> {
    const isFlooding = guard.isFlooding(request.address, request.nowMs)
    if (isFlooding && floodLookups >= FLOOD_LOOKUPS) return slowedDown(request.nowMs)
    if (isFlooding) floodLookups++
    let credential: Credential | null
    try {
      credential = await cache.load(digest, request.nowMs)
    } catch (error) {
      report(error)
      const last = cache.lastKnown(digest, request.nowMs)
      if (last === undefined) {
        const message = 'Accounts are temporarily unavailable.'
        return { kind: 'refused', status: 503, message, headers: { 'retry-after': '1' }, tokenId: null }
      }
      credential = last
    } finally {
      if (isFlooding) floodLookups--
    }
    return decide(request, credential)
  }

  return {
    admit(request) {
      const token = bearerToken(request.authorization)
      if (token === null || !isWellFormedToken(token)) return unauthenticated(request, null)
      const digest = tokenDigest(token)
      const credential = cache.peek(digest, request.nowMs)
      return credential === undefined ? lookUp(request, digest) : decide(request, credential)
    },
  }
}
