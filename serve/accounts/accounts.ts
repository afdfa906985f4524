// Accounts as rows: made, found, changed and deleted, each change with its line of the audit.
import { note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { normalEmail } from './email.ts'
import { renew, tellOldAddress, withdrawPending } from './generation.ts'
import { enqueue, forgetAsked } from './mails.ts'
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
  /** How often password or address were changed, or all sessions were ended: what was made before the last time counts no more. */
  readonly generation: number
  /** Until when address, password and new keys stay as they are; null, or past, where nothing holds them. */
  readonly frozenUntilMs: number | null
}

/** Whether address, password and new keys of an account stay as they are at an instant. */
export const isFrozen = ({ frozenUntilMs }: Pick<Account, 'frozenUntilMs'>, nowMs: number): boolean =>
  frozenUntilMs !== null && frozenUntilMs > nowMs

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
  /** By id or e-mail address. A deleted account is found by neither. */
  findAccount(idOrEmail: string): Promise<Account | null>
  /** In order of creation, without the deleted ones. */
  accounts(): Promise<Account[]>
  setVerified(accountId: string, nowMs: number): Promise<Account | null>
  setPlan(accountId: string, plan: string, nowMs: number): Promise<Account | null>
  setDisabled(accountId: string, disabled: boolean, nowMs: number): Promise<Account | null>
  /** Freezes address, password and new keys until an instant, and ends all sessions; or lifts that, with null. The operator's. */
  setFrozen(accountId: string, untilMs: number | null, nowMs: number): Promise<Account | null>
  /** Gives an account another address, verified; the old one is told. The operator's. `taken`: another account has it. */
  setEmail(accountId: string, email: string, nowMs: number): Promise<Account | null | 'taken'>
  /**
   * Asks for another address, which counts once the link of a mail to it is used; the old one is told at once and can stop it. What was
   * asked for before is withdrawn. False where the account was changed since it was read, or is frozen.
   */
  askForEmail(account: Account, email: string, nowMs: number): Promise<boolean>
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
  generation: row.generation,
  frozenUntilMs: row.frozen_until,
})

/** A change of one column of an account, as the audit tells it. */
interface AccountChange {
  readonly set: { verified: 0 | 1 } | { plan: string } | { disabled: 0 | 1 } | { frozen_until: null }
  readonly action: string
  readonly detail: Readonly<Record<string, unknown>>
}

/** Changes an account in a transaction, unless it has that value already. */
async function changeAccount(
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
        generation: 0,
        frozen_until: null,
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
    async setFrozen(accountId, untilMs, nowMs) {
      await db.transaction().execute(async (write) => {
        if (untilMs === null) {
          const lifted = { set: { frozen_until: null }, action: 'account.unfreeze', detail: {} } as const
          return changeAccount(write, accountId, lifted, nowMs)
        }
        if (!(await renew(write, accountId, { frozen_until: untilMs }))) return
        const [action, detail] = ['account.freeze', { untilMs }]
        await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail })
        await enqueue(write, { kind: 'frozen', accountId, detail, nowMs }, bytes)
      })
      return findAccount(accountId)
    },
    async setEmail(accountId, email, nowMs) {
      const address = normalEmail(email)
      const isDone = await db.transaction().execute(async (write) => {
        const old = await write
          .selectFrom('account')
          .select(['id', 'email', 'password'])
          .where('id', '=', accountId)
          .executeTakeFirst()
        const holder = await write
          .selectFrom('account')
          .select('id')
          .where('email', '=', address)
          .executeTakeFirst()
        if (old === undefined || old.email === address) return true
        if (holder !== undefined) return false
        if (!(await renew(write, accountId, { email: address, verified: 1 }))) return true
        await note(write, {
          atMs: nowMs,
          action: 'account.change-email',
          accountId,
          tokenId: null,
          detail: {},
        })
        await tellOldAddress(write, 'email-changed', old, nowMs, bytes)
        return true
      })
      return isDone ? findAccount(accountId) : 'taken'
    },
    askForEmail: ({ id, generation }, email, nowMs) =>
      db.transaction().execute(async (write) => {
        const row = await write
          .selectFrom('account')
          .selectAll()
          .where('id', '=', id)
          .where('generation', '=', generation)
          .executeTakeFirst()
        if (row === undefined || isFrozen(accountOf(row), nowMs)) return false
        await withdrawPending(write, id)
        const wanted = { kind: 'change-email', accountId: id, recipient: normalEmail(email) }
        await enqueue(write, { ...wanted, detail: {}, nowMs }, bytes)
        await tellOldAddress(write, 'email-change-asked', row, nowMs, bytes)
        const action = 'account.ask-change-email'
        await note(write, { atMs: nowMs, action, accountId: id, tokenId: null, detail: {} })
        return true
      }),
    async deleteAccount(accountId, nowMs) {
      const found = await findAccount(accountId)
      if (found === null) return null
      return db.transaction().execute(async (write) => {
        const deleted = await write
          .updateTable('account')
          .set((column) => ({
            email: accountId,
            disabled: 1,
            deleted_at: nowMs,
            password: null,
            frozen_until: null,
            generation: column('generation', '+', 1),
          }))
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
        // What people call their keys may name them.
        await write.updateTable('token').set({ name: '' }).where('account_id', '=', accountId).execute()
        for (const table of ['mail', 'link', 'session', 'device'] as const) {
          await write.deleteFrom(table).where('account_id', '=', accountId).execute()
        }
        await forgetAsked(write, found.email)
        await note(write, { atMs: nowMs, action: 'account.delete', accountId, tokenId: null, detail: {} })
        await enqueue(
          write,
          { kind: 'account-deleted', accountId, recipient: found.email, detail: {}, nowMs },
          bytes,
        )
        return found
      })
    },
  }
}
