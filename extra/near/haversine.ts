// Computes distances on the sphere from a point to the points of an edge. An edge is straight in longitude and latitude.
import { EARTH_RADIUS_KM } from '#core/geo/distance.ts'
import { POLE } from '#core/geo/microdegrees.ts'

/** In metres. */
const RADIUS = EARTH_RADIUS_KM * 1000
const RADIANS = Math.PI / 180e6
/** Steps of Newton's method. Starting from the answer in the plane, two are enough on an edge of one degree. */
const STEPS = 3

/** Metres along the sphere. */
export const haversineToMetres = (haversine: number): number =>
  2 * RADIUS * Math.asin(Math.sqrt(Math.min(1, haversine)))

/** The inverse. Half the world or more gives 1: the whole world. */
export const metresToHaversine = (metres: number): number =>
  Math.sin(Math.min(Math.PI / 2, metres / (2 * RADIUS))) ** 2

/** The nearest point found so far, and its distance. The object is reused, so finding a point allocates nothing. */
export class NearestPoint {
  haversine = 1
  /** Microdegrees from (−180, −90). */
  x = 0
  y = 0
  /** The position on the edge, from 0 to 1. */
  part = 0

  /** Sets another point, with its haversine from (fromX, fromY). `cosine` is that of the latitude of (fromX, fromY). */
  set(fromX: number, fromY: number, cosine: number, x: number, y: number): void {
    const up = Math.sin(((y - fromY) * RADIANS) / 2)
    const across = Math.sin(((x - fromX) * RADIANS) / 2)
    this.x = x
    this.y = y
    this.haversine = up * up + cosine * Math.cos((y - POLE) * RADIANS) * across * across
  }
}

/** Finds the point nearest to (x, y) on the edge a → b. Edges are a few degrees long at most. */
export function nearestOnEdge(
  x: number,
  y: number,
  cosine: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
  nearest: NearestPoint,
): void {
  const dx = bx - ax
  const dy = by - ay
  // Start as if the world were flat around the edge's middle.
  const width = cosine * Math.cos(((ay + by) / 2 - POLE) * RADIANS)
  const length = width * dx * dx + dy * dy
  if (length === 0) {
    nearest.set(x, y, cosine, ax, ay)
    nearest.part = 0
    return
  }
  let part = Math.max(0, Math.min(1, (width * (x - ax) * dx + (y - ay) * dy) / length))
  const stepX = dx * RADIANS
  const stepY = dy * RADIANS
  for (let step = 0; step < STEPS; step++) {
    const lat = (ay + dy * part - POLE) * RADIANS
    const up = (ay + dy * part - y) * RADIANS
    const across = (ax + dx * part - x) * RADIANS
    const half = Math.sin(across / 2) ** 2
    const sine = Math.sin(lat)
    const cos = Math.cos(lat)
    const slope =
      0.5 * Math.sin(up) * stepY + cosine * (-sine * stepY * half + 0.5 * cos * Math.sin(across) * stepX)
    const bend =
      0.5 * Math.cos(up) * stepY * stepY +
      cosine *
        (-cos * stepY * stepY * half -
          sine * stepX * stepY * Math.sin(across) +
          0.5 * cos * Math.cos(across) * stepX * stepX)
    if (!(bend > 0)) break
    const next = Math.max(0, Math.min(1, part - slope / bend))
    if (next === part) break
    part = next
  }
  nearest.set(x, y, cosine, ax + dx * part, ay + dy * part)
  nearest.part = part
}
