// Numbers sets of zones, so that crossing an edge is one look-up: the set before it and the zones it bounds give the set after.

/** A number that stands for a set of zones; 0 is the empty set. */
export type SetId = number

/** Gives numbers to sets. Zones are numbers too: positions in the list of records. */
export class ZoneSets {
  readonly #members: (readonly number[])[] = [[]]
  readonly #idByKey = new Map<string, SetId>([['', 0]])
  /** Cached symmetric differences, in one map for each left operand. */
  readonly #differences: Map<SetId, SetId>[] = [new Map()]

  get count(): number {
    return this.#members.length
  }

  /** Returns the zones of a set, ascending. */
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

  /** Returns the zones that are in exactly one of the two sets. This is what `set` becomes when edges that bound `crossed` are crossed. */
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
