// What the pages of the account area work with.
import type { BurstLimiter } from '../../access/burst.ts'
import type { Plans } from '../../access/plans.ts'
import type { Outbox } from '../../accounts/outbox.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { AccountStore } from '../../accounts/store.ts'

export interface AccountDesk {
  readonly store: AccountStore
  readonly outbox: Pick<Outbox, 'ask'>
  readonly passwords: Passwords
  /** Counts what is sent to these pages, over the whole fleet where it shares a limits store. */
  readonly limits: BurstLimiter
  readonly plans: Plans
  readonly enforcesMonth: boolean
  /** Whether strangers can make accounts. */
  readonly signUp: 'open' | 'closed'
  /** Whether cookies are for TLS alone: always, but on http over loopback. */
  readonly secure: boolean
  /** Hears that the store could not be asked. */
  readonly onError?: (error: unknown) => void
  /** Asks the store about the link of a mail; `busy` while too many do. */
  follow<T>(ask: () => Promise<T>): Promise<T | { kind: 'busy' }>
}

/** Links followed at one time: many of them, from wherever, must not crowd out the tokens of requests. */
const AT_ONCE = 4

/** The desk of one server process. */
export function createAccountDesk(parts: Omit<AccountDesk, 'follow'>): AccountDesk {
  let followed = 0
  return {
    ...parts,
    async follow(ask) {
      if (followed >= AT_ONCE) return { kind: 'busy' }
      followed++
      try {
        return await ask()
      } finally {
        followed--
      }
    },
  }
}
