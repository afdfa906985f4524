// Sessions and passwords as rows: who is signed in, with which secret and browser, and what ends a session.
import { tokenDigest } from '#open/access/token.ts'
import { type Account, accountOf } from './accounts.ts'
import { type Browser, type Done, note } from './audit.ts'
import { type Database, erase, type OpenedEngine, rowOf, type Write } from './database.ts'
import { normalEmail } from './email.ts'
import { allows, type DoneByCode, type Undone } from './factors.ts'
import { renew } from './generation.ts'
import { addSession } from './secret-rows.ts'
import { randomBase62 } from './secrets.ts'

/** A session of an account, as `sessions` lists it. */
export type Session = Awaited<ReturnType<ReturnType<typeof sessionsIn>['sessions']>>[number]

/** The sessions and passwords of a store. */
export const sessionsIn = (db: Database, engine: OpenedEngine['kind']) => ({
  /**
   * Creates a session and returns its secret. Only its digest is stored, with a line of the audit. The session is valid while the account
   * has the generation in which the password was checked: by default the current one.
   */
  async createSession(
    accountId: string,
    expiresAtMs: number,
    nowMs: number,
    generation?: number,
    browser?: Browser,
  ): Promise<string> {
    const session = { secret: randomBase62(32), expiresAtMs }
    const opened = { nowMs, generation, browser }
    await db.transaction().execute((write) => addSession(write, accountId, session, opened))
    return session.secret
  },
  /** The account of a session. Null when it has ended on any server, or when its account is not verified, disabled or deleted. */
  async sessionAccount(secret: string, nowMs: number): Promise<Account | null> {
    const row = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .selectAll('account')
      .where('sha256', '=', tokenDigest(secret))
      .where('expires_at', '>', nowMs)
      .whereRef('session.generation', '=', 'account.generation')
      .where((is) => is.and({ deleted_at: null, disabled: 0, verified: 1 }))
      .executeTakeFirst()
    return row === undefined ? null : accountOf(row)
  },
  /** Ends a session when another takes its place. */
  async endSession(secret: string): Promise<void> {
    await erase(db, 'session', { sha256: tokenDigest(secret) })
  },
  /** Ends a session of an account because its owner signs out. */
  signOut: (accountId: string, secret: string, nowMs: number, browser?: Browser): Promise<void> =>
    db.transaction().execute(async (write) => {
      await erase(write, 'session', { sha256: tokenDigest(secret) })
      await note(write, { action: 'session.sign-out', accountId, browser, nowMs })
    }),
  /**
   * The sessions of one account that are valid at an instant, oldest first, for its owner and the operator. `id` names a session on pages: it
   * is not its secret, and opens nothing. `browser`: the one that signed in, null when it is not known. `isOwn`: whether its secret is
   * `secret`, that of the session that asks.
   */
  async sessions(accountId: string, nowMs: number, secret?: string) {
    const rows = await db
      .selectFrom('session')
      .innerJoin('account', 'account.id', 'session.account_id')
      .select(['session.id', 'session.created_at as createdAtMs', 'expires_at as expiresAtMs', 'browser'])
      .select('sha256')
      .where('account_id', '=', accountId)
      .where('expires_at', '>', nowMs)
      .whereRef('session.generation', '=', 'account.generation')
      .orderBy('session.created_at')
      .orderBy('session.id')
      .execute()
    const own = secret === undefined ? null : tokenDigest(secret)
    return rows.map(({ sha256, ...session }) => ({ ...session, isOwn: sha256 === own }))
  },
  /**
   * Ends one session of an account, by its id. False when the account has no such session, whether or not another account has it: then the
   * audit has a line about the try.
   */
  endSessionOf: (accountId: string, id: string, nowMs: number, browser?: Browser): Promise<boolean> =>
    db.transaction().execute(async (write) => {
      const isEnded = (await erase(write, 'session', { account_id: accountId, id })) > 0
      const action = isEnded ? 'session.end' : 'refused.session'
      await note(write, { action, accountId, browser, nowMs })
      return isEnded
    }),
  /** Ends all sessions of an account except the one with this secret, and tells it by mail. Links stay. Returns how many ended. */
  endOtherSessions: (accountId: string, secret: string, nowMs: number, browser?: Browser): Promise<number> =>
    db.transaction().execute(async (write) => {
      const deleted = await write
        .deleteFrom('session')
        .where('account_id', '=', accountId)
        .where('sha256', '!=', tokenDigest(secret))
        .executeTakeFirst()
      const ended = Number(deleted.numDeletedRows)
      if (ended === 0) return ended
      const mail = { kind: 'other-sessions-ended' as const }
      await note(write, { action: 'session.end-others', accountId, detail: { ended }, browser, nowMs, mail })
      return ended
    }),
  /** Ends all sessions of an account, with all its links, pending changes and known devices, and tells it by mail. */
  endSessions: (accountId: string, nowMs: number, browser?: Browser): Promise<void> =>
    db.transaction().execute(async (write) => {
      if (!(await renew(write, accountId, {}))) return
      const mail = { kind: 'sessions-ended' as const }
      await note(write, { action: 'session.end-all', accountId, browser, nowMs, mail })
    }),
  /** The account of an address and the stored form of its password; null when none was set. */
  async passwordOf(email: string): Promise<{ account: Account; password: string | null } | null> {
    // The same query whether or not an account exists: the time must not show it.
    const row = await rowOf(db, 'account', { email: normalEmail(email), deleted_at: null })
    return row === undefined ? null : { account: accountOf(row), password: row.password }
  },
  /** For the operator. Sets the stored form of a password, made by `passwords.ts`. Otherwise as `changePassword`. False: no such account. */
  setPassword: (accountId: string, password: string, nowMs: number): Promise<boolean> =>
    db.transaction().execute((write) => setPassword(write, accountId, password, { nowMs })),
  /**
   * Sets the stored form of a password for the account's owner, by a code where there is a second factor, and tells the account by mail. All
   * sessions, links, pending changes and known devices end; `session` takes their place. `overtaken`: the account was changed since it was
   * read, or is frozen.
   */
  changePassword: (
    account: Account,
    { password, session, ...proof }: DoneByCode & { readonly password: string },
  ): Promise<'changed' | Undone> =>
    db.transaction().execute(async (write) => {
      const check = await allows(write, account, proof, engine)
      if (check !== 'right' && check !== 'none') return check
      if (!(await setPassword(write, account.id, password, proof))) return 'overtaken'
      await addSession(write, account.id, session, proof)
      return 'changed'
    }),
})

async function setPassword(write: Write, accountId: string, password: string, { nowMs, browser }: Done) {
  if (!(await renew(write, accountId, { password }))) return false
  const mail = { kind: 'password-changed' as const }
  await note(write, { action: 'account.set-password', accountId, browser, nowMs, mail })
  return true
}
