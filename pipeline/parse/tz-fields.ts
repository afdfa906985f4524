// Splits a line of tz source into its fields, and reads the words, days and times in them, as zic does.
import { DAY } from '#core/time/civil.ts'
import type { FaultOf } from '../source-error.ts'

/** The fields of a line. `-` and an absent field are both the empty text, which means "none" or zero, depending on the column. */
export type Fields = readonly string[]

const SPACE = String.raw` \t\f\r\v\n`
/** A field, with quoted parts in it; or a comment to the end of the line. */
const FIELD = new RegExp(`[${SPACE}]*(?:#.*|((?:"[^"]*"|[^"#${SPACE}])+))`, 'sy')

/**
 * Splits a line into fields at white space. `#` begins a comment; double quotes protect both. Null when a quotation mark has no partner.
 */
export function splitFields(line: string): Fields | null {
  const fields: string[] = []
  const text = line.trim()
  FIELD.lastIndex = 0
  while (FIELD.lastIndex < text.length) {
    const found = FIELD.exec(text)
    if (found === null) return null
    const field = found[1]?.replaceAll('"', '')
    if (field !== undefined) fields.push(field === '-' ? '' : field)
  }
  return fields
}

export const KEYWORDS = ['rule', 'zone', 'link'] as const
/** The words that begin the lines of a leap second file. They are separate from KEYWORDS, as in zic, so that `L` is a Link. */
export const LEAP_KEYWORDS = ['leap', 'expires'] as const
export const MONTHS =
  'january february march april may june july august september october november december'.split(' ')
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** Returns the index of the only word of `table` that `word` abbreviates, in any case. -1 when it fits none or several. */
export function wordIndex(word: string, table: readonly string[]): number {
  if (word === '') return -1
  const lower = word.toLowerCase()
  const exact = table.indexOf(lower)
  if (exact >= 0) return exact
  const [first, second] = table.filter((candidate) => candidate.startsWith(lower))
  return first === undefined || second !== undefined ? -1 : table.indexOf(first)
}

/** The day of a month on which a Rule or an UNTIL takes effect. A weekday may fall into the neighbouring month. */
export type DayOfMonth =
  | { readonly kind: 'day'; readonly day: number }
  | { readonly kind: 'on-or-after'; readonly weekday: number; readonly day: number }
  | { readonly kind: 'on-or-before'; readonly weekday: number; readonly day: number }

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Reads `5`, `lastSun`, `Sun>=8` or `Sun<=25`. Throws a fault when it is none of these. `month` is 1–12. */
export function readDayOfMonth(text: string, month: number, fault: FaultOf): DayOfMonth {
  const longest = DAYS_IN_MONTH[month - 1] ?? 31
  if (/^last/i.test(text)) {
    const weekday = wordIndex(text.slice(text[4] === '-' ? 5 : 4), WEEKDAYS)
    if (weekday < 0) throw fault('bad-day', `"${text}" does not name one weekday after "last"`)
    return { kind: 'on-or-before', weekday, day: longest }
  }
  const parts = /^([^<>]*)([<>])(.*)$/.exec(text)
  if (parts === null) {
    const day = dayNumber(text, longest)
    if (day !== null) return { kind: 'day', day }
    throw fault('bad-day', `"${text}" is not a day of the month (1–${longest}, lastSun, Sun>=8 or Sun<=25)`)
  }
  const [, name = '', sign, rest = ''] = parts
  const weekday = wordIndex(name, WEEKDAYS)
  if (weekday < 0) throw fault('bad-day', `"${name}" is not a weekday`)
  if (!rest.startsWith('=')) throw fault('bad-day', `"${text}" has "${sign}" where ">=" or "<=" was expected`)
  const day = dayNumber(rest.slice(1), longest)
  if (day === null) throw fault('bad-day', `"${rest.slice(1)}" is not a day of the month (1–${longest})`)
  return { kind: sign === '>' ? 'on-or-after' : 'on-or-before', weekday, day }
}

function dayNumber(text: string, longest: number): number | null {
  if (!/^\d{1,4}$/.test(text)) return null
  const day = Number(text)
  return day >= 1 && day <= longest ? day : null
}

/** The clock on which a time of day is read: the wall clock, standard time, or UTC. */
export type Clock = 'wall' | 'standard' | 'universal'

/** The last letter of a time of day → its clock. */
const CLOCKS: ReadonlyMap<string, Clock> = new Map([
  ['w', 'wall'],
  ['s', 'standard'],
  ['u', 'universal'],
  ['g', 'universal'],
  ['z', 'universal'],
])

export interface TimeOfDay {
  /** Seconds after 00:00 on `clock`. May be negative or more than 24 h. */
  readonly at: number
  readonly clock: Clock
}

// zic sets no limit, and its manual has 260:00 as an example. More than three digits of hours are a year in the wrong column.
const MOST_HOURS = 999

/**
 * Reads `2`, `2:00`, `-1:00`, `25:00` or `1:28:14.5`, followed by w, s, u, g, z or nothing. Throws a fault when it is none of these.
 */
export function readTimeOfDay(text: string, fault: FaultOf): TimeOfDay {
  const clock = CLOCKS.get(text.slice(-1).toLowerCase())
  const at = readSeconds(clock === undefined ? text : text.slice(0, -1))
  if (at === null)
    throw fault(
      'bad-time',
      `"${text}" is not a time (hours, hours:minutes or hours:minutes:seconds, then w, s, u, g, z or nothing)`,
    )
  if (Math.abs(at) >= (MOST_HOURS + 1) * 3600)
    throw fault('bad-time', `"${text}" is more than ${MOST_HOURS} hours away from its day`)
  return { at, clock: clock ?? 'wall' }
}

/** An amount of daylight saving, and whether zic calls it daylight saving time. */
export interface Save {
  /** Seconds; may be negative. */
  readonly save: number
  readonly isDst: boolean
}

/**
 * Reads `1:00`, `0`, `-1`, `1:00s` or `0d`. Throws a fault when it is none of these. Without a suffix every value except zero is daylight
 * saving.
 */
export function readSave(text: string, fault: FaultOf): Save {
  const flag = /[sd]$/.exec(text)?.[0] ?? ''
  const save = readSeconds(flag === '' ? text : text.slice(0, -1))
  if (save === null)
    throw fault(
      'bad-save',
      `SAVE "${text}" is not an amount of time (1:00, 0, -1:00, with s or d or nothing)`,
    )
  if (Math.abs(save) > DAY) throw fault('bad-save', `SAVE "${text}" is more than a day`)
  return { save, isDst: flag === '' ? save !== 0 : flag === 'd' }
}

const HMS = /^([+-]?)(\d{1,9})(?::(\d{1,9})(?::(\d{1,9})(?:\.(\d+))?)?)?$/

/**
 * Reads `h`, `h:mm`, `h:mm:ss` or `h:mm:ss.fraction` as whole seconds. Null when it is none of these. Empty is zero. A fraction is
 * rounded to the nearest second, and a half to the even one, before the sign is applied, as in zic.
 */
export function readSeconds(text: string): number | null {
  if (text === '') return 0
  const parts = HMS.exec(text)
  if (parts === null) return null
  const [, sign, hours, minutes = '0', seconds = '0', fraction = ''] = parts
  const mm = Number(minutes)
  const ss = Number(seconds)
  // zic accepts :60 as a leap second, and so do we. It is the first second of the next minute.
  if (mm > 59 || ss > 60) return null
  const whole = Number(hours) * 3600 + mm * 60 + ss
  const total = whole + (roundsUp(fraction, whole) ? 1 : 0)
  return sign === '-' ? -total || 0 : total
}

function roundsUp(fraction: string, whole: number): boolean {
  if (fraction === '') return false
  const first = fraction.charCodeAt(0) - 48
  if (first !== 5) return first > 5
  return /[1-9]/.test(fraction.slice(1)) || whole % 2 === 1
}
