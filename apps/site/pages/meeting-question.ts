// The address of a meeting: its places with their hours of work, the day and the chosen time. And the address of another such meeting.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Candidates } from '#core/ask/choice.ts'
import { clockId, compiledClock, readOn, type Clock, type Reading } from '#core/ask/clock.ts'
import type { TokenFault } from '#core/ask/convert.ts'
import { WEEKEND } from '#core/ask/countries.ts'
import { OFFICE, type Hours } from '../words/meeting.ts'
import { readDay, readTime } from '#apps/search/form-fields.ts'
import { clockNow } from '#apps/search/typed-moment-on.ts'
import type { Zone } from '#core/ask/zones.ts'
import { DAY, daysFromCivil, weekdayOf } from '#core/time/civil.ts'
import { epochSeconds, localSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Visit } from '../frame/page.ts'
import { isoDate, shownAt } from '../words/times.ts'
import { cityMeant, listOfPlaces, meantNow, MOST_NAMES, namesIn, placesIn, saidName } from '../words/towns.ts'

/** Most places. */
const MOST_PLACES = 50
/** Most unknown places. Each of them is searched among all names, so their number is limited. */
const MOST_UNKNOWN = 3
/** Longest address, in characters. A hundred links of the page repeat it. Fifty places in Cyrillic letters have about 5,000. */
const LONGEST = 6000
/** Browsers show the field as a visitor's language has dates, or as plain text. */
const NO_DATE =
  'This is not a date. Choose another day; where the field is plain text, write it as 2026-11-23.'
/** Days whose neighbours have dates with four digits too. */
const [FIRST_DAY, LAST_DAY] = [daysFromCivil(2, 1, 1), daysFromCivil(9998, 12, 1)]

/** Lengths of a meeting to choose from, in minutes. */
export const LENGTHS = [30, 45, 60, 90] as const
const USUAL: (typeof LENGTHS)[number] = 60

/** Which of two equal times is meant, as addresses say it. */
const SIDES = ['earliest', 'latest'] as const

/** A chosen time. */
export interface Chosen {
  readonly from: EpochSeconds
  readonly until: EpochSeconds
}

/** The values of the address. */
export type Question = ReturnType<typeof questionOf>

/** A place as it was asked for, and its working hours as they were written. `said`: these hours; null when there are none, or no such ones. */
export type NamedAttendant = ReturnType<typeof askedIn>[number]

/** A place whose clock is known. */
export type Attendant = ReturnType<typeof placeOf>

/** Everything that the page is about. There is at least one place. */
export type Meeting = NonNullable<Read['meeting']>

/** The places of an address, in order. `hours` belong to the `place` before them; `more` is one place more. */
export function askedIn(
  query: URLSearchParams,
  more: string,
): {
  token: string
  hours: string
  said: Hours | null
}[] {
  const asked: { token: string; hours: string }[] = []
  for (const [name, value] of query) {
    const last = asked.at(-1)
    if (name === 'place') asked.push({ token: value.trim(), hours: '' })
    else if (name === 'hours' && last !== undefined) last.hours = value.trim()
  }
  asked.push({ token: more, hours: '' })
  // The hours are read once, and not for each link of the page: that took half a second.
  return asked.filter(({ token }) => token !== '').map((one) => ({ ...one, said: hoursIn(one.hours) }))
}

/** Reads the address. Without any place it is the visitor's own. */
function questionOf(query: URLSearchParams, own: Zone | null) {
  const text = (name: string): string => query.get(name)?.trim() ?? ''
  const asked = askedIn(query, text('add'))
  if (own !== null && asked.length === 0) asked.push({ token: own.iana, hours: '', said: null })
  return {
    asked,
    date: text('date'),
    from: text('from'),
    until: text('until'),
    /** How long it takes where nobody said until when. */
    minutes: LENGTHS.find((one) => String(one) === text('minutes')) ?? USUAL,
    /** Whether From means the second of two equal times. */
    isLater: text('resolution') === 'latest',
    /** Which of two equal times Until means. Empty: nobody said. */
    ending: SIDES.find((side) => side === text('ending')) ?? '',
  }
}

/** The part of an address that says places. Hours are left out where they are those of an office. */
export function queryOf(asked: readonly NamedAttendant[]): URLSearchParams {
  const query = new URLSearchParams()
  for (const { token, hours, said } of asked) {
    query.append('place', token)
    if (said !== null && (said.from !== OFFICE.from || said.until !== OFFICE.until))
      query.append('hours', hours)
  }
  return query
}

/** The address of a question. */
export function addressOf({ asked, date, from, until, minutes, isLater, ending }: Question): string {
  const query = queryOf(asked)
  for (const [name, value] of Object.entries({ date, from, until })) if (value !== '') query.set(name, value)
  if (minutes !== USUAL && until === '') query.set('minutes', String(minutes))
  if (isLater) query.set('resolution', 'latest')
  if (ending !== '') query.set('ending', ending)
  return `/meeting?${query.toString()}`
}

/**
 * The meanings of the texts: all that has a meaning or several, in order; of these the places and those with several; and what has no meaning, with
 * why it has none. `tooMuch`: why nothing is looked up; null: it is.
 */
export function meantBy(
  asked: readonly NamedAttendant[],
  tooMuch: string | null,
  almanac: Almanac,
  now: EpochSeconds,
) {
  const [known, places]: [NamedAttendant[], Attendant[]] = [[], []]
  const ambiguous: { readonly asked: NamedAttendant; readonly candidates: Candidates }[] = []
  const [unknown, faults]: [string[], string[]] = [[], []]
  const seen = new Set<string>()
  // Before any name is looked up; the form keeps what was typed.
  if (tooMuch !== null) {
    const typed = listOfPlaces(asked.map(({ token }) => token))
    return { asked: known, places, ambiguous, unknown: [typed], faults: [tooMuch] }
  }
  const read = (one: NamedAttendant): void => {
    const { token } = one
    if (seen.has(token.toLowerCase()) || unknown.length === MOST_UNKNOWN) return
    seen.add(token.toLowerCase())
    const parts = placesIn(token, almanac)
    if (parts.length > 1) {
      for (const part of parts) read({ ...one, token: part })
      return
    }
    const found = meantNow(token, almanac, now)
    if (found.kind === 'converted') {
      const place = placeOf(one, found.conversion.from.clock, almanac)
      // The visitor's own zone was added by itself, and its town was typed.
      if (places.some((other) => isSame(other, place))) return
      places.push(place)
    } else if (found.kind === 'choice') ambiguous.push({ asked: one, candidates: found.candidates })
    else {
      unknown.push(token)
      if (found.kind === 'faults') faults.push(...found.faults.map(unknownWords))
      return
    }
    known.push(one)
  }
  for (const one of asked) read(one)
  return { asked: known, places, ambiguous, unknown, faults }
}

/** Says that an address has more than a page can show. Null: it has not. */
function excessOf(question: Question): string | null {
  const count = new Set(question.asked.flatMap(({ token }) => namesIn(token))).size
  if (count > MOST_NAMES) return `These are ${count} names; ${MOST_PLACES} places are shown at once.`
  return addressOf(question).length > LONGEST ? 'These texts are too long for a page of meetings.' : null
}

const isSame = (one: Attendant, other: Attendant): boolean =>
  one.name === other.name && one.detail === other.detail && clockId(one.clock) === clockId(other.clock)

const unknownWords = ({ token, country, nearest }: TokenFault): string =>
  country === null
    ? `No place is called “${token}”.${nearest.length === 0 ? '' : ` Did you mean ${nearest.join(' or ')}?`}`
    : `${country.name} has no time zone.`

/** A place of the meeting, as somebody who comes to it. */
function placeOf(asked: NamedAttendant, clock: Clock, almanac: Almanac) {
  const { token } = asked
  const zone = clock.kind === 'zone' ? clock.zone : null
  const city = cityMeant(token, clock, almanac)
  const country = city?.country ?? almanac.countries.named(zone?.countryCode ?? '') ?? null
  const name = saidName(token, clock, almanac)
  const region = city?.region ?? null
  return {
    ...asked,
    clock,
    zone: compiledClock(clock),
    /** The city that is meant. Null when the text means something else. */
    city,
    work: asked.said ?? OFFICE,
    weekend: country?.weekend ?? WEEKEND,
    name,
    /** Its state or country. Null when it has none, like UTC. */
    detail: region === null || name.includes(region) ? (country?.name ?? null) : region,
  }
}

/** Most minutes of work across a midnight: "9-5" is a morning and an evening, and not a night. */
const LONGEST_NIGHT = 16 * 60

/** `9-17`, `9am to 5pm`, `08:30–16:30` or `22-6` in minutes. Null for any other text. */
function hoursIn(text: string): Hours | null {
  const [start, until, ...more] = text.split(/[-–—]|\sto\s/, 3).map(readTime)
  if (typeof start !== 'number' || typeof until !== 'number' || more.length > 0) return null
  // Midnight, which ends a day, begins one too.
  const from = start % 1440
  if (from === until % 1440) return null
  if (until > from) return { from, until }
  return until + 1440 - from > LONGEST_NIGHT ? null : { from, until: until + 1440 }
}

/** `09:00–17:00` for hours of work. */
export const hoursText = ({ from, until }: Hours): string => `${clockText(from)}–${clockText(until)}`

/** The question of an address: the meanings of its texts, and the error in each field, as a sentence. Empty: nothing. */
export type Read = ReturnType<typeof readMeeting>

/** The question in the address of a page or of its calendar file. Without a meeting no place is known. */
export function readMeeting({ catalogue: { almanac }, now, query, visitor }: Visit) {
  const sent = questionOf(query, visitor.zone)
  const meant = meantBy(sent.asked, excessOf(sent), almanac, now)
  const { asked, places, faults } = meant
  const [first, ...others] = places.slice(0, MOST_PLACES)
  const today = first === undefined ? 0 : nextWorkingDay(first, now)
  const wanted = readDay(sent.date, first?.clock ?? clockNow('UTC', almanac, now), almanac, now)
  const isDay = wanted !== null && wanted >= FIRST_DAY && wanted <= LAST_DAY
  const day = isDay ? wanted : today
  // A link keeps the day, whenever it is opened.
  const date = isDay ? isoDate(wanted) : sent.date
  const question = { ...sent, date, asked: asked.slice(0, MOST_PLACES) }
  const tooMany = `These are ${asked.length} places; ${MOST_PLACES} are shown at once.`
  const wrong = {
    place: (asked.length > MOST_PLACES ? [tooMany, ...faults] : faults).join(' '),
    hours: places
      .filter(({ hours, said }) => hours !== '' && said === null)
      .map(({ hours, name }) => `"${hours}" are not working hours for ${name}: write 9-17 or 9am-5pm.`)
      .join(' '),
    date: sent.date === '' || isDay ? '' : NO_DATE,
    from: sent.from === '' && sent.until !== '' ? 'Write when it begins, too.' : faultOfTime(sent.from),
    until: faultOfTime(sent.until),
  }
  const meeting =
    first === undefined
      ? null
      : {
          places: [first, ...others] as const,
          /** Days since 1970-01-01, on the clock of the first place. */
          day,
          // A day that does not exist is not replaced by today.
          chosen: wrong.date === '' ? timeMeant(first.clock, day, sent) : null,
          /** The address of this page for another day, with the same From and Until. Which of two equal times was meant holds for its own day. */
          addressOfDay: (its: number) =>
            addressOf({ ...question, date: isoDate(its), isLater: false, ending: '' }),
          /** How long the meeting takes, in seconds, and the address of this page with another length. */
          length: sent.minutes * 60,
          addressOfLength: (minutes: (typeof LENGTHS)[number]) =>
            addressOf({ ...question, minutes, until: '', ending: '' }),
          /** The address of this page with a time chosen. */
          addressOf: (chosen: Chosen) => addressOf({ ...question, ...wallsOf(first.clock, chosen) }),
        }
  return { meant, question, day, wrong, meeting }
}

/** The day on which somebody works next: today, until their hours are over. */
function nextWorkingDay({ zone, work, weekend }: Attendant, now: EpochSeconds): number {
  const { day, minute } = shownAt(zone, now)
  const works = (one: number): boolean => !weekend.includes(weekdayOf(one))
  for (let its = minute < work.until ? day : day + 1; its < day + 8; its++) if (works(its)) return its
  return day
}

/** The error in a time as it was written. Empty: nothing, or there is none. */
function faultOfTime(text: string): string {
  const read = text === '' ? 0 : readTime(text)
  return typeof read === 'string' ? read : ''
}

/** `09:30` for minutes of a day. */
export const clockText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A minute of a day on a clock. One that never happens is read by the offset before the gap, as calendars do. */
function onClock(clock: Clock, day: number, minute: number, isLater: boolean): Reading {
  const moment = { kind: 'local', local: localSeconds(day * DAY + minute * 60) } as const
  const first = readOn(clock, moment, 'earliest')
  return isLater || first.ambiguity?.kind === 'gap' ? readOn(clock, moment, 'latest') : first
}

/**
 * The chosen time of a day. Null when no start was said. An end at or before the start is on the next day; without one it lasts an hour.
 *
 * The end is when the clock shows Until. But the clock shows some starts never or twice, and a meeting from 02:30 until 03:30 takes an hour for
 * whoever writes it. So after such a start the meeting takes the time from From to Until, whichever way the start is read. Only an address
 * that also says which Until it means, as those of the table do, has the clock decide after a start that happens twice.
 */
function timeMeant(
  clock: Clock,
  day: number,
  { from, until, minutes: length, isLater, ending }: Omit<Question, 'asked'>,
) {
  const [start, end] = [from, until].map((text) => (text === '' ? '' : readTime(text)))
  if (typeof start !== 'number') return null
  const { at, ambiguity } = onClock(clock, day, start, isLater)
  /** `start`: null if From happens once. */
  const begin = { from: at, start: ambiguity }
  if (typeof end !== 'number')
    return { ...begin, until: epochSeconds(at + length * 60), end: null, notAfter: null }
  const isByClock = ambiguity?.kind === 'fold' ? ending !== '' : ambiguity === null && end !== start
  const ends = !isByClock
    ? []
    : [day, day + 1].flatMap((its) =>
        (ending === 'latest' ? [true] : [false, true]).map((side) => onClock(clock, its, end, side)),
      )
  const its = ends.find((one) => one.at > at)
  const minutes = end === start ? 60 : (end - start + 1440) % 1440 || 1440
  const last = its?.at ?? epochSeconds(at + minutes * 60)
  const [first, other] = [at, last].map((one) => shownAt(compiledClock(clock), one).day)
  // Until midnight is not before From for anybody.
  const isBefore = first !== other && end < start % 1440 && end !== 0
  const isEqual = end === start && !isByClock
  return {
    ...begin,
    until: last,
    /** Null: Until happens once, or does not decide the end. */
    end: its?.ambiguity ?? null,
    /** Both as a clock shows them, where Until is before From or the same. Null: it is after it. */
    notAfter: isBefore || isEqual ? { from: clockText(start), until: clockText(end) } : null,
  }
}

/** A time as an address says it: by a clock. It means just one time, so the choice above, for starts that happen twice, does not count. */
function wallsOf(clock: Clock, { from, until }: Chosen): Omit<Question, 'asked' | 'minutes'> {
  const zone = compiledClock(clock)
  const [start, end] = [from, until].map((at) => {
    const { day, minute } = shownAt(zone, at)
    const { ambiguity } = onClock(clock, day, minute, false)
    const side = ambiguity === null ? null : ambiguity.later.at === at ? 'latest' : 'earliest'
    return { date: isoDate(day), text: clockText(minute), side }
  })
  return {
    date: start?.date ?? '',
    from: start?.text ?? '',
    until: end?.text ?? '',
    isLater: start?.side === 'latest',
    ending: end?.side === 'latest' ? 'latest' : start?.side === 'earliest' ? 'earliest' : '',
  }
}
