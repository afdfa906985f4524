// The geo-tz package asked directly, in the order of /lookup's rulings: stands in until the artifact has boundaries of its own.
import { find } from 'geo-tz/all'
import type { ZonesAt } from '../compile/cities.ts'

/** In each pair the first comes before the second where both contain a point: the administering authority's zone. */
const RULINGS: readonly (readonly [string, string])[] = [
  ['Asia/Shanghai', 'Asia/Urumqi'],
  ['Europe/Moscow', 'Asia/Tbilisi'],
  ['Asia/Kolkata', 'Asia/Kathmandu'],
]

/** A look-up over the package's own quadtree, which keeps zones apart that were merged since 1970. */
export const geoTzZonesAt: ZonesAt = (lat, lon) => {
  const found = find(lat, lon)
  const ruling = RULINGS.find(([first, second]) => found.includes(first) && found.includes(second))
  return ruling === undefined ? found : [ruling[0], ...found.filter((zone) => zone !== ruling[0])]
}
