// Usage as rows: requests of each account in each month, added in numbered batches by every server process.
import { type RawBuilder, sql } from 'kysely'
import { type DayUsage, isCounted, type MonthUsage, type UsageBatch } from '#serve/access/monthly.ts'
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

/** Rows as one bound value, so that a statement has the same text for any number of rows. Each is `listed.value`; `->>` takes a field of it. */
const listed = (engine: OpenedEngine['kind'], rows: readonly object[]): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(${JSON.stringify(rows)}) as listed`
    : sql`jsonb_array_elements(cast(${JSON.stringify(rows)} as jsonb)) as listed(value)`

/** Tokens whose last use is in memory. When there are more, all are forgotten and written once more. */
const MOST_REMEMBERED = 100_000

/** Adds the answers to tokens by day and status. Also records when each was last used, unless `noted` shows that this is written already. */
async function addDays(
  write: Write,
  engine: OpenedEngine['kind'],
  days: readonly DayUsage[],
  noted: ReadonlyMap<string, number>,
): Promise<void> {
  await sql`
    insert into usage_day (account_id, day, token_id, status, requests)
    select listed.value ->> 'accountId', listed.value ->> 'day', listed.value ->> 'tokenId',
      cast(listed.value ->> 'status' as integer), sum(cast(listed.value ->> 'requests' as bigint))
    from ${listed(engine, days)}
    where exists (select 1 from account where id = listed.value ->> 'accountId')
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
    on conflict (account_id, day, token_id, status)
    do update set requests = usage_day.requests + excluded.requests`.execute(write)
  // One write a minute for a token, however often it is used.
  const used = days
    .map(({ tokenId, lastMs }) => ({ tokenId, minute: minuteOf(lastMs) }))
    .filter(({ tokenId, minute }) => (noted.get(tokenId) ?? -1) < minute)
  if (used.length === 0) return
  await sql`
    update token set used_at = used.minute
    from (select listed.value ->> 'tokenId' as id, max(cast(listed.value ->> 'minute' as bigint)) as minute
      from ${listed(engine, used)} group by 1) as used
    where token.id = used.id and (used_at is null or used_at < used.minute)`.execute(write)
}

/** Adds some rows, and returns the new totals of those whose account exists. */
async function addMonths(
  write: Write,
  engine: OpenedEngine['kind'],
  rows: readonly MonthUsage[],
): Promise<MonthUsage[]> {
  // A store that was restored from a copy may lack an account that was just counted. The other accounts' requests still count.
  const written = await sql<MonthUsage>`
    insert into usage (account_id, month, requests)
    select listed.value ->> 'accountId', listed.value ->> 'month', sum(cast(listed.value ->> 'requests' as bigint))
    from ${listed(engine, rows)}
    where exists (select 1 from account where id = listed.value ->> 'accountId')
    group by 1, 2
    order by 1, 2
    on conflict (account_id, month) do update set requests = usage.requests + excluded.requests
    returning account_id as "accountId", month, requests`.execute(write)
  return written.rows
}

function* chunksOf<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length; from += CHUNK) yield rows.slice(from, from + CHUNK)
}

/** The counted usage of a store, by day, month, token and status. */
export function usageIn(db: Database, engine: OpenedEngine['kind']) {
  /** Token → the minute of its last use that this process has written. */
  const noted = new Map<string, number>()
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
      if (noted.size > MOST_REMEMBERED) noted.clear()
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
