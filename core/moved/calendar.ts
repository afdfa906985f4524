// A calendar (RFC 5545) as text → its events as wall times, each with the instant that the calendar's own VTIMEZONE makes of it.
import { DAY, civilFromDays, daysFromCivil, daysInMonth, weekdayOf } from '../time/civil.ts'
import { formatLocal, formatUtc } from '../time/moment.ts'
import { epochSeconds, localSeconds, offsetSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from '../zone/compiled-zone.ts'
import { resolveLocal } from '../zone/resolve-local.ts'

/** One time of an event. */
export interface CalendarEvent {
  /** 1-based, of the calendar: where its DTSTART is. */
  readonly line: number
  readonly id: string | null
  /** As the calendar names it. */
  readonly zone: string
  readonly wall: string
  /** By the calendar's VTIMEZONE of that name; null where it has none. */
  readonly instant: string | null
}

export interface CalendarEvents {
  readonly events: readonly CalendarEvent[]
  /** Lines of rules of repetition that this reader does not know: of their events only the first time is among `events`. */
  readonly unread: readonly number[]
}

/** Repeated events are followed, and rules of VTIMEZONEs listed, until the end of 2037. */
const LAST_YEAR = 2037
const HORIZON = daysFromCivil(LAST_YEAR + 1, 1, 1) * DAY
/** What never repeats more often: a daily event of a hundred years. */
const MOST_TIMES = 40_000

interface Property {
  readonly line: number
  readonly name: string
  readonly parameters: ReadonlyMap<string, string>
  readonly value: string
}

interface Component {
  readonly name: string
  readonly properties: readonly Property[]
  readonly inner: readonly Component[]
}

/** The events of a calendar whose times are walls of a named zone; those in UTC, without a zone, or of whole days cannot move. */
export function readCalendar(text: string): CalendarEvents {
  const events: CalendarEvent[] = []
  const unread: number[] = []
  for (const { inner } of componentsOf(text)) {
    const clocks = new Map(
      inner
        .filter(({ name }) => name === 'VTIMEZONE')
        .map((component) => [valueOf(component, 'TZID') ?? '', clockOf(component)]),
    )
    for (const component of inner) {
      if (component.name !== 'VEVENT' && component.name !== 'VTODO') continue
      const start = component.properties.find(({ name }) => name === 'DTSTART')
      const zone = start?.parameters.get('TZID')
      const first = start === undefined ? null : wallOf(start.value)
      if (start === undefined || zone === undefined || first === null) continue
      const rule = component.properties.find(({ name }) => name === 'RRULE')
      const times = rule === undefined ? [first] : repeated(first, rule.value)
      if (times === null && rule !== undefined) unread.push(rule.line)
      const left = new Set(wallsIn(component, 'EXDATE'))
      const clock = clocks.get(zone)
      for (const wall of new Set([...(times ?? [first]), ...wallsIn(component, 'RDATE')])) {
        if (left.has(wall)) continue
        events.push({
          line: start.line,
          id: valueOf(component, 'UID'),
          zone,
          wall: formatLocal(localSeconds(wall)),
          instant: clock === undefined ? null : formatUtc(epochSeconds(instantBy(clock, wall))),
        })
      }
    }
  }
  return { events, unread }
}

/** The components at the top, VCALENDARs as a rule. Lines that are none are passed over. */
function componentsOf(text: string): Component[] {
  type Open = { name: string; properties: Property[]; inner: Component[] }
  const top: Open = { name: '', properties: [], inner: [] }
  const open = [top]
  for (const property of propertiesOf(text)) {
    const current = open.at(-1) ?? top
    if (property.name === 'BEGIN') {
      const component: Open = { name: property.value.toUpperCase(), properties: [], inner: [] }
      current.inner.push(component)
      open.push(component)
    } else if (property.name !== 'END') current.properties.push(property)
    else if (open.length > 1) open.pop()
  }
  return top.inner
}

/** Lines with what is folded below them. */
function* propertiesOf(text: string): Generator<Property> {
  const lines = text.split(/\r?\n/)
  for (let number = 0; number < lines.length; number++) {
    const line = number + 1
    let content = lines[number] ?? ''
    while (/^[ \t]/.test(lines[number + 1] ?? '')) content += (lines[++number] ?? '').slice(1)
    const parts = /^([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^";:]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s.exec(content)
    if (parts === null) continue
    const parameters = [...(parts[2] ?? '').matchAll(/;([\w-]+)=("[^"]*"|[^;]*)/g)].map(
      ([, name = '', value = '']) => [name.toUpperCase(), value.replaceAll('"', '')] as const,
    )
    yield {
      line,
      name: (parts[1] ?? '').toUpperCase(),
      parameters: new Map(parameters),
      value: parts[3] ?? '',
    }
  }
}

const valueOf = ({ properties }: Component, named: string): string | null =>
  properties.find(({ name }) => name === named)?.value ?? null

const wallsIn = ({ properties }: Component, named: string): number[] =>
  properties
    .filter(({ name }) => name === named)
    .flatMap(({ value }) => value.split(',').map(wallOf))
    .filter((wall) => wall !== null)

/** `20270328T090000`; null for a day, for UTC, and for what is no time. */
function wallOf(text: string): number | null {
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text.trim())
  if (parts === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1).map(Number)
  const isTime =
    year >= 1 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 60
  if (!isTime || day > daysInMonth(year, month)) return null
  return daysFromCivil(year, month, day) * DAY + hour * 3600 + minute * 60 + Math.min(second, 59)
}

interface Onset {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** A VTIMEZONE as a clock that its rules move until the horizon. */
function clockOf({ inner }: Component): CompiledZone {
  const onsets = inner
    .flatMap(onsetsOf)
    .filter(({ from, to }) => !Number.isNaN(from + to))
    .toSorted((one, other) => one.at - other.at)
  const offsets = [onsets[0]?.from ?? 0, ...onsets.map(({ to }) => to)]
  const types = offsets.map((offset): LocalTimeType => ({
    offset: offsetSeconds(offset),
    stdoff: offsetSeconds(offset),
    save: offsetSeconds(0),
    isDst: false,
    releaseSave: offsetSeconds(0),
    releaseIsDst: false,
    abbreviation: '-00',
  }))
  return {
    id: 'VTIMEZONE',
    types,
    lines: [],
    starts: onsets.map(({ at }) => epochSeconds(at)),
    typeOf: offsets.map((_, index) => index),
    linesOf: offsets.map(() => []),
    releaseChanges: [],
    footer: { kind: 'fixed' },
    posixTz: null,
  }
}

function onsetsOf(component: Component): Onset[] {
  const first = wallOf(valueOf(component, 'DTSTART') ?? '')
  if (first === null) return []
  const [from, to] = [offsetIn(component, 'TZOFFSETFROM'), offsetIn(component, 'TZOFFSETTO')]
  const rule = valueOf(component, 'RRULE')
  const walls = [
    first,
    ...(rule === null ? [] : (repeated(first, rule, from) ?? [])),
    ...wallsIn(component, 'RDATE'),
  ]
  return [...new Set(walls)].map((wall) => ({ at: wall - from, from, to }))
}

function offsetIn(component: Component, name: string): number {
  const parts = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec((valueOf(component, name) ?? '').trim())
  if (parts === null) return NaN
  const [, sign, hours, minutes, seconds = 0] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** A wall time that is shown twice is the first of the two; one in a gap is read by the clock before it (RFC 5545, 3.3.5). */
function instantBy(clock: CompiledZone, wall: number): number {
  const mapping = resolveLocal(clock, localSeconds(wall))
  return mapping.kind === 'unique' ? mapping.at : mapping.kind === 'fold' ? mapping.earlier : mapping.later
}

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
const KNOWN_PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYDAY', 'BYMONTH', 'BYMONTHDAY']

interface Rule {
  readonly parts: ReadonlyMap<string, string>
  readonly weekdays: readonly { readonly which: number; readonly weekday: number }[]
  readonly months: readonly number[]
  readonly days: readonly number[]
}

/**
 * The wall times of a rule from its first on, until the horizon; null for a rule with parts that this reader does not know. An UNTIL in UTC is
 * read by `offset`.
 */
function repeated(first: number, text: string, offset = 0): number[] | null {
  const parts = new Map(text.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']))
  const list = (name: string): string[] => (parts.get(name) ?? '').split(',').filter((one) => one !== '')
  const weekdays = list('BYDAY').map((one) => {
    const [, which = '', day = ''] = /^([+-]?\d*)(\w\w)$/.exec(one) ?? []
    return { which: Number(which), weekday: WEEKDAYS.indexOf(day) }
  })
  if ([...parts.keys()].some((name) => !KNOWN_PARTS.includes(name))) return null
  if (weekdays.some(({ weekday }) => weekday < 0)) return null
  const rule = { parts, weekdays, months: list('BYMONTH').map(Number), days: list('BYMONTHDAY').map(Number) }
  const until = untilOf(parts.get('UNTIL'), offset)
  const most = Number(parts.get('COUNT') ?? MOST_TIMES)
  const days = daysOf(Math.floor(first / DAY), rule)
  if (days === null) return null
  const time = first - Math.floor(first / DAY) * DAY
  const times: number[] = []
  for (const day of days) {
    const wall = day * DAY + time
    if (wall > until || wall >= HORIZON || times.length >= most || times.length >= MOST_TIMES) break
    if (wall >= first) times.push(wall)
  }
  return times
}

function untilOf(text: string | undefined, offset: number): number {
  if (text === undefined) return Infinity
  if (/^\d{8}$/.test(text)) return wallOf(`${text}T235959`) ?? Infinity
  const wall = wallOf(text.replace('Z', '')) ?? Infinity
  return text.endsWith('Z') ? wall + offset : wall
}

/** The days of a rule, from the day on which it begins; null for a frequency or a mixture that this reader does not know. */
function daysOf(first: number, rule: Rule): Iterable<number> | null {
  const step = Number(rule.parts.get('INTERVAL') ?? 1)
  const { weekdays, months, days } = rule
  if (!(step >= 1)) return null
  switch (rule.parts.get('FREQ')) {
    case 'DAILY':
      return weekdays.length + months.length + days.length > 0 ? null : everyDays(first, step)
    case 'WEEKLY':
      return months.length + days.length > 0 || weekdays.some(({ which }) => which !== 0)
        ? null
        : everyWeeks(first, step, rule)
    case 'MONTHLY':
      return months.length > 0 ? null : everyMonths(first, step, rule)
    case 'YEARLY':
      return weekdays.length > 0 && months.length === 0 ? null : everyYears(first, step, rule)
    case undefined:
    default:
      return null
  }
}

function* everyDays(first: number, step: number): Generator<number> {
  for (let day = first; ; day += step) yield day
}

function* everyWeeks(first: number, step: number, { weekdays, parts }: Rule): Generator<number> {
  const begins = Math.max(0, WEEKDAYS.indexOf(parts.get('WKST') ?? 'MO'))
  const wanted = weekdays.length === 0 ? [weekdayOf(first)] : weekdays.map(({ weekday }) => weekday)
  const inWeek = wanted.map((weekday) => (weekday - begins + 7) % 7).toSorted((one, other) => one - other)
  const week = first - ((weekdayOf(first) - begins + 7) % 7)
  for (let monday = week; ; monday += 7 * step) for (const day of inWeek) yield monday + day
}

function* everyMonths(first: number, step: number, rule: Rule): Generator<number> {
  const { year, month, day } = civilFromDays(first)
  for (let number = year * 12 + month - 1; number < (LAST_YEAR + 1) * 12; number += step)
    yield* daysInMonthOf(Math.floor(number / 12), (number % 12) + 1, day, rule)
}

function* everyYears(first: number, step: number, rule: Rule): Generator<number> {
  const { year, month, day } = civilFromDays(first)
  const months = rule.months.length === 0 ? [month] : rule.months.toSorted((one, other) => one - other)
  for (let one = year; one <= LAST_YEAR; one += step)
    for (const inYear of months) yield* daysInMonthOf(one, inYear, day, rule)
}

/** The days of a month that a rule names; without BYDAY and BYMONTHDAY the day of the month on which it began, where there is one. */
function daysInMonthOf(year: number, month: number, day: number, { weekdays, days }: Rule): number[] {
  const length = daysInMonth(year, month)
  const first = daysFromCivil(year, month, 1)
  const numbers = Array.from({ length }, (_, index) => index + 1)
  const wanted = days.length === 0 && weekdays.length === 0 ? [day] : days
  const isDay = (number: number): boolean => wanted.includes(number) || wanted.includes(number - length - 1)
  const isWeekday = (number: number): boolean =>
    weekdays.some(
      ({ which, weekday }) =>
        weekdayOf(first + number - 1) === weekday &&
        (which === 0 || which === Math.ceil(number / 7) || which === -Math.ceil((length - number + 1) / 7)),
    )
  return numbers
    .filter(
      (number) => (wanted.length === 0 || isDay(number)) && (weekdays.length === 0 || isWeekday(number)),
    )
    .map((number) => first + number - 1)
}
