// Finds what a footer can say, from the last line of a Zone and the Rules that never end.
import { DAY, daysInMonth } from '#core/time/civil.ts'
import type { YearlyDay } from '#core/zone/yearly-day.ts'
import type { PosixChange } from '#core/zone/footer.ts'
import type { RuleLine, ZoneLine } from '../parse/tz-records.ts'
import type { RuleSet } from './rule-set.ts'

/** The rule after the listed spans, in terms of Rules. */
export type Ending =
  | { readonly kind: 'fixed' }
  | {
      readonly kind: 'yearly'
      readonly toStandard: RuleChange
      readonly toDaylight: RuleChange
    }
  | { readonly kind: 'cycle' }

export interface RuleChange extends PosixChange {
  readonly rule: RuleLine
}

/** Returns how a Zone continues after the year from which its Rules repeat. Rules that a POSIX TZ rule cannot express make a cycle. */
export function endingOf(line: ZoneLine, ruleSets: ReadonlyMap<string, RuleSet>): Ending {
  if (line.rules.kind === 'save') return { kind: 'fixed' }
  const set = ruleSets.get(line.rules.name)
  const lasting = set?.rules.filter((rule) => rule.to === Infinity) ?? []
  const [one, two] = lasting
  // A single Rule that returns every year changes nothing after the first time.
  if (one === undefined || two === undefined) return { kind: 'fixed' }
  if (lasting.length > 2 || one.isDst === two.isDst) return { kind: 'cycle' }
  const [standard, daylight] = one.isDst ? [two, one] : [one, two]
  const toStandard = changeOf(standard, line.stdoff, daylight.save)
  const toDaylight = changeOf(daylight, line.stdoff, standard.save)
  if (toStandard === null || toDaylight === null) return { kind: 'cycle' }
  return { kind: 'yearly', toStandard, toDaylight }
}

/** A Rule as a POSIX change. Null when it has no such form. `saveBefore` is the SAVE in force before it, in seconds. */
function changeOf(rule: RuleLine, stdoff: number, saveBefore: number): RuleChange | null {
  const found = yearlyDayOf(rule)
  if (found === null) return null
  const clock = rule.clock === 'universal' ? stdoff + saveBefore : rule.clock === 'standard' ? saveBefore : 0
  const time = rule.at + clock + found.daysLater * DAY
  // RFC 9636 §3.3.1: the hours of a footer run from -167 to 167.
  return Math.abs(time) < 168 * 3600 ? { rule, day: found.day, time } : null
}

/**
 * POSIX knows the first, second, third, fourth or last of a weekday. `Sun>=11` is the first Thursday at or after the 8th plus three days,
 * and the time of day can carry those days.
 */
function yearlyDayOf({ month, on }: RuleLine): { day: YearlyDay; daysLater: number } | null {
  switch (on.kind) {
    case 'day':
      if (month === 2 && on.day === 29) return null
      return { day: { kind: 'julian', day: DAYS_BEFORE_MONTH[month - 1]! + on.day }, daysLater: 0 } // month is 1–12
    case 'on-or-after': {
      const daysLater = (on.day - 1) % 7
      const week = (on.day - 1 - daysLater) / 7 + 1
      return week < 5 ? weekday(month, week, on.weekday, daysLater) : null
    }
    case 'on-or-before': {
      if (on.day === daysInMonth(LEAP_YEAR, month)) return weekday(month, 5, on.weekday, 0)
      const daysLater = on.day % 7
      const week = (on.day - daysLater) / 7
      return week >= 1 ? weekday(month, week, on.weekday, daysLater) : null
    }
  }
}

const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
/** A year in which every month has its greatest length. */
const LEAP_YEAR = 2000

const weekday = (month: number, week: number, dayOfWeek: number, daysLater: number) => ({
  day: { kind: 'weekday' as const, month, week, weekday: (dayOfWeek - daysLater + 7) % 7 },
  daysLater,
})
