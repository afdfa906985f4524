// A date and time as people write it → the wall time or instant that it means; the two days where day and month could be swapped. And where in a
// text it stands.
import * as chrono from 'chrono-node/en'
import type { MomentWithin } from '#ask/question.ts'
import { DAY, daysInMonth } from '#core/time/civil.ts'
import { formatLocal, parseMoment, type Moment } from '#core/time/moment.ts'
import { formatOffset } from '#core/time/offset.ts'
import { localSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { restorePlusInMoment } from '#serve/http/request-text.ts'
import { dayOf, isoDate, monthName } from './times.ts'

/** What a text means, as texts that addresses have: `2027-03-28T01:30`, or with an offset. */
export type MomentRead =
  /** `isPlain`: the text is such a text itself. */
  | { readonly kind: 'one'; readonly text: string; readonly moment: Moment; readonly isPlain: boolean }
  /** Day and month could be swapped: the day before the month comes first. */
  | { readonly kind: 'days'; readonly texts: readonly [string, string] }
  /** What is wrong, as a sentence. */
  | { readonly kind: 'fault'; readonly words: string }

/** Longer texts are no date and time. */
const LONGEST = 100

/** A moment as written in the form and in addresses: `2027-03-28T01:30`, or with seconds or an offset. Null for any other text. */
export function momentOf(text: string): Moment | null {
  const moment = parseMoment(text.trim().replace(' ', 'T'))
  return moment.kind === 'fault' ? null : moment
}

/**
 * Reads a text on a clock that shows `offset` at `now`: "today" is the day there. A library finds the parts of the date; the clock decides what
 * they mean. A weekday or a day of a year that is not said is the next one, unless it is the "last" one; a time alone is today's.
 */
export function readMoment(text: string, now: EpochSeconds, offset: OffsetSeconds): MomentRead {
  const sent = restorePlusInMoment(text.trim())
  const plain = momentOf(sent)
  if (plain !== null) return { kind: 'one', text: sent.replace(' ', 'T'), moment: plain, isPlain: true }
  if (sent.length > LONGEST) return fault('This is too long for a date and time.')
  const written = inPlainDigits(sent)
  const impossible = impossibleIn(sent)
  if (impossible !== null) return fault(impossible)
  const dayFirst = partsOf(written, chrono.GB, now, offset)
  if (typeof dayFirst !== 'string') return dayFirst
  const monthFirst = partsOf(written, chrono.casual, now, offset)
  if (typeof monthFirst === 'string' && monthFirst !== dayFirst)
    return { kind: 'days', texts: [dayFirst, monthFirst] }
  const moment = momentOf(dayFirst)
  return moment === null ? fault(UNREAD) : { kind: 'one', text: dayFirst, moment, isPlain: false }
}

/** What is said of a date that no calendar has: 2027-02-30. */
export const noSuchDay = (iso: string): string => `There is no day ${iso}.`

/** German months; a dash for those that English writes the same. A dot follows the day before each month: "14. Juli", "3. August". */
const GERMAN = 'januar februar märz - mai juni juli - - oktober - dezember'.split(' ')

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** A day after its month. A number with a colon or with "pm" is a time. */
const MONTH_DAY = new RegExp(
  `\\b((?:${MONTHS.join('|')})[a-z]*\\.?) (0?[1-9]|[12]\\d|3[01])(?![\\d:.]|\\s?(?:[ap]\\.?m\\b|h\\b|o'?clock))\\b`,
  'gi',
)

/** Forms of dates and times that the library does not know, in the ones that it knows. */
const inPlainDigits = (text: string): string =>
  withColons(text)
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
    .replace(/^(\d{1,2})\.([0-5]\d)$/, '$1:$2')
    // "Dec 25" is no month of 2025, whatever stands behind it.
    .replace(MONTH_DAY, '$1 $2th')
    // The library takes this for noon.
    .replace(/\b(?:midnight tonight|tonight(?: at)? midnight)\b/gi, 'tomorrow 00:00')
    .replace(
      /\b(half past|(?:a )?quarter past|(?:a )?quarter to) (\d{1,2})(?![\d:.])\s?([ap]m\b)?/gi,
      (_, part: string, hour: string, half = '') => {
        const hours = half === '' ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
        const minutes =
          (hours * 60 + (/^half/i.test(part) ? 30 : /past/i.test(part) ? 15 : -15) + 1440) % 1440
        return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')} `
      },
    )
    .trim()

const [DAY_OF, MONTH] = ['(?<day>\\d{1,2})(?:st|nd|rd|th)?', `(?<month>${MONTHS.join('|')})[a-z]*`]
const YEAR = '(?:,? (?<year>\\d{4})\\b)?'
const DAY_FIRST = new RegExp(`\\b${DAY_OF}(?: of)? ${MONTH}${YEAR}`, 'i')
const MONTH_FIRST = new RegExp(`\\b${MONTH} ${DAY_OF}(?![\\d:])${YEAR}`, 'i')

/** Says which day or time of a text does not exist, as a sentence: "February has no day 31." Null where all can be. */
export function impossibleIn(sent: string): string | null {
  const text = inPlainDigits(sent)
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

/** The dates and times in a text that say a number or a name of an hour. "Now" and "Sat" may be parts of names. */
const datesIn = (text: string, now: EpochSeconds): chrono.ParsedResult[] =>
  text.length > LONGEST || !NUMBERED.test(text) ? [] : comingDates(text, now)

/** All that can be dates and times in a text, by UTC. Those without a year are the next ones. */
const comingDates = (text: string, now: EpochSeconds): chrono.ParsedResult[] =>
  chrono.GB.parse(text, { instant: new Date(now * 1000), timezone: 0 }, { forwardDate: true })

const NUMBERED = /\d|\bnoon\b|\bmidnight\b/i

/** A date and time without the letters of its zone, "3pm EST on Friday". "In 2 hours" has an offset too, but no zone. */
function withoutZone({ text: whole, start: all }: chrono.ParsedResult, now: EpochSeconds) {
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
  datesIn(inPlainDigits(text), now).some((found) => NUMBERED.test(found.text))

/** Finds the date and time in a text with other words: "Zurich 14 July 2027 3pm". The letters of a zone are left to the other words. */
export function momentWithin(sent: string, now: EpochSeconds): MomentWithin | null {
  const text = inPlainDigits(sent)
  const said: string[] = []
  let [rest, at] = ['', 0]
  for (const found of datesIn(text, now)) {
    const { index, text: whole } = found
    const { part, zone } = withoutZone(found, now)
    said.push(part)
    rest += `${text.slice(at, index)} ${zone} `
    at = index + whole.length
    // "6th" and "3pmish" are words, and so are parts of them.
    if (/\S$/.test(text.slice(0, index)) || /^[^\s,]/.test(text.slice(at))) return null
  }
  if (!NUMBERED.test(said.join(' '))) return null
  const moment = said.join(' ')
  return {
    rest: (rest + text.slice(at)).replace(/^[\s,]+/, ''),
    on: (offset) => {
      const read = readMoment(moment, now, offset)
      if (read.kind === 'days') return read.texts.flatMap((one) => momentOf(one) ?? [])
      return read.kind === 'one' ? [read.moment, ...soonerThan(read.moment, moment, now, offset)] : []
    },
  }
}

/** The day in a text with names of places, "Zurich Oslo next Tuesday 9am", with its time of day if one is said; and the text without them. */
export function dayWithin(sent: string, now: EpochSeconds) {
  const text = inPlainDigits(sent.slice(0, LONGEST))
  const one = comingDates(text, now).find(({ start }) => isDated(start) || start.isCertain('hour'))
  if (one === undefined) return { rest: sent, date: '', from: '' }
  const iso = one.start.date().toISOString()
  return {
    rest: `${text.slice(0, one.index)} ${text.slice(one.index + one.text.length)}`,
    date: isDated(one.start) ? iso.slice(0, 10) : '',
    from: one.start.isCertain('hour') ? iso.slice(11, 16) : '',
  }
}

const NEXT_WEEKDAY = /\bnext (?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\b/i

/** "Next Friday", said on a Wednesday, is the one of next week; some mean the one in two days. That one, or nothing if it is over. */
export function soonerThan(meant: Moment, said: string, now: EpochSeconds, offset: OffsetSeconds): Moment[] {
  if (meant.kind !== 'local' || !NEXT_WEEKDAY.test(said)) return []
  const local = localSeconds(meant.local - 7 * DAY)
  return local > now + offset ? [{ kind: 'local', local }] : []
}

/** 15h30 and 15h, as in French and Portuguese, as 15:30 and 15:00. */
const withColons = (text: string): string =>
  text.replace(
    /\b([01]?\d|2[0-4])\s?[hH](?:([0-5]\d))?\b/g,
    (_, hours: string, minutes = '00') => `${hours}:${minutes}`,
  )

const UNREAD_TIME = 'This is not a time. Write it as 15:00 or 3pm.'

/**
 * A time of day as people write it, in minutes from 0 to 1440: "9", "09:30", "9h30", "9am" or "noon". For any other text, a sentence that
 * says what is wrong.
 */
export function readTime(text: string): number | string {
  const written = withColons(text.trim())
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.]([0-5]\d))?$/.exec(written) ?? []
  const plain = Number(hours) * 60 + Number(minutes)
  if (hours !== undefined) return plain <= 1440 ? plain : UNREAD_TIME
  const found =
    written.length > LONGEST ? [] : chrono.GB.parse(written, { instant: new Date(0), timezone: 0 })
  const [one, another] = found
  if (one === undefined) return UNREAD_TIME
  if (another !== undefined || one.end != null) return 'This is more than one time. Write one.'
  if (isDated(one.start)) return 'Write the day in Date, and only the time here.'
  const rest = written.replace(one.text, '')
  if (!FILLERS.test(rest)) return `“${rest.trim()}” could not be read. Write only the time: 15:00 or 3pm.`
  if (!one.start.isCertain('hour') || one.start.isCertain('timezoneOffset')) return UNREAD_TIME
  return (one.start.get('hour') ?? 0) * 60 + (one.start.get('minute') ?? 0)
}

const isDated = (found: chrono.ParsedResult['start']): boolean =>
  (['day', 'weekday', 'month', 'year'] as const).some((part) => found.isCertain(part))

const UNREAD =
  'This could not be read as a date and time. Write it as “tomorrow 15:00”, “14 July 2027 3pm” or “2027-07-14 15:00”.'

const fault = (words: string): MomentRead => ({ kind: 'fault', words })

const END_OF_DAY = /(?<![\d:])24:00(?::00)?(?![\d:])/

/** Words around a date that say nothing more. */
const FILLERS = /^(?:\s|,|at|on|the|of|o'clock|oclock|sharp|uhr|\.)*$/i

/** The text of the moment that a reader finds, as addresses have it; or what is wrong. */
function partsOf(
  said: string,
  reader: typeof chrono.casual,
  now: EpochSeconds,
  offset: OffsetSeconds,
): string | MomentRead {
  const reference = { instant: new Date(now * 1000), timezone: offset / 60 }
  // 24:00 is the start of the next day.
  const text = said.replace(END_OF_DAY, '00:00')
  const isEnd = text !== said
  const [found, another] = reader.parse(text, reference, { forwardDate: !/\b(?:last|past)\b/i.test(text) })
  if (found === undefined) return fault(UNREAD)
  const rest = text.slice(0, found.index) + text.slice(found.index + found.text.length)
  if (another !== undefined || found.end != null)
    return fault('This is more than one moment. Write one date and time.')
  if (!FILLERS.test(rest))
    return fault(`“${rest.trim()}” could not be read. ${UNREAD.slice(UNREAD.indexOf('Write'))}`)
  const { start } = found
  if (!start.isCertain('hour')) return fault('A time of day is missing: add it, as in “tomorrow 15:00”.')
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', width: number): string =>
    String(start.get(name) ?? 0).padStart(width, '0')
  const isMidnight = /\bmidnight\b/i.test(text)
  const day =
    isDated(start) || isMidnight
      ? `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`
      : isoDate(dayOf(now, offset))
  const seconds = start.isCertain('second') && start.get('second') !== 0 ? `:${part('second', 2)}` : ''
  const written = `${day}T${part('hour', 2)}:${part('minute', 2)}${seconds}`
  const midnight = isEnd ? momentOf(written) : null
  const local =
    midnight?.kind === 'local' ? formatLocal(localSeconds(midnight.local + DAY)).slice(0, 16) : written
  // "In 2 hours" and "now" are instants; chrono gives them the offset that it was told.
  if (!start.isCertain('timezoneOffset')) return local
  const minutes = start.get('timezoneOffset') ?? 0
  // The letters at the end of a text may be a zone's: "15:00 EST".
  const zone = /\b(?!am\b|pm\b)([a-z]{2,5})\s*$/i.exec(found.text)?.[1]
  if (zone !== undefined && minutes !== 0 && minutes !== offset / 60)
    return fault(`Write the zone of the time in From, not after the time: “${zone}”.`)
  return local + formatOffset(offsetSeconds(minutes * 60))
}
