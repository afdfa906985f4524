// Usage as rows: requests of each account in each month, added in numbered batches by every server process.
import type { DayUsage, MonthUsage, UsageStore } from '#serve/access/monthly.ts'
import type { Database, Write } from './database.ts'
import type { Row } from './tables.ts'

export interface UsageRecords extends UsageStore {
  /** Of one account, newest month first. */
  usageByMonth(accountId: string): Promise<MonthUsage[]>
  /** Counted requests of an account's tokens from a day (`2026-11-01`) on, oldest first. */
  usageByDay(accountId: string, fromDay: string): Promise<Omit<DayUsage, 'accountId' | 'lastMs'>[]>
}

/** Rows of one statement: well below what either engine allows as bound values. */
const CHUNK = 1000
/** A process that has not written usage for so long has ended, or has given up its last batch. */
const WRITER_FORGOTTEN_MS = 7 * 86_400_000

const usageOf = (row: Row<'usage'>): MonthUsage => ({
  accountId: row.account_id,
  month: row.month,
  requests: row.requests,
})

/** Days of tokens are remembered so long. */
const DAYS_KEPT_MS = 400 * 86_400_000
const MINUTE_MS = 60_000

/** Adds what tokens did on their days, and notes when they were last used. */
async function addDays(write: Write, days: readonly DayUsage[]): Promise<void> {
  const ids = days.map((row) => row.accountId)
  const known = await write.selectFrom('account').select('id').where('id', 'in', ids).execute()
  const knownIds = new Set(known.map((row) => row.id))
  const rows = new Map<string, Row<'usage_day'>>()
  const usedAt = new Map<number, string[]>()
  for (const { accountId, tokenId, day, requests, lastMs } of days) {
    if (!knownIds.has(accountId)) continue
    const key = `${day} ${tokenId}`
    const sum = requests + (rows.get(key)?.requests ?? 0)
    rows.set(key, { account_id: accountId, day, token_id: tokenId, requests: sum })
    const minute = Math.floor(lastMs / MINUTE_MS) * MINUTE_MS
    usedAt.set(minute, [...(usedAt.get(minute) ?? []), tokenId])
  }
  if (rows.size === 0) return
  await write
    .insertInto('usage_day')
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'token_id']).doUpdateSet((row) => ({
        requests: row('usage_day.requests', '+', row.ref('excluded.requests')),
      })),
    )
    .execute()
  for (const [minute, tokens] of usedAt) {
    // One write in a minute for a token, however often it is used.
    await write
      .updateTable('token')
      .set({ used_at: minute })
      .where('id', 'in', tokens)
      .where((or) => or.or([or('used_at', 'is', null), or('used_at', '<', minute)]))
      .execute()
  }
}

/** Adds some rows, and returns the new totals of those whose account there is. */
async function add(write: Write, rows: readonly MonthUsage[]): Promise<MonthUsage[]> {
  // A store that was put back from a copy may lack an account that was just counted. The others' requests count all the same.
  const ids = rows.map((row) => row.accountId)
  const known = await write.selectFrom('account').select('id').where('id', 'in', ids).execute()
  const knownIds = new Set(known.map((row) => row.id))
  const values = rows
    .filter((row) => knownIds.has(row.accountId))
    .map(({ accountId, month, requests }) => ({ account_id: accountId, month, requests }))
  if (values.length === 0) return []
  const written = await write
    .insertInto('usage')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'month']).doUpdateSet((row) => ({
        requests: row('usage.requests', '+', row.ref('excluded.requests')),
      })),
    )
    .returningAll()
    .execute()
  return written.map(usageOf)
}

export const usageIn = (db: Database): UsageRecords => ({
  async usage(accountId, month) {
    const row = await db
      .selectFrom('usage')
      .select('requests')
      .where('account_id', '=', accountId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row?.requests ?? 0
  },
  addUsage: ({ writer, sequence, rows, days = [] }, nowMs) =>
    db.transaction().execute(async (write) => {
      const numbered = await write
        .insertInto('usage_writer')
        .values({ writer, sequence, written_at: nowMs })
        .onConflict((conflict) =>
          conflict
            .column('writer')
            .doUpdateSet({ sequence, written_at: nowMs })
            .where('usage_writer.sequence', '<', sequence),
        )
        .executeTakeFirst()
      const isNew = numbered.numInsertedOrUpdatedRows !== 0n
      const totals: MonthUsage[] = []
      for (let from = 0; from < rows.length; from += CHUNK) {
        const chunk = rows.slice(from, from + CHUNK)
        totals.push(...(await add(write, isNew ? chunk : chunk.map((row) => ({ ...row, requests: 0 })))))
      }
      const added = isNew ? days : []
      for (let from = 0; from < added.length; from += CHUNK) {
        await addDays(write, added.slice(from, from + CHUNK))
      }
      return totals
    }),
  async usageByMonth(accountId) {
    const rows = await db
      .selectFrom('usage')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('month', 'desc')
      .execute()
    return rows.map(usageOf)
  },
  async usageByDay(accountId, fromDay) {
    const rows = await db
      .selectFrom('usage_day')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('day', '>=', fromDay)
      .orderBy('day')
      .orderBy('token_id')
      .execute()
    return rows.map(({ day, token_id: tokenId, requests }) => ({ day, tokenId, requests }))
  },
})

/** Forgets days of tokens that are long past. */
export async function pruneDays(db: Database, nowMs: number): Promise<void> {
  const before = new Date(nowMs - DAYS_KEPT_MS).toISOString().slice(0, 10)
  await db.deleteFrom('usage_day').where('day', '<', before).execute()
}

/** Forgets the batches of processes that are long gone. */
export async function pruneWriters(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('usage_writer')
    .where('written_at', '<', nowMs - WRITER_FORGOTTEN_MS)
    .execute()
}
