// Turns lines of points into lines of text, all within the kernel's memory.
import type { KernelMemory } from './kernel.ts'
import { PointRoom } from './point-room.ts'

const POINTS = 4096
const TEXT = 2 ** 20
const LINE = 64

/** Separate pieces of memory for a text of points, for the points, for their results, and for the lines written from them. */
export class LineBatch {
  /** The most bytes of text it takes at once. */
  readonly textSize = TEXT
  readonly room: PointRoom
  readonly #memory: KernelMemory
  /** Addresses of the text, of the place where reading stopped, of each result's line, and of the written lines. */
  readonly #text: number
  readonly #stop: number
  readonly #lines: number
  readonly #output: number

  /** Use `Boundaries.lineBatch`. `lines` has the text of each result, at most 62 bytes each. */
  constructor(memory: KernelMemory, lines: readonly string[], alone: (lon: number, lat: number) => number) {
    this.#memory = memory
    this.room = new PointRoom(memory, POINTS, alone)
    // The bytes after the text stay 0, so that a number at the end of the text ends there.
    this.#text = memory.take(TEXT + 16)
    this.#stop = memory.take(4)
    this.#lines = memory.take(lines.length * LINE)
    this.#output = memory.take((POINTS + 1) * LINE)
    lines.forEach((line, result) => {
      const bytes = new TextEncoder().encode(`${line}\n`)
      if (bytes.length >= LINE) throw new RangeError(`a line of more than ${LINE - 2} bytes: ${line}`)
      const place = new Uint8Array(memory.buffer, this.#lines + result * LINE, LINE)
      place.set(bytes)
      place[LINE - 1] = bytes.length
    })
  }

  /** Copies a text of at most `textSize` bytes, to be read. */
  setText(text: Uint8Array): void {
    const room = new Uint8Array(this.#memory.buffer, this.#text, TEXT + 16)
    room.set(text)
    room[text.length] = 0
  }

  /**
   * Reads plain lines `lat,lon` of the text, from byte `from` to `to`, and adds them after the first `filled` points. Stops before any
   * other kind of line, at a last line without a line end, and when the memory is full.
   */
  read(from: number, to: number, filled: number): { readonly lines: number; readonly to: number } {
    const { kernel, buffer } = this.#memory
    const points = this.room.pointsAt + filled * 16
    const free = this.room.size - filled
    const lines = kernel.readLines(this.#text + from, this.#text + to, points, free, this.#stop)
    return { lines, to: new DataView(buffer).getUint32(this.#stop, true) - this.#text }
  }

  /** The text lines of the first `count` results. Valid until the next call. */
  write(count: number): Uint8Array {
    const { kernel, buffer } = this.#memory
    const end = kernel.writeLines(this.room.resultsAt, count, this.#lines, this.#output)
    return new Uint8Array(buffer, this.#output, end - this.#output)
  }
}
