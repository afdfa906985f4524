// Checks the ocean features of a boundary release against the rule that replaces them: a strip of 15° minus every zone.
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { STRIPS, stripAt, stripId } from '#core/geo/ocean-strips.ts'
import { HALF_WORLD, POLE, degreesOf } from '#core/geo/microdegrees.ts'
import { note, type SourceFinding } from '../findings.ts'
import { forEachEdge, type ZonePolygons } from '../parse/zone-polygons.ts'
import { compileBoundaries } from './boundary-tiles.ts'

/** Findings beyond this number are counted, not listed. */
const LISTED = 20
/**
 * Compares the ocean features with the rule around every vertex of zones and oceans, a microdegree away on each diagonal. There an ocean
 * feature must answer exactly where no zone does, and it must be the one of that longitude. `bytes` are the compiled file without oceans.
 * They are read only if the release has ocean features.
 */
export function checkOceans(
  bytes: Uint8Array,
  polygons: readonly ZonePolygons[],
  oceans: readonly ZonePolygons[],
): SourceFinding[] {
  if (oceans.length === 0) return []
  const zones = openBoundaries(bytes)
  const compiled = openBoundaries(compileBoundaries('oceans', oceans).bytes, 'oceans')
  const faults = new Map<string, { count: number; readonly at: string[] }>()
  const checkPoint = (lon: number, lat: number): void => {
    if (lon < -HALF_WORLD || lon >= HALF_WORLD || lat < -POLE || lat >= POLE) return
    const strip = stripAt(lon)
    const isSea = zones.resultAt(lon, lat) === strip
    const ocean = compiled.resultAt(lon, lat)
    // The result of a strip means that there is no ocean feature.
    const found = ocean < STRIPS ? [] : (compiled.results[ocean] ?? [])
    const expected = isSea ? [stripId(strip)] : []
    if (found.length === expected.length && found[0] === expected[0]) return
    const kind = `expected ${expected[0] ?? 'no ocean'}, found ${found.join(' and ') || 'no ocean'}`
    const fault = faults.get(kind) ?? { count: 0, at: [] }
    fault.count += 1
    if (fault.at.length < LISTED) fault.at.push(`${degreesOf(lon)} ${degreesOf(lat)}`)
    faults.set(kind, fault)
  }
  for (const ring of [...polygons, ...oceans].flatMap(({ rings }) => rings))
    forEachEdge(ring, (_fromLon, _fromLat, lon, lat) => {
      // At least one diagonal neighbour of a vertex lies on each side of the edges that meet there, if the sides are wide enough.
      for (const dx of [1, -1]) for (const dy of [1, -1]) checkPoint(lon + dx, lat + dy)
    })
  return [...faults]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, { count, at }]) => {
      const places = `${at.join(', ')}${count > at.length ? ', …' : ''}`
      return note('ocean-sliver', kind, `${kind}, beside ${count} vertices: at lon lat ${places}`)
    })
}
