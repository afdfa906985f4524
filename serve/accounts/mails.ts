// Mails as rows: queued once for each message, taken by the first free server, forgotten in the end.
import { type RawBuilder, sql } from 'kysely'
import { tokenDigest } from '#serve/access/token.ts'
import type { Database, Write } from './database.ts'
import { normalEmail } from './email.ts'
import { randomBase62 } from './secrets.ts'

/** A mail that waits to be sent. */
export interface QueuedMail {
  readonly id: string
  /** Which text the mail has. A kind that this version does not know has none. */
  readonly kind: string
  /** Null for a mail that anyone may ask for. Whether an account exists is checked when it is sent. */
  readonly accountId: string | null
  /** The address for which the mail was queued, even if the account's address has changed since. */
  readonly recipient: string
  /** The account's generation when the mail was queued. */
  readonly generation: number
  /** The other values that `mail-texts.ts` needs. */
  readonly detail: unknown
  /** When it was queued, which is when what it reports happened. */
  readonly queuedAtMs: number
  /** Number of tries, including this one. */
  readonly tries: number
}

/** A mail to be queued. */
export interface WantedMail {
  /** Identifies the message. Random for a message that is sent each time. */
  readonly key?: string
  readonly kind: string
  readonly accountId: string
  /** Default: the account's address now. A later change of the account does not change where the mail goes. */
  readonly recipient?: string
  /** Default: no values. */
  readonly detail?: unknown
  readonly everyMs?: number
  readonly nowMs: number
}

/** Mails that anyone may ask for at any address. */
export const ASKED_KINDS = ['sign-up', 'verification', 'reset'] as const
export type AskedKind = (typeof ASKED_KINDS)[number]

export interface AskedMail {
  readonly kind: AskedKind
  readonly email: string
}

/** Least time between two mails of one kind to one address, when anyone can ask for them. */
const ASKED_EVERY_MS = 300_000

export interface Mails {
  /**
   * Queues a mail. False when one with its key was queued within the last `everyMs`. Without `everyMs`, a mail with its key is queued only
   * once.
   */
  queueMail(wanted: WantedMail): Promise<boolean>
  /**
   * Queues mails that someone asked for, all or none. Known and unknown addresses need the same work. An address gets one mail of a kind in
   * five minutes.
   */
  queueAsked(asked: readonly AskedMail[], nowMs: number): Promise<void>
  /** Takes a mail that is ready to be sent, for one try. No other server takes it until `againAtMs`. Null when none is ready. */
  takeMail(nowMs: number, againAtMs: number): Promise<QueuedMail | null>
  /** Number of mails that wait, including those that will be tried again, but not those that were given up. */
  mailsWaiting(nowMs: number): Promise<number>
  /**
   * Marks a mail as sent, or as one with nothing to say, and forgets its address. `accountId`: the account it was about, when only sending
   * found that out.
   */
  mailSent(id: string, nowMs: number, accountId?: string): Promise<void>
  /** Whether a mail belongs to an account that was deleted. */
  isOfDeleted(id: string): Promise<boolean>
  /** The mails of one account, oldest first. */
  mails(accountId: string): Promise<{ kind: string; queuedAtMs: number; sentAtMs: number | null }[]>
  /** Marks a failed try. The mail is tried again at `againAtMs`. */
  mailFailed(id: string, againAtMs: number): Promise<void>
}

/** Mails older than this are no longer worth sending. */
const UNSENT_MS = 3 * 86_400_000
/** Longer than any month in a mail's key. Until then the row shows that the message was sent. */
const TOLD_MS = 62 * 86_400_000
/** A mail that was asked for at an address without an account is forgotten after a day. */
const ASKED_MS = 86_400_000

/** The key of a mail that was asked for. It contains only a digest of the address. */
const askedKey = (kind: AskedKind, email: string): string => `${kind} ${tokenDigest(normalEmail(email))}`

/** Queues a mail as `queueMail` does, in the transaction of the event that it reports when one is given. */
export function enqueue(
  write: Write | Database,
  { accountId, recipient, ...wanted }: WantedMail,
): Promise<boolean> {
  const own = sql<string>`(select email from account where id = ${accountId})`
  const generation = sql<number>`coalesce((select generation from account where id = ${accountId}), 0)`
  const to = recipient === undefined ? own : sql<string>`cast(${recipient} as text)`
  return insert(write, wanted, { account_id: accountId, recipient: to, generation })
}

/** For whom a mail is: its columns, which may be read from the account. */
interface Addressee {
  readonly account_id: string | null
  readonly recipient: RawBuilder<string>
  readonly generation: RawBuilder<number>
}

async function insert(
  write: Write | Database,
  { key, kind, detail = {}, everyMs, nowMs }: Omit<WantedMail, 'accountId' | 'recipient'>,
  addressee: Addressee,
): Promise<boolean> {
  const id = `mail_${randomBase62(16)}`
  const row = {
    id,
    key: key ?? id,
    kind,
    ...addressee,
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
      // A time in the future comes from a clock that was set back since.
      return sameKey
        .doUpdateSet(row)
        .where((where) =>
          where.or([where('mail.created_at', '<=', nowMs - everyMs), where('mail.created_at', '>', nowMs)]),
        )
    })
    .executeTakeFirst()
  return queued.numInsertedOrUpdatedRows !== 0n
}

/** Forgets the mails that were asked for at an address, in the transaction that forgets the address. */
export async function forgetAsked(write: Write, email: string): Promise<void> {
  await write
    .deleteFrom('mail')
    .where(
      'key',
      'in',
      ASKED_KINDS.map((kind) => askedKey(kind, email)),
    )
    .execute()
}

export const mailsIn = (db: Database): Mails => ({
  queueMail: (wanted) => enqueue(db, wanted),
  queueAsked: (asked, nowMs) =>
    db.transaction().execute(async (write) => {
      for (const { kind, email } of asked) {
        const recipient = sql<string>`cast(${normalEmail(email)} as text)`
        const wanted = { key: askedKey(kind, email), kind, everyMs: ASKED_EVERY_MS, nowMs }
        await insert(write, wanted, { account_id: null, recipient, generation: sql<number>`0` })
      }
    }),
  async takeMail(nowMs, againAtMs) {
    // The conditions are repeated outside the inner query: PostgreSQL checks them again for a row that another server has just taken.
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
          // Mails for sign-ups come last, however many there are: people who have an account go first.
          .orderBy((order) => order('kind', '=', 'sign-up'))
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
      recipient: row.recipient ?? '',
      generation: row.generation,
      detail: JSON.parse(row.detail),
      queuedAtMs: row.created_at,
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
  async mailSent(id, nowMs, accountId) {
    // The detail may contain an address that is stored nowhere else any more.
    const set = { sent_at: nowMs, detail: '{}', recipient: null }
    await db
      .updateTable('mail')
      .set(accountId === undefined ? set : { ...set, account_id: accountId })
      .where('id', '=', id)
      .execute()
  },
  async isOfDeleted(id) {
    const row = await db
      .selectFrom('mail')
      .innerJoin('account', 'account.id', 'mail.account_id')
      .select('mail.id')
      .where('mail.id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  },
  mails: (accountId) =>
    db
      .selectFrom('mail')
      .select(['kind', 'created_at as queuedAtMs', 'sent_at as sentAtMs'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
  async mailFailed(id, againAtMs) {
    await db.updateTable('mail').set({ next_try_at: againAtMs }).where('id', '=', id).execute()
  },
})

/** Forgets mails that were sent or given up long ago. */
export async function pruneMails(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where((where) =>
      where.or([
        where('created_at', '<', nowMs - TOLD_MS),
        where.and([
          where('account_id', 'is', null),
          where('sent_at', 'is not', null),
          where('created_at', '<', nowMs - ASKED_MS),
        ]),
        // The mail was given up, so its address is no longer needed.
        where.and([where('account_id', 'is', null), where('created_at', '<', nowMs - UNSENT_MS)]),
      ]),
    )
    .execute()
}
