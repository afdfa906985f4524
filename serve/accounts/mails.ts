// Mails as rows: queued once for each message (for a stranger once in five minutes), taken by the first free server, given up after three days.
import { sql } from 'kysely'
import { tokenDigest } from '#serve/access/token.ts'
import { type Database, erase, type OpenedEngine, type Write } from './database.ts'
import { normalEmail } from './email.ts'
import { randomBase62 } from './secrets.ts'

/** A mail to be queued. */
export interface WantedMail {
  /** Identifies the message. Random for a message that is sent each time. */
  readonly key?: string
  readonly kind: string
  /** Null: of none that is known. It needs a recipient. */
  readonly accountId: string | null
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

/**
 * A mail that waits to be sent. `kind`: which text it has; one that this version does not know has none. `accountId`: null for a mail that
 * anyone may ask for: whether an account exists is checked when it is sent. `recipient`: the address for which it was queued, even if the
 * account's address has changed since. `generation`: that of the account then. `detail`: the other values that `mail-texts.ts` needs.
 * `queuedAtMs`: when what it reports happened. `tries`: their number, including this one.
 */
export type QueuedMail = Readonly<NonNullable<Awaited<ReturnType<ReturnType<typeof mailsIn>['takeMail']>>>>

/** Least time between two mails of one kind to one address, when anyone can ask for them. */
const ASKED_EVERY_MS = 300_000

/** Mails older than this are no longer worth sending. */
export const UNSENT_MS = 3 * 86_400_000
/** The key of a mail that was asked for. It contains only a digest of the address. */
const askedKey = (kind: AskedKind, email: string): string => `${kind} ${tokenDigest(normalEmail(email))}`

/**
 * Queues a mail, in the transaction of the event that it reports when there is one. False when one with its key was queued within the last
 * `everyMs`. Without `everyMs`, a mail with its key is queued only once.
 */
export async function enqueue(
  db: Database,
  { key, kind, accountId, recipient, detail = {}, everyMs, nowMs }: WantedMail,
): Promise<boolean> {
  const id = `mail_${randomBase62(16)}`
  const of = <T>(column: 'email' | 'generation') =>
    sql<T>`(select ${sql.ref(column)} from account where id = ${accountId})`
  const row = {
    id,
    key: key ?? id,
    kind,
    account_id: accountId,
    recipient: recipient ?? of<string>('email'),
    generation: accountId === null ? 0 : sql<number>`coalesce(${of('generation')}, 0)`,
    detail: JSON.stringify(detail),
    created_at: nowMs,
    next_try_at: nowMs,
    tries: 0,
    sent_at: null,
  }
  const queued = await db
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
  for (const kind of ASKED_KINDS) await erase(write, 'mail', { key: askedKey(kind, email) })
}

/** The mails of a store that wait or were sent. */
export const mailsIn = ({ db, forget }: OpenedEngine) => ({
  /** Queues a mail, as `enqueue` does. */
  queueMail: (wanted: WantedMail): Promise<boolean> => enqueue(db, wanted),
  /**
   * Queues mails that someone asked for, all or none. Known and unknown addresses need the same work. An address gets one mail of a kind in
   * five minutes.
   */
  queueAsked: (asked: readonly AskedMail[], nowMs: number): Promise<void> =>
    db.transaction().execute(async (write) => {
      for (const { kind, email } of asked) {
        const to = { accountId: null, recipient: normalEmail(email) }
        await enqueue(write, { key: askedKey(kind, email), kind, ...to, everyMs: ASKED_EVERY_MS, nowMs })
      }
    }),
  /** Takes a mail that is ready to be sent, for one try. No other server takes it until `againAtMs`. Null when none is ready. */
  async takeMail(nowMs: number, againAtMs: number) {
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
      .returning(['id', 'kind', 'account_id as accountId', 'recipient', 'generation', 'detail', 'tries'])
      .returning('created_at as queuedAtMs')
      .executeTakeFirst()
    if (row === undefined) return null
    return { ...row, recipient: row.recipient ?? '', detail: JSON.parse(row.detail) as unknown }
  },
  /** Number of mails that wait, including those that will be tried again, but not those that were given up. */
  async mailsWaiting(nowMs: number): Promise<number> {
    const { count } = await db
      .selectFrom('mail')
      .select((from) => from.fn.countAll().as('count'))
      .where('sent_at', 'is', null)
      .where('created_at', '>', nowMs - UNSENT_MS)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
  /**
   * Marks a mail as sent, or as one with nothing to say, and forgets its address. `accountId`: the account it was about, when only sending
   * found that out.
   */
  async mailSent(id: string, nowMs: number, accountId?: string): Promise<void> {
    // The detail may contain an address that is stored nowhere else any more.
    const set = { sent_at: nowMs, detail: '{}', recipient: null }
    await db
      .updateTable('mail')
      .set(accountId === undefined ? set : { ...set, account_id: accountId })
      .where('id', '=', id)
      .execute()
    const ofDeleted = await db
      .selectFrom('mail')
      .innerJoin('account', 'account.id', 'mail.account_id')
      .select('mail.id')
      .where('mail.id', '=', id)
      .where('deleted_at', 'is not', null)
      .executeTakeFirst()
    // This mail was the last row that named the deleted account's owner.
    if (ofDeleted !== undefined) await forget()
  },
  /** The mails of one account, oldest first. */
  mails: (accountId: string) =>
    db
      .selectFrom('mail')
      .select(['kind', 'created_at as queuedAtMs', 'sent_at as sentAtMs'])
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .execute(),
  /** Marks a failed try. The mail is tried again at `againAtMs`. */
  async mailFailed(id: string, againAtMs: number): Promise<void> {
    await db.updateTable('mail').set({ next_try_at: againAtMs }).where('id', '=', id).execute()
  },
})
