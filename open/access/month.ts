// Calendar months in UTC, the windows of monthly quotas; and which answers count for one.

/** One calendar month in UTC. */
export interface Month {
  /** `2026-11`: the month's name in the store, in mails and on the command line. */
  readonly id: string
  readonly startMs: number
  /** The first moment of the next month: quotas reset then. */
  readonly endMs: number
}

/** The moment when quotas of the month reset, in words. The same text in messages, mails and pages. */
export const resetOf = (month: Month): string =>
  `${new Date(month.endMs).toISOString().slice(0, 10)} at 00:00 UTC`

/** The month with an id such as `2026-11`. */
export const monthNamed = (id: string): Month => monthAt(Date.parse(`${id}-01T00:00:00Z`))

/** The month that contains an instant. */
export function monthAt(atMs: number): Month {
  const date = new Date(atMs)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  return {
    id: date.toISOString().slice(0, 7),
    startMs: Date.UTC(year, month),
    endMs: Date.UTC(year, month + 1),
  }
}

/** Whether an answer with this status counts for the month: not what was refused, and not the server's own faults. */
export const isCounted = (status: number): boolean =>
  status >= 200 && status < 500 && status !== 401 && status !== 403 && status !== 429
