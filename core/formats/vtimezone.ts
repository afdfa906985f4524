// A zone's clock → iCalendar's VTIMEZONE (RFC 5545) for calendars: its whole past, or what some events need, and rules for what comes every year.
import { groupBy } from '../group-by.ts'
import { civilFromDays, DAY, daysFromCivil } from '../time/civil.ts'
import { formatLocal } from '../time/moment.ts'
import { exactOffset } from '../time/offset.ts'
import { epochSeconds, localSeconds, offsetSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone, Footer } from '../zone/compiled-zone.ts'
import { yearlyInstant, type YearlyDay } from '../zone/yearly-day.ts'
import { clockIn, type Reading, type ShownTime } from './release-clock.ts'

/** A change as a calendar says it: when, from which offset, and to what. */
interface Onset {
  readonly at: EpochSeconds
  readonly from: number
  readonly to: ShownTime
}

/** 1601-01-01T00:00:00, the first local time that calendars are sure to read. */
const BEGINNING = -11_644_473_600
/** 2101-01-01T00:00:00Z: as far as changes are listed that no yearly rule can say, where no event says how far. */
const LISTED_UNTIL = epochSeconds(4_133_980_800)
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The stretch that the events of a file are in. */
interface EventSpan {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
}

/** Years after the last event through which changes are listed that no yearly rule can say: its owner may put it off. */
const LISTED_YEARS = 10

/**
 * The lines of the component, each ended by CR LF. What comes every year is a rule that never ends. With `span`, it begins with the last change
 * before the year of the first event; without, it has the whole past, and changes that no rule can say through 2100.
 */
export function vtimezone(zone: CompiledZone, reading: Reading, span?: EventSpan): string {
  const rules = rulesOf(zone)
  const from = span === undefined ? -Infinity : newYear(span.from, 0)
  const until = span === undefined ? LISTED_UNTIL : newYear(span.until, LISTED_YEARS)
  const isListed = rules === null || span !== undefined
  const { initial, changes } = clockIn(zone, reading, isListed ? until : undefined)
  const all = changes.map(({ at, shown }, index): Onset => ({
    at,
    from: (changes[index - 1]?.shown ?? initial).offset,
    to: shown,
  }))
  const begun = all.findLastIndex(({ at }) => at <= from)
  const onsets = all.slice(Math.max(0, begun)).filter(({ at }) => rules !== null || at < until)
  const ruled =
    rules === null ? onsets.length : span === undefined ? afterListed(zone, onsets) : ruledFrom(zone, onsets)
  const listed = onsets.slice(0, ruled)
  const yearly = onsets.slice(ruled, ruled + 2)
  const beginning: Onset = {
    at: epochSeconds(BEGINNING - initial.offset),
    from: initial.offset,
    to: initial,
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone.id}`,
    ...[...(begun < 0 ? [[beginning]] : []), ...alike(listed)].flatMap((onset) => component(onset, null)),
    ...yearly.flatMap((onset) => component([onset], rules?.get(onset.to.offset) ?? null)),
    'END:VTIMEZONE',
  ]
    .map((line) => `${line}\r\n`)
    .join('')
}

/** The number of onsets that are listed in the zone. */
const afterListed = ({ starts }: CompiledZone, onsets: readonly Onset[]): number =>
  onsets.filter(({ at }) => at <= (starts.at(-1) ?? -Infinity)).length

/** The number of onsets before the yearly rule is in force: from there on, all are by the rule, and none of it is missing. */
function ruledFrom({ footer, types }: CompiledZone, onsets: readonly Onset[]): number {
  if (footer.kind !== 'yearly') return onsets.length
  const isByRule = ({ at, from, to }: Onset): boolean =>
    [footer.toStandard, footer.toDaylight].some((change) => {
      const type = types[change.type]
      if (type?.offset !== to.offset || type.abbreviation !== to.abbreviation) return false
      const { year } = civilFromDays(Math.floor((at + from - change.time) / DAY))
      return yearlyInstant(change, year, offsetSeconds(from)) === at
    })
  let ruled = onsets.length
  for (let index = onsets.length - 1; index >= 0; index--) {
    const [onset, next] = [onsets[index], onsets[index + 1]]
    if (onset === undefined || !isByRule(onset)) break
    if (next !== undefined && (next.to.offset === onset.to.offset || next.at - onset.at > 366 * DAY)) break
    ruled = index
  }
  return ruled
}

/** The day before the year of an instant begins, or before that of so many years later: no local time of the year is before it. */
const newYear = (at: EpochSeconds, later: number): EpochSeconds =>
  epochSeconds((daysFromCivil(civilFromDays(Math.floor(at / DAY)).year + later, 1, 1) - 1) * DAY)

/** For the offset after each yearly change, its rule; null where nothing comes every year, or not so that a rule can say it. */
function rulesOf({ footer, types }: CompiledZone): ReadonlyMap<number, string> | null {
  if (footer.kind !== 'yearly') return null
  const rules = new Map<number, string>()
  for (const change of [footer.toStandard, footer.toDaylight]) {
    const [offset, rule] = [types[change.type]?.offset, ruleOf(change)]
    if (offset !== undefined && rule !== null) rules.set(offset, rule)
  }
  return rules.size === 2 ? rules : null
}

/**
 * The rule of a yearly change. Its time may be before or after the day that it is named for: `M3.5.0/-1` is the evening before the last Sunday.
 * Then the rule names the days of the month that the weekday may fall on. Null if they would lie in two months, and for days that are counted
 * through the year.
 */
function ruleOf({ day, time }: Extract<Footer, { kind: 'yearly' }>['toStandard']): string | null {
  const later = Math.floor(time / DAY)
  if (day.kind !== 'weekday') return null
  const start = `FREQ=YEARLY;BYMONTH=${day.month};`
  const weekday = WEEKDAYS[(((day.weekday + later) % 7) + 7) % 7] ?? ''
  if (later === 0) return `${start}BYDAY=${day.week === 5 ? -1 : day.week}${weekday}`
  const first = firstDayOf(day)
  const days = first === null ? [] : Array.from({ length: 7 }, (_, index) => first + index + later)
  const isInMonth = days.length > 0 && days.every((one) => one >= 1 && one <= 28 + (day.month === 2 ? 0 : 2))
  return isInMonth ? `${start}BYMONTHDAY=${days.join(',')};BYDAY=${weekday}` : null
}

/** The first day of the month on which the weekday may fall; null in February's last week, which depends on the year. */
function firstDayOf({ month, week }: Extract<YearlyDay, { kind: 'weekday' }>): number | null {
  if (week < 5) return 7 * (week - 1) + 1
  if (month === 2) return null
  return [4, 6, 9, 11].includes(month) ? 24 : 25
}

/** Groups changes that lead from the same offset to the same time: one component has them all. In order of the first. */
const alike = (onsets: readonly Onset[]): Onset[][] => [
  ...groupBy(onsets, ({ from, to }) => `${from} ${to.offset} ${to.isDst} ${to.abbreviation}`).values(),
]

function component(onsets: readonly Onset[], rule: string | null): string[] {
  const [first] = onsets
  if (first === undefined) return []
  const name = first.to.isDst ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${name}`,
    `DTSTART:${localText(first)}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    // The first time is repeated: where there are dates, ical.js and libical use only those.
    ...(onsets.length === 1 ? [] : onsets.map((onset) => `RDATE:${localText(onset)}`)),
    `TZOFFSETFROM:${offsetText(first.from)}`,
    `TZOFFSETTO:${offsetText(first.to.offset)}`,
    `TZNAME:${first.to.abbreviation}`,
    `END:${name}`,
  ]
}

/** `YYYYMMDDTHHMMSS` by the clock in force before the change. */
const localText = ({ at, from }: Onset): string => formatLocal(localSeconds(at + from)).replace(/[-:]/g, '')

/** `±HHMM`, or `±HHMMSS` where there are seconds. */
const offsetText = (seconds: number): string => exactOffset(seconds).replace(/:00$/, '').replaceAll(':', '')
