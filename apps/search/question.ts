// A question in English about one place → its name without the words that ask, the sun of its day, or when its clocks change.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import type { Zone } from '#core/ask/zones.ts'
import { nameKey } from '#core/text/name-key.ts'
import { civilFromDays, DAY, daysFromCivil } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { MONTHS } from '#core/zone/line-in-words.ts'
import { readParts } from './typed-time.ts'

/**
 * The sun of a city on a day (days since 1970-01-01, on the city's clock), or when clocks change in a city, in a country, in an area that is neither,
 * or anywhere.
 */
export type PlaceAnswer =
  | { readonly kind: 'sun'; readonly city: City; readonly day: number }
  | {
      readonly kind: 'changes'
      readonly city: City | null
      readonly country: Country | null
      readonly area: AreaClock | null
    }

/** A clock of a state, a province or a town without a page, with the name that was asked for. */
export interface AreaClock {
  readonly name: string
  readonly zone: Zone
}

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
    'saving savings have has observe observes use uses its their',
)

/** After these words a name begins, whatever its own words are: "time in Winter Park". */
const BEFORE_NAMES = setOf('in at of for')

const isYear = ({ key }: Pick<Word, 'key'>): boolean => /^(?:19|20)\d\d$/.test(key)
const isOfChanges = (word: Word): boolean => CHANGES.has(word.key) || isYear(word)
const isBefore = (word: Word): boolean => isOfChanges(word) || ASKS.has(word.key) || BEFORE.has(word.key)

/** Splits off the words before a name. At least one word remains. "The" stays with the name: "The Hague". */
function splitBefore(words: readonly Word[], isAsking: (word: Word) => boolean): [Word[], Word[]] {
  let count = 0
  for (const word of words.slice(0, -1)) {
    if (!isAsking(word)) break
    count++
  }
  while (count > 0 && words[count - 1]?.key === 'the') count--
  return [words.slice(0, count), words.slice(count)]
}

/** Splits off the words after a name, which keeps at least one word. */
function splitBehind(words: readonly Word[], isAsking: (word: Word) => boolean): [Word[], Word[]] {
  const count = Math.max(
    words.findLastIndex((word) => !isAsking(word)),
    0,
  )
  return [words.slice(0, count + 1), words.slice(count + 1)]
}

/** The name in a question such as "what time is it now in Tokyo" or "Tokyo local time". The text itself if it asks nothing. */
export const askedName = (text: string): string => askedOf(text)?.name ?? text

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
  'which who countries country places world worldwide anywhere with without that do not have has observe observes use uses still',
)

/** Whether words ask when clocks change: "When do the clocks go back", "daylight saving time 2027", "DST". */
const isAboutChanges = (words: readonly Word[]): boolean =>
  words.every((word) => isBefore(word) || ANYWHERE.has(word.key)) &&
  words.some(({ key }) => CHANGES.has(key)) &&
  (words.length > 1 || words[0]?.key === 'dst')

/**
 * Finds the city or the country that a text names as a whole; null if it names none. `namesakes`: other cities with that name. `areas`: the clocks of
 * what it names, where that is neither.
 */
export type MeantBy = (text: string) => {
  readonly city: City | null
  readonly namesakes: readonly City[]
  readonly country: Country | null
  readonly areas: readonly AreaClock[]
}

const NOTHING_MEANT: ReturnType<MeantBy> = { city: null, namesakes: [], country: null, areas: [] }

/**
 * The sun or the changes of clocks that a text asks about, of the likeliest place first; the sun also of its namesakes. Empty: it asks about
 * neither, or names no place.
 */
export function placeAnswersTo(
  asked: string,
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
): PlaceAnswer[] {
  const words = wordsOf(asked)
  if (isAboutChanges(words) || isAboutChanges(wordsOf(asked.replace(MONTH, ''))))
    return [{ kind: 'changes', city: null, country: null, area: null }]
  const isName = (text: string): boolean =>
    almanac.names().meaningsOf(nameKey(text)).length > 0 || almanac.zones.named(text) !== null
  // "British Summer Time" is a name.
  if (isName(asked)) return []
  const place = askedOf(asked)
  if (place?.asking.some(isOfChanges) === true) {
    const isMeant = isName(place.name) || place.asking.some(({ key }) => CHANGES.has(key))
    // With a year alone, what stands next to it is a name: "May 2027" is not Mayotte.
    const { city, country, areas } = isMeant ? meantBy(place.name) : NOTHING_MEANT
    // Mexico is not its namesake in Missouri.
    if (country !== null || city !== null)
      return [{ kind: 'changes', city: country === null ? city : null, country, area: null }]
    if (areas.length > 0) return areas.map((area) => ({ kind: 'changes', city, country, area }))
  }
  return sunAskedIn(asked, almanac, now, meantBy, isName)
}

const SUN = setOf('sunrise sunrises sunset sunsets')
/** These mean the sun only before "in", "at", "of" or "for": Sun Valley and Dawn are towns. */
const LIGHT = setOf('sun daylight dawn dusk')
const AROUND_SUN = setOf('what when is does the time times in at of for on during hours')
const isAroundSun = ({ key }: Word): boolean => AROUND_SUN.has(key)
/** A month at the end of a question, alone or with its year. */
const MONTH = new RegExp(
  `(?: in|,)? (${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join('|')}),?(?: (\\d{4}))?$`,
  'i',
)

/** Whether a text asks for the sun, so that it is no comparison of Sunrise in Florida. */
export const asksForSun = (text: string): boolean => wordsOf(text).some(({ key }) => SUN.has(key))

/** A text without the words that ask for the sun: "sunset at 48.2, 16.4" is "48.2, 16.4". */
export const withoutSun = (text: string): string =>
  textOf(wordsOf(text).filter((word) => !SUN.has(word.key) && !isAroundSun(word)))

/**
 * "Sunset in Reykjavik in June" or "Tokyo sunrise tomorrow": the sun of a city on the asked day. No day means today, and a month its 15th. A
 * month next to a city asks for its sun too: "Tromsø December". Empty if the sun is not asked about, or no city is named.
 */
function sunAskedIn(
  asked: string,
  almanac: Almanac,
  now: EpochSeconds,
  meantBy: MeantBy,
  isName: (text: string) => boolean,
): PlaceAnswer[] {
  const words = wordsOf(
    asked.replace(/\bsun (?=rise|set)/i, 'sun').replace(/\bday ?light hours\b/i, 'daylight'),
  )
  const at = words.findIndex(
    ({ key }, index) =>
      SUN.has(key) || (LIGHT.has(key) && /^(?:in|at|of|for)$/.test(words[index + 1]?.key ?? '')),
  )
  if (words.length === 1 || words.filter(({ key }) => SUN.has(key)).length > 1) return []
  const rest = textOf(at < 0 ? words : words.toSpliced(at, 1))
  const month = MONTH.exec(rest)
  if (at < 0 && month === null) return []
  const bare = (text: string): string =>
    textOf(splitBehind(splitBefore(wordsOf(text), isAroundSun)[1], isAroundSun)[0])
  const citiesOf = (text: string): readonly City[] => {
    const { city, namesakes } = text === '' ? { city: null, namesakes: [] } : meantBy(text)
    return city === null ? [] : [city, ...namesakes]
  }
  const onDay = (
    cities: readonly City[],
    days: (today: number, city: City) => number | null,
  ): PlaceAnswer[] =>
    cities.flatMap((city) => {
      const { offset } = almanac.stateOf(city.zone, now).season.type
      const day = days(Math.floor((now + offset) / DAY), city)
      return day === null ? [] : [{ kind: 'sun', city, day }]
    })
  if (month !== null) {
    const name = bare(rest.slice(0, month.index))
    const cities = at < 0 && !isName(name) ? [] : citiesOf(name)
    const number =
      MONTHS.findIndex((one) => one.slice(0, 3).toLowerCase() === month[1]?.slice(0, 3).toLowerCase()) + 1
    if (cities.length > 0)
      return onDay(cities, (today) => {
        const of = (year: number): number => daysFromCivil(year, number, 15)
        const { year, month: present } = civilFromDays(today)
        return of(month[2] === undefined ? (number < present ? year + 1 : year) : Number(month[2]))
      })
    if (at < 0) return []
  }
  const whole = citiesOf(bare(rest))
  if (
    whole.length > 0 &&
    !bare(rest)
      .split(' ')
      .some((key) => isYear({ key }))
  )
    return onDay(whole, (today) => today)
  // The name stands before its day, or behind it.
  const own = { kind: 'zone', zone: almanac.zones.named('UTC') } as const
  if (own.zone === null) return []
  const { zone } = own
  const parts = readParts(bare(rest), { almanac, now, reader: null, own: { kind: 'zone', zone } })
  if (parts.kind === 'unread' || parts.names.length !== 1 || parts.days.length === 0) return []
  return onDay(citiesOf(parts.names[0] ?? ''), (_, city) => {
    const there = readParts(bare(rest), {
      almanac,
      now,
      reader: null,
      own: { kind: 'zone', zone: city.zone },
    })
    return there.kind === 'unread' ? null : (there.days[0] ?? null)
  })
}
