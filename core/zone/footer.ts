// Writes and reads the spelling of a POSIX TZ text: standard time, daylight time, and the days of the changes.
import { offsetSeconds, type OffsetSeconds } from '../time/units.ts'
import type { YearlyDay } from './yearly-day.ts'

/** The parts of a POSIX TZ text. Without `daylight`, standard time lasts for ever. */
export interface PosixTz {
  readonly standard: { readonly abbreviation: string; readonly offset: OffsetSeconds }
  readonly daylight: {
    readonly abbreviation: string
    readonly offset: OffsetSeconds
    readonly start: PosixChange
    readonly end: PosixChange
  } | null
}

/** A day, and seconds after its midnight by the clock before the change. */
export interface PosixChange {
  readonly day: YearlyDay
  readonly time: number
}

const DEFAULT_TIME = 7200
const DEFAULT_SAVE = 3600

/** Writes a footer as the shortest POSIX TZ text: `CET-1CEST,M3.5.0,M10.5.0/3`. */
export function writePosixTz({ standard, daylight }: PosixTz): string {
  const head = `${writeAbbreviation(standard.abbreviation)}${writeTime(0 - standard.offset)}`
  if (daylight === null) return head
  const offset = daylight.offset === standard.offset + DEFAULT_SAVE ? '' : writeTime(0 - daylight.offset)
  const start = writeChange(daylight.start)
  return `${head}${writeAbbreviation(daylight.abbreviation)}${offset},${start},${writeChange(daylight.end)}`
}

const writeAbbreviation = (abbreviation: string): string =>
  /^[A-Za-z]+$/.test(abbreviation) ? abbreviation : `<${abbreviation}>`

function writeTime(seconds: number): string {
  const size = Math.abs(seconds)
  const hours = Math.floor(size / 3600)
  const minutes = Math.floor(size / 60) % 60
  const rest = size % 60
  const tail = rest > 0 ? colonTwo(minutes) + colonTwo(rest) : minutes > 0 ? colonTwo(minutes) : ''
  return `${seconds < 0 ? '-' : ''}${hours}${tail}`
}

const colonTwo = (value: number): string => `:${String(value).padStart(2, '0')}`

function writeChange({ day, time }: PosixChange): string {
  return writeDay(day) + (time === DEFAULT_TIME ? '' : `/${writeTime(time)}`)
}

function writeDay(day: YearlyDay): string {
  switch (day.kind) {
    case 'weekday':
      return `M${day.month}.${day.week}.${day.weekday}`
    case 'julian':
      return `J${day.day}`
    case 'zero-based':
      return String(day.day)
  }
}

const NAME = String.raw`([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)`
const TIME = String.raw`([+-]?\d{1,3}(?::\d{2}(?::\d{2})?)?)`
const POSIX_TZ = new RegExp(
  `^${NAME}${TIME}(?:${NAME}${TIME}?,([^,/]+)(?:/${TIME})?,([^,/]+)(?:/${TIME})?)?$`,
)

/** Reads a POSIX TZ text; null if it is not one, or if it does not say on which days clocks change. */
export function readPosixTz(text: string): PosixTz | null {
  const parts = POSIX_TZ.exec(text)
  if (parts === null) return null
  const [, name = '', offsetText = '', daylightName, daylightOffset, startDay, startTime, endDay, endTime] =
    parts
  const offset = readTime(offsetText, 24)
  if (offset === null) return null
  const standard = { abbreviation: bare(name), offset: offsetSeconds(-offset || 0) }
  if (daylightName === undefined) return { standard, daylight: null }
  const ahead = daylightOffset === undefined ? offset - DEFAULT_SAVE : readTime(daylightOffset, 24)
  const start = readChange(startDay, startTime)
  const end = readChange(endDay, endTime)
  if (ahead === null || start === null || end === null) return null
  return {
    standard,
    daylight: { abbreviation: bare(daylightName), offset: offsetSeconds(-ahead || 0), start, end },
  }
}

const bare = (name: string): string => (name.startsWith('<') ? name.slice(1, -1) : name)

function readTime(text: string, mostHours: number): number | null {
  const sign = text.startsWith('-') ? -1 : 1
  const [hours = 0, minutes = 0, seconds = 0] = text.replace(/^[+-]/, '').split(':').map(Number)
  if (hours > mostHours || minutes > 59 || seconds > 59) return null
  return sign * (hours * 3600 + minutes * 60 + seconds) || 0
}

function readChange(dayText: string | undefined, timeText: string | undefined): PosixChange | null {
  const day = readDay(dayText ?? '')
  const time = timeText === undefined ? DEFAULT_TIME : readTime(timeText, 167)
  return day === null || time === null ? null : { day, time }
}

function readDay(text: string): YearlyDay | null {
  const weekday = /^M(\d{1,2})\.(\d)\.(\d)$/.exec(text)
  if (weekday !== null) {
    const [month = 0, week = 0, dayOfWeek = 0] = weekday.slice(1).map(Number)
    const isValid = month >= 1 && month <= 12 && week >= 1 && week <= 5 && dayOfWeek <= 6
    return isValid ? { kind: 'weekday', month, week, weekday: dayOfWeek } : null
  }
  const numbered = /^(J?)(\d{1,3})$/.exec(text)
  if (numbered === null) return null
  const day = Number(numbered[2])
  if (numbered[1] === 'J') return day >= 1 && day <= 365 ? { kind: 'julian', day } : null
  return day <= 365 ? { kind: 'zero-based', day } : null
}
