// What the pages of the account area work with.
import type { BurstLimiter } from '../../access/burst.ts'
import type { Plans } from '../../access/plans.ts'
import type { Confirmation } from '../../accounts/links.ts'
import type { Outbox } from '../../accounts/outbox.ts'
import type { Passwords } from '../../accounts/passwords.ts'
import type { AccountStore } from '../../accounts/store.ts'

export interface AccountDesk {
  readonly store: AccountStore
  readonly outbox: Pick<Outbox, 'askForVerification' | 'askForReset' | 'queueChangeOfEmail'>
  readonly passwords: Passwords
  /** Counts what is sent to these pages, over the whole fleet where it shares a limits store. */
  readonly limits: BurstLimiter
  readonly plans: Plans
  readonly enforcesMonth: boolean
  /** Whether strangers can make accounts. */
  readonly signUp: 'open' | 'closed'
  /** Whether cookies are for TLS alone: always, but on http over loopback. */
  readonly secure: boolean
  /** Follows the link of a mail; `busy` while too many are followed. */
  follow(secret: string, nowMs: number): Promise<Confirmation | { kind: 'taken' | 'changed' | 'busy' }>
}

/** Links followed at one time: many of them, from wherever, must not crowd out the tokens of requests. */
const AT_ONCE = 4

/** The desk of one server process. */
export function createAccountDesk(parts: Omit<AccountDesk, 'follow'>): AccountDesk {
  const { store } = parts
  let followed = 0
  return {
    ...parts,
    async follow(secret, nowMs) {
      if (followed >= AT_ONCE) return { kind: 'busy' }
      followed++
      try {
        const found = await store.confirm(secret, nowMs)
        return found.kind === 'unknown' ? await store.changeEmail(secret, nowMs) : found
      } finally {
        followed--
      }
    },
  }
}
