// A change of password, address or second factor ends an account's sessions, known devices, pending changes and links, but no link of a freeze.
import { erase, type Write } from './database.ts'
import { enqueue, withdrawAsked } from './mails.ts'
import type { Row } from './schema.ts'

/** Conditions for a change: the account still has this generation, and it is not frozen at this instant. */
interface Condition {
  readonly generation?: number
  readonly notFrozenAtMs?: number
}

/** Purpose of the links with which an old address stops a change. They survive every change, for a week. */
export const FREEZE = 'freeze'

/**
 * Begins the next generation of an account and sets other columns of it, in the transaction of the change. False, with nothing done, when
 * there is no such account or the condition does not hold any more.
 */
export async function renew(
  write: Write,
  accountId: string,
  set: Partial<Pick<Row<'account'>, 'email' | 'password' | 'verified' | 'frozen_until'>>,
  { generation, notFrozenAtMs }: Condition = {},
): Promise<boolean> {
  let query = write
    .updateTable('account')
    .set((column) => ({ ...set, generation: column('generation', '+', 1) }))
    .where((is) => is.and({ id: accountId, deleted_at: null }))
  if (generation !== undefined) query = query.where('generation', '=', generation)
  if (notFrozenAtMs !== undefined) {
    query = query.where((or) =>
      or.or([or('frozen_until', 'is', null), or('frozen_until', '<=', notFrozenAtMs)]),
    )
  }
  const changed = await query.executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await erase(write, 'session', { account_id: accountId })
  await erase(write, 'device', { account_id: accountId })
  await write.deleteFrom('link').where('account_id', '=', accountId).where('purpose', '!=', FREEZE).execute()
  await withdrawPending(write, accountId)
  return true
}

/**
 * Returns an account's row. Null when the account was changed since it was read, is frozen at this instant, or is gone. `locks`: no other
 * transaction changes the row until this one ends.
 */
export async function unchanged(
  write: Write,
  { id, generation }: Pick<Row<'account'>, 'id' | 'generation'>,
  nowMs: number,
  locks = false,
): Promise<Row<'account'> | null> {
  const query = write
    .selectFrom('account')
    .selectAll()
    .where((is) => is.and({ id, generation, deleted_at: null }))
  const row = await (locks ? query.forUpdate() : query).executeTakeFirst()
  return row === undefined || (row.frozen_until ?? 0) > nowMs ? null : row
}

/** Withdraws a change of address that was asked for and not confirmed. */
export async function withdrawPending(write: Write, accountId: string): Promise<void> {
  await erase(write, 'link', { account_id: accountId, purpose: 'change-email' })
  await withdrawAsked(write, accountId)
}

/** Tells the account's address about a change of it. The mail's link asks for the current password, so its stored form is queued too. */
export const tellOldAddress = (
  write: Write,
  kind: 'email-change-asked' | 'email-changed',
  { id, email, password }: Pick<Row<'account'>, 'id' | 'email' | 'password'>,
  nowMs: number,
): Promise<boolean> => enqueue(write, { kind, accountId: id, recipient: email, detail: { password }, nowMs })
