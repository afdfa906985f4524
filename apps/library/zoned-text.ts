// Dates and times as text, in ISO 8601 and RFC 9557: `2026-10-25T02:30`, `2026-10-25T02:30:00+01:00[Europe/Berlin]`. To the millisecond.
import { civilFromDays, DAY_MS, daysFromCivil, daysInMonth } from '#core/time/civil.ts'

/** The parts of a text. */
export interface ZonedText {
  /** The wall time, as `Date.UTC` would make it. */
  readonly wall: number
  /** Seconds to add to UTC; `Z` for a text that gives the time in UTC; null for one without an offset. */
  readonly offset: number | 'Z' | null
  /** Whether the offset is given in whole minutes. */
  readonly isInMinutes: boolean
  /** The name in brackets; null when there is none. */
  readonly zone: string | null
}

const DATE_TIME = /^(\d{4}|[+-]\d{6})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?/
const OFFSET = /^(?:([Zz])|([+-])(\d\d)(?::?([0-5]\d)(?::?([0-5]\d))?)?)?/
const BRACKETS = /^(?:\[[^[\]]+\])*$/
/** The one annotation besides the zone whose meaning is known: it does not change which instant is meant. */
const CALENDAR = 'u-ca'

/** Reads a text; null for one of another form, with a date or time that does not exist, or with a part that it asks nobody to ignore. */
export function readZonedText(text: string): ZonedText | null {
  const date = DATE_TIME.exec(text)
  if (date === null) return null
  const afterDate = text.slice(date[0].length)
  const offset = OFFSET.exec(afterDate)
  const brackets = afterDate.slice(offset?.[0].length)
  if (!BRACKETS.test(brackets)) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', fraction = ''] = date
  const wall = wallOf(year, [month, day, hour, minute, second].map(Number), fraction)
  const zone = zoneOf(brackets)
  if (wall === null || zone === undefined) return null
  const [, utc, sign, hours, minutes = '0', seconds] = offset ?? []
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
  if (utc === undefined && hours !== undefined && Number(hours) > 23) return null
  const read = utc === undefined ? (hours === undefined ? null : sign === '-' ? 0 - size : size) : 'Z'
  return { wall, offset: read, isInMinutes: seconds === undefined, zone }
}

function wallOf(
  year: string,
  [month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[],
  fraction: string,
): number | null {
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(Number(year), month)
  if (!isDay || hour > 23 || minute > 59 || second > 60 || year === '-000000') return null
  // A leap second is read as the second before it.
  const time = (hour * 60 + minute) * 60 + Math.min(second, 59)
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return daysFromCivil(Number(year), month, day) * DAY_MS + time * 1000 + millisecond
}

/** The zone of the brackets: null for none, undefined for brackets that cannot be obeyed. A zone stands first, once. */
function zoneOf(brackets: string): string | null | undefined {
  const all = [...brackets.matchAll(/\[(!?)([^\]]+)\]/g)]
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
