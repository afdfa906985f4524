// The days and times of day of a cover → the dates and seconds that they can mean, and why it must be asked which; and what no calendar has.
import { civilFromDays, DAY, daysFromCivil, daysInMonth, weekdayOf } from '#core/time/civil.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import type { Element, Of } from './time-covers.ts'
import { secondOfDay, type ClockTime } from './time-parts.ts'

/** The text in one form: one kind of digits and dashes, single blanks, no mark at its end. */
export const plainText = (text: string): string =>
  withPlainDigits(text.normalize('NFKC'))
    .replaceAll(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .replace(/[.?!]+$/u, (end) => (/[ap]\.m\.$/i.test(text.trim()) ? end : ''))
    .trim()

/** A text with its digits, of whatever script, as 0 to 9: ١٥:٠٠ is 15:00. */
const withPlainDigits = (text: string): string =>
  text.replaceAll(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    // The ten digits of a script follow each other.
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((code - zero) % 10)
  })

/** Says which day or time of a text does not exist, as a sentence: "February has no day 31." Null where all can be. */
export function impossibleIn(sent: string): string | null {
  const text = plainText(sent)
  const [, hour, minute] = /(?<![\d:.+-])(\d{1,2}):(\d\d)(?!\d)/.exec(text) ?? []
  if (Number(hour) === 25) return 'A day has no hour 25: 01:00 of the next day?'
  if (Number(hour) > 24) return `A day has no hour ${hour}.`
  if (Number(minute) > 59) return `An hour has no minute ${minute}.`
  if (Number(hour) === 24 && minute !== '00') return 'A day ends at 24:00.'
  const [, iso] = /(?<!\d)(\d{4}-\d\d-\d\d)(?!\d)/.exec(text) ?? []
  if (iso !== undefined) {
    const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
    if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
      return noSuchDay(iso)
  }
  const names = MONTHS.map((name) => name.slice(0, 3)).join('|')
  const first = new RegExp(
    `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${names})[a-z]*(?:,? (\\d{4}))?`,
    'i',
  ).exec(text)
  const second = new RegExp(
    `(?<!\\p{L})(${names})[a-z]* (\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])(?:,? (\\d{4}))?`,
    'iu',
  ).exec(text)
  const [day, name = '', year] = first === null ? [second?.[2], second?.[1], second?.[3]] : first.slice(1)
  const month = MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === name.toLowerCase()) + 1
  return month > 0 && Number(day) > daysInMonth(Number(year ?? 2000), month)
    ? `${MONTHS[month - 1]}${year === undefined ? '' : ` ${year}`} has no day ${Number(day)}.`
    : null
}

/** The message for a date that no calendar has: 2027-02-30. */
const noSuchDay = (iso: string): string => `There is no day ${iso}.`

/** The days that a cover can mean, counted from a today, each with why it must be asked about. */
export interface Days {
  readonly isToday: boolean
  /** Whether its days are counted from today. */
  readonly isRelative: boolean
  readonly from: (today: number) => {
    readonly days: readonly number[]
    readonly asks: readonly string[]
    readonly isMismatch: boolean
  }
  /** Whether today itself counts only while the time is ahead: "Friday", on a Friday. */
  readonly isAhead: boolean
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const A_MONTH = 31

/** Days that need no question. */
const plainly = (...days: number[]) => ({ days, asks: [] as string[], isMismatch: false })

export function daysFor(cover: readonly Element[]): Days {
  const date = cover.find((one): one is Of<'date'> => one.kind === 'date')
  const year = cover.find((one): one is Of<'year'> => one.kind === 'year')?.year
  const day = cover.find((one): one is Of<'day'> => one.kind === 'day')
  const weekday = cover.find((one): one is Of<'weekday'> => one.kind === 'weekday')
  const week = cover.find((one): one is Of<'week'> => one.kind === 'week')
  const checked = (days: readonly number[], more: readonly string[] = []) => {
    const matching = weekday === undefined ? days : days.filter((its) => weekdayOf(its) === weekday.weekday)
    if (matching.length > 0)
      return {
        days: matching,
        asks: matching.length === 1 && weekday !== undefined ? [] : [...more],
        isMismatch: false,
      }
    // Both readings: the date, and the nearest day of that name.
    const [first = 0] = days
    const nearest =
      [-3, -2, -1, 1, 2, 3].map((by) => first + by).find((its) => weekdayOf(its) === weekday?.weekday) ??
      first
    return {
      days: [...days, nearest],
      asks: [
        ...more,
        `${inWords(first)} is a ${WEEKDAYS[weekdayOf(first)]}, not a ${WEEKDAYS[weekday?.weekday ?? 0]}.`,
      ],
      isMismatch: true,
    }
  }
  const base = { isToday: false, isRelative: false, isAhead: false }
  if (date !== undefined) {
    const { month, day: number, isShort } = date
    const its = date.year ?? year ?? null
    if (its !== null && month !== null) {
      const days = number > daysInMonth(its, month) ? [] : [daysFromCivil(its, month, number)]
      return {
        ...base,
        from: () =>
          days.length === 0
            ? plainly()
            : checked(days, isShort ? [`Is ${String(its).slice(-2)} the year ${its}?`] : []),
      }
    }
    return {
      ...base,
      from(today) {
        const now = civilFromDays(today)
        const candidates =
          month === null
            ? [-1, 0, 1, 2].map((by) => [now.year, now.month + by] as const)
            : [-1, 0, 1, 2, 3, 4, 5, 6, 7, 8].map((by) => [now.year + by, month] as const)
        const all = candidates
          .map(([y, m]) => [y + Math.floor((m - 1) / 12), ((m + 11) % 12) + 1] as const)
          .filter(([y, m]) => number <= daysInMonth(y, m))
          .map(([y, m]) => daysFromCivil(y, m, number))
        const coming = all.find((some) => some >= today) ?? today
        const lately = all.findLast((some) => some < today && some >= today - A_MONTH)
        const near = lately === undefined ? [coming] : [lately, coming]
        if (weekday === undefined)
          return {
            days: near,
            asks: near.length === 1 ? [] : [`Is ${inWords(coming)} meant, or ${inWords(lately ?? coming)}?`],
            isMismatch: false,
          }
        return checked(near)
      },
    }
  }
  if (day !== undefined)
    return {
      ...base,
      isRelative: true,
      from: (today) => checked([today + day.days]),
    }
  if (weekday !== undefined)
    return {
      ...base,
      isRelative: true,
      isAhead: week === undefined && weekday.which === 'coming' && weekday.weeks === 0,
      from(today) {
        const its = weekday.weekday
        const monday = today - ((weekdayOf(today) + 6) % 7)
        if (week !== undefined) return plainly(monday + 7 * week.weeks + ((its + 6) % 7))
        const ahead = (its - weekdayOf(today) + 7) % 7
        if (weekday.which === 'last') return plainly(today + ahead - 7)
        if (weekday.which === 'coming') return plainly(today + ahead + 7 * weekday.weeks)
        const next = today + (ahead === 0 ? 7 : ahead)
        // "Next Friday", said on a Wednesday, is the one in two days to some.
        return next < monday + 7 && weekday.weeks === 0
          ? {
              days: [next, next + 7],
              asks: [`Is ${inWords(next)} meant, or ${inWords(next + 7)}?`],
              isMismatch: false,
            }
          : plainly(next + 7 * weekday.weeks)
      },
    }
  if (week !== undefined) return { ...base, from: () => plainly() }
  return { ...base, isToday: true, from: (today) => plainly(today) }
}

const inWords = (days: number): string => {
  const { year, month, day } = civilFromDays(days)
  return `${day} ${MONTHS[month - 1]} ${year}`
}

/** The seconds of the day that a time of day can mean, and why it must be asked about. */
export function secondsOf(
  time: ClockTime,
  form: Of<'time'>['form'],
  cover: readonly Element[],
): { seconds: readonly number[]; ask: string } {
  const day = cover.find((one): one is Of<'day'> => one.kind === 'day')
  const half = cover.find((one): one is Of<'half'> => one.kind === 'half')?.half ?? day?.half ?? null
  if (form === 'midnight') {
    const isEnd =
      half === 'night' || !cover.some(({ kind }) => kind === 'date' || kind === 'day' || kind === 'weekday')
    return isEnd
      ? { seconds: [DAY], ask: '' }
      : { seconds: [0, DAY], ask: 'Midnight can be the beginning or the end of the day.' }
  }
  const { hour, half: own, isSpoken } = time
  if (half !== null && own === null && hour >= 1 && hour <= 12) {
    // Tonight at 2 is the night before or after.
    if (half === 'night' && hour < 5)
      return { seconds: [secondOfDay(time), secondOfDay(time) + DAY], ask: 'Which night is meant?' }
    return { seconds: [secondOfDay({ ...time, half })], ask: '' }
  }
  const at = secondOfDay(time)
  if (half !== null && half !== 'night' && (half === 'am') !== at < DAY / 2) return { seconds: [], ask: '' }
  return isSpoken && own === null && hour >= 1 && hour <= 12
    ? {
        seconds: [secondOfDay({ ...time, half: 'am' }), secondOfDay({ ...time, half: 'pm' })],
        ask: 'Before noon, or after it?',
      }
    : { seconds: [at], ask: '' }
}
