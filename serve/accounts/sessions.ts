// Sessions and passwords as rows: who is signed in, with what secret, and what ends that.
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
   * The secret of a new session; what is kept of it is its digest, and a line of the audit. It counts while the account is of the
   * generation in which the password was checked: that of now unless told otherwise.
   */
  createSession(accountId: string, expiresAtMs: number, nowMs: number, generation?: number): Promise<string>
  /** Whose session it is; null where it has ended, on whatever server, or its account is not verified, disabled or deleted. */
  sessionAccount(secret: string, nowMs: number): Promise<Account | null>
  endSession(secret: string): Promise<void>
  /** Of one account, oldest first; those that are over may be among them. */
  sessions(accountId: string): Promise<{ createdAtMs: number; expiresAtMs: number }[]>
  /** Ends all sessions of an account, with every link, pending change and known device, and tells it by mail. */
  endSessions(accountId: string, nowMs: number): Promise<void>
  /** The account of an address and what is kept of its password, null where none was set. */
  passwordOf(email: string): Promise<{ account: Account; password: string | null } | null>
  /**
   * Sets what `passwords.ts` made of a password, and tells the account by mail: all sessions, links, pending changes and known devices
   * end. False, and nothing is done, where the account is not of the generation that is given any more, or is frozen then; without one
   * neither is asked: that is the operator's.
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
      // One question whether or not there is an account: the time must not tell.
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

/** Forgets sessions that are over. */
export async function pruneSessions(db: Database, nowMs: number): Promise<void> {
  await db.deleteFrom('session').where('expires_at', '<', nowMs).execute()
}
