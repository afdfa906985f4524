// What is kept of deleted accounts, until the operator says that it is to go: usage and the lines of the audit.
import { sql } from 'kysely'
import type { OpenedEngine, Write } from './database.ts'
import { appendOnly } from './migrations.ts'

/** Accounts of one transaction, so that nobody waits long for its locks. */
const AT_ONCE = 100
/** What names an account, children before parents. */
const TABLES = ['audit', 'usage_day', 'usage', 'mail', 'link', 'session', 'device', 'token'] as const

/** Forgets accounts that were deleted before an instant, with all that is kept of them. Returns how many. */
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

/** The audit takes no removal; this is the one exception, seen by nobody else: the guard is back when the transaction ends. */
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
