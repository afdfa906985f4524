// Times for people: clocks that tick, dates with their weekday, distances in words.
import { DateTime, Info } from 'luxon'
import type { ZoneState } from '#core/ask/zone-state.ts'
import { civilFromDays, DAY, DAY_MS } from '#core/time/civil.ts'
import { addYears, formatDateTime, formatLocal } from '#core/time/moment.ts'
import {
  epochSeconds,
  localSeconds,
  offsetSeconds,
  toLocal,
  type EpochSeconds,
  type LocalSeconds,
  type OffsetSeconds,
} from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { movesBetween } from '#core/zone/transitions.ts'
import { meanTimeInWords, meanTimeOffset, meanTimeUntil } from '#core/zone/trust.ts'
import { attributes, html, type Html } from '../frame/html.ts'

// With the locale `en` luxon has these names itself: no page depends on the runtime's.
const ENGLISH = { locale: 'en' }
const MONTHS = Info.months('long', ENGLISH)
const FROM_MONDAY = Info.weekdays('long', ENGLISH)

/** Names of weekdays, Sunday first. */
export const WEEKDAYS = [...FROM_MONDAY.slice(-1), ...FROM_MONDAY.slice(0, -1)]

/** `March`, for 3. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? ''

/** A date as luxon's format writes it, for days since 1970-01-01. It is a date alone: no clock and no zone takes part. */
const dateAs = (format: string, localDay: number): string =>
  DateTime.fromMillis(localDay * DAY_MS, { zone: 'utc', ...ENGLISH }).toFormat(format)

/** `Sunday 28 March 2027`, for days since 1970-01-01. */
export const dateInWords = (localDay: number): string => dateAs('cccc d LLLL y', localDay)

/** The local mean time at a longitude, which clocks showed before the zone had standard time. Null when the zone never used it. */
export function meanTimeAt(zone: CompiledZone, lon: number): string | null {
  const until = meanTimeUntil(zone)
  return until === null
    ? null
    : `UTC${meanTimeInWords(lon).replace('-', '−')}, until ${dateInWords(dayOf(until, meanTimeOffset(lon)))}`
}

/** `2027-03-28`, for days since 1970-01-01. */
export const isoDate = (localDay: number): string => formatLocal(localSeconds(localDay * DAY)).slice(0, 10)

/** `Sun 28 Mar`, for days since 1970-01-01. */
export const dayInBrief = (localDay: number): string => dateAs('ccc d LLL', localDay)

/** The same for a narrow cell of a table: day and month are not parted. */
export const dayInCell = (localDay: number): string => dayInBrief(localDay).replace(/ (?=\D)/, '\u00a0')

/** `28 Mar 2027`, for days since 1970-01-01. */
export const shortDate = (localDay: number): string => dateAs('d LLL y', localDay)

/** `Sun 28 Mar 2027`, for days since 1970-01-01. */
export const weekdayAndDate = (localDay: number): string => dateAs('ccc d LLL y', localDay)

/** The local date of an instant at this offset, as days since 1970-01-01. */
export const dayOf = (at: EpochSeconds, offset: OffsetSeconds): number =>
  Math.floor(toLocal(at, offset) / DAY)

/** The year of an instant in UTC. */
export const yearOf = (at: EpochSeconds): number => civilFromDays(Math.floor(at / DAY)).year

/** `UTC+01:00`, with a real minus sign; `UTC+00:19:32`, as clocks of the past had it. */
export function utcOffset(offset: OffsetSeconds): string {
  const size = Math.abs(offset)
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `UTC${offset < 0 ? '−' : '+'}${(size % 60 === 0 ? parts.slice(0, 2) : parts).join(':')}`
}

/** The offset of UTC. */
export const UTC = offsetSeconds(0)

/** Hours and minutes of a wall time, `14:05`. With seconds when they are not 0. */
export const wallTime = (local: LocalSeconds): string =>
  formatLocal(local)
    .slice(11)
    .replace(/^(.{5}):00$/, '$1')

/** Hours and minutes on a clock at an instant. The offset counts with its seconds, so that a wall time is shown as it was written. */
export const timeOf = (at: EpochSeconds, offset: OffsetSeconds): string => wallTime(toLocal(at, offset))

/** The reading of a clock at an instant. `day`: days since 1970-01-01; `minute`: of this day. */
export function shownAt(zone: CompiledZone, at: EpochSeconds) {
  const offset = offsetAt(zone, at)
  const day = dayOf(at, offset)
  const minute = Math.floor((toLocal(at, offset) - day * DAY) / 60)
  return { offset, day, minute, time: timeOf(at, offset) }
}

/** `14:05 on Sunday 28 March 2027`. */
export const timeAndDate = (at: EpochSeconds, offset: OffsetSeconds): string =>
  `${timeOf(at, offset)} on ${dateInWords(dayOf(at, offset))}`

/** Years and changes that a page knows ahead. Morocco's clocks move four times a year. */
const [KNOWN_YEARS, KNOWN_CHANGES] = [2, 6]

/** Data for the clock's script: the offset at an instant, and those of the next two years: `instant offset instant offset`. */
export function tickingFrom(zone: CompiledZone, from: EpochSeconds): Html {
  const moves = movesBetween(zone, from, addYears(from, KNOWN_YEARS)).slice(0, KNOWN_CHANGES)
  const changes = moves.map(({ at, after }) => `${at} ${after.type.offset}`).join(' ')
  return attributes({ 'data-offset': offsetAt(zone, from), 'data-changes': changes || null })
}

/** The start of the minute of an instant. Pages show no seconds. */
export const minuteOf = (now: EpochSeconds): EpochSeconds => epochSeconds(Math.floor(now / 60) * 60)

/** The time of a page in large type, with its date below. The script adds the seconds. */
export const clock = (state: ZoneState, now: EpochSeconds): Html =>
  largeClock(state.season.type.offset, now, tickingFrom(state.zone.compiled(), now))

/** The same on a page about an offset, which never changes. */
export const clockAtOffset = (offset: OffsetSeconds, now: EpochSeconds): Html =>
  largeClock(offset, now, attributes({ 'data-offset': offset }))

function largeClock(offset: OffsetSeconds, now: EpochSeconds, data: Html): Html {
  const day = dayOf(now, offset)
  return html`<time class="clock" datetime="${formatDateTime(minuteOf(now), offset)}" ${data}
      >${timeOf(minuteOf(now), offset)}<span class="s"></span
    ></time>
    <p class="date"><time datetime="${isoDate(day)}" data-date${data}>${dateInWords(day)}</time></p>`
}

/** The same of an offset, which never changes. */
export const timeAtOffset = (offset: OffsetSeconds, now: EpochSeconds): Html =>
  html`<time${attributes({ datetime: formatDateTime(minuteOf(now), offset), 'data-offset': offset })}
    >${timeOf(minuteOf(now), offset)}</time
  >`

/** The time of a line of text. `look` is a class of the stylesheet, that of a card's time; null: it looks as the text around it. */
export function timeNow(state: ZoneState, now: EpochSeconds, look: 'hm' | null = null): Html {
  const [at, { offset }] = [minuteOf(now), state.season.type]
  return html`<time${attributes({ class: look, datetime: formatDateTime(at, offset) })}${tickingFrom(state.zone.compiled(), now)}
    >${timeOf(at, offset)}</time
  >`
}
