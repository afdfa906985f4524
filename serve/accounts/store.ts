// The account store: all stored data about accounts, which is outside the artifact; each part is in the file with its name.
import { accountsIn } from './accounts.ts'
import { auditIn } from './audit.ts'
import type { OpenedEngine } from './database.ts'
import { devicesIn } from './devices.ts'
import { factorsIn } from './factors.ts'
import { linksIn } from './links.ts'
import { mailsIn } from './mails.ts'
import { forgetOld, purgeDeleted } from './purge.ts'
import { sessionsIn } from './sessions.ts'
import { tokensIn } from './tokens.ts'
import { usageIn } from './usage.ts'

/** Every change to an account or token writes its line of the audit in the same transaction. */
export type AccountStore = ReturnType<typeof createAccountStore>

/** A store over an opened database of the newest schema. */
export function createAccountStore(engine: OpenedEngine) {
  const { db } = engine
  const [accounts, mails] = [accountsIn(db), mailsIn(db)]
  return {
    ...accounts,
    ...tokensIn(db, engine.kind),
    ...usageIn(db, engine.kind),
    ...mails,
    ...linksIn(db),
    ...sessionsIn(db),
    ...factorsIn(db),
    ...devicesIn(db),
    ...auditIn(db),
    /** Deletes an account as `accounts.ts` does, and the remains of its rows. */
    async deleteAccount(accountId: string, nowMs: number) {
      const deleted = await accounts.deleteAccount(accountId, nowMs)
      if (deleted !== null) await engine.forget()
      return deleted
    },
    /** Marks a mail as sent as `mails.ts` does. */
    async mailSent(id: string, nowMs: number, accountId?: string): Promise<void> {
      await mails.mailSent(id, nowMs, accountId)
      // This mail was the last row that named the deleted account's owner.
      if (await mails.isOfDeleted(id)) await engine.forget()
    },
    /** Forgets old data: mails, links, sessions, devices, days of tokens and numbers of batches. */
    async prune(nowMs: number): Promise<void> {
      await forgetOld(db, nowMs)
      await engine.forget()
    },
    /** Forgets accounts that were deleted before an instant, with their usage and audit lines. Returns how many. */
    async purgeDeleted(beforeMs: number): Promise<number> {
      const purged = await purgeDeleted(engine, beforeMs)
      if (purged > 0) await engine.forget()
      return purged
    },
    close: (): Promise<void> => engine.close(),
  }
}
