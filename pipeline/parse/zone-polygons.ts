// The records that both boundary channels produce: the rings of each zone in whole microdegrees, in one canonical order.
import type { SourceFinding } from '../findings.ts'

/** Vertices as lon, lat, lon, lat, …. The last vertex joins the first, which is not repeated. The zone lies to the left of every edge. */
export type Ring = Int32Array

/** A point belongs to the zone when a line from it to the outside crosses the rings an odd number of times. */
export interface ZonePolygons {
  /** The `tzid` of the boundary release. */
  readonly id: string
  readonly rings: readonly Ring[]
}

/** The contents of a boundary source. */
export interface BoundaryRecords {
  /** In canonical order, without ocean strips. */
  readonly zones: readonly ZonePolygons[]
  /** The features of the ocean strips, if the source has them. */
  readonly oceans: readonly ZonePolygons[]
  readonly findings: readonly SourceFinding[]
}

/** Called from time to time with the work done and the total work, in any unit. */
export type Progress = (done: number, total: number) => void

/** Calls `visit` with the two ends of each edge of a ring, the one that closes it first. */
export function forEachEdge(
  ring: ArrayLike<number>,
  visit: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  let ax = ring[ring.length - 2] ?? 0
  let ay = ring[ring.length - 1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] ?? 0
    const by = ring[i + 1] ?? 0
    visit(ax, ay, bx, by)
    ax = bx
    ay = by
  }
}

/** Returns twice the plane area in square microdegrees, positive when the ring runs counter-clockwise. Only the sign is exact. */
export function doubleArea(ring: Ring): number {
  let sum = 0
  const x0 = ring[ring.length - 2] ?? 0
  const y0 = ring[ring.length - 1] ?? 0
  forEachEdge(ring, (ax, ay, bx, by) => (sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0)))
  return sum
}

/** The same ring, starting at its least vertex (by longitude, then latitude). */
function fromLeastVertex(ring: Ring): Ring {
  let least = 0
  for (let i = 2; i < ring.length; i += 2) {
    const order = (ring[i] ?? 0) - (ring[least] ?? 0) || (ring[i + 1] ?? 0) - (ring[least + 1] ?? 0)
    if (order < 0) least = i
  }
  if (least === 0) return ring
  const turned = new Int32Array(ring.length)
  turned.set(ring.subarray(least))
  turned.set(ring.subarray(0, least), ring.length - least)
  return turned
}

/** Returns the same ring in the opposite direction. */
export function reversed(ring: Ring): Ring {
  const back = new Int32Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    back[ring.length - 2 - i] = ring[i] ?? 0
    back[ring.length - 1 - i] = ring[i + 1] ?? 0
  }
  return back
}

function compareRings(a: Ring, b: Ring): number {
  const at = a.findIndex((value, i) => value !== b[i])
  return at < 0 || at >= b.length ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0)
}

/** Returns records in canonical order: zones by id; rings start at their least vertex and are sorted by their vertices. */
export function canonicalPolygons(zones: Iterable<ZonePolygons>): ZonePolygons[] {
  return [...zones]
    .map(({ id, rings }) => ({ id, rings: rings.map(fromLeastVertex).toSorted(compareRings) }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
