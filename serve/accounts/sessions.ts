// Sessions and passwords as rows: who is signed in, with what secret, and what ends that.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, type Accounts, accountOf } from './accounts.ts'
import { note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { normalEmail } from './email.ts'
import { usedUp } from './links.ts'
import { enqueue } from './mails.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

export interface Sessions {
  /** The secret of a new session; what is kept of it is its digest, and a line of the audit. */
  createSession(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Whose session it is; null where it has ended, on whatever server, or its account is deleted or disabled. */
  sessionAccount(secret: string, nowMs: number): Promise<Account | null>
  endSession(secret: string): Promise<void>
  /** Of one account, oldest first; those that are over may be among them. */
  sessions(accountId: string): Promise<{ createdAtMs: number; expiresAtMs: number }[]>
  /** Ends all sessions of an account, and tells it by mail. */
  endSessions(accountId: string, nowMs: number): Promise<void>
  /** The account of an address and what is kept of its password, null where none was set. */
  passwordOf(email: string): Promise<{ account: Account; password: string | null } | null>
  /**
   * Sets what `passwords.ts` made of a password, and tells the account by mail. All sessions end, but for the one of a secret, and
   * links that would set a password no longer work.
   */
  setPassword(accountId: string, password: string, nowMs: number, exceptSecret?: string): Promise<void>
  /** The same by the link of a mail, which is used up; all sessions end. */
  resetPassword(link: string, password: string, nowMs: number): Promise<'done' | 'expired' | 'unknown'>
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
  async function set(
    write: Write,
    accountId: string,
    password: string,
    nowMs: number,
    exceptSecret?: string,
  ): Promise<void> {
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
    const action = 'account.set-password'
    await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail: {} })
    await enqueue(write, { kind: 'password-changed', accountId, detail: {}, nowMs }, bytes)
  }

  return {
    async createSession(accountId, expiresAtMs, nowMs) {
      const secret = randomBase62(32, bytes)
      const row = {
        sha256: tokenDigest(secret),
        account_id: accountId,
        created_at: nowMs,
        expires_at: expiresAtMs,
      }
      await db.transaction().execute(async (write) => {
        await write.insertInto('session').values(row).execute()
        await note(write, { atMs: nowMs, action: 'session.create', accountId, tokenId: null, detail: {} })
      })
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
    async sessions(accountId) {
      const rows = await db
        .selectFrom('session')
        .select(['created_at', 'expires_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute()
      return rows.map((row) => ({ createdAtMs: row.created_at, expiresAtMs: row.expires_at }))
    },
    endSessions: (accountId, nowMs) =>
      db.transaction().execute(async (write) => {
        await ended(write, accountId, undefined)
        await note(write, { atMs: nowMs, action: 'session.end-all', accountId, tokenId: null, detail: {} })
        await enqueue(write, { kind: 'sessions-ended', accountId, detail: {}, nowMs }, bytes)
      }),
    async passwordOf(email) {
      // One question whether or not there is an account: the time must not tell.
      const row = await db
        .selectFrom('account')
        .selectAll()
        .where('email', '=', normalEmail(email))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? null : { account: accountOf(row), password: row.password }
    },
    setPassword: (accountId, password, nowMs, exceptSecret) =>
      db.transaction().execute((write) => set(write, accountId, password, nowMs, exceptSecret)),
    resetPassword: (link, password, nowMs) =>
      db.transaction().execute(async (write) => {
        const use = await usedUp(write, link, 'reset', nowMs)
        if (use.kind !== 'used') return use.kind
        await set(write, use.accountId, password, nowMs)
        return 'done'
      }),
  }
}

/** Forgets sessions that are over. */
export async function pruneSessions(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', nowMs).execute()
}
