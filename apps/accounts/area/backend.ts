// The parts that the pages of the account area work with, and how many mailed links are followed at one time.
import type { BurstLimiter } from '#serve/admission/burst.ts'
import type { Plans } from '#open/access/plans.ts'
import type { KnownBrowsers } from '../store/known-browsers.ts'
import type { Outbox } from '../mail/outbox.ts'
import type { Passwords } from '../store/passwords.ts'
import type { AccountStore } from '../store/store.ts'

export interface AccountBackend {
  readonly store: AccountStore
  readonly outbox: Pick<Outbox, 'ask' | 'service'>
  readonly passwords: Passwords
  readonly browsers: KnownBrowsers
  /** Counts the forms sent to these pages; over the whole fleet when it shares a limits store. */
  readonly limits: BurstLimiter
  readonly plans: Plans
  readonly enforcesMonth: boolean
  /** Whether strangers can make accounts. */
  readonly signUp: 'open' | 'closed'
  /** Whether cookies are for TLS only: always, except for http on loopback. */
  readonly secure: boolean
  /** Called when the store could not be asked. */
  readonly onError?: (error: unknown) => void
  /** Asks the store about the link of a mail, or returns `whenBusy` when too many visitors do that now. */
  follow<T>(ask: () => Promise<T>, whenBusy: () => T): Promise<T>
}

/** Most links that are followed at one time: a flood of them must not delay the look-ups of requests' tokens. */
const AT_ONCE = 4

/** Creates the backend of the account area for one server process. */
export function createAccountBackend(parts: Omit<AccountBackend, 'follow'>): AccountBackend {
  let followed = 0
  return {
    ...parts,
    async follow(ask, whenBusy) {
      if (followed >= AT_ONCE) return whenBusy()
      followed++
      try {
        return await ask()
      } finally {
        followed--
      }
    },
  }
}
