// A ring cut to a box, for drawings: what lies outside runs along the sides of the box.

export interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** The box around a ring of x, y, x, y, … */
export function boxAround(ring: ArrayLike<number>): Box {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    if (x < west) west = x
    if (x > east) east = x
    if (y < south) south = y
    if (y > north) north = y
  }
  return { west, south, east, north }
}

/**
 * The part of a ring inside a box, by Sutherland and Hodgman. Both have the same units. If a ring leaves the box and enters it again, its parts
 * stay joined along the box's sides. Empty if nothing is inside.
 */
export function clipRing(ring: ArrayLike<number>, box: Box): readonly number[] {
  let points: readonly number[] = Array.from(ring)
  points = cut(points, 0, box.west, 1)
  points = cut(points, 0, box.east, -1)
  points = cut(points, 1, box.south, 1)
  points = cut(points, 1, box.north, -1)
  return points
}

/** Keeps what is on one side of a line across an axis: above it where `sign` is 1, below it where it is −1. */
function cut(points: readonly number[], axis: 0 | 1, line: number, sign: 1 | -1): readonly number[] {
  const kept: number[] = []
  const last = points.length - 2
  for (let i = 0, before = last; i < points.length; before = i, i += 2) {
    const [from, to] = [points[before + axis] ?? 0, points[i + axis] ?? 0]
    const isIn = (to - line) * sign >= 0
    if (isIn !== (from - line) * sign >= 0) {
      const other = 1 - axis
      const [a, b] = [points[before + other] ?? 0, points[i + other] ?? 0]
      const across = a + ((b - a) * (line - from)) / (to - from)
      kept.push(...(axis === 0 ? [line, across] : [across, line]))
    }
    if (isIn) kept.push(points[i] ?? 0, points[i + 1] ?? 0)
  }
  return kept
}
