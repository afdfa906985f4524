// On which side of an edge a point lies, exactly; on the edge it counts as east. For the build; look-ups: kernel/ and plain-look-up.ts.

/**
 * The sign of `a·b − c·d`, exactly, for whole numbers below 2^30 in size. The products pass 2^53, so each is taken in two parts
 * of which every step is exact; the last sum may round, but rounding never changes the sign of a sum.
 */
export function signOfDifference(a: number, b: number, c: number, d: number): number {
  const bLow = b & 0x3fff
  const dLow = d & 0x3fff
  const high = a * ((b - bLow) / 16_384) - c * ((d - dLow) / 16_384)
  return high * 16_384 + (a * bLow - c * dLow)
}

/**
 * Positive when the point lies to the left of the edge a → b, negative to the right. A point on the line counts as one nudged by
 * an infinitesimal step east and a smaller one north, so the answer is 0 only for an edge without length.
 */
export function sideOfEdge(ax: number, ay: number, bx: number, by: number, x: number, y: number): number {
  const side = signOfDifference(bx - ax, y - ay, x - ax, by - ay)
  if (side !== 0) return side
  // (x + ε, y + ε²): the cross product gains −(by − ay)·ε + (bx − ax)·ε².
  return ay !== by ? ay - by : bx - ax
}
