// The audit: one line for every change to an account or token, written in the change's transaction; `purge.ts` alone removes lines.
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
}

/** Adds one line, in the transaction of its change. `detail` never contains a secret or an address. */
export async function note(
  write: Write,
  entry: Omit<AuditEntry, 'browser'> & { readonly browser?: Browser },
): Promise<void> {
  await write
    .insertInto('audit')
    .values({
      at: entry.atMs,
      action: entry.action,
      account_id: entry.accountId,
      token_id: entry.tokenId,
      detail: JSON.stringify(entry.detail),
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
