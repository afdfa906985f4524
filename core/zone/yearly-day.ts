// A yearly change of the clock → its day and its instant in one year.
import { DAY, daysFromCivil, daysInMonth, isLeapYear, weekdayOf } from '../time/civil.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'

/** The day of a change that comes every year (POSIX `Mm.w.d`, `Jn` or `n`). */
export type YearlyDay =
  | { readonly kind: 'weekday'; readonly month: number; readonly week: number; readonly weekday: number }
  | { readonly kind: 'julian'; readonly day: number }
  | { readonly kind: 'zero-based'; readonly day: number }

/** The instant of a yearly change in one year. `offsetBefore` is the offset before the change. */
export function yearlyInstant(
  change: { readonly day: YearlyDay; readonly time: number },
  year: number,
  offsetBefore: OffsetSeconds,
): EpochSeconds {
  return epochSeconds(yearlyDay(change.day, year) * DAY + change.time - offsetBefore)
}

/** The day of a yearly change in one year, in days since 1970-01-01. */
function yearlyDay(day: YearlyDay, year: number): number {
  switch (day.kind) {
    case 'weekday': {
      const first = daysFromCivil(year, day.month, 1)
      const dayOfMonth = ((day.weekday - weekdayOf(first) + 7) % 7) + (day.week - 1) * 7
      // Week 5 means the last one, even in a month with four of that weekday.
      return first + (dayOfMonth < daysInMonth(year, day.month) ? dayOfMonth : dayOfMonth - 7)
    }
    case 'julian':
      // Day 60 is 1 March in every year.
      return daysFromCivil(year, 1, day.day) + (isLeapYear(year) && day.day >= 60 ? 1 : 0)
    case 'zero-based':
      return daysFromCivil(year, 1, 1) + day.day
  }
}
