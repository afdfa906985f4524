// A zone's clock → iCalendar's VTIMEZONE (RFC 5545) for calendars: from 1601 on, and through 2100 where no yearly rule can say the changes.
import { groupBy } from '../group-by.ts'
import { DAY } from '../time/civil.ts'
import { formatLocal } from '../time/moment.ts'
import { exactOffset } from '../time/offset.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone, Footer } from '../zone/compiled-zone.ts'
import type { YearlyDay } from '../zone/yearly-day.ts'
import { clockIn, type Reading, type ShownTime } from './release-clock.ts'

/** A change as a calendar says it: when, from which offset, and to what. */
interface Onset {
  readonly at: EpochSeconds
  readonly from: number
  readonly to: ShownTime
}

/** 1601-01-01T00:00:00, the first local time that calendars are sure to read. */
const BEGINNING = -11_644_473_600
/** 2101-01-01T00:00:00Z: as far as changes are listed that no yearly rule can say. */
const LISTED_UNTIL = epochSeconds(4_133_980_800)
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The lines of the component, each ended by CR LF: the whole past, and what comes every year as a rule that never ends. */
export function vtimezone(zone: CompiledZone, reading: Reading): string {
  const rules = rulesOf(zone)
  const { initial, changes } = clockIn(zone, reading, rules === null ? LISTED_UNTIL : undefined)
  const onsets = changes.map(({ at, shown }, index): Onset => ({
    at,
    from: (changes[index - 1]?.shown ?? initial).offset,
    to: shown,
  }))
  const last = zone.starts.at(-1) ?? -Infinity
  const listed = rules === null ? onsets : onsets.filter(({ at }) => at <= last)
  const yearly = rules === null ? [] : onsets.filter(({ at }) => at > last).slice(0, 2)
  const beginning: Onset = {
    at: epochSeconds(BEGINNING - initial.offset),
    from: initial.offset,
    to: initial,
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone.id}`,
    ...[[beginning], ...alike(listed)].flatMap((onset) => component(onset, null)),
    ...yearly.flatMap((onset) => component([onset], rules?.get(onset.to.offset) ?? null)),
    'END:VTIMEZONE',
  ]
    .map((line) => `${line}\r\n`)
    .join('')
}

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
