// Usage as rows: requests of each account in each month, added in numbered batches by every server process.
import { type RawBuilder, sql } from 'kysely'
import type { DayUsage, MonthUsage, UsageStore } from '#serve/access/monthly.ts'
import type { Database, OpenedEngine, Write } from './database.ts'
import type { Row } from './tables.ts'

export interface UsageRecords extends UsageStore {
  /** Of one account, newest month first. */
  usageByMonth(accountId: string): Promise<MonthUsage[]>
  /** Counted requests of an account's tokens from a day (`2026-11-01`) on, oldest first. */
  usageByDay(accountId: string, fromDay: string): Promise<Omit<DayUsage, 'accountId' | 'lastMs'>[]>
}

/** Rows of one statement, so that none keeps the process for long. */
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

/**
 * Rows as one bound value, so that a statement has the same text however many there are: each is `listed.value`, an array of JSON of
 * which `->>` takes an item.
 */
const listed = (
  engine: OpenedEngine['kind'],
  rows: readonly (readonly (string | number)[])[],
): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)}) as listed`
    : sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as listed(value)`

/** Adds what tokens did on their days, and notes when they were last used. */
async function addDays(write: Write, engine: OpenedEngine['kind'], days: readonly DayUsage[]): Promise<void> {
  const rows = new Map<string, [accountId: string, day: string, tokenId: string, requests: number]>()
  const usedAt = new Map<number, [tokenId: string][]>()
  for (const { accountId, tokenId, day, requests, lastMs } of days) {
    const key = `${day} ${tokenId}`
    const row = rows.get(key)
    if (row === undefined) rows.set(key, [accountId, day, tokenId, requests])
    else row[3] += requests
    const minute = Math.floor(lastMs / MINUTE_MS) * MINUTE_MS
    const used = usedAt.get(minute)
    if (used === undefined) usedAt.set(minute, [[tokenId]])
    else used.push([tokenId])
  }
  await sql`
    insert into usage_day (account_id, day, token_id, requests)
    select listed.value ->> 0, listed.value ->> 1, listed.value ->> 2, cast(listed.value ->> 3 as bigint)
    from ${listed(engine, [...rows.values()])}
    where exists (select 1 from account where id = listed.value ->> 0)
    order by 1, 2, 3
    on conflict (account_id, day, token_id) do update set requests = usage_day.requests + excluded.requests`.execute(
    write,
  )
  for (const [minute, tokens] of usedAt) {
    // One write in a minute for a token, however often it is used.
    await sql`
      update token set used_at = ${minute}
      where id in (select listed.value ->> 0 from ${listed(engine, tokens)}) and (used_at is null or used_at < ${minute})`.execute(
      write,
    )
  }
}

/** Adds some rows, and returns the new totals of those whose account there is. */
async function add(
  write: Write,
  engine: OpenedEngine['kind'],
  rows: readonly MonthUsage[],
): Promise<MonthUsage[]> {
  if (rows.length === 0) return []
  const values = rows.map(({ accountId, month, requests }) => [accountId, month, requests])
  // A store that was put back from a copy may lack an account that was just counted. The others' requests count all the same. In
  // order of account: two servers that write the same accounts must not wait for each other in a circle.
  const written = await sql<Row<'usage'>>`
    insert into usage (account_id, month, requests)
    select listed.value ->> 0, listed.value ->> 1, cast(listed.value ->> 2 as bigint)
    from ${listed(engine, values)}
    where exists (select 1 from account where id = listed.value ->> 0)
    order by 1, 2
    on conflict (account_id, month) do update set requests = usage.requests + excluded.requests
    returning account_id, month, requests`.execute(write)
  return written.rows.map(usageOf)
}

export const usageIn = (db: Database, engine: OpenedEngine['kind']): UsageRecords => ({
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
        totals.push(
          ...(await add(write, engine, isNew ? chunk : chunk.map((row) => ({ ...row, requests: 0 })))),
        )
      }
      const added = isNew ? days : []
      for (let from = 0; from < added.length; from += CHUNK) {
        await addDays(write, engine, added.slice(from, from + CHUNK))
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
