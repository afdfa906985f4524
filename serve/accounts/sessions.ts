// Sessions and passwords as rows: who is signed in, with what secret, and what ends that.
import { tokenDigest } from '#serve/access/token.ts'
import type { Account, Accounts } from './accounts.ts'
import { note } from './audit.ts'
import type { Database } from './database.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

export interface Sessions {
  /** The secret of a new session; what is kept of it is its digest. */
  createSession(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Whose session it is; null where it has ended, on whatever server, or its account is deleted or disabled. */
  sessionAccount(secret: string, nowMs: number): Promise<Account | null>
  endSession(secret: string): Promise<void>
  /** Ends all sessions of an account, but for the one of a secret. */
  endSessions(accountId: string, exceptSecret?: string): Promise<void>
  /** The account of an address and what is kept of its password, null where none was set. */
  passwordOf(email: string): Promise<{ account: Account; password: string | null } | null>
  /**
   * Sets what `passwords.ts` made of a password. All sessions end, but for the one of a secret, and links that would set a password
   * no longer work.
   */
  setPassword(accountId: string, password: string, nowMs: number, exceptSecret?: string): Promise<void>
}

const ended = (write: Pick<Database, 'deleteFrom'>, accountId: string, exceptSecret: string | undefined) =>
  write
    .deleteFrom('session')
    .where('account_id', '=', accountId)
    .where('sha256', '!=', exceptSecret === undefined ? '' : tokenDigest(exceptSecret))
    .execute()

export function sessionsIn(
  db: Database,
  { findAccount }: Pick<Accounts, 'findAccount'>,
  bytes?: ByteSource,
): Sessions {
  return {
    async createSession(accountId, expiresAtMs, nowMs) {
      const secret = randomBase62(32, bytes)
      await db
        .insertInto('session')
        .values({
          sha256: tokenDigest(secret),
          account_id: accountId,
          created_at: nowMs,
          expires_at: expiresAtMs,
        })
        .execute()
      return secret
    },
    async sessionAccount(secret, nowMs) {
      const session = await db
        .selectFrom('session')
        .select('account_id')
        .where('sha256', '=', tokenDigest(secret))
        .where('expires_at', '>', nowMs)
        .executeTakeFirst()
      const account = session === undefined ? null : await findAccount(session.account_id)
      return account === null || account.disabled ? null : account
    },
    async endSession(secret) {
      await db.deleteFrom('session').where('sha256', '=', tokenDigest(secret)).execute()
    },
    async endSessions(accountId, exceptSecret) {
      await ended(db, accountId, exceptSecret)
    },
    async passwordOf(email) {
      const account = await findAccount(email)
      if (account === null) return null
      const row = await db
        .selectFrom('account')
        .select('password')
        .where('id', '=', account.id)
        .executeTakeFirst()
      return { account, password: row?.password ?? null }
    },
    async setPassword(accountId, password, nowMs, exceptSecret) {
      await db.transaction().execute(async (write) => {
        const changed = await write
          .updateTable('account')
          .set({ password })
          .where('id', '=', accountId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (changed.numUpdatedRows === 0n) return
        await ended(write, accountId, exceptSecret)
        await write
          .deleteFrom('link')
          .where('account_id', '=', accountId)
          .where('purpose', '=', 'reset')
          .execute()
        await note(write, {
          atMs: nowMs,
          action: 'account.set-password',
          accountId,
          tokenId: null,
          detail: {},
        })
      })
    },
  }
}

/** Forgets sessions that are over. */
export async function pruneSessions(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', nowMs).execute()
}
