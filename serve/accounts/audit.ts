// The audit: one line for every change to an account or token, written in the change's transaction; `purge.ts` alone removes lines.
import type { Database, Write } from './database.ts'

/** One line of the audit. */
export interface AuditEntry {
  readonly atMs: number
  readonly action: string
  readonly accountId: string
  readonly tokenId: string | null
  readonly detail: unknown
}

export interface Audit {
  /** The lines of one account, oldest first. */
  audit(accountId: string): Promise<AuditEntry[]>
}

/** Adds one line, in the transaction of its change. `detail` never contains a secret or an address. */
export async function note(write: Write, entry: AuditEntry): Promise<void> {
  await write
    .insertInto('audit')
    .values({
      at: entry.atMs,
      action: entry.action,
      account_id: entry.accountId,
      token_id: entry.tokenId,
      detail: JSON.stringify(entry.detail),
    })
    .execute()
}

export const auditIn = (db: Database): Audit => ({
  async audit(accountId) {
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      atMs: row.at,
      action: row.action,
      accountId: row.account_id,
      tokenId: row.token_id,
      detail: JSON.parse(row.detail),
    }))
  },
})
