// Moments as text: reads `at` (ISO 8601 in years 0001-9999, Unix seconds of 2000-2100, no milliseconds), and prints date-times.
import { civilFromDays, DAY, daysFromCivil, daysInMonth } from './civil.ts'
import { DOORS, readDateTime, type DateTimeFault, type Form } from './date-time-text.ts'
import { formatOffset, printedOffset } from './offset.ts'
import {
  epochSeconds,
  localSeconds,
  offsetSeconds,
  toInstant,
  type EpochSeconds,
  type LocalSeconds,
  type OffsetSeconds,
} from './units.ts'

/** The meaning of `at`: an instant, or a wall time without an offset. */
export type Moment =
  | { readonly kind: 'instant'; readonly at: EpochSeconds }
  | { readonly kind: 'local'; readonly local: LocalSeconds }

export type ParsedMoment = Moment | { readonly kind: 'fault'; readonly reason: MomentFault }
export type MomentFault = DateTimeFault | 'unix-range' | 'unix-milliseconds' | 'unix-form'
/** A moment has no zone of its own, and no year that answers cannot print. */
export type MomentForm = Exclude<Form, 'suffix' | 'far-year'>

/** 0001-01-01T00:00:00 and 9999-12-31T23:59:59 in local seconds: the years that a printed date-time can have. */
const FIRST_PRINTABLE = daysFromCivil(1, 1, 1) * DAY
const LAST_PRINTABLE = daysFromCivil(10_000, 1, 1) * DAY - 1

/** Unix seconds must lie in the years 2000–2100. Outside them, a number is more likely a mistake than a moment. */
const UNIX_FIRST = 946_684_800
const UNIX_LAST = 4_133_980_799

const fault = (reason: MomentFault): ParsedMoment => ({ kind: 'fault', reason })

/**
 * Reads the text of `at`: a date and time in ISO 8601, or Unix seconds. Drops a fraction, and reads `:60` as `:59`. `forms` are those that the
 * door reads beside the interface's own.
 */
export function parseMoment(text: string, forms: readonly MomentForm[] = DOORS.interface): ParsedMoment {
  if (/^[+-]?[\d.,]+(?:e[+-]?\d+)?$/i.test(text)) return parseUnix(text)
  const read = readDateTime(text, forms)
  if (typeof read === 'string') return fault(read)
  const local = localSeconds(Math.floor(read.wall / 1000))
  if (read.offset === null) return { kind: 'local', local }
  const at = toInstant(local, offsetSeconds(read.offset === 'Z' ? 0 : read.offset))
  return isPrintable(at, offsetSeconds(0)) ? { kind: 'instant', at } : fault('years')
}

function parseUnix(text: string): ParsedMoment {
  if (!/^\d+$/.test(text)) return fault('unix-form')
  if (text.length === 13) return fault('unix-milliseconds')
  const seconds = Number(text)
  if (seconds < UNIX_FIRST || seconds > UNIX_LAST) return fault('unix-range')
  return { kind: 'instant', at: epochSeconds(seconds) }
}

/** Whether both the instant's local date at this offset and its UTC date lie in the years 0001–9999. */
export function isPrintable(at: EpochSeconds, offset: OffsetSeconds): boolean {
  const local = at + printedOffset(offset)
  return at >= FIRST_PRINTABLE && at <= LAST_PRINTABLE && local >= FIRST_PRINTABLE && local <= LAST_PRINTABLE
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0')

/** Prints a wall time as `YYYY-MM-DDTHH:MM:SS`. */
export function formatLocal(local: LocalSeconds): string {
  const days = Math.floor(local / DAY)
  const { year, month, day } = civilFromDays(days)
  const second = local - days * DAY
  const time = `${pad(Math.floor(second / 3600), 2)}:${pad(Math.floor(second / 60) % 60, 2)}:${pad(second % 60, 2)}`
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}T${time}`
}

/** Prints an instant as `YYYY-MM-DDTHH:MM:SS±HH:MM`. The text names exactly this instant, because the wall time uses the printed offset. */
export function formatDateTime(at: EpochSeconds, offset: OffsetSeconds): string {
  return formatLocal(localSeconds(at + printedOffset(offset))) + formatOffset(offset)
}

/** Prints an instant in UTC: `YYYY-MM-DDTHH:MM:SS+00:00`. */
export const formatUtc = (at: EpochSeconds): string => formatDateTime(at, offsetSeconds(0))

/** Returns the first second of a day in UTC. The day is a text such as `2026-10-29`. */
export const startOfDay = (day: string): EpochSeconds => epochSeconds(Date.parse(`${day}T00:00:00Z`) / 1000)

/** The instant `years` calendar years later (or earlier, if negative) in UTC. 29 February becomes 28 February if the year has no leap day. */
export function addYears(at: EpochSeconds, years: number): EpochSeconds {
  const days = Math.floor(at / DAY)
  const { year, month, day } = civilFromDays(days)
  const target = year + years
  return epochSeconds(
    at + (daysFromCivil(target, month, Math.min(day, daysInMonth(target, month))) - days) * DAY,
  )
}
