// The distance of one spelling to many others, letter by letter, so that a common beginning is compared only once.

/** A longer name is never typed by hand. */
const LONGEST = 40
/** More letters than any other key has. */
const DEEPEST = 256

/**
 * The steps from a key to other keys. A step inserts, drops or replaces a letter, or exchanges it with the next one. Steps beyond `most` are
 * not counted. The other key is given letter by letter from its first one. A letter can be replaced later, together with all after it.
 */
export class Spelling {
  /** The first forty letters of the key. */
  readonly key: string
  readonly most: number
  private readonly codes: readonly number[]
  /** For each letter of the other key, a line with the steps to each beginning of this key. */
  private readonly lines: Uint8Array
  private readonly width: number
  private readonly others = new Uint8Array(DEEPEST + 1)

  constructor(key: string, most: number) {
    this.key = key.slice(0, LONGEST)
    this.most = most
    this.codes = Array.from(this.key, (letter) => letter.charCodeAt(0))
    this.width = this.key.length + 1
    this.lines = new Uint8Array(this.width * (DEEPEST + 1)).fill(most + 1)
    for (let column = 0; column <= Math.min(most, this.key.length); column++) this.lines[column] = column
  }

  /** Sets letter number `depth` (from 1) of the other key to a code. Answers whether a key with this beginning can still be near. */
  goesOn(depth: number, code: number): boolean {
    const { lines, codes, others, width, most } = this
    if (depth > width - 1 + most || depth > DEEPEST) return false
    others[depth] = code
    const line = depth * width
    const last = line - width
    // Cells farther from the diagonal are always more than `most`, and keep their first value.
    const from = Math.max(1, depth - most)
    const to = Math.min(width - 1, depth + most)
    let least = most + 1
    if (depth <= most) least = lines[line] = depth
    for (let column = from; column <= to; column++) {
      const own = codes[column - 1]
      let steps = (lines[last + column - 1] ?? 0) + (own === code ? 0 : 1)
      steps = Math.min(steps, (lines[last + column] ?? 0) + 1, (lines[line + column - 1] ?? 0) + 1)
      if (depth > 1 && column > 1 && own !== code && own === others[depth - 1] && codes[column - 2] === code)
        steps = Math.min(steps, (lines[last - width + column - 2] ?? 0) + 1)
      if (steps > most) steps = most + 1
      lines[line + column] = steps
      if (steps < least) least = steps
    }
    return least <= most
  }

  /** The steps to the other key with its first `depth` letters; null if they are more than `most`. */
  distanceAt(depth: number): number | null {
    if (depth > this.width - 1 + this.most) return null
    const steps = this.lines[depth * this.width + this.width - 1] ?? this.most + 1
    return steps > this.most ? null : steps
  }
}
