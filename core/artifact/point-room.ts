// A room in the kernel's memory for points that are asked about together, and their results.
import { wholeMicrodegrees } from '../geo/microdegrees.ts'
import type { KernelMemory } from './kernel.ts'

/** Points that the kernel takes through each step together. */
const CHUNK = 256
/** For what the kernel finds on the way: sixteen bytes for each point of a chunk. */
const FOUND = CHUNK * 16

export class PointRoom {
  /** How many points it holds. */
  readonly size: number
  readonly #memory: KernelMemory
  readonly #alone: (lon: number, lat: number) => number
  /** Addresses. */
  readonly pointsAt: number
  readonly resultsAt: number
  readonly #foundAt: number
  #points = new Float64Array()
  #results = new Int32Array()

  /** Takes a room for `size` points; `alone` answers a point that the kernel leaves to its caller, in whole microdegrees. */
  constructor(memory: KernelMemory, size: number, alone: (lon: number, lat: number) => number) {
    this.size = size
    this.#memory = memory
    this.#alone = alone
    this.pointsAt = memory.take(size * 20 + FOUND)
    this.resultsAt = this.pointsAt + size * 16
    this.#foundAt = this.pointsAt + size * 20
  }

  /** To be filled: longitude, latitude, … in microdegrees, whole or not. A view for now: not to be kept. */
  get points(): Float64Array {
    // A view that the memory has moved away from has no length any more.
    if (this.#points.length === 0)
      this.#points = new Float64Array(this.#memory.buffer, this.pointsAt, this.size * 2)
    return this.#points
  }

  /** The result of each point, once they are answered. A view for now: not to be kept. */
  get results(): Int32Array {
    if (this.#results.length === 0)
      this.#results = new Int32Array(this.#memory.buffer, this.resultsAt, this.size)
    return this.#results
  }

  /** Answers the first `count` points. Throws where one of them is no point of the world, or the file is damaged there. */
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
