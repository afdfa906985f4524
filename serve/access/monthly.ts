// Counts each account's requests of a month in memory until they are written; near a quota's end one by one in the store.
import { DAY_MS } from '#core/time/civil.ts'
import { isCounted, type Month, monthAt } from '#open/access/month.ts'
import type { Plan } from '#open/access/plans.ts'

/** Requests of one account in one month. */
export interface MonthUsage {
  readonly accountId: string
  /** `2026-11` */
  readonly month: string
  readonly requests: number
}

/** Answers of one status to one token on one day in UTC. Those that do not count for the month are here too. */
export interface DayUsage {
  readonly accountId: string
  readonly tokenId: string
  /** `2026-11-21` */
  readonly day: string
  /** The HTTP status of the answers. */
  readonly status: number
  readonly requests: number
  readonly lastMs: number
}

/** The counts that one server adds at once. A batch is not added again when its writer has sent its number before. */
export interface UsageBatch {
  /** This process. No other process has the same text. */
  readonly writer: string
  /** 1, 2, 3, … */
  readonly sequence: number
  /** An account may occur twice. */
  readonly rows: readonly MonthUsage[]
  /** The same requests by token, day and status, and those that do not count. */
  readonly days?: readonly DayUsage[]
}

/** The store of usage. */
export interface UsageStore {
  /** Requests of an account in a month. 0 when there are none. */
  usage(accountId: string, month: string): Promise<number>
  /** Counts one request at once when the month has fewer than `most`. Returns the new total; null when the month is full. */
  claimUsage(accountId: string, month: string, most: number): Promise<number | null>
  /** Adds a whole batch, once, and returns the new totals of its rows. */
  addUsage(batch: UsageBatch, nowMs: number): Promise<MonthUsage[]>
}

/** An account's count in a month, as far as this process knows it. */
export interface MonthCount {
  readonly accountId: string
  readonly month: Month
  /** The account's plan at its latest request. */
  plan: Plan
  /** The last total from the store. It includes everything that any server had written by then. */
  stored: number
  /** Counted here, and now being written to the store. */
  writing: number
  /** Counted here and not yet written. Below 0 when claimed requests turned out not to count. */
  pending: number
  /** When the store was last asked. `stored` has every server's earlier requests, except those of the last second. */
  readAtMs: number
  /** Whether the next flush writes it. */
  isDirty: boolean
}

/** Every request of the account that this process knows of. */
export const countOf = (count: MonthCount): number => count.stored + count.writing + count.pending

/**
 * Whether other servers may have used up an account's month since the store was asked. The burst limit holds for all servers together. So
 * they counted at most its rate since then, and what they had not written at that time: one second, and the seconds that it touches.
 */
export const mayBeOver = (count: MonthCount, served: number, nowMs: number): boolean => {
  const seconds = nowMs < count.readAtMs ? Infinity : (nowMs - count.readAtMs) / 1000
  return served - countOf(count) <= count.plan.requestsPerSecond * (seconds + UNWRITTEN_SECONDS)
}

/** Whether the store was asked so recently that asking again would give nothing new. */
export const isFresh = (count: MonthCount, nowMs: number): boolean =>
  nowMs >= count.readAtMs && nowMs - count.readAtMs <= FRESH_MS

const UNWRITTEN_SECONDS = 4
const FRESH_MS = 1000

const keyOf = ({ accountId, month }: Pick<MonthUsage, 'accountId' | 'month'>): string =>
  `${accountId} ${month}`

/** Answers of one status to a token on a day. */
interface TokenDay extends Omit<DayUsage, 'requests' | 'lastMs'> {
  requests: number
  lastMs: number
}

/** Counts by token, day and status, until they are written. There is one for each of them, however many requests come. */
function createDays() {
  // Most tokens get one status or two.
  const daysOf = new Map<string, TokenDay[]>()
  // Nearly all are of one day.
  let today = { endMs: NaN, day: '' }
  return {
    add(accountId: string, tokenId: string, status: number, nowMs: number): void {
      const endMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS
      if (endMs !== today.endMs) today = { endMs, day: new Date(nowMs).toISOString().slice(0, 10) }
      const days = daysOf.get(tokenId) ?? []
      let day = days.find((known) => known.status === status && known.day === today.day)
      if (day === undefined) {
        day = { accountId, tokenId, day: today.day, status, requests: 0, lastMs: nowMs }
        days.push(day)
        daysOf.set(tokenId, days)
      }
      day.requests++
      day.lastMs = nowMs
    },
    isEmpty: (): boolean => daysOf.size === 0,
    rows: (): DayUsage[] => [...daysOf.values()].flat(),
  }
}

/** Most accounts in memory. Those with nothing to write are forgotten first, and asked for again. */
const MAX_COUNTS = 100_000

/** The counts of one process. `writer` names it among all that write to the store. Calls `onError` for failed questions. */
export class MonthlyUsage {
  readonly #store: UsageStore
  readonly #writer: string
  readonly #onError: (error: unknown) => void
  #month: Month = { id: '', startMs: 0, endMs: 0 }
  readonly #counts = new Map<string, MonthCount>()
  readonly #questions = new Map<string, Promise<MonthCount>>()
  #dirty: MonthCount[] = []
  #days = createDays()
  #batch: { sequence: number; counts: MonthCount[]; days: DayUsage[] } | null = null
  #sequence = 0
  #flushing: Promise<MonthCount[]> | null = null

  constructor(store: UsageStore, writer: string, onError: (error: unknown) => void) {
    this.#store = store
    this.#writer = writer
    this.#onError = onError
  }

  /** The account's count in the month of an instant. Undefined: the store must be asked first. */
  peek(accountId: string, plan: Plan, nowMs: number): MonthCount | undefined {
    const current = this.#enter(nowMs)
    const count = this.#counts.get(accountId)
    if (count === undefined) return undefined
    if (count.month === current) {
      count.plan = plan
      return count
    }
    // A new month, or the clock was set back a month: nothing is known yet, so the store is asked. A count of the old month stays in
    // `dirty` when it has something to write.
    return this.#begin(accountId, plan)
  }

  /** Asks the store, once for all who wait. If that fails, the known count is used: better an open month than a closed service. */
  load(accountId: string, plan: Plan, nowMs: number): Promise<MonthCount> {
    let question = this.#questions.get(accountId)
    if (question === undefined) this.#questions.set(accountId, (question = this.#ask(accountId, plan, nowMs)))
    return question
  }

  /** A count that begins at 0 without asking the store, for a service that does not enforce the month. */
  blind(accountId: string, plan: Plan, nowMs: number): MonthCount {
    return this.peek(accountId, plan, nowMs) ?? this.#begin(accountId, plan)
  }

  /** Counts a request in the store before it is answered. False when the month has `most` already. */
  async claim(count: MonthCount, most: number): Promise<boolean> {
    const total = await this.#store.claimUsage(count.accountId, count.month.id, most)
    count.stored = Math.max(count.stored, total ?? most)
    return total !== null
  }

  /** Counts one answered request of a token, by its status. It may be claimed already; if its status does not count, that is taken back. */
  answered(count: MonthCount, tokenId: string, status: number, nowMs: number, isClaimed: boolean): void {
    if (isCounted(status)) {
      // A claimed request is in the store already. It is marked to report the store's total.
      if (!isClaimed) count.pending++
      this.#mark(count)
    } else if (isClaimed) {
      count.pending--
      this.#mark(count)
    }
    this.#days.add(count.accountId, tokenId, status, nowMs)
  }

  /** Counts one refused request of a token. It uses nothing of the month. */
  refused(accountId: string, tokenId: string, status: number, nowMs: number): void {
    this.#days.add(accountId, tokenId, status, nowMs)
  }

  /** Writes the counts. Those that could not be written are written by a later flush. */
  flush(nowMs: number): Promise<MonthCount[]> {
    this.#flushing ??= this.#write(nowMs).finally(() => (this.#flushing = null))
    return this.#flushing
  }

  #enter(nowMs: number): Month {
    // A clock that is set back a little does not open the old month again.
    const isBack = nowMs < this.#month.startMs && this.#month.startMs - nowMs <= DAY_MS
    if (!isBack && (nowMs < this.#month.startMs || nowMs >= this.#month.endMs)) this.#month = monthAt(nowMs)
    return this.#month
  }

  #begin(accountId: string, plan: Plan): MonthCount {
    const begun = { stored: 0, writing: 0, pending: 0, readAtMs: -Infinity, isDirty: false }
    const count: MonthCount = { accountId, month: this.#month, plan, ...begun }
    if (this.#counts.size >= MAX_COUNTS) {
      for (const [id, old] of this.#counts) {
        if (!old.isDirty && old.writing === 0) this.#counts.delete(id)
        if (this.#counts.size < MAX_COUNTS) break
      }
    }
    this.#counts.set(accountId, count)
    return count
  }

  async #ask(accountId: string, plan: Plan, nowMs: number): Promise<MonthCount> {
    const count = this.peek(accountId, plan, nowMs) ?? this.#begin(accountId, plan)
    try {
      // Never lower: this process may have written since the question.
      count.stored = Math.max(count.stored, await this.#store.usage(accountId, count.month.id))
    } catch (error) {
      this.#onError(error)
    } finally {
      this.#questions.delete(accountId)
    }
    count.readAtMs = nowMs
    return count
  }

  #mark(count: MonthCount): void {
    if (!count.isDirty) this.#dirty.push(count)
    count.isDirty = true
  }

  async #write(nowMs: number): Promise<MonthCount[]> {
    if (this.#batch === null) {
      if (this.#dirty.length === 0 && this.#days.isEmpty()) return []
      for (const count of this.#dirty) {
        count.writing = count.pending
        count.pending = 0
        count.isDirty = false
      }
      this.#batch = { sequence: ++this.#sequence, counts: this.#dirty, days: this.#days.rows() }
      this.#dirty = []
      this.#days = createDays()
    }
    // A failed batch is sent again unchanged, under its number. So the store can tell whether it has added it already.
    const sent = this.#batch
    const rows = sent.counts.map(({ accountId, month: { id }, writing }) => {
      return { accountId, month: id, requests: writing }
    })
    const totals = await this.#store.addUsage(
      { writer: this.#writer, sequence: sent.sequence, rows, days: sent.days },
      nowMs,
    )
    this.#batch = null
    const totalByKey = new Map(totals.map((total) => [keyOf(total), total.requests]))
    for (const count of sent.counts) {
      const total = totalByKey.get(keyOf({ accountId: count.accountId, month: count.month.id }))
      // Never lower. A count that began at 0 because the store was unreachable gets its true total here.
      count.stored = Math.max(count.stored, total ?? count.stored + count.writing)
      count.writing = 0
      count.readAtMs = Math.max(count.readAtMs, nowMs)
    }
    return sent.counts
  }
}
