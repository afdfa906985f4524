// Gives each city its zone, by the boundaries and by rules that correct them, and the name that CLDR gives to the city of a zone.
import { DISPUTES, NAMED_FOR_NO_CITY, USER_ASSIGNED, WITHOUT_CITY, ZONE_OF_CITY } from '../curated/columns.ts'
import { addRow, fault, note, type SourceFinding } from '../findings.ts'
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import { byNumber, thenBy } from '#core/order.ts'
import { renamedTo, type CityPlace } from './places.ts'
import type { ReferenceSources } from './sources.ts'
import type { ZonePlace } from '../parse/zone-tab.ts'
import { zonesByCountry } from './zone-places.ts'

/** A city with the zone whose time it uses. */
export interface ZonedCity extends CityPlace {
  readonly zone: string
  /** The other zone of a dispute (Abkhazia, Xinjiang), whose time some use there. */
  readonly otherZone?: string | undefined
}

export interface CitySources extends Pick<ReferenceSources, 'cityPlaces' | 'zonePlaces' | 'zonesAt'> {
  readonly countries: readonly { readonly iso2: string }[]
}

/**
 * Gives each city its zone. It is the curated one; else in a dispute the first zone at its point; else the first zone at its point that zone.tab gives to its country; else the
 * country's only zone; else the first zone at its point, with a note. Without the country rule Hanoi would be in Asia/Bangkok.
 */
export function compileCities(sources: CitySources): { cities: ZonedCity[]; findings: SourceFinding[] } {
  const { cityPlaces, countries, zonePlaces } = sources
  const findings: SourceFinding[] = []
  const listed = new Set(zonePlaces.map((place) => place.id))
  const zoneOf = zoneFinder(sources)
  const known = new Set(countries.map((country) => country.iso2))

  const cities: ZonedCity[] = []
  for (const place of cityPlaces) {
    const { name, country } = place
    if (!known.has(country)) {
      findings.push(fault('city-country', name, `${name} is in ${country}, which is not a country`))
      continue
    }
    const { zone, otherZone, isOfCountry, atPoint } = zoneOf(place)
    const about = `${name}, ${country} (${place.id})`
    if (zone === undefined || !listed.has(zone)) {
      const [first] = atPoint
      const found = zone ?? (atPoint.join(', ') || 'no zone')
      const message = `${about} at ${place.lat} ${place.lon}: ${found} is not in zone.tab`
      const fix =
        first === undefined ? undefined : addRow('gone-zones', first, '(Area/Other)', 'tz (release)')
      findings.push(fault('zone-unknown', name, message, fix))
      continue
    }
    const message = `${about} is in ${zone}, which zone.tab does not give to ${country}`
    if (!isOfCountry) findings.push(note('city-zone-denied', name, message))
    cities.push({ ...place, zone, otherZone })
  }
  return { cities, findings: [...findings, ...lostCountries(cities, zonePlaces)] }
}

type Located = Pick<CityPlace, 'id' | 'country' | 'lat' | 'lon'>

/** Returns the function that finds the zone of a place by the rule, and whether it is one of its country's. */
function zoneFinder({ zonePlaces, zonesAt }: Pick<CitySources, 'zonePlaces' | 'zonesAt'>) {
  const byCountry = zonesByCountry(zonePlaces)
  // zone.tab does not have these.
  for (const { country, defaultZone } of USER_ASSIGNED) byCountry.set(country, [defaultZone])
  const listed = new Set(zonePlaces.map((place) => place.id))
  const curated = new Map(ZONE_OF_CITY.map((row) => [row.geonamesId, row.zone]))
  return ({ id, country, lat, lon }: Located) => {
    const atPoint = zonesAt(lat, lon)
    const ofCountry = byCountry.get(country) ?? []
    const dispute = DISPUTES.find(({ first, second }) => atPoint[0] === first && atPoint.includes(second))
    const zone =
      curated.get(id) ??
      dispute?.first ??
      atPoint.find((candidate) => ofCountry.includes(candidate)) ??
      (ofCountry.length === 1 ? ofCountry[0] : undefined) ??
      atPoint.find((candidate) => listed.has(candidate))
    const isOfCountry = zone !== undefined && (ofCountry.includes(zone) || zone === dispute?.first)
    return {
      zone,
      otherZone: zone === dispute?.first ? dispute?.second : undefined,
      isOfCountry,
      atPoint,
    }
  }
}

/**
 * Gives zones, by the same rule, to places that are not cities of the service. Leaves out a place for which the rule finds no zone of its
 * country.
 */
export function zonedPlaces<Place extends Located>(
  places: readonly Place[],
  sources: Pick<CitySources, 'zonePlaces' | 'zonesAt'>,
): (Place & Pick<ZonedCity, 'zone' | 'otherZone'>)[] {
  const zoneOf = zoneFinder(sources)
  return places.flatMap((place) => {
    const { zone, otherZone, isOfCountry } = zoneOf(place)
    return zone !== undefined && isOfCountry ? [{ ...place, zone, otherZone }] : []
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
    const isNamed = (one: { readonly name: string }): boolean => nameKey(one.name) === key
    const [largest] = (byZone.get(zone) ?? [])
      .filter((city) => isNamed(city) || city.otherNames.some(isNamed))
      .toSorted(
        thenBy(
          byNumber((city) => Number(isNamed(city)), -1),
          byNumber(({ population }) => population ?? 0, -1),
          byNumber(({ id }) => id),
        ),
      )
    if (largest !== undefined && largest.name !== name) nameOf.set(largest.id, name)
  }
  return cities.map((city) => renamedTo(city, nameOf.get(city.id) ?? city.name))
}

/** Reports countries that have a zone but no city left. Countries that never had a city (WITHOUT_CITY) are not reported. */
function lostCountries(cities: readonly ZonedCity[], zonePlaces: readonly ZonePlace[]): SourceFinding[] {
  const expected = new Set([...cities, ...WITHOUT_CITY].map(({ country }) => country))
  const lost = [...zonesByCountry(zonePlaces).keys()].filter((country) => !expected.has(country))
  return lost.map((country) => fault('country-lost', country, `no city is left in ${country}`))
}

/** Returns zone → the largest known population of its cities. A zone without a known population is absent. */
export function largestCityByZone(cities: readonly ZonedCity[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { zone, population } of cities) {
    if (population !== null && population > (found.get(zone) ?? 0)) found.set(zone, population)
  }
  return found
}
