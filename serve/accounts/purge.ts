// Removes the remaining data of deleted accounts (usage and audit lines) when the operator asks for it.
import { sql } from 'kysely'
import type { OpenedEngine, Write } from './database.ts'
import { appendOnly } from './migrations.ts'

/** Accounts in one transaction. Few, so that others do not wait long for its locks. */
const AT_ONCE = 100
/** Tables that name an account, children before parents. */
const TABLES = [
  'audit',
  'usage_day',
  'usage',
  'mail',
  'link',
  'session',
  'device',
  'factor',
  'recovery_code',
  'token',
] as const

/** Forgets accounts that were deleted before an instant, with all their data. Returns how many. */
export async function purgeDeleted({ db, kind }: OpenedEngine, beforeMs: number): Promise<number> {
  let purged = 0
  for (;;) {
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where('deleted_at', '<', beforeMs)
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return purged
    const ids = rows.map(({ id }) => id)
    await db.transaction().execute(async (write) => {
      await withoutGuard(write, kind, async () => {
        for (const table of TABLES) await write.deleteFrom(table).where('account_id', 'in', ids).execute()
      })
      await write.deleteFrom('account').where('id', 'in', ids).execute()
    })
    purged += ids.length
  }
}

/** The audit forbids removal; this is the one exception. Other transactions never see it: the guard is back when this one ends. */
async function withoutGuard(
  write: Write,
  engine: OpenedEngine['kind'],
  work: () => Promise<void>,
): Promise<void> {
  await sql
    .raw(engine === 'sqlite' ? 'drop trigger audit_no_delete' : 'drop trigger audit_no_change on audit')
    .execute(write)
  await work()
  for (const statement of appendOnly(engine, 'audit')) await sql.raw(statement).execute(write)
}
