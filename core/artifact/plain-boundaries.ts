// Chooses how `boundaries.tiles` is read: by WebAssembly, or in plain JavaScript where that may not be compiled (at the edge, strict policies).
// plain-look-up.ts reads the bytes in place. This is slower than the kernel, but makes no copy.
import { HALF_WORLD, POLE, microdegrees, wholeMicrodegrees } from '../geo/microdegrees.ts'
import { FAULTS } from './boundaries-layout.ts'
import { boundaryDamage, geometryOf, readBoundaryHead, type BoundaryHead } from './boundaries-parts.ts'
import { BoundaryTiles } from './boundaries-tiles.ts'
import { openBoundaries, type Boundaries } from './boundaries.ts'
import { plainResult, type LookUpParts } from './plain-look-up.ts'

/** The questions that both kinds of opened files answer. */
export type OpenedBoundaries = Pick<
  Boundaries,
  | 'release'
  | 'zoneIds'
  | 'areas'
  | 'results'
  | 'bytes'
  | 'resultAt'
  | 'resultAtDegrees'
  | 'resultsAt'
  | 'zoneAtDegrees'
  | 'zonesAt'
  | 'tiles'
  | 'verify'
>

class PlainBoundaries implements OpenedBoundaries {
  readonly bytes: Uint8Array
  readonly #file: string
  readonly #head: BoundaryHead
  readonly #parts: LookUpParts

  constructor(bytes: Uint8Array, file: string) {
    this.#head = readBoundaryHead(bytes, file)
    // Words must lie at multiples of their size, so other bytes are copied.
    this.bytes = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
    this.#file = file
    const geometry = geometryOf(this.bytes, this.#head)
    const { buffer, byteOffset, length } = geometry.borders
    const halves = new Int16Array(buffer, byteOffset, length * 2)
    this.#parts = { ...geometry, halves, resultCount: this.#head.results.length }
  }

  get release(): string {
    return this.#head.release
  }

  get zoneIds(): readonly string[] {
    return this.#head.zoneIds
  }

  get areas(): readonly number[] {
    return this.#head.areas
  }

  get results(): readonly (readonly string[])[] {
    return this.#head.results
  }

  resultAt(lon: number, lat: number): number {
    const [x, y] = [lon + HALF_WORLD, lat + POLE]
    const isPoint = Math.abs(lon) <= HALF_WORLD && Math.abs(lat) <= POLE
    if (!isPoint || !Number.isInteger(x) || !Number.isInteger(y))
      throw new RangeError(`no such point: lon ${lon}, lat ${lat} microdegrees`)
    const { topShift, columns } = this.#head
    const [west, south] = [lon === HALF_WORLD ? 1 : 0, lat === POLE ? 1 : 0] as const
    const at = ((y - south) >> topShift) * columns + ((x - west) >> topShift)
    const result = plainResult(this.#parts, at, topShift, x, y, west, south)
    if (result < 0) throw boundaryDamage(this.#file, FAULTS[-1 - result] ?? 'tile-out-of-range', { x, y })
    return result
  }

  resultAtDegrees(lat: number, lon: number): number {
    return this.resultAt(microdegrees(lon), microdegrees(lat))
  }

  resultsAt(points: Float64Array, results: Int32Array): void {
    for (let i = 0; i < results.length; i++) {
      const [lon = Number.NaN, lat = Number.NaN] = [points[i * 2], points[i * 2 + 1]]
      results[i] = this.resultAt(wholeMicrodegrees(lon), wholeMicrodegrees(lat))
    }
  }

  zoneAtDegrees(lat: number, lon: number): string {
    return this.results[this.resultAtDegrees(lat, lon)]?.[0] ?? ''
  }

  zonesAt(lon: number, lat: number): readonly string[] {
    return this.results[this.resultAt(lon, lat)] ?? []
  }

  tiles(): BoundaryTiles {
    return new BoundaryTiles(this.bytes, this.#head, this.#file)
  }

  verify(): void {
    this.tiles().check()
  }
}

/** Opens bytes with `openBoundaries`, or in place where WebAssembly may not be compiled. Throws an ArtifactError for damage. */
export function openBoundariesAnywhere(bytes: Uint8Array, file?: string): OpenedBoundaries {
  try {
    return openBoundaries(bytes, file)
  } catch (error) {
    const isRefused = error instanceof Error && /^(?:CompileError|EvalError)$/.test(error.name)
    if (!isRefused && typeof WebAssembly !== 'undefined') throw error
    return new PlainBoundaries(bytes, file ?? 'boundaries.tiles')
  }
}
