// A question in words → what it asks (conversion, sun, clock changes, a name): which words ask, and what is a time, a year or a date in it.
import { byNumber } from '#core/order.ts'
import { nameKey } from '#core/text/name-key.ts'
import { civilFromDays, DAY } from '#core/time/civil.ts'
import { formatDateTime, formatLocal } from '#core/time/moment.ts'
import { offsetSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import { convert, type Conversion } from '#core/ask/convert.ts'
import type { Country } from '#core/ask/countries.ts'
import type { Zone } from '#core/ask/zones.ts'
import { dayWithin, restOf, type MomentWithin } from './typed-moment.ts'

/** A question that is answered in its own way. */
export type QuestionAnswer =
  | {
      readonly kind: 'conversion'
      /** The tokens for /convert. */
      readonly from: string
      readonly to: string
      /** The places as the question names them. */
      readonly said: readonly [from: string, to: string]
      /** `2026-11-20T15:00` on the clock of `from`, or with an offset; null for now. */
      readonly at: string | null
      /** Whether the question says only a time of day. */
      readonly isToday: boolean
      readonly conversion: Conversion
    }
  /** `day`: days since 1970-01-01, on the city's clock. */
  | { readonly kind: 'sun'; readonly city: City; readonly day: number }
  /** When clocks change, in a city, in a country, or anywhere. */
  | { readonly kind: 'changes'; readonly city: City | null; readonly country: Country | null }

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

/** Stands where the words had a date and time. */
const TIMED: Word = { said: '', key: '' }

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
  'time timezone zone clock clocks hour date offset now dst daylight what whats meaning difference ahead behind',
)
const CHANGES = setOf('dst daylight summer summertime winter wintertime change changes back forward forwards')
const BEFORE = setOf(
  'when which how far many hours day military is does do will are the it its there right current exact actual local next saving savings go ' +
    'start starts end ends begin begins where else countries have has same as in at of for',
)
const BEHIND = setOf(
  'time timezone zone clock clocks offset meaning mean means difference ahead behind now today currently please right current exact local in on ' +
    'saving savings have has observe observes use uses',
)

/** After these words a name begins, whatever its own words are: "time in Winter Park". */
const BEFORE_NAMES = setOf('in at of for')

const isYear = ({ key }: Pick<Word, 'key'>): boolean => /^(?:19|20)\d\d$/.test(key)
/** Whether a year is this or the next one. */
const isNearYear = (year: number, now: EpochSeconds): boolean => {
  const current = civilFromDays(Math.floor(now / DAY)).year
  return year === current || year === current + 1
}
const isOfChanges = (word: Word): boolean => CHANGES.has(word.key) || isYear(word)
const isBefore = (word: Word): boolean => isOfChanges(word) || ASKS.has(word.key) || BEFORE.has(word.key)

/**
 * The name in a question such as "what time is it now in Tokyo", "Tokyo local time" or "3pm EST". The text itself if it asks nothing.
 * `moment`: the date and time in it. Below a date stands no place.
 */
export function askedName(text: string, moment: MomentWithin | null): string {
  const beside = moment?.isToday !== true ? '' : textOf(bareOf(wordsOf(restOf(moment))))
  return beside === '' ? (askedOf(text)?.name ?? text) : beside
}

/** The name in such a question, and the words that ask about it. Null if the text asks nothing. */
function askedOf(text: string): { readonly name: string; readonly asking: readonly Word[] } | null {
  const words = wordsOf(
    text
      .replace(/\b(?:utc|gmt) (?=offset\b)/i, '')
      .replace(/\b(?:date and time|time and date|date & time|time & date)\b/i, 'time')
      .replace(/^((?:utc|gmt)\s?[+−-]\S+) (?:countries|cities)$/i, '$1 time')
      .replace(/^(?:countries|cities) (?:(?:at|in|on|with) )?((?:utc|gmt)\s?[+−-]\S+)$/i, '$1 time'),
  )
  const asked = splitBefore(words, isBefore)[0]
  const last = asked.findLastIndex(({ key }) => BEFORE_NAMES.has(key))
  const isAsked = asked.slice(0, Math.max(last, 0)).some((word) => isOfChanges(word) || ASKS.has(word.key))
  const before = isAsked ? asked.slice(0, last + 1) : asked
  const [name, behind] = splitBehind(
    words.slice(before.length),
    (word) => isOfChanges(word) || BEHIND.has(word.key),
  )
  const asking = [...before, ...behind]
  // A year next to a name asks for the clocks of that year: "Amsterdam 1930".
  const isQuestion = asking.some((word) => ASKS.has(word.key) || isYear(word))
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

const NONE_MEANT = { city: null, country: null }

/**
 * Answers to a question in words, the likeliest first. Empty if the text is no question, or if nothing has the names in it. `moment`: the
 * date and time in it.
 */
export function answersTo(
  asked: string,
  moment: MomentWithin | null,
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
): QuestionAnswer[] {
  const words = wordsOf(withTo(asked))
  if (isAboutChanges(words)) return [{ kind: 'changes', city: null, country: null }]
  const isName = (text: string): boolean =>
    almanac.names().meaningsOf(nameKey(text)).length > 0 || almanac.zones.named(text) !== null
  // "British Summer Time" is a name.
  if (isName(asked)) return []
  const place = askedOf(asked)
  if (place?.asking.some(isOfChanges) === true) {
    const isMeant = isName(place.name) || place.asking.some(({ key }) => CHANGES.has(key))
    // With a year alone, what stands next to it is a name: "May 2027" is not Mayotte.
    const { city, country } = isMeant ? meantBy(place.name) : NONE_MEANT
    // A city's own page has its next changes. Those of another year are in the history of its zone.
    const isFar = place.asking.some((word) => isYear(word) && !isNearYear(Number(word.key), now))
    if (country !== null || (city !== null && isFar)) return [{ kind: 'changes', city, country }]
  }
  const sun = sunAskedIn(asked, almanac, now, meantBy, isName)
  if (sun !== null) return [sun]
  const sides = moment === null ? sidesOf(words, isName) : placesAround(moment, isName)
  for (const { from, to } of sides) {
    const found = conversions([from, to], moment, almanac, now)
    if (found.length > 0) return found
  }
  return []
}

/** "5pm GMT → JST" and "is London ahead of New York" with a word between. */
const withTo = (text: string): string => text.replace(/->|[→=]|\bahead of\b|\bbehind\b(?! is\b)/gi, ' to ')

/** Possible readings of the words around a date and time: one place, whose time is converted to UTC, or two. An instant needs no place. */
function placesAround(moment: MomentWithin, isName: (text: string) => boolean): Sides[] {
  const isInstant = moment.on(offsetSeconds(0)).some(({ kind }) => kind === 'instant')
  const [before, behind] = [wordsOf(withTo(moment.before)), wordsOf(withTo(moment.behind))]
  // An instant needs no place before "to".
  const words =
    isInstant && before.length === 0 && BETWEEN.has(behind[0]?.key ?? '')
      ? behind.slice(1)
      : [...before, TIMED, ...behind]
  const place = bareOf(words.filter((word) => word !== TIMED))
  const alone = { from: textOf(place), to: 'UTC' }
  const isSide = ({ from, to }: Sides): boolean => isName(from) && isName(to)
  if (place.length === 0 && isInstant) return [{ from: 'UTC', to: 'UTC' }]
  if (place.every(isAround)) return []
  return [
    // The place that is asked about has no time: "tokyo when it is 5pm in london" asks from London to Tokyo.
    ...partingsOf(WHEN, words).flatMap(({ before: to, behind: from }) =>
      to === null || from === null || to.isTimed ? [] : [{ from: from.name, to: to.name }].filter(isSide),
    ),
    ...(isName(alone.from) ? [alone] : []),
    // Two clocks, before one with both in its name: written together, "to est" is a name of Tostedt.
    ...partedBy(BETWEEN, words, true).filter(isSide),
    // "EST in India" are two, and not an EST of India or Indiana.
    ...partedBy(TO, words, true).filter(isSide),
    alone,
    ...partedBy(TO, words, true),
    ...namesIn(place, isName),
  ]
}

/** Words between two places. "in" counts only if the first place is said with a time. */
const TO = setOf('to into vs vs. versus in')
const BETWEEN = setOf('and to with vs vs. versus')
/** Words between a place that is asked about and a time in another one. */
const WHEN = setOf('when if at is')
/** Words around a time and a place that are left out. */
const SAID_WITH = setOf(
  'compare compared comparison convert converter conversion calculator change from what whats when if is its it how far many the time hour hours difference between in at now ahead behind',
)

/** Words that ask about two places, also without a word between them. */
const COMPARING = setOf('difference compare compared comparison')

/** Two places. */
interface Sides {
  readonly from: string
  readonly to: string
}

/** Possible readings of words without a time as two places: "difference between Oslo and Rome", "time difference Oslo Rome", "London to Dubai". */
function sidesOf(words: readonly Word[], isName: (text: string) => boolean): Sides[] {
  const isCompared = words.some(({ key }) => COMPARING.has(key))
  const found = partedBy(
    isCompared || words.some(({ key }) => key === 'between') ? BETWEEN : TO,
    words,
    false,
  )
  return found.length > 0 || !isCompared ? found : namesIn(bareOf(words), isName)
}

/** Two places with a word between them. `isTimed`: the words stood with a date and time. */
const partedBy = (parting: ReadonlySet<string>, words: readonly Word[], isTimed: boolean): Sides[] =>
  partingsOf(parting, words)
    .flatMap(({ key, before: from, behind: to }) =>
      from === null || to === null || (key === 'in' && !isTimed) ? [] : { from: from.name, to: to.name },
    )
    .slice(0, MOST_SIDES)

/** Each word of a set among the words, with the places before and behind it. */
const partingsOf = (parting: ReadonlySet<string>, words: readonly Word[]) =>
  words.flatMap(({ key }, index) =>
    parting.has(key)
      ? { key, before: sideOf(words.slice(0, index)), behind: sideOf(words.slice(index + 1)) }
      : [],
  )

/** Two places with no word between them, so each part must be a name exactly. "TO" is Tonga, but not in "3pm to Tokyo". */
const namesIn = (both: readonly Word[], isName: (text: string) => boolean): Sides[] =>
  (both[0] !== undefined && TO.has(both[0].key) ? [] : both)
    .map((_, index) => ({ from: textOf(both.slice(0, index)), to: textOf(both.slice(index)) }))
    .filter(({ from, to }) => isName(from) && isName(to))
    .slice(0, MOST_SIDES)

/** The words without those that stand around a time and a place. */
const bareOf = (words: readonly Word[]): Word[] => splitBehind(splitBefore(words, isAround)[1], isAround)[0]
const isAround = ({ key }: Word): boolean => SAID_WITH.has(key)

/** The place that words name, and whether they had a date and time. Null if no place is said. */
function sideOf(words: readonly Word[]): { name: string; isTimed: boolean } | null {
  const side = bareOf(words.filter((word) => word !== TIMED))
  return side.every(isAround) ? null : { name: textOf(side), isTimed: words.includes(TIMED) }
}

/** How many words are tried as the word between two places. No question has more. */
const MOST_SIDES = 3
/** How many readings are tried of a token with several meanings. */
const MOST_READINGS = 3

/**
 * Conversions between two tokens, at the moment on the clock of the first, or now. If a token is ambiguous, its first
 * candidates are used.
 */
function conversions(
  tokens: readonly [from: string, to: string],
  moment: MomentWithin | null,
  almanac: Almanac,
  now: EpochSeconds,
  said = tokens,
): QuestionAnswer[] {
  const [from, to] = tokens
  const question = { from, to: [to], resolution: 'earliest' } as const
  const found = convert({ ...question, moment: { kind: 'instant', at: now } }, almanac, now)
  if (found.kind === 'choice') {
    const { standards, zones, places, isZonesFirst } = found.candidates
    // The larger place is meant more often.
    const peopleIn = (zone: Zone): number =>
      Math.max(0, ...places.map((place) => (place.zone === zone ? (place.population ?? 0) : 0)))
    const byPeople = zones.toSorted(byNumber((zone) => -peopleIn(zone)))
    const names = [standards.map(({ slug }) => slug), byPeople.map(({ iana }) => iana)]
    return (isZonesFirst ? names.toReversed() : names)
      .flat()
      .slice(0, MOST_READINGS)
      .flatMap((name) =>
        conversions(found.parameter === 'from' ? [name, to] : [from, name], moment, almanac, now, said),
      )
      .slice(0, MOST_READINGS)
  }
  if (found.kind !== 'converted') return []
  const answer = { kind: 'conversion', from, to, said, isToday: moment?.isToday ?? false } as const
  if (moment === null) return [{ ...answer, at: null, conversion: found.conversion }]
  const { offset } = found.conversion.from
  return moment.on(offset).flatMap((one) => {
    const then = convert({ ...question, moment: one }, almanac, now)
    const text = one.kind === 'local' ? formatLocal(one.local) : formatDateTime(one.at, offset)
    const at = text.replace(/(?<=T\d\d:\d\d):00/, '')
    return then.kind === 'converted' ? [{ ...answer, at, conversion: then.conversion }] : []
  })
}

const SUN = setOf('sunrise sunrises sunset sunsets')
/** These mean the sun only before "in", "at", "of" or "for": Sun Valley and Dawn are towns. */
const LIGHT = setOf('sun daylight dawn dusk')
const AROUND_SUN = setOf('what when is does the time times in at of for on during hours')
const isAroundSun = ({ key }: Word): boolean => AROUND_SUN.has(key)

/**
 * "Sunset in Reykjavik in June" or "Tokyo sunrise tomorrow": the sun of a city on the asked day. No day means today. A month next to a city
 * asks for its sun too: "Tromsø December"; a day may be meant for its time. Null if the sun is not asked about, no city is meant, or a whole year is.
 */
function sunAskedIn(
  asked: string,
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
  isName: (text: string) => boolean,
): QuestionAnswer | null {
  const words = wordsOf(
    asked.replace(/\bsun (?=rise|set)/i, 'sun').replace(/\bday ?light hours\b/i, 'daylight'),
  )
  const at = words.findIndex(
    ({ key }, index) =>
      SUN.has(key) || (LIGHT.has(key) && /^(?:in|at|of|for)$/.test(words[index + 1]?.key ?? '')),
  )
  if (words.length === 1) return null
  const { rest, on, isMonth } = dayWithin(textOf(at < 0 ? words : words.toSpliced(at, 1)), now)
  if (at < 0 && !isMonth) return null
  const place = splitBehind(splitBefore(wordsOf(rest), isAroundSun)[1], isAroundSun)[0]
  const { city } = meantBy(textOf(place))
  // The sun of a whole year has no one answer. Without a word for the sun, what stands next to the month is a name.
  if (city === null || place.some(isYear) || (at < 0 && !isName(textOf(place)))) return null
  const { offset } = almanac.stateOf(city.zone, now).season.type
  return { kind: 'sun', city, day: on(offset) ?? Math.floor((now + offset) / DAY) }
}
