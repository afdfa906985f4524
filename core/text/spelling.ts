// How near other spellings are to one, told letter by letter, so that what they begin with in common is compared once.

/** No one types a longer name by hand. */
const LONGEST = 40
/** Longer than the other spelling of any key. */
const DEEPEST = 256

/**
 * The steps from a key to others: letters to insert, drop, replace or exchange with the next. Steps beyond `most` are not counted.
 * The other key is given from its first letter on; after a letter any other may be put in its place, with what follows.
 */
export class Spelling {
  /** Of a key, only its first forty letters. */
  readonly key: string
  readonly most: number
  private readonly codes: readonly number[]
  /** For each letter of the other key a line of the steps to each beginning of this one. */
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

  /** Puts the code of a letter as the `depth`th (from 1) of the other key: whether a key that goes on so may still be near. */
  goesOn(depth: number, code: number): boolean {
    const { lines, codes, others, width, most } = this
    if (depth > width - 1 + most || depth > DEEPEST) return false
    others[depth] = code
    const line = depth * width
    const last = line - width
    // Farther from the diagonal all is more than `most`, and stays as it was filled.
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

  /** The steps to the other key as it stands, with `depth` letters; null where they are more than `most`. */
  distanceAt(depth: number): number | null {
    if (depth > this.width - 1 + this.most) return null
    const steps = this.lines[depth * this.width + this.width - 1] ?? this.most + 1
    return steps > this.most ? null : steps
  }
}
