// The oracle for look-ups: which zones contain which points, directly from the polygons, without any code of the index.
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'

/** A point in whole microdegrees. */
export interface Point {
  readonly lon: number
  readonly lat: number
}

const HALF_WORLD = 180_000_000
const POLE = 90_000_000

/**
 * Whether a rising edge from a to b passes west (+) or east (−) of the point, or through it (0). Uses BigInt when doubles are not exact
 * enough.
 */
function passesWest(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const left = (x - ax) * (by - ay)
  const right = (bx - ax) * (y - ay)
  const estimate = left - right
  if (Math.abs(estimate) > (Math.abs(left) + Math.abs(right)) * 1e-15) return estimate
  return Number(
    (BigInt(x) - BigInt(ax)) * (BigInt(by) - BigInt(ay)) -
      (BigInt(bx) - BigInt(ax)) * (BigInt(y) - BigInt(ay)),
  )
}

/** The first position in ascending `values` with a value of at least `least`. */
function lowerBound(values: Float64Array, least: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * For each point, the ascending positions in `zones` of the zones that contain it. Points are sorted once by latitude. Each edge then meets
 * only the points between its ends, and flips the zone for those that it passes on the west. A point on a border is moved a tiny step east,
 * and an even smaller step north; but west at +180, and south at the north pole.
 */
export function zonesContaining(zones: readonly ZonePolygons[], points: readonly Point[]): number[][] {
  const order = points.map((_, i) => i).toSorted((a, b) => (points[a]?.lat ?? 0) - (points[b]?.lat ?? 0))
  const xs = Float64Array.from(order, (i) => points[i]?.lon ?? 0)
  // At the pole the step goes south, so a vertex there counts as above the point.
  const ys = Float64Array.from(order, (i) => points[i]?.lat ?? 0)
  const found: number[][] = points.map(() => [])
  const isOdd = new Uint8Array(points.length)
  const firstAtPole = lowerBound(ys, POLE)

  zones.forEach(({ rings }, zone) => {
    isOdd.fill(0)
    for (const ring of rings) {
      let px = ring[ring.length - 2] ?? 0
      let py = ring[ring.length - 1] ?? 0
      for (let i = 0; i < ring.length; i += 2) {
        const qx = ring[i] ?? 0
        const qy = ring[i + 1] ?? 0
        if (py !== qy) {
          const [ax, ay, bx, by] = py < qy ? [px, py, qx, qy] : [qx, qy, px, py]
          const from = lowerBound(ys, ay)
          // An edge that ends at the pole passes all points there.
          const to = by === POLE ? points.length : lowerBound(ys, by)
          for (let k = from; k < to; k++) {
            if (ay === POLE && k >= firstAtPole) continue
            const x = xs[k] ?? 0
            const side = passesWest(ax, ay, bx, by, x, ys[k] ?? 0)
            if (side > 0 || (side === 0 && x !== HALF_WORLD)) isOdd[k] = (isOdd[k] ?? 0) ^ 1
          }
        }
        px = qx
        py = qy
      }
    }
    for (let k = 0; k < points.length; k++) if (isOdd[k] === 1) found[order[k] ?? 0]?.push(zone)
  })
  return found
}
