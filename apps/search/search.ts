// A text from the search box, cut at 100 characters → the zones, places, countries, standards and points it can mean, likeliest first.
import type { NameMeaning } from '#core/artifact/names.ts'
import { oncePer } from '#core/once-per.ts'
import { fold } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import { offsetSeconds, type EpochSeconds, type OffsetSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import type { Almanac } from '#core/ask/almanac.ts'
import {
  chooseAmong,
  keepOneClock,
  type Namesakes,
  type MeantPlace,
  type ResolvedLocation,
} from '#core/ask/choice.ts'
import type { City } from '#core/ask/cities.ts'
import type { Clock } from '#core/ask/clock.ts'
import type { Country } from '#core/ask/countries.ts'
import { disagreementOf, type Disagreement } from '#core/ask/disagreements.ts'
import { thingsMeant } from '#core/ask/candidates.ts'
import { beforeTime } from '#core/ask/forms.ts'
import { nearestNames } from '#core/ask/nearest-names.ts'
import { readPoint } from './point-text.ts'
import { conversionsOf, differencesIn, type ConversionAnswer } from './conversions.ts'
import { placesInText } from './found-in-text.ts'
import {
  type AreaClock,
  askedName,
  asksForSun,
  type MeantBy,
  type PlaceAnswer,
  placeAnswersTo,
  withoutSun,
} from './question.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { StandardsInUse } from '#core/ask/standards-in-use.ts'
import type { Asker } from './time-clocks.ts'
import { readParts, readTypedTime, type TypedTime } from './typed-time.ts'
import * as weights from '#core/ask/weights.ts'
import { STEP, type Match } from '#core/ask/weights.ts'
import { answerAtDegrees } from '#core/ask/look-up.ts'
import type { Zone } from '#core/ask/zones.ts'

/** One thing that a text can mean. */
export type Hit =
  | { readonly kind: 'city'; readonly city: City }
  | { readonly kind: 'country'; readonly country: Country }
  /**
   * `area`: the name of the state, province or town, or the point, that was asked for. `country`: the name of its country. `isSecond`:
   * another zone comes first at the point.
   */
  | {
      readonly kind: 'zone'
      readonly zone: Zone
      readonly area?: string
      readonly country?: string
      readonly isSecond?: true
      /** The settlement that it is said of, where the sources disagree about its zone. */
      readonly disagreement?: Disagreement
    }
  | { readonly kind: 'standard'; readonly standard: Standard }
  /** Degrees. `zone`: null at sea if there is none, and if the artifact has no boundaries. */
  | { readonly kind: 'point'; readonly lat: number; readonly lon: number; readonly zone: Zone | null }
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }
  | ConversionAnswer
  | PlaceAnswer

export interface Found {
  readonly hits: readonly Hit[]
  /** How many of the first hits are answers, or have the whole text as a name. The others have it at the beginning of a name, or inside. */
  readonly named: number
  /** Names with the most similar spelling. Empty if there are hits, or if the text has a time in it. */
  readonly nearest: readonly string[]
  /** The largest places whose whole name stands in the text, where it is neither a time nor a name. They are no answer. */
  readonly within: readonly Hit[]
  /** Why it must be asked which of the answers is meant, as sentences. Empty: the first is meant. */
  readonly asks: readonly string[]
  /** Why a text that is no name is no time either, with the word that was not understood. Null: it is one. */
  readonly unread: { readonly word: string; readonly why: string } | null
}

/** Longer texts are cut off. Nobody types more by hand. */
export const LONGEST = 100
/** Most parts between slashes that are searched: each takes some milliseconds. */
const MOST_PARTS = 4

const NOTHING_FOUND: Found = { hits: [], named: 0, nearest: [], within: [], asks: [], unread: null }

/**
 * Up to `count` hits, likeliest first. A phrase of the grammar of times, or a question about one place, is answered. Else come the things that the
 * text names: what /convert means by it, names that begin with it, names that have it inside; large things before small ones. If no name has
 * it, the places whose whole name stands in it, or the names with the most similar spelling. `reader`: the zone of who asks; null: it is not known.
 */
export function search(
  text: string,
  almanac: Almanac,
  now: EpochSeconds,
  count: number,
  reader: Zone | null = null,
): Found {
  const sent = text
    .slice(0, LONGEST)
    .trim()
    .replace(/[?!？]$/, '')
    .trim()
  if (sent === '') return NOTHING_FOUND
  // A link of a map may be longer than any name.
  const point = readPoint(text) ?? (asksForSun(sent) ? readPoint(withoutSun(sent)) : null)
  if (point !== null) {
    const hits = atPoint(point, almanac)
    return { ...NOTHING_FOUND, hits, named: hits.length }
  }
  const typed = readTypedTime(sent, askerOf(almanac, now, reader))
  // "Sunset in Tokyo tomorrow 8am" asks for the sun of a day. Sunset is a town too.
  const ofSun = asksForSun(sent) ? answersTo(sent, almanac, now) : []
  // "(GMT – 10:00)" is an offset.
  const isOffset = /^\(?(?:utc|gmt)\s*[+−–-]/i.test(sent) && almanac.meaningsOf(sent).kind === 'clock'
  const timed =
    isOffset || ofSun.length > 0 || isNow(typed, now) ? null : timesOf(typed, almanac, now, reader)
  if (timed !== null) {
    const ranked = new Ranking(almanac, now)
    if (timed.name !== '') rank(timed.name, ranked, almanac, count)
    const hits = [...timed.answers, ...ranked.best(ranked.named)].slice(0, count)
    return { ...NOTHING_FOUND, hits, named: hits.length, asks: timed.asks }
  }
  const answers = ofSun.length > 0 ? ofSun : answersTo(sent, almanac, now)
  const ranked = new Ranking(almanac, now)
  rank(sent, ranked, almanac, count)
  const name = askedName(sent)
  if (!ranked.isExact && name !== sent) rank(name, ranked, almanac, count)
  // "CET/CEST" is searched part by part.
  let found = ranked.best(count)
  if (found.length === 0 && answers.length === 0) {
    for (const part of sent.split('/', MOST_PARTS)) rank(part, ranked, almanac, count)
    found = ranked.best(count)
  }
  const hits = [...answers, ...found].slice(0, count)
  const named = Math.min(hits.length, answers.length + ranked.named)
  const areas = answers.filter((answer) => answer.kind === 'changes' && answer.area !== null)
  const asks = areas.length > 1 ? [`Several clocks are used in places called “${name}”.`] : []
  if (named > 0) return { ...NOTHING_FOUND, hits, named, asks }
  const unread =
    typed.kind === 'unread'
      ? { word: typed.word, why: typed.why }
      : typed.kind === 'no-time' && typed.hasDay
        ? { word: '', why: 'A time of day is missing: add it, as in “tomorrow 15:00”.' }
        : null
  if (hits.length > 0) return { ...NOTHING_FOUND, hits, unread }
  // The names of a phrase that says no time, or the places that stand in any other text.
  const parts =
    typed.kind === 'no-time' && !asksForSun(sent) ? readParts(sent, askerOf(almanac, now, reader)) : null
  const names = parts?.kind === 'parts' ? parts.names : []
  const within =
    names.length > 0
      ? names.slice(0, MOST_WITHIN).flatMap((one) => namedBy(one, almanac, now).slice(0, 1))
      : placesInText(sent, almanac)
  // A short word, or one beside a number, is like hundreds of names.
  const nearest =
    within.length > 0 || /\d/.test(sent) || name.length < SHORTEST ? [] : nearestNames(name, almanac, 3)
  return { ...NOTHING_FOUND, nearest, within, unread }
}
/** Most places that are shown of a text. */
const MOST_WITHIN = 3
/** Shorter words have no spelling that is near to one name more than to others. */
const SHORTEST = 5

const askerOf = (almanac: Almanac, now: EpochSeconds, reader: Zone | null): Asker => ({
  almanac,
  now,
  reader,
  own:
    reader === null
      ? { kind: 'offset', iana: 'UTC', offset: offsetSeconds(0), twin: almanac.zones.named('UTC') }
      : { kind: 'zone', zone: reader },
})

/** Whether a text asks for the time of now, so that the place that it names is found with its time: "now in Bangkok". */
const isNow = (typed: TypedTime, now: EpochSeconds): boolean =>
  typed.kind === 'read' &&
  new Set(typed.targets.map(nameKey)).size === 1 &&
  typed.readings.every(({ moment, at }) => moment.kind === 'instant' && at === now)

/** The answers of a phrase of the grammar, and the name whose things are shown below them. Null: it is none, or nothing has a place's name. */
function timesOf(typed: TypedTime, almanac: Almanac, now: EpochSeconds, reader: Zone | null) {
  if (typed.kind !== 'read') return null
  const { readings, others, targets, asks } = typed
  const asker = askerOf(almanac, now, reader)
  const answers: ConversionAnswer[] = []
  for (const reading of [...readings, ...others]) {
    const some = conversionsOf(reading, targets, asker)
    if (some === null) return null
    answers.push(...some)
  }
  // Below the time of today of one place stands the place.
  const [first] = readings
  const isOfPlace = first?.isToday === true && targets.length === 0
  return answers.length === 0 ? null : { answers, asks, name: isOfPlace ? (first.said ?? '') : '' }
}

/** The answers of a text without a time: the sun, clock changes, or how far two clocks are apart. A name asks nothing. */
function answersTo(sent: string, almanac: Almanac, now: EpochSeconds): (ConversionAnswer | PlaceAnswer)[] {
  if (almanac.meaningsOf(sent).kind === 'clock') return []
  const meantBy: MeantBy = (name) => {
    const hits = namedBy(name, almanac, now)
    const [hit] = hits
    const country = hit?.kind === 'country' ? hit.country : null
    if (hit?.kind === 'city') {
      const key = nameKey(hit.city.name)
      const namesakes = hits
        .slice(1)
        .flatMap((one) => (one.kind === 'city' && nameKey(one.city.name) === key ? one.city : []))
      return { city: hit.city, namesakes, country, areas: [] }
    }
    // Singapore is a country and its city, and Ushuaia a zone and its city.
    const key = nameKey(name)
    const city = hits.find((one) => one.kind === 'city' && nameKey(one.city.name) === key)
    return {
      city: city?.kind === 'city' ? city.city : null,
      namesakes: [],
      country,
      areas: hit?.kind === 'zone' ? areasOf(hits, now) : [],
    }
  }
  const ofPlaces = placeAnswersTo(sent, almanac, now, meantBy)
  if (ofPlaces.length > 0) return ofPlaces
  return asksForSun(sent) ? [] : differencesIn(sent, almanac, now)
}

/** The clocks of the areas that are named: one, where all of them keep the same. */
function areasOf(hits: readonly Hit[], now: EpochSeconds): AreaClock[] {
  const areas = hits.flatMap((hit) =>
    hit.kind === 'zone'
      ? {
          name: [hit.area ?? hit.zone.displayName ?? hit.zone.iana, hit.country ?? []].flat().join(', '),
          zone: hit.zone,
        }
      : [],
  )
  const [first] = areas
  return first !== undefined && areas.every(({ zone }) => keepOneClock(first.zone, zone, now))
    ? [first]
    : areas
}

/** The things that a whole text names, the likeliest first; where none has it as its name, the likeliest of those whose name begins so. */
function namedBy(name: string, almanac: Almanac, now: EpochSeconds): Hit[] {
  const ranked = new Ranking(almanac, now)
  rank(name, ranked, almanac, MOST_NAMESAKES)
  return ranked.best(Math.max(1, Math.min(ranked.named, MOST_NAMESAKES)))
}
const MOST_NAMESAKES = 8

/** A point in degrees, and the other zones with a page that could be meant there. Without boundaries the point alone. */
function atPoint({ lat, lon }: { lat: number; lon: number }, almanac: Almanac): Hit[] {
  const found = answerAtDegrees(almanac.places(), { lat, lon })
  const others = found === null ? [] : found.alternatives.filter(({ zone }) => zone.listed)
  return [
    { kind: 'point', lat, lon, zone: found?.zone ?? null },
    ...others.map(({ zone }): Hit => ({ kind: 'zone', zone, area: `${lat}, ${lon}`, isSecond: true })),
  ]
}

function rank(
  query: string,
  ranked: Ranking,
  almanac: Almanac,
  count: number,
  meanings = almanac.meaningsOf(query),
): void {
  const key = nameKey(query)
  if (meanings.kind === 'clock') ranked.addClock(meanings.clock, meanings.city, query)
  else if (meanings.kind === 'namesakes') ranked.addMeant(meanings.namesakes, query, key)
  else if (meanings.country !== null) ranked.addCountry(meanings.country, 'meant')
  // An offset is not looked for inside names: slugs end in `-03`.
  if (meanings.kind === 'clock' && meanings.clock.kind === 'offset') return
  const zone = textsOf(almanac).byKey.get(key)
  if (zone !== undefined) ranked.addZone(zone, 'exact')
  if (key !== '') addBeginning(key, ranked, almanac, count)
  addInside(fold(query).replaceAll(/\s+/g, ' '), ranked, almanac, count)
}

/** Thousands of cities begin with the same few letters. Cities with at least this many people are looked at first, then smaller ones. */
const STEPS_OF_PEOPLE = [1e6, 1e5, 1e4, 0]

/** Adds everything whose name begins with the key. Of cities it adds at least the `count` heaviest. */
function addBeginning(key: string, ranked: Ranking, almanac: Almanac, count: number): void {
  const names = almanac.names()
  const cities = almanac.cities()
  const { first, until } = names.entriesFrom(key)
  /** The people of each entry that is a city or a section of one. Less than 0 for other entries, and for cities already added. */
  const people = new Float64Array(until - first).fill(-1)
  const others: NameMeaning[] = []
  for (let entry = first; entry < until; entry++) {
    const size = names.peopleAt(entry, weights.OF_A_CAPITAL, weights.SHARE_IN_ORDER)
    if (size === null) others.push(names.meaningAt(entry))
    else people[entry - first] = size ?? -1
  }
  const { countries, standards, zones } = thingsMeant(others, almanac)
  for (const country of countries)
    ranked.addCountry(country, 'beginning', nameKey(country.name).startsWith(key))
  for (const standard of standards) ranked.addStandard(standard, 'beginning')
  for (const zone of zones) if (zone.listed) ranked.addZone(zone, 'beginning')
  const found = new Set<City>()
  for (const least of STEPS_OF_PEOPLE) {
    for (const [index, size] of people.entries()) {
      if (size < least) continue
      people[index] = -1
      const meaning = names.meaningAt(first + index)
      const city = meaning.kind === 'place' ? cities.withId(meaning.place.id) : undefined
      if (city === undefined || meaning.kind !== 'place') continue
      // A name in one more language ("Inyu Yok") counts as little as any other name that is not the city's own.
      const isOwnName =
        meaning.isOwnName && (meaning.place.kind !== 'city' || nameKey(city.name).startsWith(key))
      const weight = peopleBy(city, { ...meaning.place, isOwnName })
      if (weight < least) people[index] = weight
      else {
        ranked.addCity(city, weight, 'beginning')
        found.add(city)
      }
    }
    if (found.size >= count) return
  }
}

/** Things and all their folded names in one text. */
interface Searched<T> {
  readonly text: string
  readonly things: readonly T[]
  /** Where the names of each thing end in the text. */
  readonly ends: readonly number[]
  /** By the number of four letters: where its places begin. */
  readonly fours: Uint32Array
  /** The places in the text of four letters that follow one another, by their number and then from the first to the last. */
  readonly places: Uint32Array
}

/** The number of the four letters of a text from an index on, below `count`. Others may have it too. */
const fourAt = (text: string, at: number, count: number): number =>
  (((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) * 31 +
    text.charCodeAt(at + 3)) %
  count

/** `namesOf`: the folded names of a thing, with line ends between them. */
function searched<T>(things: readonly T[], namesOf: (thing: T) => string): Searched<T> {
  let text = ''
  const ends = things.map((thing) => (text += `${namesOf(thing)}\n`).length)
  const count = Math.max(1, text.length)
  const all = Uint32Array.from({ length: text.length - 3 }, (_, at) => fourAt(text, at, count))
  const fours = new Uint32Array(count + 1)
  for (const four of all) fours[four + 1] = (fours[four + 1] ?? 0) + 1
  for (let four = 0; four < count; four++) fours[four + 1] = (fours[four + 1] ?? 0) + (fours[four] ?? 0)
  const places = new Uint32Array(all.length)
  const next = fours.slice()
  for (const [at, four] of all.entries()) {
    const place = next[four] ?? 0
    places[place] = at
    next[four] = place + 1
  }
  return { text, things, ends, fours, places }
}

/**
 * The things that have a folded text of at least four letters in one of their names, each once. It looks where the four of its letters are that are
 * in the fewest places: to look through the whole text takes half a millisecond.
 */
function* thingsWith<T>({ text, things, ends, fours, places }: Searched<T>, folded: string): Generator<T> {
  const placesOf = (at: number): Uint32Array => {
    const four = fourAt(folded, at, fours.length - 1)
    return places.subarray(fours[four], fours[four + 1])
  }
  let [from, fewest] = [0, placesOf(0)]
  for (let at = 1; at + 4 <= folded.length; at++) {
    const found = placesOf(at)
    if (found.length < fewest.length) [from, fewest] = [at, found]
  }
  let [index, end] = [0, 0]
  for (const place of fewest) {
    const at = place - from
    if (at < end || !text.startsWith(folded, at)) continue
    while ((ends[index] ?? Infinity) <= at) index++
    end = ends[index] ?? Infinity
    const thing = things[index]
    if (thing !== undefined) yield thing
  }
}

/** The texts that are searched, made once for each artifact. */
const textsOf = oncePer((almanac: Almanac) => {
  const { byName } = almanac.cities()
  /** Cities by the first two letters of each word of their folded name, except the first word. */
  const byWord = new Map<string, City[]>()
  for (const city of byName) {
    const { sortName } = city
    for (let at = sortName.indexOf(' '); at >= 0; at = sortName.indexOf(' ', at + 1)) {
      const beginning = sortName.slice(at + 1, at + 3)
      const begun = byWord.get(beginning)
      if (begun === undefined) byWord.set(beginning, [city])
      else if (begun.at(-1) !== city) begun.push(city)
    }
  }
  return {
    /** Zones by the key of their identifier. */
    byKey: new Map(almanac.zones.listed.map((zone) => [nameKey(zone.iana), zone])),
    byWord,
    /** With hyphens for spaces, so that most names are also the slug. */
    cities: searched(byName, ({ sortName, slug }) => {
      const name = sortName.replaceAll(' ', '-')
      return name === slug ? slug : `${name}\n${slug}`
    }),
    countries: searched(almanac.countries.all, ({ searchText }) => searchText),
    zones: searched(almanac.zones.listed, ({ searchText }) => searchText),
    standards: searched(almanac.standards.all, ({ searchText }) => searchText),
  }
})

/**
 * Adds everything with the text anywhere in its name. First come cities with a word that begins so. Everything else is added only if the
 * hits before it are fewer than `count`.
 */
function addInside(folded: string, ranked: Ranking, almanac: Almanac, count: number): void {
  // Nothing between two slashes, or marks alone: it would stand inside every name, and be found without end.
  if (folded.trim() === '') return
  const { byWord, cities, countries, zones, standards } = textsOf(almanac)
  const isLong = folded.length >= 3
  const add = (city: City, match: Match): void =>
    ranked.addCity(city, peopleOf(city) * weights.SHARE_IN_ORDER, match)
  // Somebody who types "york" may mean New York.
  const word = ` ${folded}`
  for (const city of isLong ? (byWord.get(folded.slice(0, 2)) ?? []) : [])
    if (city.sortName.includes(word)) add(city, 'beginning')
  // Three letters stand inside hundreds of names.
  if (ranked.hasBeforeInside(count) || folded.length <= FEW_LETTERS) return
  for (const country of thingsWith(countries, folded)) ranked.addCountry(country, 'inside')
  for (const zone of thingsWith(zones, folded)) ranked.addZone(zone, 'inside')
  for (const standard of thingsWith(standards, folded)) ranked.addStandard(standard, 'inside')
  for (const city of thingsWith(cities, folded.replaceAll(' ', '-'))) add(city, 'inside')
}

/** So many letters are looked for at the beginning of words only. */
const FEW_LETTERS = 3

/** The people that a city counts for. A capital counts for more, because it is meant more often than its size suggests. */
const peopleOf = ({ population, isCapital }: City): number =>
  (population ?? 0) + (isCapital ? weights.OF_A_CAPITAL : 0)

type NamedCity = Pick<MeantPlace, 'kind' | 'population' | 'isOwnName'>

/** The people that a city counts for under one of its names. A section of a city counts with its own people. */
const peopleBy = (city: City, { kind, population, isOwnName }: NamedCity): number =>
  (kind === 'section' ? (population ?? 0) : peopleOf(city)) * (isOwnName ? 1 : weights.SHARE_IN_ORDER)

/**
 * Whether a name means a place exactly. It does not if the place is small and this is only one of its many names: "buen" is not Bueu. It does
 * not if the place is a village and the name has three letters: "mos", "tok".
 */
const isExactly = (
  { kind, population, isOwnName }: NamedCity,
  city: City | undefined,
  key: string,
): boolean =>
  kind === 'division' ||
  (city === undefined ? (population ?? 0) : peopleOf(city)) >=
    (isOwnName ? (key.length <= 3 ? weights.PEOPLE_OF_A_VILLAGE : 0) : weights.PEOPLE_OF_NOTE)

/** Something that can be meant. An offset stands as its seconds. */
type Thing = City | Country | Zone | Standard | number

/** Hits with their weights. Each thing counts once, by its best match. */
class Ranking {
  private readonly weights = new Map<Thing, { name: string; hit: Hit; weight: number }>()
  private readonly almanac: Almanac
  private readonly now: EpochSeconds
  /** Whether a hit has exactly the name. */
  isExact = false
  private readonly inUse: StandardsInUse
  constructor(almanac: Almanac, now: EpochSeconds) {
    this.almanac = almanac
    this.now = now
    this.inUse = almanac.standardsInUse(now)
  }
  /** Whether at least `count` hits rank before those that only have the text inside. */
  hasBeforeInside(count: number): boolean {
    let before = 0
    for (const { weight } of this.weights.values()) if (weight >= STEP.beginning) before++
    return before >= count
  }
  /** Adds what the form of a text says: a zone, an offset, a standard, or a city by its slug. */
  addClock(clock: Clock, city: City | undefined, text: string): void {
    if (city !== undefined) this.addCity(city, peopleOf(city), 'meant')
    else if (clock.kind === 'standard') this.addStandard(clock.standard, 'meant')
    else if (clock.kind === 'zone' && clock.zone.listed) this.addZone(clock.zone, 'meant')
    else {
      const offset = clock.kind === 'offset' ? clock.offset : offsetAt(clock.zone.compiled(), this.now)
      for (const standard of this.almanac.standards.withCode(text.replace(/ time$/i, '')))
        this.addStandard(standard, 'meant')
      this.addOffset(offset, 'meant')
    }
  }
  /** Adds everything that has a name. What /convert takes it for, or asks about, comes first. */
  addMeant(namesakes: Namesakes, text: string, key: string): void {
    const { now, inUse } = this
    const zonesUsing = (standard: Standard): number => inUse.zonesOf.get(standard)?.length ?? 0
    const moment = { kind: 'instant', at: now } as const
    const chosen = chooseAmong(namesakes, { moment, resolution: 'earliest', zonesUsing })
    const { standards, zones } = clocksOf(chosen)
    const isMeant = (zone: Zone): boolean => zones.some((other) => keepOneClock(zone, other, now))
    // If nothing of the name has the offset, this reading comes last: "st pet" is not São Tomé on Peru Time.
    const isAtLast = chosen.kind === 'many' && namesakes.label?.fixed.every((zone) => zones.includes(zone))
    const matchOf = (isIt: boolean): Match => (isAtLast === true ? 'inside' : isIt ? 'meant' : 'exact')
    const isName = this.almanac.names().meaningsOf(key).length > 0
    for (const of of withNamesIn(namesakes)) {
      for (const standard of of.standards) this.addStandard(standard, matchOf(standards.includes(standard)))
      for (const country of of.countries) {
        const clocks = [country.defaultZone ?? [], country.zones].flat()
        this.addCountry(country, matchOf(clocks.some(isMeant)))
      }
      // "Eastern Time" means the clock of New York before a standard. "CET" and "Eastern Standard Time" mean a standard.
      const isGeneric =
        chosen.kind === 'many' &&
        of.isZonesFirst &&
        of.standards.length > 0 &&
        of.standards.every(({ code, name }) => code?.toLowerCase() !== key && nameKey(name) !== key)
      for (const zone of of.zones)
        this.addZone(zone, matchOf(isMeant(zone)), isGeneric ? weights.OF_ALL_CITIES : weights.OF_A_ZONE)
      for (const place of of.places) {
        const city = place.kind === 'division' ? undefined : this.almanac.cities().withId(place.id)
        const match = isName && !isExactly(place, city, key) ? 'beginning' : matchOf(isMeant(place.zone))
        if (city === undefined) this.addArea(place, of.places, text, match)
        else this.addCity(city, peopleBy(city, place), match)
      }
    }
  }
  addCity(city: City, people: number, match: Match): void {
    this.note(city, city.slug, { kind: 'city', city }, people, match)
  }
  addCountry(country: Country, match: Match, isOwn = true): void {
    const all = country.population ?? 0
    const asBeginning = isOwn
      ? all + weights.OF_A_COUNTRY
      : Math.min(all * weights.SHARE_BY_ANOTHER_BEGINNING, weights.OF_A_COUNTRY)
    const people = match === 'beginning' ? asBeginning : weights.OF_ALL_CITIES + all
    this.note(country, country.slug, { kind: 'country', country }, people, match)
  }
  addStandard(standard: Standard, match: Match): void {
    // Of several standards with one code, the one that more zones use is meant more often. Of a pair, standard time is.
    const zones = this.inUse.zonesOf.get(standard)?.length ?? 0
    const people = weights.OF_A_STANDARD + zones * weights.OF_EACH_ZONE + (standard.isDst ? 0 : 1)
    this.note(standard, standard.slug, { kind: 'standard', standard }, people, match)
  }
  /** A zone that is not listed has no page: "GMT0", "anywhere on Earth". */
  addZone(zone: Zone, match: Match, people = weights.OF_A_ZONE): void {
    if (zone.listed) this.note(zone, zone.iana, { kind: 'zone', zone }, people, match)
    else this.addOffset(offsetAt(zone.compiled(), this.now), match)
  }
  private addOffset(offset: OffsetSeconds, match: Match): void {
    this.note(offset, '', { kind: 'offset', offset }, 0, match)
  }
  /** Adds the zone of a state or province, or of a town without a page, under the name that was asked for. */
  private addArea(place: MeantPlace, namesakes: readonly MeantPlace[], text: string, match: Match): void {
    const { zone, division, isOwnName, population } = place
    // A large city inside it with the same name is meant first: Mecca, Quebec.
    const cities = namesakes
      .filter(
        (of) =>
          of.kind === 'city' &&
          (of.division === division || of.zone === zone) &&
          (of.population ?? 0) >= weights.PEOPLE_OF_NOTE,
      )
      .map((of) => (of.population ?? 0) * (of.isOwnName ? 1 : weights.SHARE_IN_ORDER))
    const people = (population ?? weights.PEOPLE_OF_A_REGION) * (isOwnName ? 1 : weights.SHARE_IN_ORDER)
    const country = this.almanac.countries.named(zone.countryCode ?? '')?.name
    const said = country === undefined || text.includes(',') ? {} : { country }
    const disagreement = disagreementOf(this.almanac.disagreements(), place)
    const hit: Hit = {
      kind: 'zone',
      zone,
      area: inTitleCase(beforeTime(text)),
      ...said,
      ...(disagreement === undefined ? {} : { disagreement }),
    }
    this.note(zone, zone.iana, hit, Math.min(people, ...cities) * weights.SHARE_OF_A_STATE, match)
  }
  private note(thing: Thing, name: string, hit: Hit, people: number, match: Match): void {
    if (match === 'meant' || match === 'exact') this.isExact = true
    const weight = STEP[match] + people
    const known = this.weights.get(thing)
    if (known === undefined || known.weight < weight) this.weights.set(thing, { name, hit, weight })
  }
  /** How many hits have the whole text as a name. They come first. */
  get named(): number {
    let count = 0
    for (const { weight } of this.weights.values()) if (weight >= STEP.exact) count++
    return count
  }
  /** The `count` best hits, best first. */
  best(count: number): Hit[] {
    const ordered = [...this.weights.values()].toSorted(
      (a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1),
    )
    return ordered.slice(0, count).map(({ hit }) => hit)
  }
}

/** Namesakes, and those that their label names: "(GMT-08:00) Pacific Time - Los Angeles" has a label within a label. */
const withNamesIn = (namesakes: Namesakes): Namesakes[] => [
  namesakes,
  ...(namesakes.label?.names.flatMap(withNamesIn) ?? []),
]

/** The clocks that remain after a choice. */
function clocksOf(chosen: ResolvedLocation): { standards: readonly Standard[]; zones: readonly Zone[] } {
  if (chosen.kind === 'many') return chosen.candidates
  const { clock } = chosen.reading
  return {
    standards: clock.kind === 'standard' ? [clock.standard] : [],
    zones: clock.kind === 'zone' ? [clock.zone] : [],
  }
}
