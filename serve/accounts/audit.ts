// The audit: one line for every change to an account or token, written in the change's transaction; only `purge.ts` removes lines.
import { sql } from 'kysely'
import type { Database, Write } from './database.ts'
import type { Row } from './tables.ts'

/** One line of the audit. */
export interface AuditEntry {
  readonly atMs: number
  readonly action: string
  readonly accountId: string
  readonly tokenId: string | null
  readonly detail: unknown
  /** The browser in which it was done. Null: it is not known, or there was none. */
  readonly browser: string | null
}

/** A short family of browsers, such as `Firefox on Linux`. Null or undefined: it is not known. */
export type Browser = string | null | undefined

export interface Audit {
  /** The lines of one account, oldest first. */
  audit(accountId: string): Promise<AuditEntry[]>
  /** The newest lines of one account first: at most `most`, after the first `skip`. */
  latest(accountId: string, most: number, skip?: number): Promise<AuditEntry[]>
  /**
   * Adds a line about something that was refused to a visitor of the account. At most 20 such lines in an hour for each account, so that no
   * visitor can fill the store.
   */
  noteRefused(accountId: string, action: RefusedAction, nowMs: number, browser: Browser): Promise<void>
}

/** What was refused: a key that the account does not have, a form without the token of its session, or codes beyond their limit, unread. */
const REFUSED = ['refused.key', 'refused.form', 'refused.code-limit'] as const
export type RefusedAction = (typeof REFUSED)[number]

const MOST_REFUSED = 20
const REFUSED_WITHIN_MS = 3_600_000

/** Adds one line, in the transaction of its change. `detail` never contains a secret or an address. */
export async function note(
  write: Write,
  entry: Pick<AuditEntry, 'action' | 'accountId'> & {
    readonly nowMs: number
    readonly tokenId?: string
    readonly detail?: unknown
    readonly browser?: Browser
  },
): Promise<void> {
  await write
    .insertInto('audit')
    .values({
      at: entry.nowMs,
      action: entry.action,
      account_id: entry.accountId,
      token_id: entry.tokenId ?? null,
      detail: JSON.stringify(entry.detail ?? {}),
      browser: entry.browser ?? null,
    })
    .execute()
}

export function auditIn(db: Database): Audit {
  const linesOf = (accountId: string) =>
    db.selectFrom('audit').selectAll().where('account_id', '=', accountId)
  return {
    async audit(accountId) {
      return (await linesOf(accountId).orderBy('id').execute()).map(entryOf)
    },
    async latest(accountId, most, skip = 0) {
      const rows = await linesOf(accountId).orderBy('id', 'desc').limit(most).offset(skip).execute()
      return rows.map(entryOf)
    },
    async noteRefused(accountId, action, nowMs, browser) {
      await sql`
        insert into audit (at, action, account_id, detail, browser)
        select cast(${nowMs} as bigint), cast(${action} as text), cast(${accountId} as text), '{}', cast(${browser ?? null} as text)
        where (select count(*) from audit
          where account_id = ${accountId} and action in (${sql.join(REFUSED)}) and at > ${nowMs - REFUSED_WITHIN_MS}) < ${MOST_REFUSED}`.execute(
        db,
      )
    },
  }
}

const entryOf = (row: Row<'audit'>): AuditEntry => ({
  atMs: row.at,
  action: row.action,
  accountId: row.account_id,
  tokenId: row.token_id,
  detail: JSON.parse(row.detail),
  browser: row.browser,
})
