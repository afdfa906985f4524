// Usage as rows: requests of each account in each month, added in numbered batches by every server process.
import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { isCounted } from '#open/access/month.ts'
import type { DayUsage, MonthUsage, UsageBatch } from '#serve/access/monthly.ts'
import { type Database, type OpenedEngine, rowOf, type Write } from './database.ts'

/** Answers to one token on one day in UTC. */
export interface DayAnswers extends Pick<DayUsage, 'day' | 'tokenId' | 'requests'> {
  /** Null: they counted for the month, at a time when statuses were not stored. */
  readonly status: number | null
}

/** Whether these answers counted for the month. */
export const countsForMonth = ({ status }: Pick<DayAnswers, 'status'>): boolean =>
  status === null || isCounted(status)

/** Rows of one statement. Few, so that no statement keeps the process busy for long. */
const CHUNK = 1000
const MINUTE_MS = 60_000
const minuteOf = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS

/**
 * Rows as one bound value, so that a statement has the same text for any number of rows. Each row is `listed.value`, a JSON array; `->>`
 * takes an item of it.
 */
const listed = (
  engine: OpenedEngine['kind'],
  rows: readonly (readonly (string | number)[])[],
): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)}) as listed`
    : sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as listed(value)`

/** Numbers by name, bound in the same manner: each is `listed.key` and `listed.value`. This is faster to read than items of arrays. */
function byName(engine: OpenedEngine['kind'], numbers: ReadonlyMap<string, number>): RawBuilder<unknown> {
  const json = `{${Array.from(numbers, ([name, number]) => `${JSON.stringify(name)}:${number}`).join(',')}}`
  return engine === 'sqlite'
    ? sql`json_each(${json}) as listed`
    : sql`jsonb_each_text(cast(${json} as jsonb)) as listed(key, value)`
}

/** Tokens whose last use is in memory. Each counts as one: with `max` the library would reserve three megabytes at the start. */
const MOST_REMEMBERED = 100_000

/** Adds the answers to tokens by day and status. Also records when each was last used, unless `noted` shows that this is written already. */
async function addDays(
  write: Write,
  engine: OpenedEngine['kind'],
  days: readonly DayUsage[],
  noted: Pick<LRUCache<string, number>, 'get'>,
): Promise<void> {
  const rows = new Map<
    string,
    [accountId: string, day: string, tokenId: string, status: number, requests: number]
  >()
  const usedAt = new Map<number, [tokenId: string][]>()
  for (const { accountId, tokenId, day, status, requests, lastMs } of days) {
    const key = `${day} ${tokenId} ${status}`
    const row = rows.get(key)
    if (row === undefined) rows.set(key, [accountId, day, tokenId, status, requests])
    else row[4] += requests
    const minute = minuteOf(lastMs)
    if ((noted.get(tokenId) ?? -1) >= minute) continue
    const used = usedAt.get(minute)
    if (used === undefined) usedAt.set(minute, [[tokenId]])
    else used.push([tokenId])
  }
  await sql`
    insert into usage_day (account_id, day, token_id, status, requests)
    select listed.value ->> 0, listed.value ->> 1, listed.value ->> 2,
      cast(listed.value ->> 3 as integer), cast(listed.value ->> 4 as bigint)
    from ${listed(engine, [...rows.values()])}
    where exists (select 1 from account where id = listed.value ->> 0)
    order by 1, 2, 3, 4
    on conflict (account_id, day, token_id, status) do update set requests = usage_day.requests + excluded.requests`.execute(
    write,
  )
  for (const [minute, tokens] of usedAt) {
    // One write a minute for a token, however often it is used.
    await sql`
      update token set used_at = ${minute}
      where id in (select listed.value ->> 0 from ${listed(engine, tokens)}) and (used_at is null or used_at < ${minute})`.execute(
      write,
    )
  }
}

/** Adds some rows, and returns the new totals of those whose account exists. */
async function addMonths(
  write: Write,
  engine: OpenedEngine['kind'],
  rows: readonly MonthUsage[],
): Promise<MonthUsage[]> {
  const months = new Map<string, Map<string, number>>()
  for (const { accountId, month, requests } of rows) {
    let ofMonth = months.get(month)
    if (ofMonth === undefined) months.set(month, (ofMonth = new Map()))
    ofMonth.set(accountId, requests + (ofMonth.get(accountId) ?? 0))
  }
  const totals: MonthUsage[] = []
  for (const [month, requests] of months) {
    // A store that was restored from a copy may lack an account that was just counted. The other accounts' requests still count. Sorted by
    // account, so that two servers that write the same accounts do not wait for each other in a circle.
    const written = await sql<MonthUsage>`
      insert into usage (account_id, month, requests)
      select listed.key, cast(${month} as text), cast(listed.value as bigint)
      from ${byName(engine, requests)}
      where exists (select 1 from account where id = listed.key)
      order by 1
      on conflict (account_id, month) do update set requests = usage.requests + excluded.requests
      returning account_id as "accountId", month, requests`.execute(write)
    totals.push(...written.rows)
  }
  return totals
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK)
}

/** The counted usage of a store, by day, month, token and status. */
export function usageIn(db: Database, engine: OpenedEngine['kind']) {
  /** Token → the minute of its last use that this process has written. */
  const noted = new LRUCache<string, number>({ maxSize: MOST_REMEMBERED, sizeCalculation: () => 1 })
  return {
    /** Requests of an account in a month. 0 when there are none. */
    async usage(accountId: string, month: string): Promise<number> {
      return (await rowOf(db, 'usage', { account_id: accountId, month }))?.requests ?? 0
    },
    /** Counts one request at once when the month has fewer than `most`. Returns the new total; null when the month is full. */
    async claimUsage(accountId: string, month: string, most: number): Promise<number | null> {
      const { rows } = await sql<{ requests: number }>`
        insert into usage (account_id, month, requests)
        select id, cast(${month} as text), 1 from account where id = ${accountId} and ${most} >= 1
        on conflict (account_id, month) do update set requests = usage.requests + 1 where usage.requests < ${most}
        returning requests`.execute(db)
      return rows[0]?.requests ?? null
    },
    /** Adds a whole batch, once, and returns the new totals of its rows. */
    async addUsage({ writer, sequence, rows, days = [] }: UsageBatch, nowMs: number): Promise<MonthUsage[]> {
      const written = await db.transaction().execute(async (write) => {
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
        // Sorted by account, so that two servers that write the same accounts do not wait for each other in a circle.
        const sorted = rows.toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
        const totals: MonthUsage[] = []
        for (const chunk of chunksOf(isNew ? sorted : sorted.map((row) => ({ ...row, requests: 0 })))) {
          totals.push(...(await addMonths(write, engine, chunk)))
        }
        const added = isNew ? days : []
        for (const chunk of chunksOf(added)) await addDays(write, engine, chunk, noted)
        return { totals, added }
      })
      for (const { tokenId, lastMs } of written.added) {
        noted.set(tokenId, Math.max(noted.get(tokenId) ?? 0, minuteOf(lastMs)))
      }
      return written.totals
    },
    /** The usage of one account, newest month first. */
    usageByMonth: (accountId: string) =>
      db
        .selectFrom('usage')
        .select(['account_id as accountId', 'month', 'requests'])
        .where('account_id', '=', accountId)
        .orderBy('month', 'desc')
        .execute(),
    /** Answers to an account's tokens since a day (`2026-11-01`), oldest first; before another day when one is given. */
    async usageByDay(accountId: string, fromDay: string, beforeDay?: string): Promise<DayAnswers[]> {
      let query = db
        .selectFrom('usage_day')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('day', '>=', fromDay)
        .orderBy('day')
        .orderBy('token_id')
        .orderBy('status')
      if (beforeDay !== undefined) query = query.where('day', '<', beforeDay)
      return (await query.execute()).map(({ day, token_id: tokenId, status, requests }) => {
        return { day, tokenId, status: status === 0 ? null : status, requests }
      })
    },
  }
}
