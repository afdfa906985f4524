// Accounts as rows: made, found, changed and deleted, each change with its line of the audit.
import { note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { normalEmail } from './email.ts'
import { enqueue } from './mails.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'
import { flag, type Row } from './tables.ts'

export interface Account {
  readonly id: string
  /** In lower case. */
  readonly email: string
  readonly verified: boolean
  readonly plan: string
  readonly disabled: boolean
  readonly createdAtMs: number
}

/** Each change returns the account as it is then, or null where there is none; no change, no line in the audit. */
export interface Accounts {
  /** Null where the e-mail address already has an account. */
  createAccount(wanted: {
    email: string
    plan: string
    verified: boolean
    /** As `passwords.ts` made it of the password, where one was chosen. */
    password?: string
    nowMs: number
  }): Promise<Account | null>
  /**
   * Somebody wants an account for an address: it is made, and a mail verifies it. Where there is one already its owner is told by
   * mail instead; both take the same questions and writes.
   */
  signUp(wanted: { email: string; plan: string; password: string; nowMs: number }): Promise<void>
  /** By id or e-mail address. A deleted account is found by neither. */
  findAccount(idOrEmail: string): Promise<Account | null>
  /** In order of creation, without the deleted ones. */
  accounts(): Promise<Account[]>
  setVerified(accountId: string, nowMs: number): Promise<Account | null>
  setPlan(accountId: string, plan: string, nowMs: number): Promise<Account | null>
  setDisabled(accountId: string, disabled: boolean, nowMs: number): Promise<Account | null>
  /**
   * Deletes an account for good: its address is told by mail, forgotten and free again, its tokens are revoked, its password,
   * sessions, mails and links are gone. Usage and audit stay, under its id. Returns it as it was; null where there is none.
   */
  deleteAccount(accountId: string, nowMs: number): Promise<Account | null>
}

/** An account of its row. */
export const accountOf = (row: Row<'account'>): Account => ({
  id: row.id,
  email: row.email,
  verified: row.verified === 1,
  plan: row.plan,
  disabled: row.disabled === 1,
  createdAtMs: row.created_at,
})

/** The mails of a sign-up, sent at most so often to one account. */
const VERIFICATION = { kind: 'verification', everyMs: 300_000 } as const
const ALREADY = { kind: 'sign-up-again', everyMs: 300_000 } as const

/** A change of one column of an account, as the audit tells it. */
export interface AccountChange {
  readonly set: { verified: 0 | 1 } | { plan: string } | { disabled: 0 | 1 }
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Changes an account in a transaction, unless it has that value already. */
export async function changeAccount(
  write: Write,
  accountId: string,
  { set, action, detail }: AccountChange,
  nowMs: number,
): Promise<void> {
  const changed = await write
    .updateTable('account')
    .set(set)
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where((where) => where.not(where.and(set)))
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail })
}

export function accountsIn(db: Database, bytes?: ByteSource): Accounts {
  const findAccount = async (idOrEmail: string): Promise<Account | null> => {
    const row = await db
      .selectFrom('account')
      .selectAll()
      .where((or) => or.or([or('id', '=', idOrEmail), or('email', '=', normalEmail(idOrEmail))]))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row === undefined ? null : accountOf(row)
  }
  async function change(accountId: string, wanted: AccountChange, nowMs: number): Promise<Account | null> {
    await db.transaction().execute((write) => changeAccount(write, accountId, wanted, nowMs))
    return findAccount(accountId)
  }

  return {
    async createAccount({ email, plan, verified, password = null, nowMs }) {
      const row: Row<'account'> = {
        id: `acc_${randomBase62(12, bytes)}`,
        email: normalEmail(email),
        verified: flag(verified),
        plan,
        disabled: 0,
        created_at: nowMs,
        deleted_at: null,
        password,
      }
      return db.transaction().execute(async (write) => {
        const made = await write
          .insertInto('account')
          .values(row)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        if (made.numInsertedOrUpdatedRows === 0n) return null
        const detail = { plan, verified }
        await note(write, { atMs: nowMs, action: 'account.create', accountId: row.id, tokenId: null, detail })
        return accountOf(row)
      })
    },
    signUp: ({ email, plan, password, nowMs }) =>
      db.transaction().execute(async (write) => {
        const id = `acc_${randomBase62(12, bytes)}`
        const address = normalEmail(email)
        const values = { id, email: address, plan, password, created_at: nowMs, deleted_at: null }
        const made = await write
          .insertInto('account')
          .values({ ...values, verified: 0, disabled: 0 })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        const isNew = made.numInsertedOrUpdatedRows !== 0n
        const account = await write
          .selectFrom('account')
          .select(['id', 'verified', 'disabled'])
          .where('email', '=', address)
          .executeTakeFirstOrThrow()
        const accountId = account.id
        const action = isNew ? 'account.create' : 'account.sign-up-again'
        const detail = isNew ? { plan, verified: false } : {}
        await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail })
        const told = account.verified === 1 || account.disabled === 1 ? ALREADY : VERIFICATION
        await enqueue(
          write,
          { ...told, key: `${told.kind} ${accountId}`, accountId, detail: {}, nowMs },
          bytes,
        )
      }),
    findAccount,
    async accounts() {
      const rows = await db
        .selectFrom('account')
        .selectAll()
        .where('deleted_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return rows.map(accountOf)
    },
    setVerified: (accountId, nowMs) =>
      change(accountId, { set: { verified: 1 }, action: 'account.verify', detail: {} }, nowMs),
    setPlan: (accountId, plan, nowMs) =>
      change(accountId, { set: { plan }, action: 'account.set-plan', detail: { plan } }, nowMs),
    setDisabled(accountId, disabled, nowMs) {
      const action = disabled ? 'account.disable' : 'account.enable'
      return change(accountId, { set: { disabled: flag(disabled) }, action, detail: {} }, nowMs)
    },
    async deleteAccount(accountId, nowMs) {
      const found = await findAccount(accountId)
      if (found === null) return null
      return db.transaction().execute(async (write) => {
        const deleted = await write
          .updateTable('account')
          .set({ email: accountId, disabled: 1, deleted_at: nowMs, password: null })
          .where('id', '=', accountId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (deleted.numUpdatedRows === 0n) return null
        await write
          .updateTable('token')
          .set({ revoked_at: nowMs })
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .execute()
        for (const table of ['mail', 'link', 'session'] as const) {
          await write.deleteFrom(table).where('account_id', '=', accountId).execute()
        }
        await note(write, { atMs: nowMs, action: 'account.delete', accountId, tokenId: null, detail: {} })
        await enqueue(
          write,
          { kind: 'account-deleted', accountId, detail: { to: found.email }, nowMs },
          bytes,
        )
        return found
      })
    },
  }
}
