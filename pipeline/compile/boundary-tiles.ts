// Compiles polygons into `boundaries.tiles`, and orders zones that overlap: the smallest area first, except in curated disputes.
import { encodeBoundaries } from '#core/artifact/boundaries-encode.ts'
import { STRIPS, stripId } from '#core/geo/ocean-strips.ts'
import { DISPUTES } from '../curated/columns.ts'
import type { Progress, ZonePolygons } from '../parse/zone-polygons.ts'
import { areaOf } from './areas.ts'
import { uniqueEdges } from './edges.ts'
import { TREE_OPTIONS, compileQuadtree, type TreeOptions } from './quadtree.ts'

/** Two zones that overlap where the first comes before the second. */
type Dispute = Pick<(typeof DISPUTES)[number], 'first' | 'second'>

/**
 * Compiles records, in canonical order, into the bytes of the file, and counts its tiles. `release` is the boundary release's name as the API
 * shows it. The same records and options give the same bytes.
 */
export function compileBoundaries(
  release: string,
  polygons: readonly ZonePolygons[],
  { tree: options = TREE_OPTIONS, progress }: { tree?: TreeOptions; progress?: Progress } = {},
) {
  const edges = uniqueEdges(polygons)
  const tree = compileQuadtree(edges, STRIPS, options, progress)
  const strips = Array.from({ length: STRIPS }, (_, strip) => ({ id: stripId(strip), area: 0 }))
  const measured = polygons.map(({ id, rings }) => ({ id, area: areaOf(rings) }))
  // A record has the name of a strip when the oceans themselves are compiled for their check.
  const unlisted = strips.filter(({ id }) => !polygons.some((zone) => zone.id === id))
  const zones = [...unlisted, ...measured].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const numberOf = new Map(zones.map(({ id }, number) => [id, number]))
  const numbers = (ids: readonly { readonly id: string }[]): number[] =>
    ids.map(({ id }) => numberOf.get(id) ?? -1)
  const sets = tree.results.map((set) => {
    const members = edges.sets.members(set).flatMap((zone) => measured[zone] ?? [])
    return numbers(answerOrder(members, DISPUTES))
  })
  const bytes = encodeBoundaries({
    release,
    topShift: options.topShift,
    zones,
    results: [...strips.map((strip) => numbers([strip])), ...sets],
    tables: tree.tables,
    tree: tree.tree,
    borders: tree.borders,
  })
  return { bytes, tiles: tree.tiles }
}

/**
 * Returns the zones in the order of an answer: the smallest area first, in whole square kilometres. A dispute moves its first zone to just
 * before its second and changes nothing else. Zones of equal area are ordered by id.
 */
export function answerOrder<Zone extends { readonly id: string; readonly area: number }>(
  zones: readonly Zone[],
  disputes: readonly Dispute[],
): Zone[] {
  const ordered = zones.toSorted((a, b) => a.area - b.area || (a.id < b.id ? -1 : 1))
  for (const { first, second } of disputes) {
    const before = ordered.findIndex((zone) => zone.id === second)
    const at = ordered.findIndex((zone) => zone.id === first)
    if (before < 0 || at < before) continue
    ordered.splice(before, 0, ...ordered.splice(at, 1))
  }
  return ordered
}
