// Looks up a point without WebAssembly: it walks the tree and counts crossings in a border tile, as docs/formats/boundaries.md says.
// It serves bundles of a few kilobytes, and places that compile no WebAssembly. kernel/look-up.ts does the same, several edges at a time.
import { signOfDifference } from '../geo/side-of-edge.ts'
import { stripAt } from '../geo/ocean-strips.ts'
import { HALF_WORLD } from '../geo/microdegrees.ts'
import { COUNT_MASK, COUNT_SHIFT, KIND, KIND_SHIFT, NO_ZONE, POSITION_MASK } from './boundaries-layout.ts'
import type { Geometry } from './boundaries-parts.ts'
import { bitsIn, groupWords, tableIn, verticesIn } from './tile-codec.ts'

/** Faults, given in place of a result, as the kernel gives them: positions in `FAULTS` of boundaries-layout.ts, from −1 down. */
const NODE_OUT_OF_RANGE = -1
const TILE_OUT_OF_RANGE = -2
const TABLE_OUT_OF_RANGE = -3
const RESULT_OUT_OF_RANGE = -4

/** The sections that a look-up reads, of a whole file or of a bundle. */
export interface LookUpParts extends Geometry {
  /** The words of `borders` as 16-bit halves. */
  readonly halves: Int16Array
  readonly resultCount: number
}

/**
 * The result at a point in whole microdegrees from (−180, −90); negative for a fault. The walk starts at the entry `at`, whose square has a
 * side of 2^`shift`. `west` and `south` are 1 on the world's eastern and northern edge, where the nudge goes the other way.
 */
export function plainResult(
  parts: LookUpParts,
  at: number,
  shift: number,
  x: number,
  y: number,
  west: 0 | 1,
  south: 0 | 1,
): number {
  const { tree } = parts
  for (let position = at, left = shift; ;) {
    const entry = tree[position]
    if (entry === undefined) return NODE_OUT_OF_RANGE
    const kind = entry >>> KIND_SHIFT
    if (kind === KIND.uniform) return settled(entry, x, parts.resultCount)
    if (kind !== KIND.node) {
      const size = 2 ** left
      const px = ((x - west) & (size - 1)) + west - (size >> 1)
      const py = ((y - south) & (size - 1)) + south - (size >> 1)
      return resultInTile(parts, entry & POSITION_MASK, kind === KIND.wide, px, py, x, west, south)
    }
    const steps = (entry >>> COUNT_SHIFT) & COUNT_MASK
    left -= steps
    // Each node divides its square. So this loop ends even in damaged bytes.
    if (steps === 0 || left < 0) return NODE_OUT_OF_RANGE
    const mask = (1 << steps) - 1
    const row = ((y - south) >> left) & mask
    position = (entry & POSITION_MASK) + (row << steps) + (((x - west) >> left) & mask)
  }
}

function resultInTile(
  { borders, halves, tables, resultCount }: LookUpParts,
  start: number,
  isWide: boolean,
  px: number,
  py: number,
  x: number,
  west: 0 | 1,
  south: 0 | 1,
): number {
  const height = py - south
  let crossed = 0
  for (let at = start; ;) {
    const head = borders[at]
    if (head === undefined) return TILE_OUT_OF_RANGE
    const vertices = verticesIn(head)
    const kinds = bitsIn(head)
    const masks = at + 1
    const from = masks + kinds * 2
    const end = at + groupWords(head, isWide)
    if (vertices === 0 || kinds === 0 || end > borders.length) return TILE_OUT_OF_RANGE
    const [coordinates, lats] = isWide ? [borders, from] : [halves, from * 2]
    const lons = lats + vertices
    for (let vertex = 0; vertex < vertices; vertex++) {
      const ay = coordinates[lats + vertex] ?? 0
      const isAbove = ay > height
      const by = coordinates[lats + vertex + 1] ?? 0
      const rises = by > height
      let meets = false
      if (vertex + 1 < vertices && isAbove !== rises) {
        const ax = coordinates[lons + vertex] ?? 0
        const bx = coordinates[lons + vertex + 1] ?? 0
        const side = signOfDifference(bx - ax, py - ay, px - ax, by - ay)
        // A point on the edge is nudged east, but on the world's eastern edge it is nudged west.
        meets = side === 0 ? west === 0 : side < 0 === rises
      }
      for (let kind = 0; kind < kinds; kind++) {
        const edges = (borders[masks + kind * 2] ?? 0) >>> vertex
        const unseen = (borders[masks + kind * 2 + 1] ?? 0) >>> vertex
        crossed ^= ((meets ? edges & 1 : 0) ^ (isAbove ? unseen & 1 : 0)) << kind
      }
    }
    if (head >= 0) {
      const result = tables[tableIn(head) * 2 + crossed]
      return result === undefined ? TABLE_OUT_OF_RANGE : settled(result, x, resultCount)
    }
    at = end
  }
}

/** A result that exists, or a fault. Where no boundary contains the point, the result of its ocean strip. */
function settled(result: number, x: number, resultCount: number): number {
  const found = result === NO_ZONE ? stripAt(x - HALF_WORLD) : result
  return found < resultCount ? found : RESULT_OUT_OF_RANGE
}
