// The one reader of typed times: a date and time as people write it → the wall time or instant that it means; and where it stands in a text.
import * as chrono from 'chrono-node/en'
import { civilFromDays, DAY, dayNamed, daysInMonth } from '#core/time/civil.ts'
import { formatLocal, parseMoment, type Moment } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import {
  epochSeconds,
  localSeconds,
  offsetSeconds,
  type EpochSeconds,
  type OffsetSeconds,
} from '#core/time/units.ts'
import { MONTHS as MONTH_NAMES } from '#core/zone/line-in-words.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import { convert } from '#core/ask/convert.ts'

/** The meaning of a text, as texts that addresses have: `2027-03-28T01:30`, or with an offset. */
type MomentRead =
  /** `isPlain`: the text is such a text itself. `isToday`: it says only a time of day, which can be over. */
  | {
      readonly kind: 'one'
      readonly text: string
      readonly moment: Moment
      readonly isPlain: boolean
      readonly isToday: boolean
    }
  /** Day and month could be swapped: the day before the month comes first. */
  | { readonly kind: 'days'; readonly texts: readonly [string, string] }
  /** The error, as a sentence. */
  | { readonly kind: 'fault'; readonly words: string }

/** Longer texts are no date and time. */
const LONGEST = 100

/** A moment as written in the form and in addresses: `2027-03-28T01:30`, or with seconds or an offset. Null for any other text. */
function momentOf(text: string): Moment | null {
  const moment = parseMoment(text.trim().replace(' ', 'T'))
  return moment.kind === 'fault' ? null : moment
}

/**
 * Reads a text on a clock that shows `offset` at `now`: "today" is the day there. A library finds the parts of the date; the clock decides what
 * they mean. A weekday or a day of a year that is not said is the next one, unless it is the "last" one; a time alone is today's, and midnight
 * is the end of today.
 */
function readMoment(text: string, now: EpochSeconds, offset: OffsetSeconds): MomentRead {
  const sent = text.trim()
  const plain = momentOf(sent)
  if (plain !== null)
    return { kind: 'one', text: sent.replace(' ', 'T'), moment: plain, isPlain: true, isToday: false }
  if (sent.length > LONGEST) return fault('This is too long for a date and time.')
  const written = inPlainForm(sent, now)
  const impossible = impossibleIn(sent, now)
  if (impossible !== null) return fault(impossible)
  const dayFirst = partsOf(written, chrono.GB, now, offset)
  if (dayFirst.kind === 'fault') return dayFirst
  const monthFirst = partsOf(written, chrono.casual, now, offset)
  if (monthFirst.kind === 'text' && monthFirst.text !== dayFirst.text)
    return { kind: 'days', texts: [dayFirst.text, monthFirst.text] }
  const moment = momentOf(dayFirst.text)
  return moment === null ? fault(UNREAD) : { ...dayFirst, kind: 'one', moment, isPlain: false }
}

/** The offset of a place now. That of UTC if it means no one clock. */
export function offsetNow(place: string, almanac: Almanac, now: EpochSeconds): OffsetSeconds {
  const moment = { kind: 'instant', at: now } as const
  const found = convert({ from: place, to: [], moment, resolution: 'earliest' }, almanac, now)
  return found.kind === 'converted' ? found.conversion.from.offset : UTC
}

/** The message for a date that no calendar has: 2027-02-30. */
export const noSuchDay = (iso: string): string => `There is no day ${iso}.`

/** German months; a dash for those that English writes the same. A dot follows the day before each month: "14. Juli", "3. August". */
const GERMAN = 'januar februar märz - mai juni juli - - oktober - dezember'.split(' ')

const MONTHS = MONTH_NAMES.map((name) => name.slice(0, 3).toLowerCase())
const monthName = (month: number): string => MONTH_NAMES[month - 1] ?? ''
/** A day after its month. A number with a colon or with "pm" is a time. */
const MONTH_DAY = new RegExp(
  `\\b((?:${MONTHS.join('|')})[a-z]*\\.?) (0?[1-9]|[12]\\d|3[01])(?![\\d:.]|\\s?(?:[ap]\\.?m\\b|h\\b|o'?clock))\\b`,
  'gi',
)

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const numberNamed = (word: string): number =>
  NUMBERS.indexOf(word.toLowerCase()) + 1 ||
  ({ twenty: 20, half: 30, quarter: 15 }[word.toLowerCase()] ?? Number(word))
const HOUR_WORD = `(?:\\d{1,2}|(?:${NUMBERS.join('|')})\\b)`
const HALF_OF_DAY = '[ap]\\.?m\\b\\.?'
/** "Half past 3", "quarter to 5 pm", "ten past six", "20 minutes to nine". "5 to 9" is a range. */
const PAST = new RegExp(
  `\\b(half|(?:a )?quarter|five|ten|twenty|\\d{1,2}(?= min))(?: min(?:ute)?s?)? (past|to) (${HOUR_WORD})(?![\\d:.])(?: o['’]?clock)?\\s?(${HALF_OF_DAY})?`,
  'gi',
)
/** A time of a text that has one in any case, so that a number with a dot in it is none. */
const SURE_TIME = new RegExp(`\\d:\\d\\d|\\d\\s?${HALF_OF_DAY}|\\bnoon\\b|\\bmidnight\\b`, 'i')

const clockOf = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`

/** Forms of times that the library does not know, or takes for something else, in the ones that it knows. */
const withPlainTimes = (text: string): string => {
  const written = text
    // 15h30 and 15h, as in French and Portuguese, 15 Uhr, 15 hrs and 15:00h. "In 15 hrs" is another thing.
    .replace(
      /(?<!\bin )\b([01]?\d|2[0-4])(?:[:.]([0-5]\d))?\s?(?:h|hrs|uhr)(?: ?([0-5]\d))?\b(?! (?:ago|from|later)\b)/gi,
      (_, hours: string, minutes = '00', after = minutes) => `${hours}:${after}`,
    )
    // Four digits are a time; alone, those from 1900 to 2059 are years.
    .replace(/(?<!\S)([01]\d|2[0-4])([0-5]\d) ?(?:h|hrs|hours)\b/gi, '$1:$2')
    .replace(/(?<!\S|\b(?:utc|gmt)\s)(0\d|1[0-8]|2[1-4])([0-5]\d)(?![^\s,])/gi, '$1:$2')
    .replace(/\b12(?:[:.]00)?\s?(?:o['’]?clock\s)?(noon|midday|midnight)\b/gi, '$1')
    .replace(/\bmidday\b/gi, 'noon')
    // The library takes this for noon.
    .replace(/\b(?:midnight tonight|tonight(?: at)? midnight)\b/gi, 'midnight')
    .replace(PAST, (_, part: string, side: string, hour: string, half = '') => {
      const hours = half === '' ? numberNamed(hour) : (numberNamed(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
      const minutes = numberNamed(part.replace(/^a /i, ''))
      return `${clockOf((hours * 60 + (side.toLowerCase() === 'past' ? minutes : -minutes) + 1440) % 1440)} `
    })
    .replace(
      new RegExp(
        `\\b(${NUMBERS.join('|')})(?=\\s?(?:o['’]?clock|${HALF_OF_DAY}|in the (?:morn|after|even)|at night))`,
        'gi',
      ),
      (word: string) => String(numberNamed(word)),
    )
    .replace(
      /\b(\d{1,2}(?:[:.][0-5]\d)?)(?: ?o['’]?clock)? (?:in the (morning|afternoon|evening)|at (night))\b/gi,
      (_, time: string, part = 'night') =>
        parseInt(time, 10) > 12
          ? time
          : /^n/i.test(part) && /^12\b/.test(time)
            ? 'midnight'
            : `${time} ${/^m/i.test(part) ? 'am' : 'pm'}`,
    )
    .replace(/\b(\d{1,2}(?:[:.][0-5]\d)?)(?:([ap])(?![\w.'’])| o['’]?clock ([ap])\.?m\b)/gi, '$1$2$3m')
    .replace(new RegExp(`\\b(\\d{1,2})\\.([0-5]\\d)(?=\\s?${HALF_OF_DAY})`, 'gi'), '$1:$2')
  return SURE_TIME.test(written)
    ? written
    : written.replace(/(?<![\d:.+−-]|\b(?:utc|gmt)\s?)\b([01]?\d|2[0-4])\.([0-5]\d)(?![\d.])/i, '$1:$2')
}

/** A text with its digits, of whatever script, as 0 to 9: ١٥:٠٠ is 15:00. */
export const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The ten digits of a script follow each other.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })

/** Forms of dates and times that the library does not know, in the ones that it knows. */
const inPlainForm = (text: string, now: EpochSeconds): string =>
  withPlainTimes(withPlainDigits(text.normalize('NFKC')))
    // A dot between day and month means the day first, as in German.
    .replace(
      /\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b/g,
      (_, day: string, month: string, year: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    )
    .replace(
      /\b(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/g,
      (dotted, day: string, month: string) => `${day} ${monthName(Number(month)) || dotted}`,
    )
    .replace(/\b(\d{1,2})\.?\s?([a-zä]{3,})/gi, (said, day: string, word: string) => {
      const name = monthName(GERMAN.indexOf(word.toLowerCase()) + 1)
      return name === '' ? said.replace('.', ' ') : `${day} ${name}`
    })
    // "Dec 25" is no month of 2025, whatever stands behind it.
    .replace(MONTH_DAY, '$1 $2th')
    // Without a year, the library knows no leap day in most years.
    .replace(/\b(29(?:th)?(?: of)? feb[a-z]*|feb[a-z]* 29th)\b(?!,? \d{4}\b)/gi, `$1 ${nextLeapYear(now)}`)
    .trim()

/** The year of the next 29 February by UTC. */
function nextLeapYear(now: EpochSeconds): number {
  const { year, month } = civilFromDays(Math.floor(now / DAY))
  let leap = month > 2 ? year + 1 : year
  while (daysInMonth(leap, 2) < 29) leap++
  return leap
}

const [DAY_OF, MONTH] = ['(?<day>\\d{1,2})(?:st|nd|rd|th)?', `(?<month>${MONTHS.join('|')})[a-z]*`]
const YEAR = '(?:,? (?<year>\\d{4})\\b)?'
const DAY_FIRST = new RegExp(`\\b${DAY_OF}(?: of)? ${MONTH}${YEAR}`, 'i')
const MONTH_FIRST = new RegExp(`\\b${MONTH} ${DAY_OF}(?![\\d:])${YEAR}`, 'i')

/** Says which day or time of a text does not exist, as a sentence: "February has no day 31." Null where all can be. */
export function impossibleIn(sent: string, now: EpochSeconds): string | null {
  const text = inPlainForm(sent, now)
  const [, hour, minute] = /(?<![\d:.+−-])(\d{1,2}):(\d\d)(?!\d)/.exec(text) ?? []
  if (Number(hour) > 24) return `A day has no hour ${hour}.`
  if (Number(minute) > 59) return `An hour has no minute ${minute}.`
  if (Number(hour) === 24 && minute !== '00') return 'A day ends at 24:00.'
  const { day, month: name = '', year } = (DAY_FIRST.exec(text) ?? MONTH_FIRST.exec(text))?.groups ?? {}
  const [date, month] = [Number(day), MONTHS.indexOf(name.toLowerCase()) + 1]
  // Without a year, a leap year may be meant.
  if (month > 0 && date > daysInMonth(Number(year ?? 2000), month))
    return `${monthName(month)}${year === undefined ? '' : ` ${year}`} has no day ${date}.`
  // A date that looks like 2027-13-01 must be one of that form, and not one with its parts in another order.
  const [iso] = /^\d{4}-\d\d-\d\d/.exec(text) ?? []
  return iso !== undefined && momentOf(`${iso}T00:00`) === null ? noSuchDay(iso) : null
}

/** A day, "24:00", ends as the next one begins. Both are equally long, so that what is found in one text stands there in the other. */
const END_OF_DAY = /(?<![\d:])24(?=:00(?::00)?(?![\d:]))/
const withoutEnd = (text: string): string => text.replace(END_OF_DAY, '00')

/** The dates and times in a text that say a number or a name of an hour. "Now" and "Sat" may be parts of names. */
const datesIn = (text: string, now: EpochSeconds): chrono.ParsedResult[] =>
  text.length > LONGEST || !NUMBERED.test(text) ? [] : comingDates(text, now, UTC)

const UTC = offsetSeconds(0)

/**
 * The reading of a clock at `now`, as if it were the clock of UTC. On any other clock the library compares a day of the week with an instant that is
 * hours away: "Friday 8:00", said at nine on a Friday in São Paulo, was over.
 */
const referenceAt = (now: EpochSeconds, offset: OffsetSeconds) => ({
  instant: new Date((now + offset) * 1000),
  timezone: 0,
})

/** All that can be dates and times in a text, on a clock. Those without a year are the next ones. */
const comingDates = (text: string, now: EpochSeconds, offset: OffsetSeconds): chrono.ParsedResult[] =>
  chrono.GB.parse(withoutEnd(text), referenceAt(now, offset), { forwardDate: true })

const NUMBERED = /\d|\bnoon\b|\bmidnight\b/i

/** A date and time without the letters of its zone, "3pm EST on Friday". "In 2 hours" has an offset too, but no zone. */
function withoutZone(whole: string, { start: all }: chrono.ParsedResult, now: EpochSeconds) {
  const words = all.isCertain('timezoneOffset') ? whole.matchAll(/\b[a-z]{2,5}\b/gi) : []
  for (const { 0: zone, index } of words) {
    const part = `${whole.slice(0, index)}${whole.slice(index + zone.length)}`.trim()
    const start = datesIn(part, now)[0]?.start
    if (start?.isCertain('hour') === true && !start.isCertain('timezoneOffset')) return { part, zone }
  }
  return { part: whole, zone: '' }
}

/** Whether a text has a date or time in it. */
export const hasDate = (text: string, now: EpochSeconds): boolean =>
  datesIn(inPlainForm(text, now), now).some((found) => NUMBERED.test(found.text))

/** A date and time in a text with other words. */
export interface MomentWithin {
  /** The other words before the time of day, and behind it. */
  readonly before: string
  readonly behind: string
  /**
   * The moments that it can mean on a clock with this offset now. Two moments where day and month could be swapped, or where "next Friday" may be this
   * week's; none if it cannot be read.
   */
  readonly on: (offset: OffsetSeconds) => readonly Moment[]
  /** Whether it says only a time of day. */
  readonly isToday: boolean
}

/**
 * Finds the date and time in a text with other words: "Zurich 14 July 2027 3pm". The letters of a zone are left to the other words. Null if
 * the text has none.
 */
export function momentWithin(sent: string, now: EpochSeconds): MomentWithin | null {
  const text = inPlainForm(sent, now)
  const said: string[] = []
  let [before, behind, at] = ['', '', 0]
  let [isTimed, isOfDay] = [false, false]
  const add = (words: string): void => {
    if (isTimed) behind += words
    else before += words
  }
  for (const found of datesIn(text, now)) {
    // "Tokyo at 5pm London": "at" is left to the other words.
    const index = found.index + (/^at\s+/i.exec(found.text)?.[0].length ?? 0)
    const end = found.index + found.text.length
    const { part, zone } = withoutZone(text.slice(index, end), found, now)
    said.push(part)
    add(text.slice(at, index))
    isTimed ||= found.start.isCertain('hour')
    isOfDay ||= isDated(found.start)
    add(` ${zone} `)
    at = end
    // "6th" and "3pmish" are words, and so are parts of them.
    if (/\S$/.test(text.slice(0, index)) || /^[^\s,]/.test(text.slice(at))) return null
  }
  add(text.slice(at))
  const moment = said.join(' ')
  if (!NUMBERED.test(moment)) return null
  return {
    before: before.replace(/^[\s,]+/, '').trim(),
    behind: before.trim() === '' ? behind.replace(/^[\s,]+/, '').trim() : behind.trim(),
    isToday: !isOfDay,
    on: (offset) => {
      const read = readMoment(moment, now, offset)
      if (read.kind === 'days') return read.texts.flatMap((one) => momentOf(one) ?? [])
      return read.kind === 'one' ? [read.moment, ...soonerThan(read.moment, moment, now, offset)] : []
    },
  }
}

/** The other words of a text with a date and time. */
export const restOf = ({ before, behind }: MomentWithin): string => `${before} ${behind}`.trim()

/** A day in a text with names of places, "Zurich Oslo next Tuesday 9am", with its time of day if one is said. */
export interface DayWithin {
  /** The text without them. */
  readonly rest: string
  /** Days since 1970-01-01, on a clock with this offset now. A month alone means its 15th. Null if no day is said. */
  readonly on: (offset: OffsetSeconds) => number | null
  readonly isMonth: boolean
  /** Minutes from midnight. Null if no time is said. */
  readonly minute: number | null
}

/** The first part that says a day or a time of day. */
const dayIn = (found: chrono.ParsedResult[]) =>
  found.find(({ start }) => isDated(start) || start.isCertain('hour'))

/** Finds the day in a text with names of places, which may be only a month, and the time of day. */
export function dayWithin(sent: string, now: EpochSeconds): DayWithin {
  const text = inPlainForm(sent.slice(0, LONGEST), now)
  const one = dayIn(comingDates(text, now, UTC))
  if (one === undefined) return { rest: sent, on: () => null, isMonth: false, minute: null }
  const { start, index } = one
  const part = text.slice(index, index + one.text.length)
  const isMonth = start.isCertain('month') && !start.isCertain('day') && !start.isCertain('weekday')
  return {
    rest: `${text.slice(0, index)} ${text.slice(index + part.length)}`,
    on: (offset) => {
      const its = dayIn(comingDates(part, now, offset))?.start
      // A day ends at 24:00, and a time has the day that it has alone.
      const read = its?.isCertain('hour') === true && isDated(its) ? readMoment(part, now, offset) : null
      if (read?.kind === 'one') return dayOn(read.moment, offset)
      const [year, month, day] = (['year', 'month', 'day'] as const).map((name) => its?.get(name) ?? 0)
      return its === undefined || !isDated(its)
        ? null
        : dayNamed(isoDay(year ?? 0, month ?? 0, isMonth ? 15 : (day ?? 0)))
    },
    isMonth,
    minute: start.isCertain('hour') ? minuteOf(start) : null,
  }
}

/** The day of a moment on a clock, as days since 1970-01-01. */
const dayOn = (moment: Moment, offset: OffsetSeconds): number =>
  Math.floor((moment.kind === 'local' ? moment.local : moment.at + offset) / DAY)

/**
 * The day that a text says on a clock with this offset now, as days since 1970-01-01: "2026-12-03", "tomorrow", "Thursday 3pm". Null if it says
 * no day, or something else too.
 */
export function readDay(text: string, now: EpochSeconds, offset: OffsetSeconds): number | null {
  const { rest, on, isMonth } = dayWithin(text, now)
  return dayNamed(text) ?? (isMonth || !FILLERS.test(rest) ? null : on(offset))
}

const NEXT_WEEKDAY = /\bnext (?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i

/** "Next Friday", said on a Wednesday, is the one of next week; some mean the one in two days. That one, or nothing if it is over. */
function soonerThan(meant: Moment, said: string, now: EpochSeconds, offset: OffsetSeconds): Moment[] {
  if (meant.kind !== 'local' || !NEXT_WEEKDAY.test(said)) return []
  const local = localSeconds(meant.local - 7 * DAY)
  return local > now + offset ? [{ kind: 'local', local }] : []
}

const UNREAD_TIME = 'This is not a time. Write it as 15:00 or 3pm.'

/**
 * A time of day as people write it, in minutes from 0 to 1440: "9", "09:30", "9h30", "9am", "noon", or "midnight", which is 1440. For any
 * other text, a sentence that says what is wrong.
 */
export function readTime(text: string): number | string {
  const sent = text.trim()
  const written = /^\d{1,2}$/.test(sent) ? `${sent}:00` : inPlainForm(sent, NO_DAY)
  const found = written.length > LONGEST ? [] : comingDates(written, NO_DAY, UTC)
  const [one, another] = found
  if (one === undefined) return UNREAD_TIME
  if (another !== undefined || one.end != null) return 'This is more than one time. Write one.'
  if (isDated(one.start)) return 'Write the day in Date, and only the time here.'
  const rest = written.slice(0, one.index) + written.slice(one.index + one.text.length)
  if (!FILLERS.test(rest)) return `“${rest.trim()}” could not be read. Write only the time: 15:00 or 3pm.`
  if (!one.start.isCertain('hour') || one.start.isCertain('timezoneOffset')) return UNREAD_TIME
  const minute = minuteOf(one.start)
  return END_OF_DAY.test(written) || /\bmidnight\b/i.test(written) ? minute + 1440 : minute
}

/** A time of day is read without any day. */
const NO_DAY = epochSeconds(0)

const minuteOf = (found: chrono.ParsedResult['start']): number =>
  (found.get('hour') ?? 0) * 60 + (found.get('minute') ?? 0)

const isDated = (found: chrono.ParsedResult['start']): boolean =>
  (['day', 'weekday', 'month', 'year'] as const).some((part) => found.isCertain(part))

const pad = (value: number, width: number): string => String(value).padStart(width, '0')
const isoDay = (year: number, month: number, day: number): string =>
  `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`

const UNREAD =
  'This could not be read as a date and time. Write it as “tomorrow 15:00”, “14 July 2027 3pm” or “2027-07-14 15:00”.'

const fault = (words: string) => ({ kind: 'fault', words }) as const

/** Words around a date that say nothing more. */
const FILLERS = /^(?:\s|,|at|on|the|of|o'clock|oclock|sharp|\.)*$/i

/** "15:00 UTC", "15:00Z", "15:00 +02:00", "3pm GMT-5". */
const WITH_OFFSET = /\b(?:utc|gmt)\b|\dz$|[+−-]\d[\d:]*$/i

/** The text of the moment that a reader finds, as addresses have it; or what is wrong. */
function partsOf(
  said: string,
  reader: typeof chrono.casual,
  now: EpochSeconds,
  offset: OffsetSeconds,
): { readonly kind: 'text'; readonly text: string; readonly isToday: boolean } | ReturnType<typeof fault> {
  const text = withoutEnd(said)
  const [found, another] = reader.parse(text, referenceAt(now, offset), {
    forwardDate: !/\b(?:last|past)\b/i.test(text),
  })
  if (found === undefined) return fault(UNREAD)
  const rest = text.slice(0, found.index) + text.slice(found.index + found.text.length)
  if (another !== undefined || found.end != null)
    return fault('This is more than one moment. Write one date and time.')
  if (!FILLERS.test(rest))
    return fault(`“${rest.trim()}” could not be read. ${UNREAD.slice(UNREAD.indexOf('Write'))}`)
  const { start } = found
  if (!start.isCertain('hour')) return fault('A time of day is missing: add it, as in “tomorrow 15:00”.')
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'): number => start.get(name) ?? 0
  const isOfDay = isDated(start)
  const today = formatLocal(localSeconds(now + offset)).slice(0, 10)
  // Midnight alone is the end of today, whatever the hour is. The library says so only after two o'clock.
  const isEnd = text !== said || (!isOfDay && /\bmidnight\b/i.test(text))
  const second = start.isCertain('second') ? part('second') : 0
  const day = isOfDay ? isoDay(part('year'), part('month'), part('day')) : today
  const written = `${day}T${pad(part('hour'), 2)}:${pad(part('minute'), 2)}${second === 0 ? '' : `:${pad(second, 2)}`}`
  const midnight = isEnd ? momentOf(written) : null
  const local =
    midnight?.kind === 'local' ? formatLocal(localSeconds(midnight.local + DAY)).slice(0, 16) : written
  if (!start.isCertain('timezoneOffset')) return { kind: 'text', text: local, isToday: !isOfDay }
  const minutes = start.get('timezoneOffset') ?? 0
  // The letters at the end of a text may be a zone's: "15:00 EST".
  const zone = /\b(?!am\b|pm\b)([a-z]{2,5})\s*$/i.exec(found.text)?.[1]
  if (zone !== undefined && minutes !== 0)
    return fault(`Write the zone of the time in From, not after the time: “${zone}”.`)
  // "In 2 hours" and "now" are instants, with the offset of the clock.
  const its = WITH_OFFSET.test(found.text) ? offsetSeconds(minutes * 60) : offset
  return { kind: 'text', text: local + formatOffset(its), isToday: false }
}
