// A text from the search box, cut at 100 characters → the zones, places, countries, standards and points it can mean, likeliest first.
import type { NameMeaning } from '#core/artifact/names.ts'
import { oncePer } from '#core/once-per.ts'
import { fold } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import { inTitleCase } from '#core/text/title-case.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
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
import { nearestNames } from '#core/ask/nearest-names.ts'
import { readPoint } from './point-text.ts'
import { answersTo, askedName, type QuestionAnswer, type MeantBy } from './question.ts'
import { inEnglish } from './question-words.ts'
import type { Standard } from '#core/ask/standards.ts'
import type { StandardsInUse } from '#core/ask/standards-in-use.ts'
import { momentWithin } from './typed-moment.ts'
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
  | QuestionAnswer

export interface Found {
  readonly hits: readonly Hit[]
  /** How many of the first hits are answers, or have the whole text as a name. The others have it at the beginning of a name, or inside. */
  readonly named: number
  /** Names with the most similar spelling. Empty if there are hits. */
  readonly nearest: readonly string[]
}

/** Longer texts are cut off. Nobody types more by hand. */
export const LONGEST = 100
/** Most parts between slashes that are searched: each takes some milliseconds. */
const MOST_PARTS = 4

/**
 * Up to `count` hits, likeliest first. First comes what /convert means by the text, or asks about. Then come names that begin with it, and
 * names that have it inside; large things before small ones. If no name has it, the answer has the names with the most similar spelling.
 */
export function search(text: string, almanac: Almanac, now: EpochSeconds, count: number): Found {
  const sent = text
    .slice(0, LONGEST)
    .trim()
    .replace(/[?!？]$/, '')
    .trim()
  if (sent === '') return { hits: [], named: 0, nearest: [] }
  const point = readPoint(sent)
  if (point !== null) {
    const hits = atPoint(point, almanac)
    return { hits, named: hits.length, nearest: [] }
  }
  const isName = (words: string): boolean => {
    const found = almanac.meaningsOf(words)
    return found.kind !== 'unknown' || found.country !== null
  }
  const isListed = (words: string): boolean => almanac.names().meaningsOf(nameKey(words)).length > 0
  const meant = almanac.meaningsOf(sent)
  const query = meant.kind !== 'unknown' ? sent : (inEnglish(sent, { isListed, isName }) ?? sent)
  const meantBy: MeantBy = (name) => {
    const [hit] = search(name, almanac, now, 1).hits
    return {
      city: hit?.kind === 'city' ? hit.city : null,
      country: hit?.kind === 'country' ? hit.country : null,
    }
  }
  // Most texts are a name, which has no time in it.
  const moment = isListed(query) ? null : momentWithin(query, now)
  // "UTC − 09:00" is an offset, and has no time in it.
  const answers = meant.kind === 'clock' ? [] : answersTo(query, moment, almanac, now, meantBy)
  const ranked = new Ranking(almanac, now)
  rank(query, ranked, almanac, count, query === sent ? meant : almanac.meaningsOf(query))
  const name = askedName(query, moment)
  if (!ranked.isExact && name !== query) rank(name, ranked, almanac, count)
  // "CET/CEST" is searched part by part.
  let found = ranked.best(count)
  if (found.length === 0 && answers.length === 0) {
    for (const part of query.split('/', MOST_PARTS)) rank(part, ranked, almanac, count)
    found = ranked.best(count)
  }
  const hits = [...answers, ...found].slice(0, count)
  const named = Math.min(hits.length, answers.length + ranked.named)
  return { hits, named, nearest: hits.length > 0 ? [] : nearestNames(name, almanac, 3) }
}

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

/** Things and all their folded names in one text, which takes less time to search than each text on its own. */
interface Searched<T> {
  readonly text: string
  readonly things: readonly T[]
  /** Where the names of each thing end in the text. */
  readonly ends: readonly number[]
}

/** `namesOf`: the folded names of a thing, with line ends between them. */
function searched<T>(things: readonly T[], namesOf: (thing: T) => string): Searched<T> {
  let text = ''
  const ends = things.map((thing) => (text += `${namesOf(thing)}\n`).length)
  return { text, things, ends }
}

/** The things that have a folded text in one of their names, each once. */
function* thingsWith<T>({ text, things, ends }: Searched<T>, folded: string): Generator<T> {
  let index = 0
  for (let at = text.indexOf(folded); at >= 0; at = text.indexOf(folded, ends[index])) {
    while ((ends[index] ?? Infinity) <= at) index++
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
  if (ranked.hasBeforeInside(count)) return
  for (const country of thingsWith(countries, folded)) ranked.addCountry(country, 'inside')
  for (const zone of thingsWith(zones, folded)) ranked.addZone(zone, 'inside')
  for (const standard of thingsWith(standards, folded)) ranked.addStandard(standard, 'inside')
  if (isLong) for (const city of thingsWith(cities, folded.replaceAll(' ', '-'))) add(city, 'inside')
}

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
      area: inTitleCase(text),
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
