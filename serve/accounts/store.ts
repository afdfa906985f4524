// The account store: all stored data about accounts, which is outside the artifact; each part is in the file with its name.
import { accountsIn } from './accounts.ts'
import { auditIn } from './audit.ts'
import type { OpenedEngine } from './database.ts'
import { devicesIn } from './devices.ts'
import { factorsIn } from './factors.ts'
import { linksIn } from './links.ts'
import { mailsIn } from './mails.ts'
import { purgeIn } from './purge.ts'
import { sessionsIn } from './sessions.ts'
import { tokensIn } from './tokens.ts'
import { usageIn } from './usage.ts'

/** Every change to an account or token writes its line of the audit in the same transaction. */
export type AccountStore = ReturnType<typeof createAccountStore>

/** A store over an opened database of the newest schema. */
export function createAccountStore(engine: OpenedEngine) {
  const { db } = engine
  const mails = mailsIn(db)
  return {
    ...accountsIn(engine),
    ...tokensIn(db, engine.kind),
    ...usageIn(db, engine.kind),
    ...mails,
    ...linksIn(db),
    ...sessionsIn(db, engine.kind),
    ...factorsIn(db, engine.kind),
    ...devicesIn(db),
    ...auditIn(db),
    ...purgeIn(engine),
    /** Marks a mail as sent as `mails.ts` does. */
    async mailSent(id: string, nowMs: number, accountId?: string): Promise<void> {
      await mails.mailSent(id, nowMs, accountId)
      // This mail was the last row that named the deleted account's owner.
      if (await mails.isOfDeleted(id)) await engine.forget()
    },
    close: (): Promise<void> => engine.close(),
  }
}
