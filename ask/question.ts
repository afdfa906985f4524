// A question in words → what it asks (conversion, sun, clock changes, a name): which words ask, and what is a time, a year or a date in it.
import { nameKey } from '#core/text/name-key.ts'
import { civilFromDays, DAY, daysFromCivil, daysInMonth } from '#core/time/civil.ts'
import { formatDateTime, formatLocal, type Moment } from '#core/time/moment.ts'
import { localSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import type { Almanac } from './almanac.ts'
import type { City } from './cities.ts'
import { convert, type Conversion } from './convert.ts'
import type { Country } from './countries.ts'

/** A question that is answered in its own way. */
export type Answer =
  | {
      readonly kind: 'conversion'
      /** The tokens for /convert. */
      readonly from: string
      readonly to: string
      /** The places as the question names them. */
      readonly said: readonly [from: string, to: string]
      /** `2026-11-20T15:00` on the clock of `from`, or with an offset; null for now. */
      readonly at: string | null
      readonly conversion: Conversion
    }
  /** `day`: days since 1970-01-01, on the city's clock. */
  | { readonly kind: 'sun'; readonly city: City; readonly day: number }
  /** When clocks change, in a country or anywhere. */
  | { readonly kind: 'changes'; readonly country: Country | null }

/** One word as it was typed and as it is compared: "What's" and "whats". */
interface Word {
  readonly said: string
  readonly key: string
}

const wordsOf = (text: string): Word[] =>
  text
    .split(/\s+/)
    .filter((said) => said !== '')
    .map((said) => ({ said, key: said.toLowerCase().replace(/['’,]/g, '') }))

const textOf = (words: readonly Word[]): string => words.map(({ said }) => said).join(' ')

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Splits off the words before a name that belong to a set. At least one word remains. "The" stays with the name: "The Hague". */
function splitBefore(words: readonly Word[], isAsking: (word: Word) => boolean): [Word[], Word[]] {
  let count = 0
  for (const word of words.slice(0, -1)) {
    if (!isAsking(word)) break
    count++
  }
  while (count > 0 && words[count - 1]?.key === 'the') count--
  return [words.slice(0, count), words.slice(count)]
}

/** Splits off the words after a name that belong to a set. The name keeps at least one word. */
function splitBehind(words: readonly Word[], isAsking: (word: Word) => boolean): [Word[], Word[]] {
  const last = words.findLastIndex((word) => !isAsking(word))
  const count = Math.max(last, 0) + 1
  return [words.slice(0, count), words.slice(count)]
}

/** Words that ask about the time of a place, before its name or after it. */
const ASKS = setOf(
  'time timezone zone clock clocks hour date offset now dst daylight what whats meaning difference uhrzeit heure',
)
const CHANGES = setOf('dst daylight summer summertime winter wintertime change changes back forward forwards')
const BEFORE = setOf(
  'when is does do will are the it its right current exact actual local next saving savings go ' +
    'start starts end ends begin begins in at of for à',
)
const BEHIND = setOf(
  'time timezone zone clock clocks offset meaning mean means difference uhrzeit heure now today currently please right current exact local in on ' +
    'saving savings have has observe observes use uses',
)

/** After these words a name begins, whatever its own words are: "time in Winter Park". */
const BEFORE_NAMES = setOf('in at of for à')

const isYear = ({ key }: Pick<Word, 'key'>): boolean => /^(?:19|20)\d\d$/.test(key)
const isOfChanges = (word: Word): boolean => CHANGES.has(word.key) || isYear(word)
const isBefore = (word: Word): boolean => isOfChanges(word) || ASKS.has(word.key) || BEFORE.has(word.key)

/**
 * The name in a question such as "what time is it now in Tokyo", "Tokyo local time" or "3pm EST". The text itself if it asks nothing.
 */
export const askedName = (text: string): string => askedOf(text)?.name ?? text

/** The name in such a question, and the words that ask about it. Null if the text asks nothing. */
function askedOf(text: string): { readonly name: string; readonly asking: readonly Word[] } | null {
  const words = wordsOf(text.replace(/\b(?:utc|gmt) (?=offset\b)/i, ''))
  const side = sideOf(words)
  if (side !== null && side.minutes !== null) return { name: side.name, asking: [] }
  const asked = splitBefore(words, isBefore)[0]
  const last = asked.findLastIndex(({ key }) => BEFORE_NAMES.has(key))
  const isAsked = asked.slice(0, Math.max(last, 0)).some((word) => isOfChanges(word) || ASKS.has(word.key))
  const before = isAsked ? asked.slice(0, last + 1) : asked
  const [name, behind] = splitBehind(
    words.slice(before.length),
    (word) => isOfChanges(word) || BEHIND.has(word.key),
  )
  const asking = [...before, ...behind]
  const isQuestion = asking.some(({ key }) => ASKS.has(key))
  // "What time is it" has no name in it.
  if (!isQuestion || name.every(isBefore)) return null
  return { name: textOf(name).replace(/['’]s$/, ''), asking }
}

/** Words that ask for countries: "which countries have DST", "who changes clocks". */
const ANYWHERE = setOf(
  'which who countries country places with that have has observe observes use uses still',
)

/** Whether words ask when clocks change: "When do the clocks go back", "daylight saving time 2027", "DST". */
const isAboutChanges = (words: readonly Word[]): boolean =>
  words.every((word) => isBefore(word) || ANYWHERE.has(word.key)) &&
  words.some(({ key }) => CHANGES.has(key)) &&
  (words.length > 1 || words[0]?.key === 'dst')

/** Finds the city or the country that a text means; null if it means none. */
export type MeantBy = (text: string) => { readonly city: City | null; readonly country: Country | null }

/** A date and time in a text. */
export interface MomentWithin {
  /** The text without it. */
  readonly rest: string
  /**
   * What it can mean on a clock with this offset now. Two moments where day and month could be swapped, or where "next Friday" may be this
   * week's; none if it cannot be read.
   */
  readonly on: (offset: OffsetSeconds) => readonly Moment[]
}

/** Finds the date and time in a text; null if it has none, or several. */
export type FindsMoment = (text: string, now: EpochSeconds) => MomentWithin | null

/**
 * Answers to a question in words, the likeliest first. Empty if the text is no question, or if nothing has the names in it. Without
 * `findsMoment` only a time of day between two places is read.
 */
export function answersTo(
  asked: string,
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
  findsMoment: FindsMoment = () => null,
): Answer[] {
  const words = wordsOf(asked.replace(/->|[→=]/g, ' to ').replace(FOUR_DIGITS, '$1:$2'))
  if (isAboutChanges(words)) return [{ kind: 'changes', country: null }]
  const isName = (text: string): boolean =>
    almanac.names().meaningsOf(nameKey(text)).length > 0 || almanac.zones.named(text) !== null
  // "British Summer Time" is a name.
  const place = isName(asked) ? null : askedOf(asked)
  if (place?.asking.some(({ key }) => CHANGES.has(key)) === true) {
    const { country } = meantBy(place.name)
    if (country !== null) return [{ kind: 'changes', country }]
  }
  const sides = sidesOf(words, isName)
  const sun = sunAskedIn(asked)
  const moment = findsMoment(textOf(words), now)
  if ((sides.length === 0 && sun === null && moment === null) || isName(asked)) return []
  const answer = sun === null ? null : sunOf(sun, almanac, now, meantBy)
  if (answer !== null) return [answer]
  for (const { from, to, minutes } of sides) {
    const found = conversions([from, to], minutes === null ? null : timeToday(minutes, now), almanac, now)
    if (found.length > 0) return found
  }
  if (moment === null) return []
  for (const { from, to } of placesAround(moment, isName)) {
    const found = conversions([from, to], moment.on, almanac, now)
    if (found.length > 0) return found
  }
  return []
}

/** Possible readings of the words around a date and time: one place, whose time is converted to UTC, or two. An instant needs no place. */
function placesAround({ rest, on }: MomentWithin, isName: (text: string) => boolean): Sides[] {
  const isInstant = on(offsetSeconds(0)).some(({ kind }) => kind === 'instant')
  const said = wordsOf(rest)
  // An instant needs no place before "to".
  const words = isInstant && BETWEEN.has(said[0]?.key ?? '') ? said.slice(1) : said
  const place = bareOf(words)
  const isSide = ({ from, to }: Sides): boolean => isName(from) && isName(to)
  if (place.length === 0 && isInstant) return [{ from: 'UTC', to: 'UTC', minutes: null }]
  if (place.every(isAround)) return []
  return [
    ...partedBy(WHEN, words, true).map(turned).filter(isSide),
    // Two clocks, before one with both in its name: written together, "to est" is a name of Tostedt.
    ...partedBy(BETWEEN, words, true).filter(isSide),
    { from: textOf(place), to: 'UTC', minutes: null },
    ...partedBy(TO, words, true),
    ...namesIn(place, isName),
  ]
}

/** "Tokyo when it is 5pm in London" asks from London to Tokyo. */
const turned = ({ from, to, minutes }: Sides): Sides => ({ from: to, to: from, minutes })

/** Words between two places. "in" counts only if the first place is said with a time. */
const TO = setOf('to into vs vs. versus in')
const BETWEEN = setOf('and to vs vs. versus')
/** Words between a place that is asked about and a time in another one. */
const WHEN = setOf('when if at is')
/** Words around a time and a place that are left out. */
const SAID_WITH = setOf(
  'convert change from what whats when if is its it how many the time hour hours difference between in at now',
)

/** Two places, and minutes after midnight on the clock of the first; null for now. */
interface Sides {
  readonly from: string
  readonly to: string
  readonly minutes: number | null
}

/**
 * Possible readings of words as two places: "3pm EST in London", "London 6pm to Dubai", "difference between Oslo and Rome", "time difference
 * Oslo Rome".
 */
function sidesOf(words: readonly Word[], isName: (text: string) => boolean): Sides[] {
  // What is asked about comes first, and has no time: "tokyo when it is 5pm in london".
  for (const { before: to, after: from } of partingsOf(WHEN, words))
    if (to?.minutes === null && from?.minutes != null && isName(to.name) && isName(from.name))
      return [{ from: from.name, to: to.name, minutes: from.minutes }]
  const parting = words.some(({ key }) => key === 'between' || key === 'difference') ? BETWEEN : TO
  const found = partedBy(parting, words, false)
  return found.length > 0 || words.every(({ key }) => key !== 'difference')
    ? found
    : namesIn(bareOf(words), isName)
}

/** Two places with a word between them. `isTimed`: the words stood with a date and time. */
const partedBy = (parting: ReadonlySet<string>, words: readonly Word[], isTimed: boolean): Sides[] =>
  partingsOf(parting, words)
    .flatMap(({ key, before: from, after: to }) =>
      from === null || to === null || (key === 'in' && from.minutes === null && !isTimed)
        ? []
        : { from: from.name, to: to.name, minutes: from.minutes ?? to.minutes },
    )
    .slice(0, MOST_SIDES)

/** Each word of a set among the words, with the places before and after it. */
const partingsOf = (parting: ReadonlySet<string>, words: readonly Word[]) =>
  words.flatMap(({ key }, index) =>
    parting.has(key)
      ? { key, before: sideOf(words.slice(0, index)), after: sideOf(words.slice(index + 1)) }
      : [],
  )

/** Two places with no word between them, so each part must be a name exactly. "TO" is Tonga, but not in "3pm to Tokyo". */
const namesIn = (both: readonly Word[], isName: (text: string) => boolean): Sides[] =>
  (both[0] !== undefined && TO.has(both[0].key) ? [] : both)
    .map((_, index) => ({ from: textOf(both.slice(0, index)), to: textOf(both.slice(index)), minutes: null }))
    .filter(({ from, to }) => isName(from) && isName(to))
    .slice(0, MOST_SIDES)

/** The words without those that stand around a time and a place. */
const bareOf = (words: readonly Word[]): Word[] => splitBehind(splitBefore(words, isAround)[1], isAround)[0]
const isAround = ({ key }: Word): boolean => SAID_WITH.has(key)

/** A place and the time before or after it, in minutes after midnight (null if no time is said). Null if no place is said. */
function sideOf(words: readonly Word[]): { name: string; minutes: number | null } | null {
  const side = bareOf(words)
  const ways = [
    { time: side.slice(0, 2), rest: side.slice(2) },
    { time: side.slice(0, 1), rest: side.slice(1) },
    { time: side.slice(-2), rest: side.slice(0, -2) },
    { time: side.slice(-1), rest: side.slice(0, -1) },
  ]
  for (const { time, rest } of ways) {
    const minutes = minutesOf(textOf(time))
    if (minutes !== null) return rest.length === 0 ? null : { name: textOf(bareOf(rest)), minutes }
  }
  return side.every(isAround) ? null : { name: textOf(side), minutes: null }
}

/** Four digits that are a time alone, 1500. Those from 1900 to 2059 are years. */
const FOUR_DIGITS = /(?<!\S)(0\d|1[0-8]|2[1-3])([0-5]\d)(?!\S)/

/** Minutes after midnight of `3pm`, `15:00`, `9.30 am`, `5 o'clock`, `noon`; null for anything else. */
function minutesOf(text: string): number | null {
  if (/^noon$/i.test(text)) return 720
  if (/^midnight$/i.test(text)) return 0
  const [, hour, minute, half = ''] =
    /^(\d{1,2})(?:[:.](\d\d))? ?(a\.?m\.?|p\.?m\.?|h|hrs|o['’]?clock)?$/i.exec(text) ?? []
  // A bare number is not a time: "UTC 3".
  if (hour === undefined || (minute === undefined && half === '')) return null
  const [hours, minutes, isHalf] = [Number(hour), Number(minute ?? 0), /^[ap]/i.test(half)]
  if (minutes > 59 || hours > (isHalf ? 12 : 23) || (isHalf && hours === 0)) return null
  return (isHalf ? (hours % 12) + (/^p/i.test(half) ? 12 : 0) : hours) * 60 + minutes
}

/** How many words are tried as the word between two places. No question has more. */
const MOST_SIDES = 3
/** How many readings are tried of a token with several meanings. */
const MOST_READINGS = 3

/** So many minutes after midnight, on the day that it is on the clock with an offset. */
const timeToday =
  (minutes: number, now: EpochSeconds): MomentWithin['on'] =>
  (offset) => [{ kind: 'local', local: localSeconds(Math.floor((now + offset) / DAY) * DAY + minutes * 60) }]

/**
 * Conversions between two tokens, at the moments that are meant on the clock of the first, or now. If a token is ambiguous, its first
 * candidates are used.
 */
function conversions(
  tokens: readonly [from: string, to: string],
  moments: MomentWithin['on'] | null,
  almanac: Almanac,
  now: EpochSeconds,
  said = tokens,
): Answer[] {
  const [from, to] = tokens
  const question = { from, to: [to], resolution: 'earliest' } as const
  const found = convert({ ...question, moment: { kind: 'instant', at: now } }, almanac, now)
  if (found.kind === 'choice') {
    const { standards, zones, isZonesFirst } = found.candidates
    const names = [standards.map(({ slug }) => slug), zones.map(({ iana }) => iana)]
    return (isZonesFirst ? names.toReversed() : names)
      .flat()
      .slice(0, MOST_READINGS)
      .flatMap((name) =>
        conversions(found.parameter === 'from' ? [name, to] : [from, name], moments, almanac, now, said),
      )
      .slice(0, MOST_READINGS)
  }
  if (found.kind !== 'converted') return []
  const answer = { kind: 'conversion', from, to, said } as const
  if (moments === null) return [{ ...answer, at: null, conversion: found.conversion }]
  const { offset } = found.conversion.from
  return moments(offset).flatMap((moment) => {
    const then = convert({ ...question, moment }, almanac, now)
    const text = moment.kind === 'local' ? formatLocal(moment.local) : formatDateTime(moment.at, offset)
    const at = text.replace(/(?<=T\d\d:\d\d):00/, '')
    return then.kind === 'converted' ? [{ ...answer, at, conversion: then.conversion }] : []
  })
}

const SUN = setOf('sunrise sunrises sunset sunsets')
/** These mean the sun only before "in", "at", "of" or "for": Sun Valley and Dawn are towns. */
const LIGHT = setOf('sun daylight dawn dusk')
const MONTH_KEYS = MONTHS.map((name) => name.toLowerCase())
const AROUND_SUN = setOf('what when is does the time times in at of for on during today tomorrow')

const monthOf = (key: string): number =>
  MONTH_KEYS.findIndex((name) => key.length >= 3 && name.startsWith(key)) + 1
const dayOfMonth = (key: string): number => Number(/^(\d{1,2})(?:st|nd|rd|th)?$/.exec(key)?.[1] ?? 0)

const isAroundSun = (word: Word): boolean =>
  AROUND_SUN.has(word.key) || monthOf(word.key) > 0 || dayOfMonth(word.key) > 0 || isYear(word)

/** The dates 17.6.2026 and 2026-06-17 of a text in words, as all others are. */
const inWords = (text: string): string =>
  text
    .replace(/\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/, '$3-$2-$1')
    .replace(/\b(\d{4})-(\d{1,2})-(\d{1,2})\b/, (date, year: string, month: string, day: string) => {
      const name = MONTH_KEYS[Number(month) - 1]
      return name === undefined ? date : `${day} ${name} ${year}`
    })

/** Reads "Sunset in Reykjavik in June" or "Tokyo sunrise tomorrow": the place and the words of the day. Null if the sun is not asked about. */
function sunAskedIn(asked: string) {
  const words = wordsOf(
    inWords(asked)
      .replace(/\bsun (?=rise|set)/i, 'sun')
      .replace(/\bday ?light hours\b/i, 'daylight'),
  )
  const at = words.findIndex(
    ({ key }, index) =>
      SUN.has(key) || (LIGHT.has(key) && /^(?:in|at|of|for)$/.test(words[index + 1]?.key ?? '')),
  )
  if (at < 0 || words.length === 1) return null
  const [before, rest] = splitBefore(words.toSpliced(at, 1), isAroundSun)
  const [place, behind] = splitBehind(rest, isAroundSun)
  return { place: textOf(place), day: [...before, ...behind].map(({ key }) => key) }
}

/**
 * The sun of a city on the asked date, the next one if no year is said; null if no city is meant, or the month has no such day. A month
 * without a day means its 15th. No date means today.
 */
function sunOf(
  { place, day: said }: { readonly place: string; readonly day: readonly string[] },
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
): Answer | null {
  const { city } = meantBy(place)
  if (city === null) return null
  const { offset } = almanac.stateOf(city.zone, now).season.type
  const today = Math.floor((now + offset) / DAY)
  const month = said.map(monthOf).find((number) => number > 0)
  const saidYear = said.find((key) => isYear({ key }))
  // The sun of a whole year has no one answer.
  if (month === undefined && saidYear !== undefined) return null
  if (month === undefined) return { kind: 'sun', city, day: said.includes('tomorrow') ? today + 1 : today }
  const date = said.map(dayOfMonth).find((number) => number > 0) ?? 15
  const { year } = civilFromDays(today)
  // Between two leap days are up to eight years.
  const years =
    saidYear === undefined ? Array.from({ length: 9 }, (_, ahead) => year + ahead) : [Number(saidYear)]
  const day = years
    .flatMap((of) => (date > daysInMonth(of, month) ? [] : daysFromCivil(of, month, date)))
    .find((days) => saidYear !== undefined || days >= today)
  return day === undefined ? null : { kind: 'sun', city, day }
}
