// A TZif file of zic → the offsets of its clock, by a separate reader, for comparison with ours.
import { readFileSync } from 'node:fs'

/** A clock with listed changes through 2037, because `zic -b fat` lists them all. */
export interface TzifClock {
  /** The instants of the listed changes. */
  readonly instants: readonly number[]
  /** The offset at an instant before 2038. */
  readonly offsetAt: (at: number) => number
  /**
   * The instants of a local time before 2038. In a fold: the earlier and the later one. In a gap: with the offset after it and before it.
   */
  read(wall: number): { readonly kind: 'once' | 'fold' | 'gap'; readonly at: readonly number[] }
}

export function tzifClock(path: string): TzifClock {
  const file = readFileSync(path)
  const counts = (at: number): number[] =>
    [0, 4, 8, 12, 16, 20].map((field) => file.readUInt32BE(at + 20 + field))
  const [utFlags = 0, stdFlags = 0, leaps = 0, times = 0, types = 0, letters = 0] = counts(0)
  // The block of 64 bits comes after the block of 32 bits.
  const second = 44 + times * 5 + types * 6 + letters + leaps * 8 + stdFlags + utFlags
  const [, , , count = 0] = counts(second)
  const body = second + 44
  const instants = Array.from({ length: count }, (_, i) => Number(file.readBigInt64BE(body + 8 * i)))
  const offsetOf = (type: number): number => file.readInt32BE(body + 9 * count + 6 * type)
  const offsets = instants.map((_, i) => offsetOf(file[body + 8 * count + i] ?? 0))
  const offsetAt = (at: number): number => {
    let [low, high] = [0, count]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((instants[middle] ?? Infinity) <= at) low = middle + 1
      else high = middle
    }
    return low === 0 ? offsetOf(0) : (offsets[low - 1] ?? NaN)
  }
  return {
    instants,
    offsetAt,
    read(wall) {
      // Collects every offset that is in force within two days.
      const near = new Set([-48, -24, 0, 24, 48].map((hours) => offsetAt(wall + hours * 3600)))
      for (const [i, instant] of instants.entries()) {
        if (Math.abs(instant - wall) > 172_800) continue
        const [before, after] = [offsetAt(instant - 1), offsets[i] ?? NaN]
        near.add(after)
        if (instant + before <= wall && wall < instant + after)
          return { kind: 'gap', at: [wall - after, wall - before] }
      }
      const at = [...near]
        .map((offset) => wall - offset)
        .filter((instant) => instant + offsetAt(instant) === wall)
        .toSorted((one, other) => one - other)
      return { kind: at.length === 1 ? 'once' : 'fold', at }
    },
  }
}
