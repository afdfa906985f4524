// A map of the latest entries: where it is full, the entry that was set first goes. The cache of rooms that have no dependency.

/**
 * A Map that has at most `most` entries. Setting one more drops the one that was set first; reading an entry does not renew it.
 *
 * @example
 * ```ts
 * const meanings = new Latest<string, Meanings>(2000)
 * ```
 */
export class Latest<Key, Value> extends Map<Key, Value> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: Key, value: Value): this {
    super.set(key, value)
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break
      this.delete(oldest)
    }
    return this
  }
}
