// What somebody types into the one search box → the zones, places, countries, standards and points that are meant, in people's order.
import type { NameMeaning } from '#core/artifact/names.ts'
import { DIVISION_CODES } from '#core/text/division-codes.ts'
import { fold } from '#core/text/fold.ts'
import { nameKey, nameWords } from '#core/text/name-key.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import type { Almanac } from './almanac.ts'
import type { City } from './cities.ts'
import type { Country } from './countries.ts'
import { readLocationToken } from './location-token.ts'
import { nearestNames } from './nearest-names.ts'
import type { Standard } from './standards.ts'
import type { StandardsInUse } from './standards-in-use.ts'
import type { Zone } from './zones.ts'

/** One thing that can be meant. */
export type Hit =
  | { readonly kind: 'city'; readonly city: City }
  | { readonly kind: 'country'; readonly country: Country }
  /** `area`: of the state or province that was asked for. */
  | { readonly kind: 'zone'; readonly zone: Zone; readonly area?: string }
  | { readonly kind: 'standard'; readonly standard: Standard }
  /** Degrees. */
  | { readonly kind: 'point'; readonly lat: number; readonly lon: number }
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }

export interface Found {
  readonly hits: readonly Hit[]
  /** Names spelt most like it, where nothing has it in its name. */
  readonly nearest: readonly string[]
}

/** What people put around a name: "what time is it now in Tokyo", "timezone of Tokyo", "Tokyo local time". */
const ASKED_BEFORE =
  /^(?:what(?:['’]?s| is)? )?(?:the )?(?:(?:current|local|exact) )?time(?: ?zone)?(?: is it)?(?: right)?(?: now)?(?: (?:in|at|of|for))? (?=\S)/i
const ASKED_BEHIND = /(?: (?:current|local|exact))? time(?: ?zone)?(?: right)?(?: now)?$/i

/** No one types more by hand. */
const LONGEST = 100

/** Up to `count` hits: what has exactly this name before what begins with it, before what has it inside; large before small. */
export function search(text: string, almanac: Almanac, now: EpochSeconds, count: number): Found {
  const query = text.trim().slice(0, LONGEST)
  if (query === '') return { hits: [], nearest: [] }
  const said = byForm(query, almanac)
  if (said !== null) return { hits: [said], nearest: [] }
  const ranked = new Ranking(almanac, now)
  rank(query, ranked, almanac, count)
  const rest = query.replace(ASKED_BEFORE, '').replace(ASKED_BEHIND, '')
  if (!ranked.hasExact() && rest !== query && rest !== '') rank(rest, ranked, almanac, count)
  // "CET/CEST"; and names that zones had, such as EST5EDT.
  if (ranked.isEmpty()) for (const part of query.split('/')) rank(part, ranked, almanac, count)
  const known = ranked.isEmpty() ? almanac.zones.named(query) : null
  if (known !== null && known.listed) ranked.addZone(known, 'exact')
  const hits = ranked.best(count)
  return { hits, nearest: hits.length > 0 ? [] : nearestNames(query, almanac.names(), 3) }
}

function rank(query: string, ranked: Ranking, almanac: Almanac, count: number): void {
  const key = nameKey(query)
  if (key !== '') {
    const meanings = almanac.names().meaningsOf(key)
    for (const meaning of meanings) ranked.add(meaning, 'exact', key)
    addAreas(query, meanings, ranked, almanac)
    const zone = textsOf(almanac).zones.get(key)
    if (zone !== undefined) ranked.addZone(zone, 'exact')
    addBeginning(key, ranked, almanac, count)
    if (!ranked.hasExact()) addWithin(nameWords(query), ranked, almanac)
  }
  addInside(fold(query), ranked, almanac)
}

/** Cities that begin with a few letters are thousands: those of at least so many people are looked at first, then smaller ones. */
const STEPS_OF_PEOPLE = [1e6, 1e5, 1e4, 0]

/** What has a name that begins so; of the cities at least the `count` that weigh most. */
function addBeginning(key: string, ranked: Ranking, almanac: Almanac, count: number): void {
  const names = almanac.names()
  const cities = almanac.cities()
  const { first, until } = names.entriesFrom(key)
  const meant: (City | undefined)[] = []
  for (let entry = first; entry < until; entry++) {
    const id = names.cityAt(entry)
    if (id === null) ranked.add(names.meaningAt(entry), 'beginning', key)
    meant.push(id === null ? undefined : cities.withId(id))
  }
  const found = new Set<City>()
  for (const least of STEPS_OF_PEOPLE) {
    for (const [index, city] of meant.entries()) {
      if (city === undefined || peopleOf(city) < least) continue
      const meaning = names.meaningAt(first + index)
      if (meaning.kind !== 'place') continue
      if (peopleBy(city, meaning) < least) continue
      // What it is called in one more language ("Inyu Yok") counts as little as any other name of it.
      const isListed =
        !meaning.isOwnName || meaning.place.kind !== 'city' || nameKey(city.name).startsWith(key)
      const people = peopleBy(city, meaning) / (isListed ? 1 : OTHERS)
      if (people < least) continue
      ranked.addCity(city, people, 'beginning')
      found.add(city)
    }
    if (found.size >= count) return
  }
}

/** What is looked through, made once for each artifact. */
interface Texts {
  /** By the key of its identifier. */
  readonly zones: ReadonlyMap<string, Zone>
  /** The folded names and the slugs of all cities by name, each behind a `BETWEEN`. */
  readonly cities: string
  /** Where each of them begins. */
  readonly starts: Uint32Array
}

const BETWEEN = '\0'
const texts = new WeakMap<Almanac, Texts>()

function textsOf(almanac: Almanac): Texts {
  let made = texts.get(almanac)
  if (made === undefined) {
    const { byName } = almanac.cities()
    const starts = new Uint32Array(byName.length)
    let length = 0
    const parts: string[] = []
    for (const [index, { sortName, slug }] of byName.entries()) {
      const part = slug === sortName ? BETWEEN + slug : `${BETWEEN}${sortName}${BETWEEN}${slug}`
      starts[index] = length
      length += part.length
      parts.push(part)
    }
    made = {
      zones: new Map(almanac.zones.listed.map((zone) => [nameKey(zone.iana), zone])),
      cities: parts.join(''),
      starts,
    }
    texts.set(almanac, made)
  }
  return made
}

/** The cities that have a folded text in their name or slug, each once. */
function* citiesWith(folded: string, almanac: Almanac): Generator<City> {
  const { cities, starts } = textsOf(almanac)
  const { byName } = almanac.cities()
  if (folded.includes(BETWEEN)) return
  for (let at = cities.indexOf(folded); at >= 0;) {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle - 1
    }
    const city = byName[low]
    if (city === undefined) return
    yield city
    const next = starts[low + 1]
    at = next === undefined ? -1 : cities.indexOf(folded, next)
  }
}

/** What the form of a text alone says: a point, an offset, an identifier; null for a name. */
function byForm(query: string, { zones }: Almanac): Hit | null {
  const point = readPoint(query)
  if (point !== null) return { kind: 'point', ...point }
  const token = readLocationToken(query)
  if (token.kind === 'offset') return { kind: 'offset', offset: token.offset }
  if (token.kind !== 'zone') return null
  const zone = zones.named(token.identifier)
  return zone !== null && zone.listed ? { kind: 'zone', zone } : null
}

/** `47.37`, `-33.9`, `33.9° S`, `50°5'N`, `50° 5′ 12″ N`. */
const ONE_SIDE = (sides: string): string =>
  String.raw`([+\-−]?)(\d{1,3}(?:\.\d+)?)\s*(?:°\s*(?:(\d{1,2}(?:\.\d+)?)\s*['’′]\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:["”″]|''|’’)\s*)?)?)?([${sides}])?`
const POINT = new RegExp(String.raw`^${ONE_SIDE('NS')}(?:\s*[,;]\s*|\s+|(?<=[NS]))${ONE_SIDE('EW')}$`, 'i')

/** Degrees of a sign, degrees, minutes, seconds and the letter of a side. */
function degrees(
  [sign = '', whole = '', minutes = '0', seconds = '0', side = '']: readonly (string | undefined)[],
  negative: string,
): number {
  const size = Number(whole) + Number(minutes) / 60 + Number(seconds) / 3600
  return (
    Math.round(
      (side.toUpperCase() === negative ? -1 : 1) * (sign === '' || sign === '+' ? 1 : -1) * size * 1e6,
    ) / 1e6
  )
}

/** `47.37, 8.54`, `47.37 8.54`, `47.37° N, 8.54° E`, `50°5'N 14°25'E`, in degrees; null for anything else. */
export function readPoint(text: string): { readonly lat: number; readonly lon: number } | null {
  const found = POINT.exec(
    text
      .trim()
      // With the letters of the sides before, and with commas for points.
      .replace(/^([NS])\s*([^EW]+?)[\s,;]*([EW])\s*(.+)$/i, '$2$1 $4$3')
      .replace(/^(-?\d{1,2}),(\d+)[\s;,]+(-?\d{1,3}),(\d+)$/, '$1.$2 $3.$4'),
  )
  if (found === null) return null
  const lat = degrees(found.slice(1, 6), 'S')
  const lon = degrees(found.slice(6, 11), 'W')
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** The zones of a state or province: first that of its largest city, whose people are known of all its parts. */
function addAreas(query: string, meanings: readonly NameMeaning[], ranked: Ranking, almanac: Almanac): void {
  const places = meanings.filter((meaning) => meaning.kind === 'place')
  for (const { place, isOwnName } of places) {
    const zone = almanac.zones.named(place.zone)
    if (place.kind !== 'division' || zone === null || place.population === null) continue
    const hasLargest = almanac
      .cities()
      .byName.some((city) => city.population === place.population && city.zone === zone)
    // A large city in it that has its name is meant before: Mecca, Quebec.
    const parts = new Set(places.flatMap((of) => (of.place.id === place.id ? of.place.zone : [])))
    const cities = places.flatMap((of) =>
      of.place.kind === 'city' && parts.has(of.place.zone) && (of.place.population ?? 0) >= LARGE
        ? (of.place.population ?? 0) / (of.isOwnName ? 1 : OTHERS)
        : [],
    )
    const people = (place.population * (hasLargest ? 1 : 0.5)) / (isOwnName ? 1 : OTHERS)
    const area = query.replace(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase())
    ranked.addArea(zone, area, Math.min(people, ...cities) * 0.9)
  }
}

/** "Paris, Texas", "london canada", "portland oregon", "central time usa": what has a name and lies in what the rest of the words mean. */
function addWithin(words: readonly string[], ranked: Ranking, almanac: Almanac): void {
  const names = almanac.names()
  for (let split = words.length - 1; split > 0; split--) {
    const meant = names.meaningsOf(words.slice(0, split).join(''))
    if (meant.length === 0) continue
    const area = words.slice(split).join('')
    const areas = [area, ...(DIVISION_CODES.get(area) ?? [])]
    const around = areas.flatMap((name) => names.meaningsOf(name))
    const countries = new Set(around.flatMap((of) => (of.kind === 'country' ? of.country : [])))
    const divisions = new Set(
      around.flatMap((of) => (of.kind === 'place' && of.place.kind === 'division' ? of.place.zone : [])),
    )
    for (const meaning of meant) {
      if (meaning.kind === 'standard') ranked.addStandardOf(meaning.standard, countries)
      if (meaning.kind === 'zone' && countries.has(almanac.zones.named(meaning.zone)?.countryCode ?? ''))
        ranked.add(meaning, 'exact', area)
      const city = meaning.kind === 'place' ? almanac.cities().withId(meaning.place.id) : undefined
      if (city === undefined || meaning.kind !== 'place') continue
      // A zone reaches beyond a state: where the slug of a city says its state, that decides.
      const state = city.slug.split(`-${city.country.iso2.toLowerCase()}-`)[1]?.replaceAll('-', '')
      const isInState = state !== undefined && areas.some((name) => state.includes(name))
      if (isInState) ranked.addCity(city, SURE + peopleBy(city, meaning), 'exact')
      else if (countries.has(city.country.iso2) || divisions.has(city.zone.iana))
        ranked.add(
          meaning,
          state === undefined || countries.has(city.country.iso2) ? 'exact' : 'beginning',
          '',
        )
    }
  }
}

/** What has the text anywhere in its name. */
function addInside(folded: string, ranked: Ranking, almanac: Almanac): void {
  const { zones, countries, standards } = almanac
  for (const country of countries.all)
    if (country.searchText.includes(folded)) ranked.addCountry(country, 'inside')
  for (const zone of zones.listed) if (zone.searchText.includes(folded)) ranked.addZone(zone, 'inside')
  for (const standard of standards.all)
    if (standard.searchText.includes(folded)) ranked.addStandard(standard, 'inside')
  if (folded.length < 3) return
  const word = ` ${folded}`
  for (const city of citiesWith(folded, almanac)) {
    // "york" may well be the beginning of what is meant by New York.
    ranked.addCity(city, peopleOf(city) / OTHERS, city.sortName.includes(word) ? 'beginning' : 'inside')
  }
}

type Match = 'exact' | 'beginning' | 'inside'
const STEP: Readonly<Record<Match, number>> = { exact: 2e12, beginning: 1e12, inside: 0 }
/** As many people as a thing counts for that has none: a standard, a zone. */
const OF_A_STANDARD = 3e5
const OF_A_ZONE = 1e5
const OF_A_COUNTRY = 3e6
const OF_ALL_CITIES = 1e8

/** As many people as a city counts for: a capital is meant more often than its people are many. */
const peopleOf = ({ population, isCapital }: City): number => (population ?? 0) + (isCapital ? 1e6 : 0)

/** People of a city that many know by name. */
const LARGE = 1e5
const VILLAGE = 3e4
/** By one of its other names a city is meant so many times less often. */
const OTHERS = 5
/** The beginning of a country's name in another language says little: "est" is Estonia, not the Estados Unidos. */
const ELSEWHERE = 100
/** More than any city has. */
const SURE = 1e9

/** What a city counts for by one of its names, or by that of a section of it, which has people of its own. */
const peopleBy = (city: City, { place, isOwnName }: NameMeaning & { kind: 'place' }): number =>
  (place.kind === 'section' ? (place.population ?? 0) : peopleOf(city)) / (isOwnName ? 1 : OTHERS)

/** A small place of which this is one of many names is not exactly what is meant, "buen" is not Bueu; nor a village of three letters: "mos". */
const isExactly = (city: City, { isOwnName }: NameMeaning & { kind: 'place' }, key: string): boolean =>
  peopleOf(city) >= (isOwnName ? (key.length <= 3 ? VILLAGE : 0) : LARGE)

/** Hits with their weights: each thing once, by its best match. */
class Ranking {
  private readonly weights = new Map<City | Country | Zone | Standard, { hit: Hit; weight: number }>()
  private readonly almanac: Almanac
  private isExact = false
  private readonly inUse: StandardsInUse
  constructor(almanac: Almanac, now: EpochSeconds) {
    this.almanac = almanac
    this.inUse = almanac.standardsInUse(now)
  }
  isEmpty(): boolean {
    return this.weights.size === 0
  }
  hasExact(): boolean {
    return this.isExact
  }
  /** `key`: what was typed. */
  add(meaning: NameMeaning, match: Match, key: string): void {
    const { zones, standards, countries, cities } = this.almanac
    switch (meaning.kind) {
      case 'place': {
        // A section stands for its city.
        const city = meaning.place.kind === 'division' ? undefined : cities().withId(meaning.place.id)
        if (city === undefined) return
        this.addCity(city, peopleBy(city, meaning), isExactly(city, meaning, key) ? match : 'beginning')
        return
      }
      case 'country': {
        const country = countries.named(meaning.country)
        if (country !== undefined) this.addCountry(country, match, nameKey(country.name).startsWith(key))
        return
      }
      case 'standard': {
        const standard = standards.bySlug.get(meaning.standard)
        if (standard !== undefined) this.addStandard(standard, match)
        return
      }
      case 'zone': {
        const zone = zones.named(meaning.zone)
        if (zone !== null && zone.listed) this.addZone(zone, match)
      }
    }
  }
  addCity(city: City, people: number, match: Match): void {
    this.note(city, { kind: 'city', city }, people, match)
  }
  addCountry(country: Country, match: Match, isOwn = true): void {
    const people = country.population ?? 0
    // Before every city that is called so; of what begins so a small country is meant as often as a capital.
    this.note(
      country,
      { kind: 'country', country },
      match !== 'beginning'
        ? OF_ALL_CITIES + people
        : isOwn
          ? people + OF_A_COUNTRY
          : Math.min(people / ELSEWHERE, OF_A_COUNTRY),
      match,
    )
  }
  addStandard(standard: Standard, match: Match): void {
    // Those of one code: the one that more zones keep is meant more often, and of a pair standard time.
    const zones = this.inUse.zonesOf.get(standard)?.length ?? 0
    const people = OF_A_STANDARD + zones * 1000 + (standard.isDst ? 0 : 1)
    this.note(standard, { kind: 'standard', standard }, people, match)
  }
  /** A standard, by its slug, where one of these countries keeps it. */
  addStandardOf(slug: string, countries: ReadonlySet<string>): void {
    const standard = this.almanac.standards.bySlug.get(slug)
    const zones = standard === undefined ? [] : (this.inUse.zonesOf.get(standard) ?? [])
    if (standard !== undefined && zones.some(({ countryCode }) => countries.has(countryCode ?? '')))
      this.addStandard(standard, 'exact')
  }
  addZone(zone: Zone, match: Match): void {
    this.note(zone, { kind: 'zone', zone }, OF_A_ZONE, match)
  }
  /** The zone of a state or province, by the name that was asked for and its people. */
  addArea(zone: Zone, area: string, people: number): void {
    this.note(zone, { kind: 'zone', zone, area }, people, 'exact')
  }
  private note(thing: City | Country | Zone | Standard, hit: Hit, people: number, match: Match): void {
    if (match === 'exact') this.isExact = true
    const weight = STEP[match] + people
    const known = this.weights.get(thing)
    if (known === undefined || known.weight < weight) this.weights.set(thing, { hit, weight })
  }
  /** The best, in order. */
  best(count: number): Hit[] {
    const ordered = [...this.weights.values()].toSorted(
      (a, b) => b.weight - a.weight || (nameOf(a.hit) < nameOf(b.hit) ? -1 : 1),
    )
    return ordered.slice(0, count).map(({ hit }) => hit)
  }
}

const nameOf = (hit: Hit): string => {
  switch (hit.kind) {
    case 'city':
      return hit.city.slug
    case 'country':
      return hit.country.slug
    case 'zone':
      return hit.zone.iana
    case 'standard':
      return hit.standard.slug
    case 'point':
    case 'offset':
      return ''
  }
}
