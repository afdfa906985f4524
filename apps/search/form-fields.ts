// What stands in a field of its own of a form → the day, or the minute of the day, that it says, by the grammar of typed times.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Clock } from '#core/ask/clock.ts'
import { dayNamed } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { partsAt, type TimePart } from './time-parts.ts'
import { plainText, secondsOf } from './time-days.ts'
import { readParts } from './typed-time.ts'

/** The message for a date that no calendar has: 2027-02-30. */
export const noSuchDay = (iso: string): string => `There is no day ${iso}.`

/**
 * The day that a text says on a clock, as days since 1970-01-01: "2026-12-03", "tomorrow", "Thursday 3pm". Null if it says no day, or several,
 * or something else too.
 */
export function readDay(text: string, clock: Clock, almanac: Almanac, now: EpochSeconds): number | null {
  const named = dayNamed(text)
  if (named !== null || text === '') return named
  const parts = readParts(text, { almanac, now, reader: null, own: clock })
  if (parts.kind === 'unread' || parts.hasMore || parts.names.length > 0 || parts.seconds.length > 1)
    return null
  const [day, another] = parts.days
  return day === undefined || another !== undefined ? null : day
}

const UNREAD_TIME = 'This is not a time. Write it as 15:00 or 3pm.'
const A_DAY = new Set<TimePart['kind']>(['date', 'day', 'weekday', 'week', 'instant'])

/**
 * A time of day as people write it, in minutes from 0 to 1440: "9", "09:30", "9h30", "9am", "noon", or "midnight", which is 1440. For any
 * other text, a sentence that says what is wrong.
 */
export function readTime(sent: string): number | string {
  const text = plainText(sent).replace(/^(?:at|by|@) /i, '')
  const written = /^\d{1,2}$/.test(text) ? `${text}:00` : text
  const parts = written.length > LONGEST ? [] : partsAt(written, 0)
  if (parts.some(({ kind }) => A_DAY.has(kind))) return 'Write the day in Date, and only the time here.'
  const times = parts.filter((part) => part.kind === 'time').toSorted((one, other) => other.end - one.end)
  for (const time of times) {
    const rest = written.slice(time.end).trim()
    const half = partsAt(written, written.length - rest.length).find(
      ({ kind, end }) => kind === 'half' && end === written.length,
    )
    if (rest !== '' && half === undefined) continue
    if (time.until !== null) return 'This is more than one time. Write one.'
    const cover = half?.kind === 'half' ? [{ ...half, start: time.end }] : []
    const { seconds, ask } = secondsOf(time.from, time.form, cover)
    const [second] = seconds
    return second === undefined ? UNREAD_TIME : ask === '' ? Math.floor(second / 60) : ask
  }
  const [longest] = times
  if (longest === undefined) return UNREAD_TIME
  const rest = written.slice(longest.end).trim()
  return /^(?:[+-]|[a-z]{1,5}$)/i.test(rest)
    ? UNREAD_TIME
    : `“${rest}” could not be read. Write only the time: 15:00 or 3pm.`
}
const LONGEST = 60
