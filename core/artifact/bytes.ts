// Writes and reads numbers of any size and texts: each byte has seven bits of a number, the lowest first, as in LEB128.

/** A list of bytes that grows. */
export class ByteWriter {
  #bytes = new Uint8Array(1024)
  length = 0

  bytes(added: Uint8Array): void {
    const end = this.length + added.length
    if (end > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(end, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#bytes.set(added, this.length)
    this.length = end
  }

  /** A whole number from 0 to 2⁵³ − 1. */
  whole(value: number): void {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a whole number: ${value}`)
    const groups: number[] = []
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) groups.push((rest % 0x80) | 0x80)
    this.bytes(Uint8Array.of(...groups, rest))
  }

  /** A number with a sign. 0, −1, 1, −2, … are stored as 0, 1, 2, 3, … */
  signed(value: number): void {
    this.whole(value < 0 ? -2 * value - 1 : 2 * value)
  }

  /** A text: its length in bytes, then UTF-8. */
  text(value: string): void {
    const bytes = new TextEncoder().encode(value)
    this.whole(bytes.length)
    this.bytes(bytes)
  }

  /** A copy of all bytes written so far. */
  written(): Uint8Array {
    return this.#bytes.slice(0, this.length)
  }
}

/** Reads what a ByteWriter wrote. It never reads past the end. */
export class ByteReader {
  readonly #bytes: Uint8Array
  readonly #damage: (what: string) => Error
  /** Position of the next byte. */
  at: number

  /** `damage` makes the error for bytes that no ByteWriter can have written. */
  constructor(bytes: Uint8Array, at: number, damage: (what: string) => Error) {
    this.#bytes = bytes
    this.at = at
    this.#damage = damage
  }

  whole(): number {
    let value = 0
    for (let place = 1; ; place *= 0x80) {
      const byte = this.#bytes[this.at]
      if (byte === undefined) throw this.#damage(`byte ${this.at} is past the end`)
      this.at += 1
      value += (byte & 0x7f) * place
      if (!Number.isSafeInteger(value)) throw this.#damage(`the number before byte ${this.at} is too large`)
      if (byte < 0x80) return value
    }
  }

  signed(): number {
    const value = this.whole()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const length = this.whole()
    const end = this.at + length
    if (end > this.#bytes.length) throw this.#damage(`a text ends at ${end}, past the end`)
    const bytes = this.#bytes.subarray(this.at, end)
    this.at = end
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw this.#damage(`the text before byte ${end} is not UTF-8`)
    }
  }
}
