// The one reader of dates and times in ISO 8601 and RFC 9557: a text → its parts, by the forms that the door where it was typed reads.
import { civilFromDays, DAY_MS, daysFromCivil, daysInMonth } from './civil.ts'

/** A form that some doors read and others refuse. docs/library.md has a table of forms and doors. */
export type Form =
  /** A space for the `T`: `2026-10-25 02:30`. */
  | 'space'
  /** A zone or other annotations in brackets behind it: `2026-10-25T02:30[Europe/Berlin]`. */
  | 'suffix'
  /** `24:00`, the end of the day. */
  | 'end-of-day'
  /** The year 0000, and years with a sign and six digits: `-000001-01-01T00:00`. */
  | 'far-year'
  /** An offset with seconds: `+00:53:28`. */
  | 'offset-seconds'

/** Door → the forms that it reads beside those that all of them read. */
export const DOORS = {
  /** `at` of the HTTP interface. */
  interface: [],
  /** `instantOf` of the library: as Temporal, which refuses 24:00. */
  instantOf: ['space', 'suffix', 'far-year', 'offset-seconds'],
  /** `convert` of the library: `from` says the zone, and the answers have years of four digits. */
  convert: ['space', 'offset-seconds'],
  /** A time that a person typed, at a terminal or in a form. */
  typed: ['space', 'end-of-day'],
  /** A time in a phrase, whose grammar reads what stands behind a blank and in brackets. */
  phrase: ['end-of-day'],
} as const satisfies Readonly<Record<string, readonly Form[]>>

/** The parts of a text. */
export interface DateTimeText {
  /** The wall time, in milliseconds as `Date.UTC` would make it. */
  readonly wall: number
  /** Seconds to add to UTC; `Z` for a text that gives the time in UTC; null for one without an offset. */
  readonly offset: number | 'Z' | null
  /** Whether the offset is given in whole minutes. */
  readonly isInMinutes: boolean
  /** The zone in brackets; null when there is none. */
  readonly zone: string | null
}

/** Why a text is not read: its form, a year of another form, a date or time that does not exist, or an offset beyond ±23:59. */
export type DateTimeFault = 'form' | 'years' | 'date' | 'time' | 'offset'

const EXTENDED = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)([Tt ])(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?/
const BASIC = /^(\d{4}|[+-]\d{6})(\d\d)(\d\d)([Tt ])(\d\d)(\d\d)(?:(\d\d)(?:[.,](\d+))?)?/
const OFFSET = /^(?:[Zz]|([+-])(\d\d)(?::(\d\d)(?::(\d\d))?|(\d\d)(\d\d)?)?)/
const SUFFIX = /^(?:\[[^[\]]+\])+$/
/** The one annotation besides the zone whose meaning is known: it does not change which instant is meant. */
const CALENDAR = 'u-ca'

/**
 * Reads a date and time, basic or extended, with an offset or without, to the millisecond: a longer fraction is cut off, and `:60` is read as
 * `:59`. `forms` are what is read besides; a text of any other form is the fault `form`.
 */
export function readDateTime(text: string, forms: readonly Form[]): DateTimeText | DateTimeFault {
  const { read, end } = dateTimeBefore(text, forms)
  const suffix = text.slice(end)
  const zone = suffix === '' ? null : zoneOf(suffix)
  if ((suffix !== '' && !forms.includes('suffix')) || zone === undefined) return 'form'
  if (typeof read === 'string') return read
  // The fields one by one: a spread takes as long as all the rest.
  const { wall, offset, isInMinutes } = read
  return { wall, offset, isInMinutes, zone }
}

/**
 * Reads the date and time, with its offset, with which a text begins. `end`: where it ends; what stands behind it is another's to read.
 * `offsetAt`: where its offset begins, which is `end` if it has none.
 */
export function dateTimeBefore(
  text: string,
  forms: readonly Form[],
): {
  readonly read: Omit<DateTimeText, 'zone'> | DateTimeFault
  readonly offsetAt: number
  readonly end: number
} {
  const date = EXTENDED.exec(text) ?? BASIC.exec(text)
  if (date === null || (date[4] === ' ' && !forms.includes('space')))
    return { read: 'form', offsetAt: 0, end: 0 }
  const offsetAt = date[0].length
  const sent = offsetAt === text.length ? null : OFFSET.exec(text.slice(offsetAt))
  const end = offsetAt + (sent?.[0].length ?? 0)
  const wall = wallOf(date, forms)
  const offset = sent === null ? null : offsetOf(sent)
  const isInMinutes = (sent?.[4] ?? sent?.[6]) === undefined
  const read =
    !isInMinutes && !forms.includes('offset-seconds')
      ? 'form'
      : typeof wall === 'string'
        ? wall
        : offset === undefined
          ? 'offset'
          : { wall, offset, isInMinutes }
  return { read, offsetAt, end }
}

function wallOf(parts: readonly (string | undefined)[], forms: readonly Form[]): number | DateTimeFault {
  const years = parts[1] ?? ''
  const [year, month, day] = [Number(years), Number(parts[2]), Number(parts[3])]
  const [hour, minute, second] = [Number(parts[5]), Number(parts[6]), Number(parts[7] ?? 0)]
  const fraction = parts[8] ?? ''
  if (years.length > 4 && !forms.includes('far-year')) return 'form'
  if ((years === '0000' && !forms.includes('far-year')) || years === '-000000') return 'years'
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return 'date'
  const isEnd = hour === 24 && minute + second + Number(fraction) === 0 && forms.includes('end-of-day')
  if ((hour > 23 && !isEnd) || minute > 59 || second > 60) return 'time'
  // A leap second is read as the second before it.
  const time = (hour * 60 + minute) * 60 + Math.min(second, 59)
  const millisecond = fraction === '' ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0'))
  return daysFromCivil(year, month, day) * DAY_MS + time * 1000 + millisecond
}

/** The seconds of an offset, or `Z`; undefined for one beyond ±23:59:59. */
function offsetOf(parts: readonly (string | undefined)[]): number | 'Z' | undefined {
  const [, sign, hours] = parts
  if (sign === undefined) return 'Z'
  const [hour, minute, second] = [
    Number(hours),
    Number(parts[3] ?? parts[5] ?? 0),
    Number(parts[4] ?? parts[6] ?? 0),
  ]
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const size = hour * 3600 + minute * 60 + second
  return sign === '-' ? 0 - size : size
}

/** The zone of the brackets: null for none, undefined for brackets that cannot be obeyed. A zone stands first, once. */
function zoneOf(suffix: string): string | null | undefined {
  if (!SUFFIX.test(suffix)) return undefined
  const all = [...suffix.matchAll(/\[(!?)([^\]]+)\]/g)]
  const isZone = all[0] !== undefined && !all[0][2]?.includes('=')
  for (const [, critical, content = ''] of isZone ? all.slice(1) : all) {
    const key = content.includes('=') ? content.slice(0, content.indexOf('=')) : null
    if (key === null || !/^[a-z_][a-z\d_-]*$/.test(key) || (critical === '!' && key !== CALENDAR))
      return undefined
  }
  return isZone ? (all[0]?.[2] ?? '') : null
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

/** A wall time as text, to the whole millisecond that it is in. The milliseconds are there when they are not 0. */
export function wallText(wall: number): string {
  const days = Math.floor(wall / DAY_MS)
  const { year, month, day } = civilFromDays(days)
  const rest = Math.floor(wall - days * DAY_MS)
  const isPlain = year >= 0 && year <= 9999
  const shownYear = isPlain ? digits(year, 4) : `${year < 0 ? '-' : '+'}${digits(Math.abs(year), 6)}`
  const [hour, minute] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60]
  const [second, millisecond] = [Math.floor(rest / 1000) % 60, rest % 1000]
  const time = `${digits(hour, 2)}:${digits(minute, 2)}:${digits(second, 2)}`
  return `${shownYear}-${digits(month, 2)}-${digits(day, 2)}T${time}${millisecond === 0 ? '' : `.${digits(millisecond, 3)}`}`
}
