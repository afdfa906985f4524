// Monthly usage: counts answered requests of each account in memory and writes them to the store every quarter of a second, and one by
// one near the end of a quota, so that a fleet serves no request more.
import { type Month, monthAt } from './month.ts'
import type { Plan } from './plans.ts'

/** Requests of one account in one month. */
export interface MonthUsage {
  readonly accountId: string
  /** `2026-11` */
  readonly month: string
  readonly requests: number
}

/** Counted requests of one token on one day in UTC. */
export interface DayUsage {
  readonly accountId: string
  readonly tokenId: string
  /** `2026-11-21` */
  readonly day: string
  readonly requests: number
  readonly lastMs: number
}

/** What one server adds at once. A batch whose number was seen from its writer is not added again. */
export interface UsageBatch {
  /** This process: no other has the same text. */
  readonly writer: string
  /** 1, 2, 3, … */
  readonly sequence: number
  readonly rows: readonly MonthUsage[]
  /** The same requests by token and day. */
  readonly days?: readonly DayUsage[]
}

/** Where usage is kept. */
export interface UsageStore {
  /** Requests of an account in a month; 0 where there are none. */
  usage(accountId: string, month: string): Promise<number>
  /** Counts one request at once where the month has fewer than `most`: the new total; null where it has not. */
  claimUsage(accountId: string, month: string, most: number): Promise<number | null>
  /** Adds a batch as a whole, once, and returns the new totals of its rows. */
  addUsage(batch: UsageBatch, nowMs: number): Promise<MonthUsage[]>
}

/** An account's count in a month, as far as this process knows it. */
export interface MonthCount {
  readonly accountId: string
  readonly month: Month
  /** The account's plan at its latest request. */
  plan: Plan
  /** What the store said last, with what every server had written by then. */
  stored: number
  /** Counted here and on its way to the store. */
  writing: number
  /** Counted here since; below 0 where requests that were claimed turned out not to count. */
  pending: number
  /** When the store was last asked: every server's requests of before are in `stored`, but for those of its last second. */
  readAtMs: number
  /** Whether it is to be written with the next flush. */
  isDirty: boolean
}

/** Every request of the account that this process knows of. */
export const countOf = (count: MonthCount): number => count.stored + count.writing + count.pending

/**
 * Whether other servers may have used up an account's month since the store was asked. The burst limit holds for all of them together, so
 * that they counted at most its rate since then, and what they have not written yet: of a second, and of the seconds that it touches.
 */
export const mayBeOver = (count: MonthCount, served: number, nowMs: number): boolean => {
  const seconds = nowMs < count.readAtMs ? Infinity : (nowMs - count.readAtMs) / 1000
  return served - countOf(count) <= count.plan.requestsPerSecond * (seconds + UNWRITTEN_SECONDS)
}

/** Whether the store was asked so lately that asking again would tell nothing. */
export const isFresh = (count: MonthCount, nowMs: number): boolean =>
  nowMs >= count.readAtMs && nowMs - count.readAtMs <= FRESH_MS

const UNWRITTEN_SECONDS = 4
const FRESH_MS = 1000

/** Whether an answer of this status counts against the month (interface, Counting and enforcement). */
export const isCounted = (status: number): boolean =>
  status >= 200 && status < 500 && status !== 401 && status !== 403 && status !== 429

export interface MonthlyUsage {
  /** The account's count in the month of an instant; undefined where the store must be asked first. */
  peek(accountId: string, plan: Plan, nowMs: number): MonthCount | undefined
  /** Asks the store, once for all who wait. If it fails, what is known counts: the month is open rather than the service closed. */
  load(accountId: string, plan: Plan, nowMs: number): Promise<MonthCount>
  /** A count that begins at 0 without asking: for a service that does not enforce the month. */
  blind(accountId: string, plan: Plan, nowMs: number): MonthCount
  /** Counts a request in the store before it is answered; false where the month has `most` already. */
  claim(count: MonthCount, most: number): Promise<boolean>
  /** Counts one answered request of a token, which may be claimed already. */
  add(count: MonthCount, tokenId: string, nowMs: number, isClaimed?: boolean): void
  /** Gives back a claimed request that does not count. */
  giveBack(count: MonthCount): void
  /** Writes what was counted. What could not be written stays, and is written by a later flush. */
  flush(nowMs: number): Promise<MonthCount[]>
}

const keyOf = (accountId: string, month: string): string => `${accountId} ${month}`

/** One row for each account and month: a count that was forgotten and begun again may be there twice. */
function rowsOf(counts: readonly MonthCount[]): MonthUsage[] {
  const rows = new Map<string, MonthUsage>()
  for (const { accountId, month, writing } of counts) {
    const key = keyOf(accountId, month.id)
    const requests = writing + (rows.get(key)?.requests ?? 0)
    rows.set(key, { accountId, month: month.id, requests })
  }
  // In order of account: two servers that write the same accounts must not wait for each other in a circle.
  return [...rows.values()].toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))
}

interface TokenDay {
  readonly accountId: string
  readonly tokenId: string
  readonly endMs: number
  requests: number
  lastMs: number
}

const DAY_MS = 86_400_000

/** Counts by token and day, until they are written. */
function createDays() {
  const latest = new Map<string, TokenDay>()
  /** Of days that ended meanwhile. */
  const ended: TokenDay[] = []
  return {
    add(accountId: string, tokenId: string, nowMs: number): void {
      let day = latest.get(tokenId)
      if (day === undefined || nowMs >= day.endMs || nowMs < day.endMs - DAY_MS) {
        if (day !== undefined) ended.push(day)
        const endMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
        latest.set(tokenId, (day = { accountId, tokenId, endMs, requests: 0, lastMs: nowMs }))
      }
      day.requests++
      day.lastMs = nowMs
    },
    rows: (): DayUsage[] =>
      [...ended, ...latest.values()].map(({ endMs, ...row }) => ({
        ...row,
        day: new Date(endMs - DAY_MS).toISOString().slice(0, 10),
      })),
  }
}

/** Accounts remembered at most; those without anything to write are forgotten first, and asked for again. */
const MAX_COUNTS = 100_000

/** Counts for one process. `writer` names it among all that write to the store; `onError` hears of failed questions. */
export function createMonthlyUsage(
  store: UsageStore,
  writer: string,
  onError: (error: unknown) => void,
): MonthlyUsage {
  let month: Month = { id: '', startMs: 0, endMs: 0 }
  const counts = new Map<string, MonthCount>()
  const questions = new Map<string, Promise<MonthCount>>()
  let dirty: MonthCount[] = []
  let days = createDays()
  let batch: { sequence: number; counts: MonthCount[]; days: DayUsage[] } | null = null
  let sequence = 0
  let flushing: Promise<MonthCount[]> | null = null

  function enter(nowMs: number): Month {
    // A clock that is set back a little opens no month that is over.
    const isBack = nowMs < month.startMs && month.startMs - nowMs <= DAY_MS
    if (!isBack && (nowMs < month.startMs || nowMs >= month.endMs)) month = monthAt(nowMs)
    return month
  }

  function begin(accountId: string, plan: Plan): MonthCount {
    const begun = { stored: 0, writing: 0, pending: 0, readAtMs: -Infinity, isDirty: false }
    const count: MonthCount = { accountId, month, plan, ...begun }
    if (counts.size >= MAX_COUNTS) {
      for (const [id, old] of counts) {
        if (!old.isDirty && old.writing === 0) counts.delete(id)
        if (counts.size < MAX_COUNTS) break
      }
    }
    counts.set(accountId, count)
    return count
  }

  function peek(accountId: string, plan: Plan, nowMs: number): MonthCount | undefined {
    const current = enter(nowMs)
    const count = counts.get(accountId)
    if (count === undefined) return undefined
    if (count.month === current) {
      count.plan = plan
      return count
    }
    // What is known of a month that has just begun, or to which a clock came back, is nothing: the store is asked. A count of the old
    // month stays in `dirty`, if it has anything to write.
    return begin(accountId, plan)
  }

  async function ask(accountId: string, plan: Plan, nowMs: number): Promise<MonthCount> {
    const count = peek(accountId, plan, nowMs) ?? begin(accountId, plan)
    try {
      // Never lower: what this process wrote meanwhile is in it.
      count.stored = Math.max(count.stored, await store.usage(accountId, count.month.id))
    } catch (error) {
      onError(error)
    } finally {
      questions.delete(accountId)
    }
    count.readAtMs = nowMs
    return count
  }

  function mark(count: MonthCount): void {
    if (!count.isDirty) dirty.push(count)
    count.isDirty = true
  }

  async function write(nowMs: number): Promise<MonthCount[]> {
    if (batch === null) {
      if (dirty.length === 0) return []
      for (const count of dirty) {
        count.writing = count.pending
        count.pending = 0
        count.isDirty = false
      }
      batch = { sequence: ++sequence, counts: dirty, days: days.rows() }
      dirty = []
      days = createDays()
    }
    // A batch that failed is sent again unchanged, under its number: whether the store had taken it is then its affair.
    const sent = batch
    const rows = rowsOf(sent.counts)
    const totals = await store.addUsage({ writer, sequence: sent.sequence, rows, days: sent.days }, nowMs)
    batch = null
    const totalByKey = new Map(totals.map((total) => [keyOf(total.accountId, total.month), total.requests]))
    for (const count of sent.counts) {
      const total = totalByKey.get(keyOf(count.accountId, count.month.id))
      // Never lower: a count that began at 0 because the store was away learns the truth here.
      count.stored = Math.max(count.stored, total ?? count.stored + count.writing)
      count.writing = 0
      count.readAtMs = Math.max(count.readAtMs, nowMs)
    }
    return sent.counts
  }

  return {
    peek,
    load(accountId, plan, nowMs) {
      const waiting = questions.get(accountId)
      if (waiting !== undefined) return waiting
      const question = ask(accountId, plan, nowMs)
      questions.set(accountId, question)
      return question
    },
    blind: (accountId, plan, nowMs) => peek(accountId, plan, nowMs) ?? begin(accountId, plan),
    async claim(count, most) {
      const total = await store.claimUsage(count.accountId, count.month.id, most)
      count.stored = Math.max(count.stored, total ?? most)
      return total !== null
    },
    add(count, tokenId, nowMs, isClaimed = false) {
      if (!isClaimed) count.pending++
      // A claimed one is written already; of it the day is written, and what the store says of the month is told.
      mark(count)
      days.add(count.accountId, tokenId, nowMs)
    },
    giveBack(count) {
      count.pending--
      mark(count)
    },
    flush(nowMs) {
      flushing ??= write(nowMs).finally(() => (flushing = null))
      return flushing
    },
  }
}
