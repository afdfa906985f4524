// The account store: all stored data about accounts, which is outside the artifact; each part is in the file with its name.
import { type Accounts, accountsIn } from './accounts.ts'
import { type Audit, auditIn } from './audit.ts'
import { type Devices, devicesIn, pruneDevices } from './devices.ts'
import type { OpenedEngine } from './database.ts'
import { type Factors, factorsIn } from './factors.ts'
import { type Links, linksIn, pruneLinks } from './links.ts'
import { type Mails, mailsIn, pruneMails } from './mails.ts'
import { purgeDeleted } from './purge.ts'
import { pruneSessions, type Sessions, sessionsIn } from './sessions.ts'
import { type Tokens, tokensIn } from './tokens.ts'
import { pruneDays, pruneWriters, type UsageRecords, usageIn } from './usage.ts'

/** Every change to an account or token writes its line of the audit in the same transaction. */
export interface AccountStore
  extends Accounts, Tokens, UsageRecords, Mails, Links, Sessions, Factors, Devices, Audit {
  /** Forgets old data: mails, links, sessions, devices, days of tokens and numbers of batches. */
  prune(nowMs: number): Promise<void>
  /** Forgets accounts that were deleted before an instant, with their usage and audit lines. Returns how many. */
  purgeDeleted(beforeMs: number): Promise<number>
  close(): Promise<void>
}

/** A store over an opened database of the newest schema. */
export function createAccountStore(engine: OpenedEngine): AccountStore {
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
    async deleteAccount(accountId, nowMs) {
      const deleted = await accounts.deleteAccount(accountId, nowMs)
      if (deleted !== null) await engine.forget()
      return deleted
    },
    async mailSent(id, nowMs, accountId) {
      await mails.mailSent(id, nowMs, accountId)
      // This mail was the last row that named the deleted account's owner.
      if (await mails.isOfDeleted(id)) await engine.forget()
    },
    async prune(nowMs) {
      await pruneMails(db, nowMs)
      await pruneLinks(db, nowMs)
      await pruneSessions(db, nowMs)
      await pruneWriters(db, nowMs)
      await pruneDays(db, nowMs)
      await pruneDevices(db, nowMs)
      await engine.forget()
    },
    async purgeDeleted(beforeMs) {
      const purged = await purgeDeleted(engine, beforeMs)
      if (purged > 0) await engine.forget()
      return purged
    },
    close: () => engine.close(),
  }
}
