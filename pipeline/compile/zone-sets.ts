// Sets of zones as small numbers, so that crossing an edge is one look-up: the set before it, the zones it bounds, the set after.

/** A number that stands for a set of zones; 0 is the empty set. */
export type SetId = number

/** Hands out the numbers. Zones are themselves numbers: positions in the list of records. */
export class ZoneSets {
  readonly #members: (readonly number[])[] = [[]]
  readonly #idByKey = new Map<string, SetId>([['', 0]])
  /** Symmetric differences already worked out; one map for each left operand. */
  readonly #differences: Map<SetId, SetId>[] = [new Map()]

  get count(): number {
    return this.#members.length
  }

  /** The zones of a set, ascending. */
  members(id: SetId): readonly number[] {
    return this.#members[id] ?? []
  }

  of(zones: readonly number[]): SetId {
    const sorted = zones.toSorted((a, b) => a - b)
    const key = sorted.join(' ')
    const known = this.#idByKey.get(key)
    if (known !== undefined) return known
    const id = this.#members.length
    this.#members.push(sorted)
    this.#differences.push(new Map())
    this.#idByKey.set(key, id)
    return id
  }

  /** The zones that are in one of the two sets but not in both: what a set becomes when edges of `crossed` are crossed. */
  symmetricDifference(set: SetId, crossed: SetId): SetId {
    const known = this.#differences[set]?.get(crossed)
    if (known !== undefined) return known
    const before = this.members(set)
    const toggled = this.members(crossed)
    const after = [
      ...before.filter((zone) => !toggled.includes(zone)),
      ...toggled.filter((zone) => !before.includes(zone)),
    ]
    const id = this.of(after)
    this.#differences[set]?.set(crossed, id)
    return id
  }
}
