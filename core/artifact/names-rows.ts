// Reads the names of `names.bin` one after the other, in the order of their keys.
import { BLOCK, HEADER_SIZE, HYPHEN, MOST, refuse, type NamesLayout } from './names-layout.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** A key in UTF-8. Most keys are ASCII, which needs no encoder. */
export function bytesOf(key: string): Uint8Array {
  const bytes = new Uint8Array(key.length)
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index)
    if (code > 127) return encoder.encode(key)
    bytes[index] = code
  }
  return bytes
}

/** The first `length` bytes as text. Most names are ASCII, which needs no decoder. */
function textOf(bytes: Uint8Array, length: number): string {
  let text = ''
  for (let index = 0; index < length; index++) {
    const code = bytes[index] ?? 0
    if (code > 127) return decoder.decode(bytes.subarray(0, length))
    text += String.fromCharCode(code)
  }
  return text
}

/**
 * Compares the key of some words with a wanted key, as bytes: negative when it comes before, 0 when they are equal, positive when it comes
 * after.
 */
export function compareKeys(words: Uint8Array, from: number, until: number, wanted: Uint8Array): number {
  let at = 0
  for (let letter = from; letter < until; letter++) {
    const code = words[letter] ?? 0
    if (code === HYPHEN) continue
    // A key that has ended counts as 0, which comes before all letters.
    const difference = code - (wanted[at++] ?? 0)
    if (difference !== 0) return difference
  }
  return at - wanted.length
}

/** A row of the file at a time. The next one takes its place. */
export class RowCursor {
  /** The words of the row are the first `letters` of these. */
  readonly line = new Uint8Array(2 * MOST)
  letters = 0
  /** Letters that the row shares with the row before it. */
  shared = 0
  /** The position of the first meaning. */
  first = 0
  /** The number of meanings. */
  length = 0
  readonly #bytes: Uint8Array
  readonly #layout: NamesLayout
  /** Number of the next row, and where it begins. */
  #row = 0
  #at = 0
  /** The row after the last one of this block, and of all that are to be read. */
  #blockEnd = 0
  #until = 0

  constructor(bytes: Uint8Array, layout: NamesLayout) {
    this.#bytes = bytes
    this.#layout = layout
  }

  get words(): string {
    return textOf(this.line, this.letters)
  }

  /** The last block that begins at or before a key, or 0. */
  blockOf(key: Uint8Array): number {
    const bytes = this.#bytes
    let low = 0
    let high = this.#layout.blockCount - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      const at = this.#keysOf(middle)
      if (compareKeys(bytes, at + 3, at + 3 + (bytes[at + 1] ?? 0), key) <= 0) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Goes before the first row of a block. The rows of block `until` are not read. */
  goTo(block: number, until = this.#layout.blockCount): void {
    this.#row = this.#blockEnd = block * BLOCK
    this.#until = Math.min(this.#layout.keyCount, until * BLOCK)
    this.#at = this.#keysOf(block)
    this.first = this.#entriesOf(block)
    this.length = 0
  }

  /**
   * Reads the next row that shares at most `most` letters with the one before it. False: there is none, and `first` is the position after all
   * meanings before it.
   */
  next(most = MOST): boolean {
    const { line } = this
    const bytes = this.#bytes
    for (;;) {
      this.first += this.length
      this.length = 0
      if (this.#row === this.#blockEnd && !this.#beginBlock()) return false
      const at = this.#at
      const shared = bytes[at] ?? 0
      const letters = shared + (bytes[at + 1] ?? 0)
      const start = at + 3 - shared
      if (start + letters > this.#layout.areasAt || shared > this.letters)
        refuse('names-malformed', `name ${this.#row} runs past the names`)
      this.shared = shared
      this.letters = letters
      this.length = bytes[at + 2] ?? 0
      this.#at = start + letters
      this.#row++
      if (shared > most) continue
      for (let letter = shared; letter < letters; letter++) line[letter] = bytes[start + letter] ?? 0
      return true
    }
  }

  /** Begins the next block, where the one before it must have ended. False: there is none. */
  #beginBlock(): boolean {
    const block = Math.ceil(this.#row / BLOCK)
    const end = this.#keysOf(block)
    // A header that counts one name too few leaves bytes after the last name. No other check sees them.
    if (this.#at !== end || this.first !== this.#entriesOf(block))
      refuse('names-malformed', `the names before block ${block} end at ${this.#at}, expected ${end}`)
    this.#blockEnd = Math.min(this.#until, this.#row + BLOCK)
    this.letters = 0
    return this.#row < this.#until
  }

  /** Where the names of a block begin. */
  #keysOf(block: number): number {
    return this.#layout.keysAt + this.#layout.view.getUint32(HEADER_SIZE + 4 * block, true)
  }

  /** The position of the first meaning of a block. */
  #entriesOf(block: number): number {
    return this.#layout.view.getUint32(this.#layout.blockEntriesAt + 4 * block, true)
  }
}
