// Sessions and passwords as rows: who is signed in, with which secret, and what ends a session.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, accountOf } from './accounts.ts'
import { note } from './audit.ts'
import type { Database } from './database.ts'
import { normalEmail } from './email.ts'
import { renew } from './generation.ts'
import { enqueue } from './mails.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

export interface Sessions {
  /**
   * Creates a session and returns its secret. Only its digest is stored, with a line of the audit. The session is valid while the account
   * has the generation in which the password was checked: by default the current one.
   */
  createSession(accountId: string, expiresAtMs: number, nowMs: number, generation?: number): Promise<string>
  /** The account of a session. Null when it has ended on any server, or when its account is not verified, disabled or deleted. */
  sessionAccount(secret: string, nowMs: number): Promise<Account | null>
  endSession(secret: string): Promise<void>
  /** The sessions of one account, oldest first. Expired ones may be among them. */
  sessions(accountId: string): Promise<{ createdAtMs: number; expiresAtMs: number }[]>
  /** Ends all sessions of an account, with all its links, pending changes and known devices, and tells it by mail. */
  endSessions(accountId: string, nowMs: number): Promise<void>
  /** The account of an address and the stored form of its password; null when none was set. */
  passwordOf(email: string): Promise<{ account: Account; password: string | null } | null>
  /**
   * Sets the stored form of a password, made by `passwords.ts`, and tells the account by mail. All sessions, links, pending changes and
   * known devices end. False, with nothing done, when the account no longer has the given generation, or is frozen. Without a generation,
   * which is for the operator, neither is checked.
   */
  setPassword(accountId: string, password: string, nowMs: number, generation?: number): Promise<boolean>
}

export function sessionsIn(db: Database, bytes?: ByteSource): Sessions {
  return {
    async createSession(accountId, expiresAtMs, nowMs, generation) {
      const secret = randomBase62(32, bytes)
      await db.transaction().execute(async (write) => {
        const account = await write
          .selectFrom('account')
          .select('generation')
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow()
        await write
          .insertInto('session')
          .values({
            sha256: tokenDigest(secret),
            account_id: accountId,
            created_at: nowMs,
            expires_at: expiresAtMs,
            generation: generation ?? account.generation,
          })
          .execute()
        await note(write, { atMs: nowMs, action: 'session.create', accountId, tokenId: null, detail: {} })
      })
      return secret
    },
    async sessionAccount(secret, nowMs) {
      const row = await db
        .selectFrom('session')
        .innerJoin('account', 'account.id', 'session.account_id')
        .selectAll('account')
        .where('sha256', '=', tokenDigest(secret))
        .where('expires_at', '>', nowMs)
        .whereRef('session.generation', '=', 'account.generation')
        .where('deleted_at', 'is', null)
        .where('disabled', '=', 0)
        .where('verified', '=', 1)
        .executeTakeFirst()
      return row === undefined ? null : accountOf(row)
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
        if (!(await renew(write, accountId, {}))) return
        await note(write, { atMs: nowMs, action: 'session.end-all', accountId, tokenId: null, detail: {} })
        await enqueue(write, { kind: 'sessions-ended', accountId, detail: {}, nowMs }, bytes)
      }),
    async passwordOf(email) {
      // The same query whether or not an account exists: the time must not show it.
      const row = await db
        .selectFrom('account')
        .selectAll()
        .where('email', '=', normalEmail(email))
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      return row === undefined ? null : { account: accountOf(row), password: row.password }
    },
    setPassword: (accountId, password, nowMs, generation) =>
      db.transaction().execute(async (write) => {
        const condition = generation === undefined ? {} : { generation, notFrozenAtMs: nowMs }
        if (!(await renew(write, accountId, { password }, condition))) return false
        const action = 'account.set-password'
        await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail: {} })
        await enqueue(write, { kind: 'password-changed', accountId, detail: {}, nowMs }, bytes)
        return true
      }),
  }
}

/** Forgets sessions that have expired. */
export async function pruneSessions(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', nowMs).execute()
}
