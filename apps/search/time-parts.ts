// A place in a text → every part of a time that begins there, by a table: dates, days, times of day, instants and offsets as people write them.
import { civilFromDays, DAY_MS, daysInMonth } from '#core/time/civil.ts'
import { dateTimeBefore, DOORS } from '#core/time/date-time-text.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { MONTHS as MONTH_NAMES } from '#core/zone/line-in-words.ts'

/** Half of a day as it is said. At night the hour decides. */
export type Half = 'am' | 'pm' | 'night'

/** A time of day as written. `hour`: 0–24. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
  readonly second: number
  readonly half: Half | null
  /** An hour that people say without am or pm: "3 o'clock", "at 3", "half past 3". It has two meanings. */
  readonly isSpoken: boolean
}

/** A part of a typed time. `end`: where it ends in the text. */
export type TimePart = { readonly end: number } & (
  | {
      readonly kind: 'date'
      /** Null: not said. */
      readonly year: number | null
      /** 1–12. Null: only the day of a month is said. */
      readonly month: number | null
      readonly day: number
      /** The year has two digits. */
      readonly isShort: boolean
      /** Two numbers with a dot, "14.04", which are a date only beside a time. */
      readonly isBare: boolean
    }
  /** Days from today. */
  | { readonly kind: 'day'; readonly days: number; readonly half: Half | null }
  | { readonly kind: 'half'; readonly half: Half }
  /** 0 = Sunday. `weeks` are added: "Friday week". */
  | {
      readonly kind: 'weekday'
      readonly weekday: number
      readonly which: 'coming' | 'next' | 'last'
      readonly weeks: number
    }
  /** Weeks from this one, beside a weekday. */
  | { readonly kind: 'week'; readonly weeks: number }
  | { readonly kind: 'year'; readonly year: number }
  | {
      readonly kind: 'time'
      readonly from: ClockTime
      /** The end of a range. */
      readonly until: ClockTime | null
      /** How it is written. `digits`: four digits, which may be a year. `bare`: an hour alone. `midnight`: which of two nights is not said. */
      readonly form: 'plain' | 'digits' | 'bare' | 'midnight'
      readonly hasSeconds: boolean
    }
  /** `at`: Unix seconds. `after`: seconds from now. */
  | { readonly kind: 'instant'; readonly at: EpochSeconds | null; readonly after: number }
  /** `isBare`: without UTC or GMT before it. `isRange`: `-11:30`, which is also the end of a range. */
  | {
      readonly kind: 'offset'
      readonly offset: OffsetSeconds
      readonly isBare: boolean
      readonly isRange: boolean
      /** Hours alone: `-05`. */
      readonly isShort: boolean
    }
)

/** Seconds. No clock is farther from UTC. */
const MOST_OFFSET = 14 * 3600

const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3).toLowerCase())
const MONTH = `(${MONTH_NAMES.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}|Sept)\\.?`
const monthOf = (text: string): number => MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const WEEKDAY =
  '(sun(?:day)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:s|nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?)\\.?'

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NUMBER = `(\\d{1,3}|an?|${NUMBERS.join('|')}|half an?)`
const HOUR_WORD = `(\\d{1,2}|${NUMBERS.join('|')})`
const numberOf = (text: string): number => {
  const word = text.toLowerCase()
  if (word.startsWith('half')) return 0.5
  return word === 'a' || word === 'an' ? 1 : NUMBERS.indexOf(word) + 1 || Number(word)
}

const HALF = "(?:\\s?([ap])\\.?\\s?m(?!\\p{L})\\.?|([ap])(?![\\p{L}\\p{N}.'’]))"
/** `at(...)` of each row tries a form at one place of the text. */
const row = (source: string): RegExp => new RegExp(source, 'iuy')

/** A form of a part, and what it means. Null: nothing, as 31 June. Several: each of them can be meant. */
interface Row {
  readonly form: RegExp
  readonly read: (found: RegExpExecArray, text: string) => readonly Found[]
}
type Found = TimePart extends infer One ? (One extends TimePart ? Omit<One, 'end'> : never) : never

/** A date that the calendar has. Two-digit years are of this century, or the last one from 70 on. */
function date(year: string | number | null, month: number, day: string | number, isBare = false): Found[] {
  const isShort = typeof year === 'string' && year.length === 2
  const number = year === null ? null : Number(year)
  const full = number !== null && isShort ? number + (number >= 70 ? 1900 : 2000) : number
  const its = Number(day)
  // Without a year a leap year can be meant.
  if (month < 1 || month > 12 || its < 1 || its > daysInMonth(full ?? 2000, month)) return []
  return [{ kind: 'date', year: full, month, day: its, isShort, isBare }]
}

/** Two numbers: the day first, and the month first. */
const bothOrders = (year: string | null, one: string, other: string): Found[] =>
  one === other
    ? date(year, Number(one), one)
    : [...date(year, Number(other), one), ...date(year, Number(one), other)]

const clock = (
  hour: string | number,
  minute: string | number = 0,
  second: string | number = 0,
  half = '',
  isSpoken = false,
): ClockTime | null => {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)]
  const side = half === '' ? null : /^p/i.test(half) ? 'pm' : 'am'
  if (m > 59 || s > 60 || h > 24 || (h === 24 && m + s > 0)) return null
  // 13:00 pm is 13:00. 13 pm, 0 pm and 14:00 am are nothing.
  if (side !== null && (h === 0 || h > 12) && !(side === 'pm' && h > 12 && minute !== 0)) return null
  return { hour: h, minute: m, second: Math.min(s, 59), half: h > 12 ? null : side, isSpoken }
}

const time = (
  start: ClockTime | null,
  form: 'plain' | 'digits' | 'bare' | 'midnight' = 'plain',
  hasSeconds = false,
): Found[] => (start === null ? [] : [{ kind: 'time', from: start, until: null, form, hasSeconds }])

/** One end of a range: `10:00`, `10.30am`, `10h30`, `10 am`, `10`, `1000`. */
const END = `(?:(\\d{1,2})(?:[:.h]([0-5]\\d)(?::([0-5]\\d))?)?|([01]\\d|2[0-4])([0-5]\\d))${HALF}?`

/** Later than any, for no time. */
const secondsOf = (one: ClockTime | null): number => (one === null ? Infinity : secondOfDay(one))

function range(found: RegExpExecArray): Found[] {
  const side = (from: number) => {
    const [hour, minute, second, hours, minutes, one = '', other = ''] = found.slice(from, from + 7)
    return { hour: hour ?? hours ?? '', minute: minute ?? minutes, second, half: one || other }
  }
  const [start, end] = [side(1), side(8)]
  const until = clock(end.hour, end.minute, end.second, end.half)
  // "5-6" says no half of the day, and "3pm-4" only that of its start.
  const isOfStart = start.half !== '' && end.half === ''
  if (until === null || isOfStart) return []
  if (end.half === '' && (end.minute === undefined || start.minute === undefined)) return []
  let from = clock(start.hour, start.minute, start.second, start.half)
  if (start.half === '' && end.half !== '') {
    // The end's half of the day holds for the start, unless the start would then lie after the end: 11-1pm.
    const other = /^p/i.test(end.half) ? 'am' : 'pm'
    const same = clock(start.hour, start.minute, start.second, end.half)
    from =
      same !== null && secondsOf(same) < secondOfDay(until)
        ? same
        : (clock(start.hour, start.minute, start.second, other) ?? from)
  }
  return from === null ? [] : [{ kind: 'time', from, until, form: 'plain', hasSeconds: false }]
}

/** The second of the day that a time of day is, by its half; a spoken hour without one counts as before noon. */
export function secondOfDay({ hour, minute, second, half }: ClockTime): number {
  const hours =
    half === null || hour > 12
      ? hour
      : half === 'night'
        ? hour === 12
          ? 24
          : hour >= 5
            ? hour + 12
            : hour
        : (hour % 12) + (half === 'pm' ? 12 : 0)
  return hours * 3600 + minute * 60 + second
}

const SECONDS: Readonly<Record<string, number>> = { h: 3600, m: 60, s: 1, d: 86_400, w: 604_800 }
const unitOf = (word: string): number => SECONDS[word[0]?.toLowerCase() ?? ''] ?? 0
const UNIT = '(h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)'
/** "2 hours", "2h30m", "2 hours and 30 minutes", "an hour and a half", "half an hour", "two and a half hours". */
const SPAN = `${NUMBER}(\\s?and a half)?\\s?${UNIT}(\\s?and a half)?(?:(?:\\s|\\s?,\\s|\\sand\\s)?${NUMBER}\\s?${UNIT})?`
function spanOf(found: RegExpExecArray, from: number): number {
  const [one = '', half, unit = '', halfBehind, more, moreUnit = ''] = found.slice(from, from + 6)
  const count = numberOf(one) + (half === undefined && halfBehind === undefined ? 0 : 0.5)
  return count * unitOf(unit) + (more === undefined ? 0 : numberOf(more) * unitOf(moreUnit))
}
const after = (seconds: number): Found[] => [{ kind: 'instant', at: null, after: seconds }]

const halfOf = (word: string | undefined): Half | null =>
  word === undefined ? null : /^m/i.test(word) ? 'am' : /^n/i.test(word) ? 'night' : 'pm'
const OF_DAY = '(?:\\s(morning|afternoon|evening|night))?'

const DAYS = new Map([
  ['day after tomorrow', 2],
  ['tomorrow', 1],
  ['tmrw', 1],
  ['today', 0],
  ['day before yesterday', -2],
  ['yesterday', -1],
])

const weekday = (word: string, which: string, weeks: number): Found[] => [
  {
    kind: 'weekday',
    weekday: WEEKDAYS.indexOf(word.slice(0, 3).toLowerCase()),
    which: which === 'next' || which === 'last' ? which : 'coming',
    weeks,
  },
]

const D = '(\\d{1,2})(?:st|nd|rd|th)?'
/** A year behind a day and a month. */
const YEAR =
  "(?:,?\\s?(?:of\\s)?(\\d{4})(?![\\p{N}:])|\\s?,?\\s?['’](\\d\\d)|(?:\\s|-)(\\d\\d)(?![\\p{N}:.h]|\\s?[ap]\\.?m))"
const yearOf = (
  full: string | undefined,
  marked: string | undefined,
  short: string | undefined,
): string | number | null => full ?? (marked === undefined ? (short ?? null) : 2000 + Number(marked))

/** A day and a named month, with what may be its year. Where the number may be no year, both readings count. */
const named = (
  day: string,
  month: string,
  [full, marked, short]: readonly (string | undefined)[],
): Found[] => {
  const year = yearOf(full, marked, short)
  // "15 Jan 27" may be 27 January 2015.
  const swapped = short === undefined ? [] : date(day.padStart(2, '0'), monthOf(month), short)
  return [...date(year, monthOf(month), day), ...swapped]
}

/** The table. Every form that fits at a place counts, also a shorter one. */
const ROWS: readonly Row[] = [
  // Dates.
  {
    form: row(String.raw`(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?(?!\p{N})`),
    read: ([, y = '', , m, d = '']) => date(y, Number(m), d),
  },
  { form: row(`(\\d{4})[- ]${MONTH}[- ]${D}`), read: ([, y = '', m = '', d = '']) => date(y, monthOf(m), d) },
  {
    form: row(`${D}\\.?[-/. ]?(?:\\s?of\\s)?${MONTH}`),
    read: ([, d = '', m = '']) => date(null, monthOf(m), d),
  },
  { form: row(`${D}\\.?\\s?(?:of\\s)?${MONTH}${YEAR}`), read: ([, d = '', m = '', ...y]) => named(d, m, y) },
  {
    form: row(`${D}([-/])${MONTH}\\2(\\d{4}|\\d\\d)(?![\\p{N}])(?::(?=\\d\\d:))?`),
    read: ([, d = '', , m = '', y = '']) => named(d, m, y.length === 4 ? [y] : [undefined, undefined, y]),
  },
  {
    form: row(`${MONTH}[- ]?${D}(?![\\p{N}:]|\\s?(?:[ap]\\.?m|h|o['’]?clock)(?!\\p{L}))`),
    read: ([, m = '', d = '']) => date(null, monthOf(m), d),
  },
  {
    form: row(`${MONTH}[- ]?${D}${YEAR}`),
    read: ([, m = '', d = '', full, marked, short]) => date(yearOf(full, marked, short), monthOf(m), d),
  },
  {
    form: row(String.raw`(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?![\p{N}:.])`),
    read: ([, d = '', m, y = '']) => date(y, Number(m), d),
  },
  {
    form: row(String.raw`(\d{1,2})\.\s?(\d{1,2})\.(?!\d)`),
    read: ([, d = '', m]) => date(null, Number(m), d),
  },
  {
    form: row(String.raw`(\d{1,2})\.(\d{1,2})(?![\d.:])`),
    read: ([, d = '', m]) => date(null, Number(m), d, true),
  },
  {
    form: row(String.raw`(\d{1,2})([/-])(\d{1,2})\2(\d{4})(?!\p{N})`),
    read: ([, one = '', , other = '', y = '']) => bothOrders(y, one, other),
  },
  {
    form: row(String.raw`(\d{1,2})([/-])(\d{1,2})\2(\d\d)(?![\p{N}:])`),
    read: ([, one = '', , other = '', y = '']) => [
      ...bothOrders(y, one, other),
      ...date(one.padStart(2, '0'), Number(other), y),
    ],
  },
  {
    form: row(String.raw`(\d{1,2})/(\d{1,2})(?![\p{N}/])`),
    read: ([, one = '', other = '']) => bothOrders(null, one, other),
  },
  {
    form: row(String.raw`(?:the\s)?(\d{1,2})(?:st|nd|rd|th)(?!\p{L})`),
    read: ([, d]) =>
      Number(d) >= 1 && Number(d) <= 31
        ? [{ kind: 'date', year: null, month: null, day: Number(d), isShort: false, isBare: false }]
        : [],
  },
  {
    form: row(String.raw`(?<!\d[-/.])(19|20)\d\d(?![-/:.]?\d)`),
    read: ([y]) => [{ kind: 'year', year: Number(y) }],
  },
  // Days.
  { form: row('tonight'), read: () => [{ kind: 'day', days: 0, half: 'night' }] },
  {
    form: row(`(${[...DAYS.keys()].join('|')})${OF_DAY}`),
    read: ([, word = '', half]) => [
      { kind: 'day', days: DAYS.get(word.toLowerCase()) ?? 0, half: halfOf(half) },
    ],
  },
  {
    form: row('this\\s(morning|afternoon|evening)'),
    read: ([, half]) => [{ kind: 'day', days: 0, half: halfOf(half) }],
  },
  {
    form: row(`in\\s${NUMBER}\\s(days?|weeks?)`),
    read: ([, count = '', unit = '']) => [
      { kind: 'day', days: (numberOf(count) * unitOf(unit)) / 86_400, half: null },
    ],
  },
  { form: row('in\\sa\\sfortnight'), read: () => [{ kind: 'day', days: 14, half: null }] },
  {
    form: row(`${NUMBER}\\s(days?|weeks?)\\s(ago|from now|from today)`),
    read: ([, count = '', unit = '', side = '']) => [
      {
        kind: 'day',
        days: ((numberOf(count) * unitOf(unit)) / 86_400) * (/^a/i.test(side) ? -1 : 1),
        half: null,
      },
    ],
  },
  {
    form: row('(?:in the\\s|at\\s)?(morning|afternoon|evening|night)'),
    read: ([, half]) => [{ kind: 'half', half: halfOf(half) ?? 'am' }],
  },
  {
    form: row(`(?:(next|this|coming|last)\\s)?${WEEKDAY}(\\sweek)?`),
    read: ([, which = '', word = '', week]) => weekday(word, which.toLowerCase(), week === undefined ? 0 : 1),
  },
  { form: row(`a week on\\s${WEEKDAY}`), read: ([, word = '']) => weekday(word, '', 1) },
  {
    form: row('(next|this) week'),
    read: ([, word]) => [{ kind: 'week', weeks: /^n/i.test(word ?? '') ? 1 : 0 }],
  },
  // Times of day.
  {
    form: row(`(\\d{1,2}):(\\d\\d)(?::(\\d\\d)(?:[.,]\\d+)?)?(?:${HALF}|\\s?h(?:rs|ours)?(?!\\p{L}))?`),
    read: ([, h = '', m, s, one = '', other = '']) =>
      time(clock(h, m ?? '', s, one || other), 'plain', s !== undefined),
  },
  {
    form: row(`(\\d{1,2})\\.([0-5]\\d)(?:\\.([0-5]\\d))?(?![\\d.:])${HALF}?`),
    read: ([, h = '', m, s, one = '', other = '']) =>
      time(clock(h, m ?? '', s, one || other), 'plain', s !== undefined),
  },
  { form: row(String.raw`(\d{1,2})\s?h(?:rs)?(?![\p{L}\p{N}])`), read: ([, h = '']) => time(clock(h)) },
  { form: row(String.raw`(\d{1,2})h([0-5]\d)(?!\p{N})`), read: ([, h = '', m]) => time(clock(h, m)) },
  {
    form: row(String.raw`([01]\d|2[0-4])([0-5]\d)(\s?h(?:rs|ours)?(?!\p{L})|(?=Z(?!\p{L})))?(?![\p{N}:])`),
    read: ([, h = '', m, sign]) => time(clock(h, m), sign === undefined ? 'digits' : 'plain'),
  },
  {
    form: row(`(\\d{1,2})${HALF}`),
    read: ([, h = '', one = '', other = '']) => time(clock(h, 0, 0, one || other)),
  },
  {
    form: row(`(${NUMBERS.join('|')})${HALF}`),
    read: ([, h = '', one = '', other = '']) => time(clock(numberOf(h), 0, 0, one || other)),
  },
  {
    form: row(`${HOUR_WORD}\\s?o['’]?\\s?clock${HALF}?`),
    read: ([, h = '', one = '', other = '']) => time(clock(numberOf(h), 0, 0, one || other, true)),
  },
  {
    form: row(`${HOUR_WORD}(?![\\p{N}:./h-]|\\s?[ap]\\.?m(?!\\p{L}))`),
    read: ([, h = '']) => time(clock(numberOf(h), 0, 0, '', true), 'bare'),
  },
  {
    form: row(
      `(half|(?:a\\s)?quarter|\\d{1,2}|five|ten|twenty)(?:\\smin(?:ute)?s?)?\\s(past|to)\\s${HOUR_WORD}(?![\\d:.])(?:\\so['’]?clock)?${HALF}?`,
    ),
    read: ([, part = '', side = '', h = '', one = '', other = '']) => {
      const minutes = /half/i.test(part)
        ? 30
        : /quarter/i.test(part)
          ? 15
          : /twenty/i.test(part)
            ? 20
            : numberOf(part)
      const isPast = side.toLowerCase() === 'past'
      if ((/half/i.test(part) && !isPast) || minutes > 59 || minutes === 0) return []
      const hour = numberOf(h)
      const back = hour === 1 ? 12 : hour - 1
      const half = one || other
      // A quarter to 12 pm is before noon.
      const turned = !isPast && hour === 12 && half !== '' ? (/^p/i.test(half) ? 'a' : 'p') : half
      return hour < 1 || hour > 12
        ? []
        : time(clock(isPast ? hour : back, isPast ? minutes : 60 - minutes, 0, turned, true))
    },
  },
  { form: row('(?:12(?:[:.]00)?\\s)?(?:noon|midday)'), read: () => time(clock(12)) },
  { form: row('(?:12(?:[:.]00)?\\s)?midnight'), read: () => time(clock(0), 'midnight') },
  { form: row(`${END}\\s?(?:-|to|until|till)\\s?${END}`), read: range },
  { form: row(`(?:between|from)\\s${END}\\s(?:and|to|until|till)\\s${END}`), read: range },
  // Instants.
  { form: row('(?:right\\s)?now'), read: () => after(0) },
  { form: row(`in\\s${SPAN}`), read: (found) => after(spanOf(found, 1)) },
  { form: row(`\\+\\s?${SPAN}`), read: (found) => after(spanOf(found, 1)) },
  {
    form: row(`${SPAN}\\s(ago|from now)`),
    read: (found) => after(spanOf(found, 1) * (/ago$/i.test(found[0]) ? -1 : 1)),
  },
  {
    form: row(String.raw`(?:@|(?:unix|epoch)(?:\stime)?\s)?(\d{9,10})(?!\p{N})`),
    read: ([, at]) => [{ kind: 'instant', at: epochSeconds(Number(at)), after: 0 }],
  },
  // Offsets.
  {
    form: row(String.raw`(?:(UTC|GMT)\s?)?([+-])(\d{1,2})(?:(:)?([0-5]\d))?(?![\p{N}:.])`),
    read: ([, word, sign = '', h = '', colon, m]) => {
      const size = Number(h) * 3600 + Number(m ?? 0) * 60
      if (size > MOST_OFFSET || (word === undefined && h.length < 2)) return []
      return [
        {
          kind: 'offset',
          offset: offsetSeconds(sign === '-' && size > 0 ? -size : size),
          isBare: word === undefined,
          isRange: colon !== undefined && sign === '-',
          isShort: m === undefined && sign === '-',
        },
      ]
    },
  },
]

/** A date-time group of the forces: 051400Z DEC 26, which is a date and a time of UTC in one. */
const DATE_TIME_GROUP = row(
  `(\\d\\d)([01]\\d|2[0-4])([0-5]\\d)\\s?Z\\s?${MONTH}\\s?(\\d{4}|\\d\\d)(?![\\p{N}:])`,
)

/** The parts of a date and time in one, and its offset as the text says it. */
interface Whole {
  readonly parts: readonly TimePart[]
  readonly said: string
}

/** The date and time in one that begins at a place, in ISO 8601 or as the forces write it. Null: there is none. */
export const wholeAt = (text: string, at: number): Whole | null => isoAt(text, at) ?? groupAt(text, at)

const offsetPart = (seconds: number): Found => ({
  kind: 'offset',
  offset: offsetSeconds(seconds),
  isBare: false,
  isRange: false,
  isShort: false,
})

function isoAt(text: string, at: number): Whole | null {
  const { read, offsetAt, end } = dateTimeBefore(text.slice(at), DOORS.phrase)
  if (typeof read === 'string' || isInsideWord(text, at + end, true)) return null
  const { wall, offset } = read
  // "T10:00-17:00" is no offset that any clock has, and may be a range.
  if (typeof offset === 'number' && Math.abs(offset) > MOST_OFFSET) return null
  const days = Math.floor(wall / DAY_MS)
  const { year, month, day } = civilFromDays(days)
  const second = Math.floor((wall - days * DAY_MS) / 1000)
  const parts = [
    ...date(year, month, day),
    ...time(clock(Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60), 'plain', true),
    ...(offset === null ? [] : [offsetPart(offset === 'Z' ? 0 : offset)]),
  ]
  return {
    parts: parts.map((part) => ({ ...part, end: at + end })),
    said: offset === 'Z' ? 'UTC' : text.slice(at + offsetAt, at + end),
  }
}

function groupAt(text: string, at: number): Whole | null {
  DATE_TIME_GROUP.lastIndex = at
  const found = DATE_TIME_GROUP.exec(text)
  if (found === null) return null
  const [whole, day = '', hour = '', minute = '', month = '', year = ''] = found
  const parts = [...date(2000 + (Number(year) % 100), monthOf(month), day), ...time(clock(hour, minute))]
  return parts.length < 2
    ? null
    : { parts: [...parts, offsetPart(0)].map((part) => ({ ...part, end: at + whole.length })), said: 'UTC' }
}

/** Letters or digits right behind a part would make it the beginning of another word. A time may have its zone there: `14:00Z`. */
const ENDS_INSIDE = /[\p{L}\p{N}\p{M}]/u
const isInsideWord = (text: string, end: number, isTime: boolean): boolean =>
  ENDS_INSIDE.test(text[end] ?? '') &&
  ENDS_INSIDE.test(text[end - 1] ?? '') &&
  !(isTime && /^(?:Z|UTC|GMT)(?!\p{L})/iu.test(text.slice(end)))

/** Every part that begins at a place of a text: each form and length that fits. */
export function partsAt(text: string, at: number): TimePart[] {
  const parts: TimePart[] = []
  for (const { form, read } of ROWS) {
    form.lastIndex = at
    const found = form.exec(text)
    if (found === null || found[0] === '') continue
    const end = at + found[0].length
    for (const part of read(found, text))
      if (!isInsideWord(text, end, part.kind === 'time')) parts.push({ ...part, end })
  }
  return parts
}
