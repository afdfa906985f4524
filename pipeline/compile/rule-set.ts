// Turns the Rule lines of one name into the changes of each year.
import { groupBy } from '#core/group-by.ts'
import { DAY } from '#core/time/civil.ts'
import { dayOf } from '../parse/tz-source.ts'
import type { RuleLine, TzLines, Until } from '../parse/tz-records.ts'

/** A Rule in one year: when, on its own clock. */
export interface Occurrence extends Pick<Until, 'local' | 'clock'> {
  readonly rule: RuleLine
}

/** The Rules of one name, with facts about them that are needed often. */
export interface RuleSet {
  readonly rules: readonly RuleLine[]
  /** The first year that any of the Rules names. */
  readonly firstYear: number
  /** The year from which on all years are alike: no Rule begins or ends any more. */
  readonly steadyFrom: number
  /** The most negative SAVE of a Rule that is daylight saving time, in seconds. 0 when there is none. */
  readonly negativeSave: number
  readonly byYear: Map<number, readonly Occurrence[]>
}

// Rules from `minimum` begin in this year, or in the first year that another Rule of the set names. zic's fat form does the same.
const FIRST_YEAR_OF_MINIMUM = 1900

/** Returns rule sets by name. */
export function ruleSetsOf(lines: TzLines): Map<string, RuleSet> {
  const sets = new Map<string, RuleSet>()
  for (const [name, rules] of groupBy(lines.rules, (rule) => rule.name)) {
    let [firstYear, steadyFrom, negativeSave] = [Infinity, -Infinity, 0]
    // A loop: a set may have more Rules than a function can have arguments.
    for (const { from, to, isDst, save } of rules) {
      firstYear = Math.min(firstYear, from === -Infinity ? FIRST_YEAR_OF_MINIMUM : from)
      steadyFrom = Math.max(steadyFrom, to === Infinity ? from : to + 1)
      if (isDst) negativeSave = Math.min(negativeSave, save)
    }
    if (steadyFrom === -Infinity) steadyFrom = firstYear
    sets.set(name, { rules, firstYear, steadyFrom, negativeSave, byYear: new Map() })
  }
  return sets
}

/** Returns the changes that the Rules of a set make in one year, in the order of their lines. */
export function occurrencesIn(set: RuleSet, year: number): readonly Occurrence[] {
  const known = set.byYear.get(year)
  if (known !== undefined) return known
  const occurrences = set.rules
    .filter(({ from, to }) => year >= from && year <= to)
    .map((rule) => ({ rule, clock: rule.clock, local: dayOf(year, rule.month, rule.on) * DAY + rule.at }))
  set.byYear.set(year, occurrences)
  return occurrences
}
