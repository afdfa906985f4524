// Compares two lists of measured times.

/** The chance that a value of one list is above a value of the other. 0.5 means that the lists do not differ. */
export function areaUnderCurve(one: readonly number[], other: readonly number[]): number {
  const above = one.flatMap((a) => other.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)))
  return above.reduce<number>((sum, part) => sum + part, 0) / above.length
}
