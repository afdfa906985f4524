// Finds the text that tells a city from others of its name in its country: its state, and a larger town nearby where needed.
import { groupBy } from '#core/group-by.ts'
import { nameKey } from '#core/text/name-key.ts'
import { REGION_OF_DIVISION, STATE_ALWAYS_SAID } from '../curated/tables.ts'
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
  const regionOf = (city: ZonedCity): string =>
    REGION_OF_DIVISION.find(({ code }) => code === divisionCodeOf(city))?.name ??
    divisionNames.get(divisionCodeOf(city)) ??
    ''
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

/** Tells apart cities of one name and region. Larger cities come first, and each is "near" a different town. */
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
  for (const city of alike) {
    const towns = ofCountry
      .filter(
        ({ name, population }) =>
          nameKey(name) !== nameKey(city.name) && (population ?? 0) > (city.population ?? 0),
      )
      .toSorted((one, other) => squaredDistance(one, city) - squaredDistance(other, city))
    const near = towns.find(({ name }) => !taken.has(name))?.name ?? ''
    taken.add(near)
    yield [city, [region, near === '' ? '' : `near ${near}`].filter((part) => part !== '').join(', ')]
  }
}

type Point = Pick<ZonedCity, 'lat' | 'lon'>

/** The squared distance in degrees of latitude. It is exact enough to tell which of two towns is nearer. */
const squaredDistance = (one: Point, other: Point): number =>
  (one.lat - other.lat) ** 2 +
  (((one.lon - other.lon + 540) % 360) - 180) ** 2 * Math.cos((one.lat * Math.PI) / 180) ** 2
