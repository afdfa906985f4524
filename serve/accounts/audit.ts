// The audit: one line for every change to an account or token, written in the change's transaction; `purge.ts` alone removes lines.
import { sql } from 'kysely'
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
  /**
   * Adds a line about something that was refused to a visitor of the account. At most 20 of them in an hour for each account, so that no
   * visitor can fill the store.
   */
  noteRefused(accountId: string, action: RefusedAction, nowMs: number): Promise<void>
}

/** What was refused: a key that the account does not have, or a form without the token of its session. */
export type RefusedAction = 'refused.key' | 'refused.form'

const MOST_REFUSED = 20
const REFUSED_WITHIN_MS = 3_600_000

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
  async noteRefused(accountId, action, nowMs) {
    await sql`
      insert into audit (at, action, account_id, detail)
      select cast(${nowMs} as bigint), cast(${action} as text), cast(${accountId} as text), '{}'
      where (select count(*) from audit
        where account_id = ${accountId} and action like 'refused.%' and at > ${nowMs - REFUSED_WITHIN_MS}) < ${MOST_REFUSED}`.execute(
      db,
    )
  },
})
