// Values of a calendar (RFC 5545, 3.3): dates, times, durations, periods, offsets and the end of a rule → seconds.
import { DAY, daysFromCivil, daysInMonth } from '#core/time/civil.ts'

/** A time as it is written: local, in UTC, or a day (as its first second). */
export interface WrittenTime {
  readonly kind: 'local' | 'utc' | 'day'
  readonly seconds: number
}

/** Reads `20270328T090000`, `20270328T070000Z` or `20270328`; null for anything else. */
export function readTime(text: string): WrittenTime | null {
  const [, years, months, days, time, hours, minutes, seconds, utc] =
    /^(\d{4})(\d\d)(\d\d)([Tt](\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(text) ?? []
  const [year, month, day] = [Number(years), Number(months), Number(days)]
  if (!(year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month))) return null
  const start = daysFromCivil(year, month, day) * DAY
  if (time === undefined) return { kind: 'day', seconds: start }
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(seconds)]
  if (hour > 23 || minute > 59 || second > 60) return null
  // A leap second is read as the second before it.
  const at = start + hour * 3600 + minute * 60 + Math.min(second, 59)
  return { kind: utc === undefined ? 'local' : 'utc', seconds: at }
}

/** A length of time: days by the calendar, and exact seconds (RFC 5545, 3.3.6). */
export interface Duration {
  readonly days: number
  readonly seconds: number
}

/** Reads `PT1H30M`, `-P1D`, `P2W`; null for anything else. */
export function readDuration(text: string): Duration | null {
  const parts =
    /^([+-])?P(?:(\d+)W|(?=[\dT])(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?)$/i.exec(text)
  if (parts === null) return null
  const sign = parts[1] === '-' ? -1 : 1
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts
    .slice(2)
    .map((one: string | undefined) => Number(one ?? 0))
  return { days: sign * (weeks * 7 + days), seconds: sign * (hours * 3600 + minutes * 60 + seconds) }
}

/** The start of a period, whose other half is a time or a duration. The text itself if it is no period; null for a bad period. */
export function startOfPeriod(text: string): string | null {
  const [start = '', rest, more] = text.split('/')
  if (rest === undefined) return start
  return more === undefined && (readTime(rest) ?? readDuration(rest)) !== null ? start : null
}

/** Reads UNTIL, in seconds. Without a text there is no end, and a day ends with its last second. Null if the text is no time. */
export function readUntil(text: string | null): { readonly seconds: number; readonly isUtc: boolean } | null {
  if (text === null) return { seconds: Infinity, isUtc: false }
  const time = readTime(text)
  if (time === null) return null
  return { seconds: time.kind === 'day' ? time.seconds + DAY - 1 : time.seconds, isUtc: time.kind === 'utc' }
}

/** Reads `+0100` or `-033052`, in seconds; null for anything else. */
export function readOffset(text: string): number | null {
  const parts = /^([+-])([01]\d|2[0-3])([0-5]\d)([0-5]\d)?$/.exec(text)
  if (parts === null) return null
  const [, sign, hours, minutes, seconds = 0] = parts
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}
