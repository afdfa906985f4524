// What somebody types into the one search box → the zones, places, countries, standards and points that are meant, in people's order.
import type { NameMeaning } from '#core/artifact/names.ts'
import { keyOfRow } from '#core/artifact/names.ts'
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
  | { readonly kind: 'zone'; readonly zone: Zone }
  | { readonly kind: 'standard'; readonly standard: Standard }
  /** Degrees. */
  | { readonly kind: 'point'; readonly lat: number; readonly lon: number }
  | { readonly kind: 'offset'; readonly offset: OffsetSeconds }

export interface Found {
  readonly hits: readonly Hit[]
  /** Names spelt most like it, where nothing has it in its name. */
  readonly nearest: readonly string[]
}

/** No one types more by hand. */
const LONGEST = 100

/** Up to `count` hits: what has exactly this name before what begins with it, before what has it inside; large before small. */
export function search(text: string, almanac: Almanac, now: EpochSeconds, count: number): Found {
  const query = text.trim().slice(0, LONGEST)
  if (query === '') return { hits: [], nearest: [] }
  const said = byForm(query, almanac)
  if (said !== null) return { hits: [said], nearest: [] }
  const ranked = new Ranking(almanac, now)
  rank(query, ranked, almanac)
  const rest = query
    .replace(/^(?:what )?time (?:is it )?(?:now )?(?:in|at) /i, '')
    .replace(/ (?:time ?zone|time)(?: now)?$/i, '')
  if (!ranked.hasExact() && rest !== query && rest !== '') rank(rest, ranked, almanac)
  const hits = ranked.best(count)
  return { hits, nearest: hits.length > 0 ? [] : nearestNames(query, almanac.names(), 3) }
}

function rank(query: string, ranked: Ranking, almanac: Almanac): void {
  const key = nameKey(query)
  if (key !== '') {
    for (const row of almanac.names().rowsFrom(key)) {
      const isExact = keyOfRow(row) === key
      for (const meaning of row.meanings) ranked.add(meaning, isExact ? 'exact' : 'beginning')
    }
    for (const zone of almanac.zones.listed) {
      if (nameKey(zone.iana) === key) ranked.addZone(zone, 'exact')
    }
    if (!ranked.hasExact()) addWithin(nameWords(query), ranked, almanac)
  }
  addInside(fold(query), ranked, almanac)
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

/** A size with its sign or the letter of its side. */
const degrees = (size = '', side = '', negative: string): number =>
  Number(size.replace('−', '-')) * (side.toUpperCase() === negative ? -1 : 1)

/** `47.37, 8.54`, `47.37 8.54`, `47.37° N, 8.54° E`, in degrees; null for anything else. */
export function readPoint(text: string): { readonly lat: number; readonly lon: number } | null {
  const found =
    /^([+-−]?\d{1,3}(?:\.\d+)?)\s*°?\s*([NS])?\s*(?:[,;]\s*|\s+)([+-−]?\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])?$/i.exec(
      text.trim(),
    )
  if (found === null) return null
  const lat = degrees(found[1], found[2], 'S')
  const lon = degrees(found[3], found[4], 'W')
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** "Paris, Texas", "london canada", "portland oregon": the places of a name that lie in what the rest of the words mean. */
function addWithin(words: readonly string[], ranked: Ranking, almanac: Almanac): void {
  const names = almanac.names()
  for (let split = words.length - 1; split > 0; split--) {
    const places = names.meaningsOf(words.slice(0, split).join(''))
    if (places.length === 0) continue
    const area = words.slice(split).join('')
    const around = [area, ...(DIVISION_CODES.get(area) ?? [])].flatMap((name) => names.meaningsOf(name))
    const countries = new Set(around.flatMap((of) => (of.kind === 'country' ? of.country : [])))
    const zones = new Set(
      around.flatMap((of) => (of.kind === 'place' && of.place.kind === 'division' ? of.place.zone : [])),
    )
    for (const meaning of places) {
      if (meaning.kind !== 'place') continue
      const city = almanac.cities().withId(meaning.place.id)
      if (city !== undefined && (countries.has(city.country.iso2) || zones.has(city.zone.iana)))
        ranked.add(meaning, 'exact')
    }
  }
}

/** What has the text anywhere in its name. */
function addInside(folded: string, ranked: Ranking, { zones, countries, standards, cities }: Almanac): void {
  for (const country of countries.all)
    if (country.searchText.includes(folded)) ranked.addCountry(country, 'inside')
  for (const zone of zones.listed) if (zone.searchText.includes(folded)) ranked.addZone(zone, 'inside')
  for (const standard of standards.all)
    if (standard.searchText.includes(folded)) ranked.addStandard(standard, 'inside')
  if (folded.length < 3) return
  const word = ` ${folded}`
  for (const city of cities().byName) {
    if (!city.isFoundBy(folded)) continue
    // "york" may well be the beginning of what is meant by New York.
    ranked.addCity(city, false, city.sortName.includes(word) ? 'beginning' : 'inside')
  }
}

type Match = 'exact' | 'beginning' | 'inside'
const STEP: Readonly<Record<Match, number>> = { exact: 2e12, beginning: 1e12, inside: 0 }
/** As many people as a thing counts for that has none: a standard, a zone. */
const OF_A_STANDARD = 3e5
const OF_A_ZONE = 1e5

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
  hasExact(): boolean {
    return this.isExact
  }
  add(meaning: NameMeaning, match: Match): void {
    const { zones, standards, countries, cities } = this.almanac
    switch (meaning.kind) {
      case 'place': {
        // A section stands for its city; a division has no page.
        const city = meaning.place.kind === 'division' ? undefined : cities().withId(meaning.place.id)
        if (city !== undefined) this.addCity(city, meaning.isOwnName, match)
        return
      }
      case 'country': {
        const country = countries.named(meaning.country)
        if (country !== undefined) this.addCountry(country, match)
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
  addCity(city: City, isOwnName: boolean, match: Match): void {
    // A capital is meant more often than its people are many; a second name is meant less often.
    const people = ((city.population ?? 0) + (city.isCapital ? 1e6 : 0)) / (isOwnName ? 1 : 5)
    this.note(city, { kind: 'city', city }, people, match)
  }
  addCountry(country: Country, match: Match): void {
    // Before every city that begins so, but not before a large city of exactly the name that is the country's other one.
    this.note(country, { kind: 'country', country }, 1e8 + (country.population ?? 0), match)
  }
  addStandard(standard: Standard, match: Match): void {
    // Those of one code: the one that more zones keep is meant more often.
    const zones = this.inUse.zonesOf.get(standard)?.length ?? 0
    this.note(standard, { kind: 'standard', standard }, OF_A_STANDARD + zones * 1000, match)
  }
  addZone(zone: Zone, match: Match): void {
    this.note(zone, { kind: 'zone', zone }, OF_A_ZONE, match)
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
