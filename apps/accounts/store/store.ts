// The account store: all stored data about accounts, which is outside the artifact; each part is in the file with its name.
import { accountsIn } from './accounts.ts'
import { auditIn } from './audit.ts'
import type { OpenedEngine } from './database.ts'
import { devicesIn } from './devices.ts'
import { factorsIn } from './factors.ts'
import { signingKeysIn } from './known-browsers.ts'
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
  return {
    ...accountsIn(engine),
    ...tokensIn(db, engine.kind),
    ...usageIn(db, engine.kind),
    ...mailsIn(engine),
    ...linksIn(db),
    ...sessionsIn(db, engine.kind),
    ...factorsIn(db, engine.kind),
    ...devicesIn(db),
    ...signingKeysIn(db),
    ...auditIn(db),
    ...purgeIn(engine),
    close: (): Promise<void> => engine.close(),
  }
}
