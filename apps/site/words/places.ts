// The cities of a zone or a country, largest first; and which zones' clocks a country keeps.
import type { Almanac } from '#core/ask/almanac.ts'
import type { City } from '#core/ask/cities.ts'
import type { Country } from '#core/ask/countries.ts'
import { groupBy } from '#core/group-by.ts'
import type { Zone } from '#core/ask/zones.ts'
import { oncePer } from '#core/once-per.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'

const byPeople = thenBy<City>(
  byNumber(({ population }) => population ?? 0, -1),
  byText(({ slug }) => slug),
)

/** The largest of some cities, largest first. */
export const largest = (cities: readonly City[], count: number): City[] =>
  cities.toSorted(byPeople).slice(0, count)

const groupsOf = oncePer((almanac: Almanac) => {
  const all = almanac.cities().byName.toSorted(byPeople)
  return { all, ofZone: groupBy(all, ({ zone }) => zone), ofCountry: groupBy(all, ({ country }) => country) }
})

/** All cities, largest first. */
export const allCities = (almanac: Almanac): readonly City[] => groupsOf(almanac).all

/** The cities of a zone, largest first. */
export const citiesOf = (zone: Zone, almanac: Almanac): readonly City[] =>
  groupsOf(almanac).ofZone.get(zone) ?? []

/** The cities of a country, largest first. */
export const citiesIn = (country: Country, almanac: Almanac): readonly City[] =>
  groupsOf(almanac).ofCountry.get(country) ?? []

/** The zones whose clocks a country keeps: its own, else the one that stands for it, as Belgrade's for Kosovo. Empty for a country without inhabitants. */
export const keptZones = ({ zones, defaultZone }: Country): readonly Zone[] =>
  zones.length > 0 || defaultZone === null ? zones : [defaultZone]

/** The text for a country without inhabitants or zones. */
export const NO_CLOCK = 'no clock of its own'

/** Zones by their largest city, the largest first. */
export const zonesBySize = (zones: readonly Zone[], almanac: Almanac): Zone[] =>
  zones.toSorted(byNumber((zone) => citiesOf(zone, almanac)[0]?.population ?? 0, -1))

/** `53.3331° N, 6.2489° W` from degrees. */
export const coordinates = ({ lat, lon }: { readonly lat: number; readonly lon: number }): string =>
  `${degreesOf(lat, 'N', 'S')}, ${degreesOf(lon, 'E', 'W')}`

const degreesOf = (degrees: number, positive: string, negative: string): string =>
  `${Math.abs(degrees)}° ${degrees < 0 ? negative : positive}`
