// The audit: one line for every change to an account or token, in its transaction; limits lines about refusals. Only `purge.ts` removes lines.
import { sql } from 'kysely'
import { addRow, type Database, rowsOf, type Write } from './database.ts'
import { enqueue, type MailKind, type WantedMail } from './mails.ts'
import type { Row } from './schema.ts'

/** One line of the audit. */
export type AuditEntry = Readonly<ReturnType<typeof entryOf>>

/** A short family of browsers, such as `Firefox on Linux`. Null or undefined: it is not known. */
export type Browser = string | null | undefined

/** When and in which browser something was done. */
export interface Done {
  readonly nowMs: number
  readonly browser?: Browser
}

/** The kind of refusal: a key that the account does not have, a form without the token of its session, or codes beyond their limit, unread. */
const REFUSED = ['refused.key', 'refused.form', 'refused.code-limit'] as const
type RefusedAction = (typeof REFUSED)[number]

const MOST_REFUSED = 20
const REFUSED_WITHIN_MS = 3_600_000

interface Noted extends Done, Pick<AuditEntry, 'action' | 'accountId'> {
  readonly tokenId?: string
  readonly detail?: unknown
  /** The mail that tells the account of it, with the detail of the line unless it has its own. */
  readonly mail?: (Pick<WantedMail, 'recipient' | 'detail'> & { readonly kind: MailKind<'none'> }) | undefined
}

/** Adds one line, in the transaction of its change, and queues the mail about it. `detail` never contains a secret or an address. */
export async function note(
  write: Write,
  { nowMs, action, accountId, tokenId, detail, browser, mail }: Noted,
): Promise<void> {
  await addRow(write, 'audit', {
    at: nowMs,
    action,
    account_id: accountId,
    token_id: tokenId ?? null,
    detail: JSON.stringify(detail ?? {}),
    browser: browser ?? null,
  })
  if (mail !== undefined) await enqueue(write, { detail, ...mail, accountId, nowMs })
}

/** The audit of a store: its lines, and those about what was refused. */
export function auditIn(db: Database) {
  return {
    /** The lines of one account, oldest first. */
    async audit(accountId: string): Promise<AuditEntry[]> {
      return (await rowsOf(db, 'audit', { account_id: accountId }, 'id')).map(entryOf)
    },
    /** The newest lines of one account first: at most `most`, after the first `skip`. */
    async latest(accountId: string, most: number, skip = 0): Promise<AuditEntry[]> {
      const lines = db.selectFrom('audit').selectAll().where('account_id', '=', accountId)
      return (await lines.orderBy('id', 'desc').limit(most).offset(skip).execute()).map(entryOf)
    },
    /**
     * Adds a line about something that was refused to a visitor of the account. At most 20 such lines in an hour for each account, so that no
     * visitor can fill the store.
     */
    async noteRefused(
      accountId: string,
      action: RefusedAction,
      nowMs: number,
      browser: Browser,
    ): Promise<void> {
      await sql`
        insert into audit (at, action, account_id, detail, browser)
        select cast(${nowMs} as bigint), cast(${action} as text), cast(${accountId} as text), '{}', cast(${browser ?? null} as text)
        where (select count(*) from audit
          where account_id = ${accountId} and action in (${sql.join(REFUSED)}) and at > ${nowMs - REFUSED_WITHIN_MS})
          < ${MOST_REFUSED}`.execute(db)
    },
  }
}

const entryOf = (row: Row<'audit'>) => ({
  atMs: row.at,
  action: row.action,
  accountId: row.account_id,
  tokenId: row.token_id,
  detail: JSON.parse(row.detail) as unknown,
  /** The browser in which it was done. Null: it is not known, or there was none. */
  browser: row.browser,
})
