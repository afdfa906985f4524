// Distances and zones within a distance, compared with the oracle on the polygons.
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { degreesOf } from '#core/geo/microdegrees.ts'
import { openBoundaries } from '#package/boundaries.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { zonesContaining, type Point } from './exact-zones.ts'
import { bordersNear } from './near-oracle.ts'

export interface NearCompared {
  /** The greatest difference in metres. */
  readonly worst: number
  /** Points with other zones within the distance. A zone that is nearer or further by less than a metre does not count. */
  readonly differences: readonly string[]
  /** How many zones were found in addition to those at the points. */
  readonly others: number
}

/** From 100 m to 100 km. */
const radiusOf = (point: number): number => 10 ** (2 + (point % 7) / 2)

/** Asks the library and the oracle about points. */
export function compareNear(
  zones: readonly ZonePolygons[],
  file: Boundaries,
  points: readonly Point[],
): NearCompared {
  const boundaries = openBoundaries(file.bytes)
  const oracle = bordersNear(zones, points, radiusOf)
  const containing = zonesContaining(zones, points)
  const idOf = (zone: number): string => zones[zone]?.id ?? ''
  let [worst, others] = [0, 0]
  const differences: string[] = []
  points.forEach(({ lon, lat }, i) => {
    const [y, x, radius] = [degreesOf(lat), degreesOf(lon), radiusOf(i)]
    worst = Math.max(worst, Math.abs(boundaries.distanceToBorder(y, x) - (oracle.nearest[i] ?? 0)))
    const found = new Set(boundaries.zonesWithin(y, x, radius))
    const must = new Set((containing[i] ?? []).map(idOf))
    const may = new Set(must)
    for (const [zone, metres] of oracle.within[i] ?? []) {
      if (metres < radius - 1) must.add(idOf(zone))
      may.add(idOf(zone))
    }
    others += must.size - (containing[i]?.length ?? 0)
    const missing = [...must].filter((id) => !found.has(id))
    // The sea has no polygon.
    const extra = [...found].filter((id) => !id.startsWith('Etc/') && !may.has(id))
    if (missing.length + extra.length > 0)
      differences.push(`${y} ${x} within ${radius} m: missing ${missing.join()}, too many ${extra.join()}`)
  })
  return { worst, differences, others }
}
