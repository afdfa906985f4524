// The order of names that is the same on every machine and in every locale.

/** Compares two texts by their UTF-16 code units, as `toSorted()` does without a comparator. */
export const byCodeUnit = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)
