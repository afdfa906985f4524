// Creates, finds, changes and deletes accounts as rows; each change also writes its line of the audit.
import { type Browser, type Done, note } from './audit.ts'
import { type Database, erase, type OpenedEngine, rowOf, rowsOf, type Write } from './database.ts'
import { normalEmail } from './email.ts'
import { renew, tellOldAddress, unchanged, withdrawPending } from './generation.ts'
import { enqueueLimited, forgetAsked } from './mails.ts'
import { randomBase62 } from './secrets.ts'
import { flag, type Row } from './schema.ts'

export type Account = Readonly<ReturnType<typeof accountOf>>

/** Whether an account is frozen at an instant: its address, password and new keys cannot change then. */
export const isFrozen = ({ frozenUntilMs }: Pick<Account, 'frozenUntilMs'>, nowMs: number): boolean =>
  frozenUntilMs !== null && frozenUntilMs > nowMs

interface NewAccount extends Done {
  readonly email: string
  readonly plan: string
  readonly verified: boolean
  /** The stored form of a chosen password, made by `passwords.ts`. Absent: none was chosen. */
  readonly password?: string
}

/** Makes an account from its row. */
export const accountOf = (row: Row<'account'>) => ({
  id: row.id,
  /** In lower case. */
  email: row.email,
  verified: row.verified === 1,
  plan: row.plan,
  disabled: row.disabled === 1,
  createdAtMs: row.created_at,
  /**
   * Number of changes of the password, the address or the second factor, and of times when all sessions were ended. Sessions, links and
   * devices from an earlier generation are no longer valid.
   */
  generation: row.generation,
  /** Until this instant the address, the password and new keys cannot change. Null, or in the past: they can. */
  frozenUntilMs: row.frozen_until,
})

/** The account with an id, also a deleted one. Throws when there is none. */
export async function accountIn(db: Database, id: string): Promise<Account> {
  const row = await rowOf(db, 'account', { id })
  if (row === undefined) throw new Error(`${id}: found no account`)
  return accountOf(row)
}

/** A change of one column of an account, with the fields of its audit line. */
interface AccountChange {
  readonly set: { verified: 0 | 1 } | { plan: string } | { disabled: 0 | 1 } | { frozen_until: null }
  readonly action: string
  readonly detail?: unknown
}

/** Creates an account, with its line of the audit. Null when the address has one already. */
export async function insertAccount(
  write: Write,
  { email, plan, verified, password, nowMs, browser }: NewAccount,
): Promise<Account | null> {
  const row: Row<'account'> = {
    id: `acc_${randomBase62(12)}`,
    email: normalEmail(email),
    verified: flag(verified),
    plan,
    disabled: 0,
    created_at: nowMs,
    deleted_at: null,
    password: password ?? null,
    generation: 0,
    frozen_until: null,
  }
  const made = await write
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows === 0n) return null
  const detail = { plan, verified }
  await note(write, { action: 'account.create', accountId: row.id, detail, browser, nowMs })
  return accountOf(row)
}

/** Empties an account's row and deletes what belongs to it: `deleteAccount` of a store. False: there is no such account any more. */
async function deleteIn(write: Write, { id: accountId, email }: Account, nowMs: number): Promise<boolean> {
  const emptied = await write
    .updateTable('account')
    .set((column) => ({
      email: accountId,
      disabled: 1,
      deleted_at: nowMs,
      password: null,
      frozen_until: null,
      generation: column('generation', '+', 1),
    }))
    .where((is) => is.and({ id: accountId, deleted_at: null }))
    .executeTakeFirst()
  if (emptied.numUpdatedRows === 0n) return false
  // The names of keys may name their owner.
  await write
    .updateTable('token')
    .set((column) => ({
      name: '',
      last_four: null,
      revoked_at: column.fn.coalesce('revoked_at', column.val(nowMs)),
    }))
    .where('account_id', '=', accountId)
    .execute()
  for (const table of ['mail', 'link', 'session', 'device', 'factor', 'recovery_code'] as const) {
    await erase(write, table, { account_id: accountId })
  }
  await withdrawPending(write, accountId)
  await forgetAsked(write, email)
  const mail = { kind: 'account-deleted' as const, recipient: email }
  await note(write, { action: 'account.delete', accountId, nowMs, mail })
  return true
}

/** Each change returns the account after it, or null when there is none. When nothing changes, no line goes into the audit. */
export function accountsIn(engine: OpenedEngine) {
  const { db } = engine
  /** Finds an account by id or e-mail address. Deleted accounts are not found. */
  async function findAccount(idOrEmail: string): Promise<Account | null> {
    const row = await db
      .selectFrom('account')
      .selectAll()
      .where((is) => is.or({ id: idOrEmail, email: normalEmail(idOrEmail) }))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : accountOf(row)
  }
  /** Changes an account in a transaction, unless it has that value already. */
  async function change(accountId: string, { set, ...line }: AccountChange, nowMs: number) {
    await db.transaction().execute(async (write) => {
      const changed = await write
        .updateTable('account')
        .set(set)
        .where((is) => is.and({ id: accountId, deleted_at: null }))
        .where((is) => is.not(is.and(set)))
        .executeTakeFirst()
      if (changed.numUpdatedRows !== 0n) await note(write, { ...line, accountId, nowMs })
    })
    return findAccount(accountId)
  }

  return {
    /** Creates an account. Null when the e-mail address already has one. */
    createAccount: (account: NewAccount): Promise<Account | null> =>
      db.transaction().execute((write) => insertAccount(write, account)),
    findAccount,
    /** In order of creation, without the deleted ones. */
    async accounts(): Promise<Account[]> {
      return (await rowsOf(db, 'account', { deleted_at: null }, 'created_at', 'id')).map(accountOf)
    },
    setVerified: (accountId: string, nowMs: number): Promise<Account | null> =>
      change(accountId, { set: { verified: 1 }, action: 'account.verify' }, nowMs),
    setPlan: (accountId: string, plan: string, nowMs: number): Promise<Account | null> =>
      change(accountId, { set: { plan }, action: 'account.set-plan', detail: { plan } }, nowMs),
    setDisabled(accountId: string, disabled: boolean, nowMs: number): Promise<Account | null> {
      const action = disabled ? 'account.disable' : 'account.enable'
      return change(accountId, { set: { disabled: flag(disabled) }, action }, nowMs)
    },
    /** For the operator. Freezes the address, password and new keys until an instant and ends all sessions. Null lifts the freeze. */
    async setFrozen(accountId: string, untilMs: number | null, nowMs: number): Promise<Account | null> {
      if (untilMs === null) {
        return change(accountId, { set: { frozen_until: null }, action: 'account.unfreeze' }, nowMs)
      }
      await db.transaction().execute(async (write) => {
        if (!(await renew(write, accountId, { frozen_until: untilMs }))) return
        const mail = { kind: 'frozen' as const }
        await note(write, { action: 'account.freeze', accountId, detail: { untilMs }, nowMs, mail })
      })
      return findAccount(accountId)
    },
    /** For the operator. Gives an account another address, as verified, and tells the old one by mail. `taken`: another account has it. */
    async setEmail(accountId: string, email: string, nowMs: number): Promise<Account | null | 'taken'> {
      const address = normalEmail(email)
      const isDone = await db.transaction().execute(async (write) => {
        const old = await rowOf(write, 'account', { id: accountId })
        if (old === undefined || old.email === address) return true
        if ((await rowOf(write, 'account', { email: address })) !== undefined) return false
        if (!(await renew(write, accountId, { email: address, verified: 1 }))) return true
        await note(write, { action: 'account.change-email', accountId, nowMs })
        await tellOldAddress(write, 'email-changed', old, nowMs)
        return true
      })
      return isDone ? findAccount(accountId) : 'taken'
    },
    /**
     * Asks for another address. It becomes the account's when someone uses the link in the mail to it. The old address is told at once and
     * can stop the change. An earlier request is withdrawn. False when the account was changed since it was read, or is frozen.
     */
    askForEmail: (account: Account, email: string, nowMs: number, browser?: Browser): Promise<boolean> =>
      db.transaction().execute(async (write) => {
        const accountId = account.id
        const row = await unchanged(write, account, nowMs)
        if (row === null) return false
        await withdrawPending(write, accountId)
        const asker = { id: accountId, generation: row.generation, atMs: nowMs }
        await enqueueLimited(write, { kind: 'change-email', email, asker }, nowMs)
        await tellOldAddress(write, 'email-change-asked', row, nowMs)
        await note(write, { action: 'account.ask-change-email', accountId, browser, nowMs })
        return true
      }),
    /**
     * Deletes an account for good. Its address gets a mail, is then forgotten and free again. Its tokens are revoked. Its password, second
     * factor, sessions, mails and links are deleted, with the remains of their rows. Usage and audit stay, under its id. Returns the account
     * before the deletion; null when there is none.
     */
    async deleteAccount(accountId: string, nowMs: number): Promise<Account | null> {
      const found = await findAccount(accountId)
      if (found === null) return null
      const isDeleted = await db.transaction().execute((write) => deleteIn(write, found, nowMs))
      if (!isDeleted) return null
      await engine.forget()
      return found
    },
  }
}
