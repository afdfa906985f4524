// Finds the text that tells a city from others of its name in its country: its state, and a larger town nearby where needed.
import { distanceKm } from '#core/geo/distance.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber, thenBy } from '#core/order.ts'
import { nameKey } from '#core/text/name-key.ts'
import { REGION_OF_DIVISION, STATE_ALWAYS_SAID } from '../curated/columns.ts'
import type { ZonedCity } from './cities.ts'
import { divisionCodeOf } from './divisions.ts'

/**
 * Returns city id → its region. A city with a unique name in its country is absent, except in countries where people always say the
 * state.
 */
export function cityRegions(
  cities: readonly ZonedCity[],
  divisionNames: ReadonlyMap<string, string>,
): Map<number, string> {
  const regions = new Map<number, string>()
  const regionOf = (city: ZonedCity): string => regionNamed(divisionCodeOf(city), divisionNames) ?? ''
  const ofCountry = groupBy(cities, ({ country }) => country)
  for (const [country, own] of ofCountry) {
    for (const namesakes of groupBy(own, ({ name }) => nameKey(name)).values()) {
      if (namesakes.length > 1 || STATE_ALWAYS_SAID.some((row) => row.country === country))
        for (const [region, alike] of groupBy(namesakes, regionOf))
          for (const [city, text] of toldApart(alike, region, own))
            if (text !== '') regions.set(city.id, text)
    }
  }
  return regions
}

/** The name of a division by GeoNames' code, as it stands behind a town. Null where GeoNames has none. */
export const regionNamed = (code: string, divisionNames: ReadonlyMap<string, string>): string | null =>
  REGION_OF_DIVISION.find((row) => row.code === code)?.name ?? divisionNames.get(code) ?? null

/** Kilometres. A town farther away says nothing about where a city is: Ho Chi Minh City is 1,100 km from Hanoi. */
const FARTHEST_KM = 150

/** A city with so many times the people of the next one is meant without more words. */
const MUCH_LARGER = 10

/**
 * Tells apart cities of one name and region. Each is "near" a different town, a larger one if there is one. A capital, and a city that is much
 * the largest, needs no town.
 */
function* toldApart(
  alike: readonly ZonedCity[],
  region: string,
  ofCountry: readonly ZonedCity[],
): Generator<[ZonedCity, string]> {
  const [only] = alike
  if (only !== undefined && alike.length === 1) {
    yield [only, region]
    return
  }
  const taken = new Set<string>()
  const [first, second] = alike.toSorted(byNumber(({ population }) => population ?? 0, -1))
  for (const city of alike) {
    const people = city.population ?? 0
    const isMeant =
      city.isCapital || (city === first && people >= MUCH_LARGER * Math.max(1, second?.population ?? 0))
    const towns = ofCountry
      .filter((town) => nameKey(town.name) !== nameKey(city.name) && distanceKm(town, city) <= FARTHEST_KM)
      .toSorted(
        thenBy(
          byNumber(({ population }) => ((population ?? 0) > people ? 0 : 1)),
          byNumber((town) => distanceKm(town, city)),
        ),
      )
    const near = isMeant ? '' : (towns.find(({ name }) => !taken.has(name))?.name ?? '')
    taken.add(near)
    yield [city, [region, near === '' ? '' : `near ${near}`].filter((part) => part !== '').join(', ')]
  }
}
