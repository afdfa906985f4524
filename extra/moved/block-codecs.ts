// Unpacks the Snappy and LZ4 blocks of Parquet pages, never to more bytes than declared. A damaged block throws a RangeError.

/** An output of a known number of bytes. It is filled from the beginning with literals and with copies of earlier output. */
class Output {
  readonly bytes: Uint8Array<ArrayBuffer>
  #at = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length)
  }

  get isFull(): boolean {
    return this.#at === this.bytes.length
  }

  /** Copies the next bytes of the input and returns the position after them. */
  literal(input: Uint8Array, from: number, length: number): number {
    if (from + length > input.length) throw new RangeError('a literal runs past the end of a block')
    if (this.#at + length > this.bytes.length) throw new RangeError('a block has more bytes than it says')
    this.bytes.set(input.subarray(from, from + length), this.#at)
    this.#at += length
    return from + length
  }

  /** Copies `length` bytes that begin `back` bytes before the end. The copy may reach into the bytes that it writes itself. */
  copy(back: number, length: number): void {
    if (!(back > 0 && back <= this.#at)) throw new RangeError('a copy begins before its block')
    if (this.#at + length > this.bytes.length) throw new RangeError('a block has more bytes than it says')
    for (const end = this.#at + length; this.#at < end; this.#at++)
      this.bytes[this.#at] = this.bytes[this.#at - back] ?? 0
  }

  /** Returns the whole output. Throws where bytes are missing. */
  whole(): Uint8Array<ArrayBuffer> {
    if (!this.isFull) throw new RangeError(`a block has ${this.#at} bytes, expected ${this.bytes.length}`)
    return this.bytes
  }
}

/** A number of one to four bytes, lowest byte first. */
function littleEndian(input: Uint8Array, from: number, length: number): number {
  if (from + length > input.length) throw new RangeError('a block ends within a number')
  let value = 0
  for (let i = length - 1; i >= 0; i--) value = value * 256 + (input[from + i] ?? 0)
  return value
}

/** Unpacks a Snappy block to `length` bytes. */
export function unpackSnappy(input: Uint8Array, length: number): Uint8Array {
  const output = new Output(length)
  let at = 0
  // The block begins with its length again, seven bits in each byte.
  while ((input[at] ?? 0) >= 128) at++
  at++
  while (at < input.length) {
    const tag = input[at++] ?? 0
    const kind = tag & 3
    const high = tag >> 2
    if (kind === 0) {
      const more = Math.max(0, high - 59)
      const size = 1 + (more === 0 ? high : littleEndian(input, at, more))
      at = output.literal(input, at + more, size)
    } else if (kind === 1) {
      output.copy((tag >> 5) * 256 + littleEndian(input, at, 1), 4 + (high & 7))
      at++
    } else {
      const bytes = kind === 2 ? 2 : 4
      output.copy(littleEndian(input, at, bytes), 1 + high)
      at += bytes
    }
  }
  return output.whole()
}

/** Unpacks an LZ4 block without a frame to `length` bytes. */
export function unpackLz4(input: Uint8Array, length: number): Uint8Array {
  const output = new Output(length)
  let at = 0
  const lengthFrom = (nibble: number): number => {
    let sum = nibble
    if (nibble < 15) return sum
    for (let byte = 255; byte === 255; sum += byte) byte = littleEndian(input, at++, 1)
    return sum
  }
  while (at < input.length) {
    const token = input[at++] ?? 0
    const literals = lengthFrom(token >> 4)
    at = output.literal(input, at, literals)
    // The last sequence has a literal and no copy.
    if (at === input.length) break
    const back = littleEndian(input, at, 2)
    at += 2
    output.copy(back, 4 + lengthFrom(token & 15))
  }
  return output.whole()
}
