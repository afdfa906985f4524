// Many points asked about together, and lines of points that become lines of text: rooms in the kernel's memory.
import { wholeMicrodegrees } from '../geo/microdegrees.ts'
import type { Kernel } from './kernel.ts'

const POINTS = 4096
/** Bytes for what the kernel finds on the way: sixteen for each of the 256 points that it takes at a time. */
const FOUND = 4096
const TEXT = 2 ** 20
const LINE = 64

/** Points that are asked about together. */
export class PointBatch {
  /** To be filled: longitude, latitude, … in microdegrees, which are rounded half away from zero where they are not whole. */
  readonly points: Float64Array
  /** The result of each point, once they are answered. */
  readonly results: Int32Array
  readonly kernel: Kernel
  readonly #alone: (lon: number, lat: number) => number
  readonly #found: number

  /** Use `Boundaries.batch`. It lies `at` a place in the kernel's memory; `alone` answers a point that the kernel leaves to its caller. */
  constructor(memory: ArrayBuffer, at: number, kernel: Kernel, alone: (lon: number, lat: number) => number) {
    this.points = new Float64Array(memory, at, POINTS * 2)
    this.results = new Int32Array(memory, at + POINTS * 16, POINTS)
    this.#found = at + POINTS * 20
    this.kernel = kernel
    this.#alone = alone
  }

  /** Where the batch ends in the kernel's memory. */
  get end(): number {
    return this.#found + FOUND
  }

  /** Answers the first `count` points. */
  answer(count: number): void {
    const { points, results } = this
    this.kernel.resultsAt(points.byteOffset, results.byteOffset, this.#found, count)
    for (let i = 0; i < count; i++) {
      if ((results[i] ?? 0) >= 0) continue
      const [lon = Number.NaN, lat = Number.NaN] = points.subarray(i * 2, i * 2 + 2)
      results[i] = this.#alone(wholeMicrodegrees(lon), wholeMicrodegrees(lat))
    }
  }
}

/** A batch with the text that its points are read from and the lines that their results become. */
export class LineBatch {
  readonly batch: PointBatch
  /** To be filled: lines of points. */
  readonly text: Uint8Array
  readonly #stop: Uint32Array
  readonly #output: Uint8Array
  /** Address of the lines of results. */
  readonly #lines: number

  /** Use `Boundaries.lineBatch`. `lines` are what results are written as, of at most 62 bytes each. */
  constructor(batch: PointBatch, lines: readonly string[]) {
    this.batch = batch
    const { buffer } = batch.points
    const at = batch.end
    // What follows the text stays 0, so that a number at its end is not read on.
    this.text = new Uint8Array(buffer, at, TEXT)
    this.#stop = new Uint32Array(buffer, at + TEXT + 16, 1)
    this.#output = new Uint8Array(buffer, at + TEXT + LINE, (POINTS + 1) * LINE)
    this.#lines = at + TEXT + LINE + this.#output.length
    lines.forEach((line, result) => {
      const bytes = new TextEncoder().encode(`${line}\n`)
      if (bytes.length >= LINE) throw new RangeError(`a line of more than ${LINE - 2} bytes: ${line}`)
      const place = new Uint8Array(buffer, this.#lines + result * LINE, LINE)
      place.set(bytes)
      place[LINE - 1] = bytes.length
    })
  }

  /**
   * Reads plain lines `lat,lon` of the text, from byte `from` to `to`, as points behind the first `filled`. Stops before a line that is
   * anything else, where the text ends without a line end, and when the batch is full.
   */
  read(from: number, to: number, filled: number): { readonly lines: number; readonly to: number } {
    const { text, batch } = this
    if (to < TEXT) text[to] = 0
    const at = text.byteOffset
    const points = batch.points.byteOffset + filled * 16
    const room = batch.results.length - filled
    const lines = batch.kernel.readLines(at + from, at + to, points, room, this.#stop.byteOffset)
    return { lines, to: (this.#stop[0] ?? at) - at }
  }

  /** The lines of the first `count` results; valid until the next call. */
  write(count: number): Uint8Array {
    const { batch } = this
    const at = this.#output.byteOffset
    const end = batch.kernel.writeLines(batch.results.byteOffset, count, this.#lines, at)
    return this.#output.subarray(0, end - at)
  }
}
