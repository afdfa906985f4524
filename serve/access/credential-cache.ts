// The cache between requests and the account store: a token's account at once, at most five seconds late; for minutes while the store is down.
import { LRUCache } from 'lru-cache'

/** The facts about a token, as the account store last gave them. */
export interface Credential {
  readonly tokenId: string
  readonly accountId: string
  readonly plan: string
  readonly verified: boolean
  readonly disabled: boolean
  readonly revoked: boolean
  /** Milliseconds since 1970. Null: the token does not expire. */
  readonly expiresAtMs: number | null
}

/** The source of credentials: the account store. */
export interface CredentialSource {
  /** The credential of a token's SHA-256. Null when no such token was ever made. */
  credential(digest: string): Promise<Credential | null>
}

/** The credential, or null for a token that does not exist. */
type Known = { readonly credential: Credential | null; readonly readAtMs: number }

// A change must work within 5 s of its commit. An answer is trusted for 4 s, counted from before the question was asked, and renewed in the
// background after 2 s. So a busy account never waits for the store.
const RENEW_AFTER_MS = 2000
const FRESH_MS = 4000
/** An unknown token is forgotten sooner: it may be created at any moment. */
const UNKNOWN_FRESH_MS = 2000
/** When the store is down, known tokens go on working this long. No one can revoke a token without the store either. */
const LAST_KNOWN_MS = 300_000
/** After a failed question no other is asked for this long: requests must not queue for a store that hangs. */
const PAUSE_MS = 1000
const MAX_KNOWN = 100_000
const MAX_UNKNOWN = 10_000

/** Each entry counts as one: with `max` the library would reserve three megabytes at the start. */
const cacheOf = (maxSize: number) => new LRUCache<string, Known>({ maxSize, sizeCalculation: () => 1 })

/** A cache in front of a source. Calls `onError` for each question that failed. */
export function createCredentialCache(
  source: CredentialSource,
  onError: (error: unknown) => void,
  bounds: { known: number; unknown: number } = { known: MAX_KNOWN, unknown: MAX_UNKNOWN },
) {
  // Read by `peek`, which is no use of an entry. So the entry that was not renewed for longest goes first.
  const known = cacheOf(bounds.known)
  const unknown = cacheOf(bounds.unknown)
  const questions = new Map<string, Promise<Credential | null>>()
  let failed: { atMs: number; error: unknown } | null = null

  async function ask(digest: string, nowMs: number): Promise<Credential | null> {
    try {
      const credential = await source.credential(digest).catch((error: unknown) => {
        failed = { atMs: nowMs, error }
        onError(error)
        throw error
      })
      failed = null
      const [kept, other] = credential === null ? [unknown, known] : [known, unknown]
      other.delete(digest)
      kept.set(digest, { credential, readAtMs: nowMs })
      return credential
    } finally {
      questions.delete(digest)
    }
  }
  /** Asks the source. All requests that wait for the same digest share one question. Rejects when the source fails. */
  function load(digest: string, nowMs: number): Promise<Credential | null> {
    const waiting = questions.get(digest)
    if (waiting !== undefined) return waiting
    const sinceFailure = failed === null ? Infinity : nowMs - failed.atMs
    if (failed !== null && sinceFailure >= 0 && sinceFailure < PAUSE_MS) return Promise.reject(failed.error)
    const question = ask(digest, nowMs)
    questions.set(digest, question)
    return question
  }

  return {
    /** The cached credential while it is fresh enough. Null: no such token. Undefined: the source must be asked. */
    peek(digest: string, nowMs: number): Credential | null | undefined {
      const entry = known.peek(digest) ?? unknown.peek(digest)
      if (entry === undefined) return undefined
      const age = nowMs - entry.readAtMs
      // A negative age means that the clock was set back. The entry's age is unknown then, and counts as too old.
      if (age < 0 || age >= (entry.credential === null ? UNKNOWN_FRESH_MS : FRESH_MS)) return undefined
      // An unknown token is not asked about in the background: a stranger can send any number of them.
      const isToRenew = entry.credential !== null && age >= RENEW_AFTER_MS
      if (isToRenew && !questions.has(digest)) load(digest, nowMs).catch(() => undefined)
      return entry.credential
    },
    load,
    /** The last known credential, however old. Used when the source cannot be asked. */
    lastKnown(digest: string, nowMs: number): Credential | null | undefined {
      const entry = known.peek(digest)
      return entry !== undefined && nowMs - entry.readAtMs < LAST_KNOWN_MS ? entry.credential : undefined
    },
  }
}
