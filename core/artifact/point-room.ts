// Holds memory of the kernel for a batch of points and their results.
import { wholeMicrodegrees } from '../geo/microdegrees.ts'
import type { KernelMemory } from './kernel.ts'

/** Number of points that the kernel takes through each step together. */
const CHUNK = 256
/** Bytes for the kernel's intermediate results: sixteen for each point of a chunk. */
const FOUND = CHUNK * 16

export class PointRoom {
  /** How many points it holds. */
  readonly size: number
  readonly #memory: KernelMemory
  readonly #alone: (lon: number, lat: number) => number
  /** An address. */
  readonly pointsAt: number
  readonly resultsAt: number
  readonly #foundAt: number
  #points = new Float64Array()
  #results = new Int32Array()

  /** Takes memory for `size` points. `alone` answers one point, in whole microdegrees: it gets the points that the kernel leaves out. */
  constructor(memory: KernelMemory, size: number, alone: (lon: number, lat: number) => number) {
    this.size = size
    this.#memory = memory
    this.#alone = alone
    this.pointsAt = memory.take(size * 20 + FOUND)
    this.resultsAt = this.pointsAt + size * 16
    this.#foundAt = this.pointsAt + size * 20
  }

  /** Fill this before `answer`: longitude, latitude, … in microdegrees, whole or not. It is a view; do not store it. */
  get points(): Float64Array {
    // After the memory has moved, an old view has length 0.
    if (this.#points.length === 0)
      this.#points = new Float64Array(this.#memory.buffer, this.pointsAt, this.size * 2)
    return this.#points
  }

  /** The result of each point, after `answer`. It is a view; do not store it. */
  get results(): Int32Array {
    if (this.#results.length === 0)
      this.#results = new Int32Array(this.#memory.buffer, this.resultsAt, this.size)
    return this.#results
  }

  /** Answers the first `count` points. Throws when a point lies outside the world, or the file is damaged there. */
  answer(count: number): void {
    this.#memory.kernel.resultsAt(this.pointsAt, this.resultsAt, this.#foundAt, count)
    const { points, results } = this
    for (let i = 0; i < count; i++) {
      if ((results[i] ?? 0) >= 0) continue
      const [lon = Number.NaN, lat = Number.NaN] = points.subarray(i * 2, i * 2 + 2)
      results[i] = this.#alone(wholeMicrodegrees(lon), wholeMicrodegrees(lat))
    }
  }
}
