// Gives each city its zone, by the boundaries and by rules that correct them.
import { NAMED_FOR_NO_CITY, USER_ASSIGNED, WITHOUT_CITY, ZONE_OF_CITY } from '../curated/tables.ts'
import { addRow, fault, note, type SourceFinding } from '../findings.ts'
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import type { CityPlace } from './places.ts'
import { zonesByCountry, type ZonePlace } from './zone-places.ts'

/** A city with the zone whose time it uses. */
export interface ZonedCity extends CityPlace {
  readonly zone: string
}

/** Returns the zones whose boundaries contain a point, in degrees. The zone that /lookup would name first comes first. */
export type ZonesAt = (lat: number, lon: number) => readonly string[]

export interface CitySources {
  readonly places: readonly CityPlace[]
  readonly countries: readonly { readonly iso2: string }[]
  readonly zonePlaces: readonly ZonePlace[]
  readonly zonesAt: ZonesAt
}

/**
 * Gives each city its zone. It is the curated one; else the first zone at its point that zone.tab gives to its country; else the
 * country's only zone; else the first zone at its point, with a note. Without the country rule Hanoi would be in Asia/Bangkok.
 */
export function compileCities({ places, countries, zonePlaces, zonesAt }: CitySources): {
  cities: ZonedCity[]
  findings: SourceFinding[]
} {
  const findings: SourceFinding[] = []
  const byCountry = zonesOfCountries(zonePlaces)
  const listed = new Set(zonePlaces.map((place) => place.id))
  const zoneOf = zoneFinder(zonePlaces)
  const known = new Set(countries.map((country) => country.iso2))

  const cities: ZonedCity[] = []
  for (const place of places) {
    if (!known.has(place.country)) {
      findings.push(
        fault('city-country', place.name, `${place.name} is in ${place.country}, which is not a country`),
      )
      continue
    }
    const atPoint = zonesAt(place.lat, place.lon)
    const zone = zoneOf(place, atPoint)
    if (zone === undefined || !listed.has(zone)) {
      findings.push(
        fault(
          'zone-unknown',
          place.name,
          `${place.name}, ${place.country} (${place.id}) at ${place.lat} ${place.lon}: ` +
            `${zone ?? (atPoint.join(', ') || 'no zone')} is not in zone.tab`,
          atPoint[0] === undefined
            ? undefined
            : addRow('gone-zones', atPoint[0], '(Area/Other)', 'tz (release)'),
        ),
      )
      continue
    }
    if (!(byCountry.get(place.country) ?? []).includes(zone)) {
      findings.push(
        note(
          'city-zone-denied',
          place.name,
          `${place.name}, ${place.country} (${place.id}) is in ${zone}, which zone.tab does not give to ${place.country}`,
        ),
      )
    }
    cities.push({ ...place, zone })
  }
  return { cities, findings: [...findings, ...lostCountries(cities, zonePlaces)] }
}

/** Includes the zones of countries that zone.tab does not have. */
function zonesOfCountries(zonePlaces: readonly ZonePlace[]): Map<string, string[]> {
  const byCountry = zonesByCountry(zonePlaces)
  for (const { country, defaultZone } of USER_ASSIGNED) byCountry.set(country, [defaultZone])
  return byCountry
}

type Located = Pick<CityPlace, 'id' | 'country'>

function zoneFinder(
  zonePlaces: readonly ZonePlace[],
): (place: Located, atPoint: readonly string[]) => string | undefined {
  const byCountry = zonesOfCountries(zonePlaces)
  const listed = new Set(zonePlaces.map((place) => place.id))
  const curated = new Map(ZONE_OF_CITY.map((row) => [row.geonamesId, row.zone]))
  return ({ id, country }, atPoint) => {
    const ofCountry = byCountry.get(country) ?? []
    return (
      curated.get(id) ??
      atPoint.find((candidate) => ofCountry.includes(candidate)) ??
      (ofCountry.length === 1 ? ofCountry[0] : undefined) ??
      atPoint.find((candidate) => listed.has(candidate))
    )
  }
}

/**
 * Gives zones, by the same rule, to places that are not cities of the service. Leaves out a place for which the rule finds no zone of its
 * country.
 */
export function zonedPlaces<Place extends Located & Pick<CityPlace, 'lat' | 'lon'>>(
  places: readonly Place[],
  { zonePlaces, zonesAt }: Pick<CitySources, 'zonePlaces' | 'zonesAt'>,
): (Place & { readonly zone: string })[] {
  const zoneOf = zoneFinder(zonePlaces)
  const byCountry = zonesOfCountries(zonePlaces)
  return places.flatMap((place) => {
    const zone = zoneOf(place, zonesAt(place.lat, place.lon))
    return zone !== undefined && (byCountry.get(place.country) ?? []).includes(zone)
      ? [{ ...place, zone }]
      : []
  })
}

/**
 * Renames cities to the names that CLDR gives the cities of zones (`exemplars`: zone → name), because people use those in English. In
 * each zone the largest city that has the name as another name takes it, unless a city of the zone has it as its own name already.
 */
export function withExemplarNames(
  cities: readonly ZonedCity[],
  exemplars: ReadonlyMap<string, string>,
): ZonedCity[] {
  const byZone = groupBy(cities, ({ zone }) => zone)
  const nameOf = new Map<number, string>()
  for (const [zone, name] of exemplars) {
    if (NAMED_FOR_NO_CITY.some((row) => row.zone === zone)) continue
    const key = nameKey(name)
    const bearers = (byZone.get(zone) ?? []).filter(
      (city) => nameKey(city.name) === key || city.otherNames.some((other) => nameKey(other.name) === key),
    )
    const [largest] = bearers.toSorted(
      (a, b) =>
        Number(nameKey(b.name) === key) - Number(nameKey(a.name) === key) ||
        (b.population ?? 0) - (a.population ?? 0) ||
        a.id - b.id,
    )
    if (largest !== undefined && largest.name !== name) nameOf.set(largest.id, name)
  }
  return cities.map((city) => {
    const name = nameOf.get(city.id)
    if (name === undefined) return city
    return {
      ...city,
      name,
      otherNames: [...city.otherNames, { name: city.name, isMain: true, population: city.population }],
    }
  })
}

/** Reports countries that have a zone but no city left. Countries that never had a city (WITHOUT_CITY) are not reported. */
function lostCountries(cities: readonly ZonedCity[], zonePlaces: readonly ZonePlace[]): SourceFinding[] {
  const withCity = new Set(cities.map((city) => city.country))
  const lost = [...zonesByCountry(zonePlaces).keys()].filter(
    (country) => !withCity.has(country) && !withoutCity.has(country),
  )
  return lost.map((country) => fault('country-lost', country, `no city is left in ${country}`))
}

const withoutCity: ReadonlySet<string> = new Set(WITHOUT_CITY.map((row) => row.country))

/** Returns zone → the largest known population of its cities. A zone without a known population is absent. */
export function largestCityByZone(cities: readonly ZonedCity[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { zone, population } of cities) {
    if (population !== null && population > (found.get(zone) ?? 0)) found.set(zone, population)
  }
  return found
}
