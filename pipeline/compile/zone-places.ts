// Groups zones by the country that zone.tab gives them, in the order of that file. Countries and cities are compiled from it.
import { groupBy } from '#core/group-by.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { ZonePlace } from '../parse/zone-tab.ts'

/** Returns country → its zones, in the order of zone.tab. A country without a zone is absent. */
export function zonesByCountry(places: readonly ZonePlace[]): Map<string, string[]> {
  const byCountry = groupBy(places, ({ country }) => country)
  return new Map(Array.from(byCountry, ([country, zones]) => [country, zones.map(({ id }) => id)]))
}

/** Returns CLDR's identifier of a zone → today's zone.tab zone (`Europe/Kiev` → `Europe/Kyiv`). */
export function zoneByCldrId({ zoneSpellings }: Cldr, places: readonly ZonePlace[]): Map<string, string> {
  const listed = new Set(places.map((place) => place.id))
  const found = new Map(Array.from(listed, (zone) => [zone, zone]))
  for (const group of zoneSpellings) {
    const current = group.find((spelling) => listed.has(spelling))
    if (current === undefined) continue
    for (const spelling of group) if (!listed.has(spelling)) found.set(spelling, current)
  }
  return found
}
