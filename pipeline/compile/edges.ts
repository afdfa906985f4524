// Collects the edges from the rings of all zones. Each edge is stored once, with the set of zones that it bounds.
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { forEachEdge, type ZonePolygons } from '../parse/zone-polygons.ts'
import { ZoneSets, type SetId } from './zone-sets.ts'

/**
 * Edges as columns. Coordinates are microdegrees from (−180, −90), so they are never negative. An edge between two zones is stored once:
 * who crosses it leaves one zone and enters the other.
 */
export type Edges = ReturnType<typeof uniqueEdges>

/** Hashes four coordinates to a table position. */
function hash(ax: number, ay: number, bx: number, by: number): number {
  let mixed = Math.imul(ax, 0x9e3779b1) ^ Math.imul(ay, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) ^ Math.imul(bx, 0x27d4eb2f)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0x165667b1) ^ Math.imul(by, 0x9e3779b1)
  return mixed ^ (mixed >>> 16)
}

/**
 * Returns the edges of all zones. Where two rings of one zone touch along an edge, the edge bounds nothing of that zone and is left out.
 */
export function uniqueEdges(zones: readonly ZonePolygons[]) {
  let total = 0
  for (const zone of zones) for (const ring of zone.rings) total += ring.length / 2
  const ax = new Int32Array(total)
  const ay = new Int32Array(total)
  const bx = new Int32Array(total)
  const by = new Int32Array(total)
  const bounds = new Uint16Array(total)
  const sets = new ZoneSets()
  const size = 2 ** Math.ceil(Math.log2(Math.max(4, total * 1.5)))
  // Positions in the columns plus one. 0 marks a free slot.
  const table = new Int32Array(size)
  let count = 0

  zones.forEach((zone, number) => {
    const single: SetId = sets.of([number])
    for (const ring of zone.rings) {
      forEachEdge(ring, (fromX, fromY, toX, toY) => {
        if (fromX === toX && fromY === toY) return
        // The same edge appears from both sides, in opposite directions. So it is stored with its lesser end first.
        const isForward = fromX < toX || (fromX === toX && fromY < toY)
        const x0 = (isForward ? fromX : toX) + HALF_WORLD
        const y0 = (isForward ? fromY : toY) + POLE
        const x1 = (isForward ? toX : fromX) + HALF_WORLD
        const y1 = (isForward ? toY : fromY) + POLE
        let slot = hash(x0, y0, x1, y1) & (size - 1)
        for (let known = table[slot] ?? 0; known > 0; known = table[slot] ?? 0) {
          const at = known - 1
          if (ax[at] === x0 && ay[at] === y0 && bx[at] === x1 && by[at] === y1) {
            bounds[at] = sets.symmetricDifference(bounds[at] ?? 0, single)
            return
          }
          slot = (slot + 1) & (size - 1)
        }
        ax[count] = x0
        ay[count] = y0
        bx[count] = x1
        by[count] = y1
        bounds[count] = single
        count += 1
        table[slot] = count
      })
    }
  })
  if (sets.count > 0xffff) throw new RangeError(`edges: ${sets.count} sets of zones, more than 16 bits count`)

  let kept = 0
  for (let i = 0; i < count; i++) {
    if (bounds[i] === 0) continue
    for (const column of [ax, ay, bx, by, bounds]) column[kept] = column[i] ?? 0
    kept += 1
  }
  return {
    count: kept,
    ax: ax.subarray(0, kept),
    ay: ay.subarray(0, kept),
    bx: bx.subarray(0, kept),
    by: by.subarray(0, kept),
    /** The set of zones that an edge bounds, as positions in the list of records. Never the empty set. */
    bounds: bounds.subarray(0, kept),
    sets,
  }
}
