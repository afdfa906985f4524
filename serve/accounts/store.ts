// The account store: everything that is kept of accounts, outside the artifact, each part in the file of its name.
import { type Accounts, accountsIn } from './accounts.ts'
import { type Audit, auditIn } from './audit.ts'
import type { OpenedEngine } from './database.ts'
import { type Links, linksIn, pruneLinks } from './links.ts'
import { type Mails, mailsIn, pruneMails } from './mails.ts'
import { purgeDeleted } from './purge.ts'
import type { ByteSource } from './secrets.ts'
import { pruneSessions, type Sessions, sessionsIn } from './sessions.ts'
import { type Tokens, tokensIn } from './tokens.ts'
import { pruneDays, pruneWriters, type UsageRecords, usageIn } from './usage.ts'

/** Every change to an account or token writes its line of the audit in the same transaction. */
export interface AccountStore extends Accounts, Tokens, UsageRecords, Mails, Links, Sessions, Audit {
  /** Forgets what has served its time: old mails, links, sessions, days of tokens and numbers of batches. */
  prune(nowMs: number): Promise<void>
  /** Forgets accounts that were deleted before an instant, with their usage and their lines of the audit. Returns how many. */
  purgeDeleted(beforeMs: number): Promise<number>
  close(): Promise<void>
}

/** A store over an opened database of the newest schema. */
export function createAccountStore(engine: OpenedEngine, bytes?: ByteSource): AccountStore {
  const { db } = engine
  const accounts = accountsIn(db, bytes)
  return {
    ...accounts,
    ...tokensIn(db, engine.kind, bytes),
    ...usageIn(db, engine.kind),
    ...mailsIn(db, bytes),
    ...linksIn(db, accounts, bytes),
    ...sessionsIn(db, accounts, bytes),
    ...auditIn(db),
    async prune(nowMs) {
      await pruneMails(db, nowMs)
      await pruneLinks(db, nowMs)
      await pruneSessions(db, nowMs)
      await pruneWriters(db, nowMs)
      await pruneDays(db, nowMs)
    },
    purgeDeleted: (beforeMs) => purgeDeleted(engine, beforeMs),
    close: () => engine.close(),
  }
}
