// Records of polygons → the bytes of `boundaries.tiles`.
import { encodeBoundaries, stripId, type BoundaryParts } from '#core/artifact/boundaries.ts'
import { STRIPS } from '#core/artifact/boundaries-layout.ts'
import { answerOrder } from '../compile/answer-order.ts'
import { areaOf } from '../compile/areas.ts'
import { uniqueEdges } from '../compile/edges.ts'
import { TREE_OPTIONS, compileQuadtree, type TileTree, type TreeOptions } from '../compile/quadtree.ts'
import { DISPUTES } from '../curated/disputes.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'

export interface WrittenBoundaries {
  readonly bytes: Uint8Array
  readonly tiles: TileTree['tiles']
}

/** Compiles records (in canonical order) into the file. `release` is the boundary release's name as the API shows it. */
export function boundaryBytes(
  release: string,
  polygons: readonly ZonePolygons[],
  options: TreeOptions = TREE_OPTIONS,
  progress?: (done: number, total: number) => void,
): WrittenBoundaries {
  const edges = uniqueEdges(polygons)
  const tree = compileQuadtree(edges, STRIPS, options, progress)
  const strips = Array.from({ length: STRIPS }, (_, strip) => ({ id: stripId(strip), area: 0 }))
  const measured = polygons.map(({ id, rings }) => ({ id, area: areaOf(rings) }))
  const zones = [...strips, ...measured].sort((a, b) => (a.id < b.id ? -1 : 1))
  const numberOf = new Map(zones.map(({ id }, number) => [id, number]))
  const numbers = (ids: readonly { readonly id: string }[]): number[] => ids.map(({ id }) => numberOf.get(id) ?? -1)
  const sets = tree.results.map((set) => {
    const members = edges.sets.members(set).flatMap((zone) => measured[zone] ?? [])
    return numbers(answerOrder(members, DISPUTES))
  })
  const parts: BoundaryParts = {
    release,
    topShift: tree.topShift,
    zones,
    results: [...strips.map((strip) => numbers([strip])), ...sets],
    tables: tree.tables,
    tree: tree.tree,
    borders: tree.borders,
  }
  return { bytes: encodeBoundaries(parts), tiles: tree.tiles }
}
