// Computes a zone's area on the sphere from its rings, in whole km². The area decides which of two overlapping zones comes first.
import { EARTH_RADIUS_KM } from '#core/geo/distance.ts'
import { MICRODEGREES } from '#core/geo/microdegrees.ts'
import { forEachEdge, type Ring } from '../parse/zone-polygons.ts'

const RADIAN = Math.PI / 180 / MICRODEGREES

/**
 * Returns the area inside rings, in whole square kilometres. The edges are straight in longitude and latitude, as in the source polygons.
 * The result is rounded because sines may differ in the last bit between engines.
 */
export function areaOf(rings: readonly Ring[]): number {
  let sum = 0
  for (const ring of rings)
    forEachEdge(ring, (ax, ay, bx, by) => {
      // ∫ sin(lat) d(lon) along the edge. For an edge that runs east, the area south of it is subtracted.
      sum -= (bx - ax) * RADIAN * meanSine(ay * RADIAN, by * RADIAN)
    })
  return Math.round(sum * EARTH_RADIUS_KM * EARTH_RADIUS_KM)
}

/** The mean of the sine between two latitudes in radians: the sine of the middle × sin(h)/h, where h is half the difference. */
function meanSine(from: number, to: number): number {
  const half = (to - from) / 2
  const middle = Math.sin((from + to) / 2)
  // The series of sin(h)/h, for small h where the quotient would lose digits.
  return half === 0
    ? middle
    : middle * (Math.abs(half) < 1e-4 ? 1 - (half * half) / 6 : Math.sin(half) / half)
}
