// Mails as rows: each kind with its limit, taken by the first free server, given up after three days.
import { sql } from 'kysely'
import { tokenDigest } from '#open/access/token.ts'
import { addRow, type Database, erase, type OpenedEngine, type Write } from './database.ts'
import { normalEmail } from './email.ts'
import { randomBase62 } from './secrets.ts'
import type { Row } from './schema.ts'

/**
 * Every kind of mail, with its limit. `recipient`: somebody else can cause it, so an address gets one of the kind in five minutes; what is
 * asked for meanwhile waits, and is one mail then. `once`: one for each key. `none`: about the security of an account, each time and at once.
 */
export const MAIL_KINDS = {
  'sign-up': 'recipient',
  verification: 'recipient',
  reset: 'recipient',
  'change-email': 'recipient',
  quota: 'once',
  'email-change-asked': 'none',
  'email-changed': 'none',
  'taken-back': 'none',
  frozen: 'none',
  'account-deleted': 'none',
  'password-changed': 'none',
  'key-created': 'none',
  'key-rolled': 'none',
  'key-revoked': 'none',
  'sessions-ended': 'none',
  'other-sessions-ended': 'none',
  'factor-added': 'none',
  'factor-removed': 'none',
  'factor-reset': 'none',
  'recovery-code-used': 'none',
  'recovery-codes-made': 'none',
} as const satisfies Record<string, 'recipient' | 'once' | 'none'>

/** The kinds of mail that have a limit. */
export type MailKind<Limit = 'recipient' | 'once' | 'none'> = {
  [Kind in keyof typeof MAIL_KINDS]: (typeof MAIL_KINDS)[Kind] extends Limit ? Kind : never
}[keyof typeof MAIL_KINDS]

/** A mail to be queued, of a kind without a limit of its recipient. */
export type WantedMail = {
  readonly accountId: string
  /** Default: the account's address now. A later change of the account does not change where the mail goes. */
  readonly recipient?: string
  /** Default: no values. */
  readonly detail?: unknown
  readonly nowMs: number
} & (
  | { readonly kind: MailKind<'none'>; readonly key?: never }
  /** `key` identifies the message. */
  | { readonly kind: MailKind<'once'>; readonly key: string }
)

/** Mails that anyone may ask for at any address. */
const ASKED_KINDS = ['sign-up', 'verification', 'reset'] as const satisfies MailKind<'recipient'>[]
export type AskedKind = (typeof ASKED_KINDS)[number]

/** `isOwn`: asked for in a browser that the account knows, so it goes at once, whatever others asked for. */
export interface AskedMail {
  readonly kind: AskedKind
  readonly email: string
  readonly isOwn?: boolean
}

/** An account that asks for a mail to another address, and its generation then. */
export interface Asker {
  readonly id: string
  readonly generation: number
  readonly atMs: number
}

/**
 * A mail that waits to be sent. `kind`: which text it has; one that this version does not know has none. `accountId`: null for a mail that
 * anyone may ask for: whether an account exists is checked when it is sent. `recipient`: the address for which it was queued, even if the
 * account's address has changed since. `generation`: that of the account then. `detail`: the other values that `mail-texts.ts` needs.
 * `queuedAtMs`: when what it reports happened. `tries`: their number, including this one.
 */
export type QueuedMail = Readonly<NonNullable<Awaited<ReturnType<ReturnType<typeof mailsIn>['takeMail']>>>>

/** Least time between two mails of one kind to one address, when somebody else can cause them. */
const EVERY_MS = 300_000

/** Mails older than this are no longer worth sending. */
export const UNSENT_MS = 3 * 86_400_000
/** The key of a mail with a limit of its recipient. It contains only a digest of the address. */
const limitedKey = (kind: MailKind<'recipient'>, email: string): string =>
  `${kind} ${tokenDigest(normalEmail(email))}`

const newId = (): string => `mail_${randomBase62(16)}`

/**
 * Queues a mail, in the transaction of the event that it reports when there is one. False when one with its key was queued before.
 */
export async function enqueue(
  db: Database,
  { key, kind, accountId, recipient, detail = {}, nowMs }: WantedMail,
): Promise<boolean> {
  const id = newId()
  const of = <T>(column: 'email' | 'generation') =>
    sql<T>`(select ${sql.ref(column)} from account where id = ${accountId})`
  const queued = await db
    .insertInto('mail')
    .values({
      ...unsent(nowMs),
      id,
      key: key ?? id,
      kind,
      account_id: accountId,
      recipient: recipient ?? of<string>('email'),
      generation: sql<number>`coalesce(${of('generation')}, 0)`,
      detail: JSON.stringify(detail),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return queued.numInsertedOrUpdatedRows !== 0n
}

/** Reads mails that no other transaction changes until this one ends: SQLite has no lock of a row but a change of it. */
const locked = (write: Write) => write.updateTable('mail').set((mail) => ({ key: mail.ref('key') }))

const unsent = (nowMs: number) => ({ created_at: nowMs, next_try_at: nowMs, tries: 0, sent_at: null })

interface LimitedMail {
  readonly kind: MailKind<'recipient'>
  readonly email: string
  /** The account that the mail is about. Absent: that is found out when it is sent. */
  readonly asker?: Asker
}

/**
 * Queues a mail with a limit of its recipient. One that waits already is also for this asker. After one that was sent, it waits for the rest
 * of the time between two.
 */
export async function enqueueLimited(write: Write, mail: LimitedMail, nowMs: number): Promise<void> {
  const { kind, email, asker } = mail
  const key = limitedKey(kind, email)
  const last = await locked(write).where('key', '=', key).returningAll().executeTakeFirst()
  const askers =
    last === undefined ? [] : askersIn(JSON.parse(last.detail)).filter(({ id }) => id !== asker?.id)
  const detail = JSON.stringify(asker === undefined ? {} : { askers: [...askers, asker] })
  const isWaiting = last?.sent_at === null
  if (isWaiting && last.tries === 0 && last.created_at > nowMs - UNSENT_MS) {
    await write.updateTable('mail').set({ detail }).where('key', '=', key).execute()
    return
  }
  const row: Row<'mail'> = {
    ...unsent(nowMs),
    // A server that sends the earlier mail just now knows it by its own id, and does not mark this one as sent.
    id: newId(),
    key,
    kind,
    account_id: null,
    recipient: normalEmail(email),
    generation: 0,
    detail,
  }
  if (last === undefined) {
    const made = await write
      .insertInto('mail')
      .values(row)
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    // Another server has queued the first one at the same moment.
    if (made.numInsertedOrUpdatedRows === 0n) await enqueueLimited(write, mail, nowMs)
    return
  }
  const readyAt = last.sent_at === null ? last.next_try_at : last.sent_at + EVERY_MS
  // Never longer, also after a clock was set back or the mail server was away.
  const waited = { next_try_at: Math.min(Math.max(readyAt, nowMs), nowMs + EVERY_MS) }
  await write
    .updateTable('mail')
    .set({ ...row, ...waited })
    .where('key', '=', key)
    .execute()
}

/** The accounts that asked for a mail, by its stored detail. */
export const askersIn = (detail: unknown): readonly Asker[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `enqueueLimited` writes it
  (detail as { readonly askers?: readonly Asker[] }).askers ?? []

/** Withdraws an account's requests for mails to another address. Other accounts that asked for the same mail keep theirs. */
export async function withdrawAsked(write: Write, accountId: string): Promise<void> {
  const waiting = await locked(write)
    .where('sent_at', 'is', null)
    .where('kind', '=', 'change-email')
    .where('detail', 'like', `%"${accountId}"%`)
    .returning(['id', 'detail', 'next_try_at'])
    .execute()
  for (const { id, detail, next_try_at } of waiting) {
    const askers = askersIn(JSON.parse(detail)).filter((asker) => asker.id !== accountId)
    // Without any it is over; the time of the mail before it still counts.
    const over = { sent_at: next_try_at - EVERY_MS, recipient: null, detail: '{}' }
    await write
      .updateTable('mail')
      .set(askers.length === 0 ? over : { detail: JSON.stringify({ askers }) })
      .where('id', '=', id)
      .execute()
  }
  // Earlier versions queued them for one account.
  await erase(write, 'mail', { account_id: accountId, sent_at: null, kind: 'change-email' })
}

/** Forgets the mails that were asked for at an address, in the transaction that forgets the address. */
export async function forgetAsked(write: Write, email: string): Promise<void> {
  for (const kind of ASKED_KINDS) {
    await erase(write, 'mail', { key: limitedKey(kind, email) })
    await erase(write, 'mail', { kind, recipient: normalEmail(email) })
  }
}

/** The mails of a store that wait or were sent. */
export const mailsIn = ({ db, forget }: OpenedEngine) => ({
  /** Queues a mail, as `enqueue` does. */
  queueMail: (wanted: WantedMail): Promise<boolean> => enqueue(db, wanted),
  /** Queues mails that someone asked for, all or none. Known and unknown addresses need the same work. */
  queueAsked: (asked: readonly AskedMail[], nowMs: number): Promise<void> =>
    db.transaction().execute(async (write) => {
      for (const { kind, email, isOwn = false } of asked) {
        if (!isOwn) {
          await enqueueLimited(write, { kind, email }, nowMs)
          continue
        }
        const id = newId()
        const about = { account_id: null, recipient: normalEmail(email), generation: 0, detail: '{}' }
        await addRow(write, 'mail', { ...unsent(nowMs), id, key: id, kind, ...about })
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
