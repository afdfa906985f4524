// Generations of an account: a change of its password or address ends every session, link, pending change and known device of before.
import type { Write } from './database.ts'
import { enqueue } from './mails.ts'
import type { ByteSource } from './secrets.ts'
import type { Row } from './tables.ts'

/** What a change of generation sets besides. */
interface Renewal {
  readonly email?: string
  readonly password?: string
  readonly verified?: 1
  /** Null: nothing is held any more. */
  readonly frozen_until?: number | null
}

/** Which account may be renewed: of the generation that the caller has seen, and not while it is frozen at an instant. */
interface Condition {
  readonly generation?: number
  readonly notFrozenAtMs?: number
}

/** Purpose of the links by which the address of before stops a change. They outlive every change, for a week. */
export const FREEZE = 'freeze'

/**
 * Begins the next generation of an account, in the transaction of the change that makes it. False, and nothing is done, where there
 * is no such account or the condition does not hold (any more).
 */
export async function renew(
  write: Write,
  accountId: string,
  set: Renewal,
  { generation, notFrozenAtMs }: Condition = {},
): Promise<boolean> {
  let query = write
    .updateTable('account')
    .set((column) => ({ ...set, generation: column('generation', '+', 1) }))
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
  if (generation !== undefined) query = query.where('generation', '=', generation)
  if (notFrozenAtMs !== undefined) {
    query = query.where((or) =>
      or.or([or('frozen_until', 'is', null), or('frozen_until', '<=', notFrozenAtMs)]),
    )
  }
  const changed = await query.executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return false
  await write.deleteFrom('session').where('account_id', '=', accountId).execute()
  await write.deleteFrom('device').where('account_id', '=', accountId).execute()
  await write.deleteFrom('link').where('account_id', '=', accountId).where('purpose', '!=', FREEZE).execute()
  await withdrawPending(write, accountId)
  return true
}

/** Withdraws a change of address that was asked for and not confirmed. */
export async function withdrawPending(write: Write, accountId: string): Promise<void> {
  await write
    .deleteFrom('link')
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'change-email')
    .execute()
  await write
    .deleteFrom('mail')
    .where('account_id', '=', accountId)
    .where('sent_at', 'is', null)
    .where('kind', '=', 'change-email')
    .execute()
}

/** Tells the address of an account of a change of it, with what its link will ask for: what is kept of the password of now. */
export const tellOldAddress = (
  write: Write,
  kind: 'email-change-asked' | 'email-changed',
  { id, email, password }: Pick<Row<'account'>, 'id' | 'email' | 'password'>,
  nowMs: number,
  bytes?: ByteSource,
): Promise<boolean> =>
  enqueue(write, { kind, accountId: id, recipient: email, detail: { password }, nowMs }, bytes)
