// Mails as rows: queued once for each thing there is to tell, taken by whichever server comes first, forgotten in the end.
import type { Database, Write } from './database.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

/** A mail that waits to be sent. */
export interface QueuedMail {
  readonly id: string
  /** Which text it is; one that this version does not know is none. */
  readonly kind: string
  readonly accountId: string
  /** What `mail-texts.ts` needs besides the account. */
  readonly detail: unknown
  /** This one included. */
  readonly tries: number
}

/** A mail that there is to send. */
export interface WantedMail {
  /** What it is about; random for what is told each time. */
  readonly key?: string
  readonly kind: string
  readonly accountId: string
  readonly detail: unknown
  readonly everyMs?: number
  readonly nowMs: number
}

export interface Mails {
  /**
   * Queues a mail, unless one with its key was queued in the `everyMs` before: then false. Without `everyMs` one with its key is
   * queued once.
   */
  queueMail(wanted: WantedMail): Promise<boolean>
  /** Takes a mail that is due, for one try; until `againAtMs` no other server takes it. Null where none is due. */
  takeMail(nowMs: number, againAtMs: number): Promise<QueuedMail | null>
  /** How many wait, those included that are tried again later; not those that were given up. */
  mailsWaiting(nowMs: number): Promise<number>
  mailSent(id: string, nowMs: number): Promise<void>
  /** Of one account, oldest first. */
  mails(accountId: string): Promise<{ kind: string; queuedAtMs: number; sentAtMs: number | null }[]>
  /** The try failed; the mail is due again at `againAtMs`. */
  mailFailed(id: string, againAtMs: number): Promise<void>
}

/** Mails older than this are no longer worth sending. */
const UNSENT_MS = 3 * 86_400_000
/** Longer than any month that a mail's key may name: until then it says that the thing was told. */
const TOLD_MS = 62 * 86_400_000

/** Queues a mail as `queueMail` does, in the transaction of what it tells of where it is given one. */
export async function enqueue(
  write: Write | Database,
  { key, kind, accountId, detail, everyMs, nowMs }: WantedMail,
  bytes?: ByteSource,
): Promise<boolean> {
  const id = `mail_${randomBase62(16, bytes)}`
  const row = {
    id,
    key: key ?? id,
    kind,
    account_id: accountId,
    detail: JSON.stringify(detail),
    created_at: nowMs,
    next_try_at: nowMs,
    tries: 0,
    sent_at: null,
  }
  const queued = await write
    .insertInto('mail')
    .values(row)
    .onConflict((conflict) => {
      const sameKey = conflict.column('key')
      if (everyMs === undefined) return sameKey.doNothing()
      // One from the future is of a clock that was set back since.
      return sameKey
        .doUpdateSet(row)
        .where((where) =>
          where.or([where('mail.created_at', '<=', nowMs - everyMs), where('mail.created_at', '>', nowMs)]),
        )
    })
    .executeTakeFirst()
  return queued.numInsertedOrUpdatedRows !== 0n
}

export const mailsIn = (db: Database, bytes?: ByteSource): Mails => ({
  queueMail: (wanted) => enqueue(db, wanted, bytes),
  async takeMail(nowMs, againAtMs) {
    // The conditions stand outside too: PostgreSQL asks them again of a row that another server has just taken.
    const row = await db
      .updateTable('mail')
      .set((set) => ({ next_try_at: againAtMs, tries: set('tries', '+', 1) }))
      .where('id', '=', (from) =>
        from
          .selectFrom('mail')
          .select('id')
          .where('sent_at', 'is', null)
          .where('next_try_at', '<=', nowMs)
          .where('created_at', '>', nowMs - UNSENT_MS)
          .orderBy('next_try_at')
          .limit(1),
      )
      .where('sent_at', 'is', null)
      .where('next_try_at', '<=', nowMs)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) return null
    return {
      id: row.id,
      kind: row.kind,
      accountId: row.account_id,
      detail: JSON.parse(row.detail),
      tries: row.tries,
    }
  },
  async mailsWaiting(nowMs) {
    const { count } = await db
      .selectFrom('mail')
      .select((from) => from.fn.countAll().as('count'))
      .where('sent_at', 'is', null)
      .where('created_at', '>', nowMs - UNSENT_MS)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
  async mailSent(id, nowMs) {
    // What it said may name an address that nothing else remembers any more.
    await db.updateTable('mail').set({ sent_at: nowMs, detail: '{}' }).where('id', '=', id).execute()
  },
  async mails(accountId) {
    const rows = await db
      .selectFrom('mail')
      .select(['kind', 'created_at', 'sent_at'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute()
    return rows.map((row) => ({ kind: row.kind, queuedAtMs: row.created_at, sentAtMs: row.sent_at }))
  },
  async mailFailed(id, againAtMs) {
    await db.updateTable('mail').set({ next_try_at: againAtMs }).where('id', '=', id).execute()
  },
})

/** Forgets mails that were sent or given up long ago. */
export async function pruneMails(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('created_at', '<', nowMs - TOLD_MS)
    .execute()
}
