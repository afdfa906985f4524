// Forgets data, and says how long each kind is stored: what is old, every hour; and the remaining data of deleted accounts (usage and audit
// lines) when the operator asks for it.
import { sql } from 'kysely'
import { DAY_MS } from '#core/time/civil.ts'
import { monthAt } from '#open/access/month.ts'
import type { OpenedEngine } from './database.ts'
import { FREEZE } from './generation.ts'
import { UNSENT_MS } from './mails.ts'
import { appendOnly } from './migrations.ts'
import { TABLES } from './schema.ts'

/** Longer than any month in a mail's key. Until then the row shows that the message was sent. */
const TOLD_MS = 62 * DAY_MS
/** A mail that was asked for at an address without an account is forgotten after a day. */
const ASKED_MS = DAY_MS
/** For so long an expired link is answered with "expired". After that it is "unknown". */
const EXPIRED_KNOWN_MS = 30 * DAY_MS
/** A process that has not written usage for so long has ended, or has given up its last batch. */
const WRITER_FORGOTTEN_MS = 7 * DAY_MS
/** Days of tokens are stored at least this long, and then to the end of their month. So a month's days are all there, or none is. */
const DAYS_KEPT_MS = 400 * DAY_MS
/** A device that was not used for so long is forgotten. */
const DEVICE_FORGOTTEN_MS = 400 * DAY_MS

/** Accounts in one transaction. Few, so that others do not wait long for its locks. */
const AT_ONCE = 100

/** Rows that a store forgets, with the remains of the rows in its files. */
export function purgeIn(engine: OpenedEngine) {
  const { db, kind } = engine
  return {
    /** Forgets old data: mails, links, sessions, devices, days of tokens and numbers of batches. */
    async prune(nowMs: number): Promise<void> {
      const forgotten = [
        db.deleteFrom('mail').where((is) =>
          is.or([
            is('created_at', '<', nowMs - TOLD_MS),
            is.and([
              is('account_id', 'is', null),
              is.or([
                is.and([is('sent_at', 'is not', null), is('created_at', '<', nowMs - ASKED_MS)]),
                // The mail was given up, so its address is no longer needed.
                is('created_at', '<', nowMs - UNSENT_MS),
              ]),
            ]),
          ]),
        ),
        // Links that contain the stored form of a password are forgotten as soon as they expire.
        db
          .deleteFrom('link')
          .where((is) =>
            is.or([
              is('expires_at', '<', nowMs - EXPIRED_KNOWN_MS),
              is.and([is('expires_at', '<', nowMs), is('purpose', '=', FREEZE)]),
            ]),
          ),
        db.deleteFrom('session').where('expires_at', '<', nowMs),
        db.deleteFrom('usage_writer').where('written_at', '<', nowMs - WRITER_FORGOTTEN_MS),
        db.deleteFrom('usage_day').where('day', '<', `${monthAt(nowMs - DAYS_KEPT_MS).id}-01`),
        db.deleteFrom('device').where('used_at', '<', nowMs - DEVICE_FORGOTTEN_MS),
      ]
      for (const old of forgotten) await old.execute()
      await engine.forget()
    },
    /** Forgets accounts that were deleted before an instant, with all their data. Returns how many. */
    async purgeDeleted(beforeMs: number): Promise<number> {
      let purged = 0
      for (;;) {
        const rows = await db
          .selectFrom('account')
          .select('id')
          .where('deleted_at', '<', beforeMs)
          .limit(AT_ONCE)
          .execute()
        if (rows.length === 0) break
        const ids = rows.map(({ id }) => id)
        await db.transaction().execute(async (write) => {
          // The audit forbids removal; this is the one exception. Other transactions never see it: the guard is back when this one ends.
          const guard = kind === 'sqlite' ? 'audit_no_delete' : 'audit_no_change on audit'
          await sql.raw(`drop trigger ${guard}`).execute(write)
          for (const [table, columns] of Object.entries(TABLES)) {
            if (!('account_id' in columns)) continue
            await sql`delete from ${sql.table(table)} where account_id in (${sql.join(ids)})`.execute(write)
          }
          for (const statement of appendOnly(kind, 'audit')) await sql.raw(statement).execute(write)
          await write.deleteFrom('account').where('id', 'in', ids).execute()
        })
        purged += ids.length
      }
      if (purged > 0) await engine.forget()
      return purged
    },
  }
}
