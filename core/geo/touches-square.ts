// Whether an edge touches a square of the tile grid, decided exactly.
import { signOfDifference } from './side-of-edge.ts'

/**
 * Whether an edge that overlaps the closed square's range in both axes touches the square. The edge runs from west to east (ax ≤ bx);
 * the square is given by its south-west corner and its side.
 */
export function touchesSquare(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  west: number,
  south: number,
  size: number,
): boolean {
  // Edges run west to east. It misses the square exactly when all four corners lie strictly on one side of its line, and of these
  // only the two that are farthest across its direction can differ.
  const isRising = by >= ay
  const near = signOfDifference(bx - ax, (isRising ? south + size : south) - ay, west - ax, by - ay)
  const far = signOfDifference(bx - ax, (isRising ? south : south + size) - ay, west + size - ax, by - ay)
  return near === 0 || far === 0 || near > 0 !== far > 0
}
