// `tzref/boundaries`: the time zones of a point, from the file `boundaries.tiles`.
import { openBoundariesFrom } from '#core/artifact/boundaries.ts'
import { openBoundariesAnywhere, type OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { HALF_WORLD, MICRODEGREES, microdegrees } from '#core/geo/microdegrees.ts'
import {
  bytesOf,
  checkSource,
  fetchBytes,
  isPath,
  nameOf,
  withFile,
  type Address,
  type Source,
} from './bytes.ts'
import { checkColumns, checkPoint } from './check.ts'

export { ArtifactError } from '#core/artifact/artifact-error.ts'
export type { Address, Source } from './bytes.ts'
export type { Boundaries }

/** How many points are looked up in one batch. */
const TOGETHER = 1024

/**
 * All boundaries of a release. Degrees are rounded to six decimals. A point on a border belongs to the zone east or north of it. A point
 * outside the world throws a RangeError, a value that is no number a TypeError, and a damaged part of the file an ArtifactError.
 */
class Boundaries {
  /** The boundary release. */
  readonly release: string
  /** All zones in code-unit order, with those of the sea. */
  readonly zoneIds: readonly string[]
  /** The lists of zones that can be at one point, the answer first. `setsAt` gives positions in this list. */
  readonly sets: readonly (readonly string[])[]
  readonly #opened: OpenedBoundaries
  /** The first zone of each set: a copy here, for speed. */
  readonly #answers: readonly string[]
  #points = new Float64Array()
  #found = new Int32Array()

  /** @internal */
  constructor(opened: OpenedBoundaries) {
    this.release = opened.release
    this.zoneIds = opened.zoneIds
    this.sets = opened.results
    this.#opened = opened
    this.#answers = opened.results.map(([first = '']) => first)
  }

  /**
   * The zone at a point in degrees. At sea it is the zone of the longitude (`Etc/GMT+3`).
   *
   * @example
   * ```js
   * boundaries.zoneAt(0, -30) // → 'Etc/GMT+2'
   * ```
   */
  zoneAt(lat: number, lon: number): string {
    checkPoint(lat, lon)
    return this.#answers[this.#opened.resultAtDegrees(lat, lon)] ?? ''
  }

  /**
   * The zones at a point in degrees, the answer first. There are several where boundaries overlap or are disputed, and on the 180° line.
   * There, the zone across the line is the last. The list is shared.
   *
   * @example
   * ```js
   * boundaries.zonesAt(43.8, 87.6) // → ['Asia/Shanghai', 'Asia/Urumqi']
   * ```
   */
  zonesAt(lat: number, lon: number): readonly string[] {
    checkPoint(lat, lon)
    const zones = this.sets[this.#opened.resultAtDegrees(lat, lon)] ?? []
    if (Math.abs(microdegrees(lon)) !== HALF_WORLD) return zones
    const across = this.#opened.zoneAtDegrees(lat, -lon)
    return zones.includes(across) ? zones : [...zones, across]
  }

  /**
   * Looks up many points in degrees, which is faster than one by one. For each point, gives the position of its zones in `sets`. Both
   * columns have the same length, and `into` has at least that many places. The zone across the 180° line is not included.
   *
   * @example
   * ```js
   * const sets = boundaries.setsAt([52.52, -33.87], [13.405, 151.21])
   * Array.from(sets, (set) => boundaries.sets[set]) // → [['Europe/Berlin'], ['Australia/Sydney']]
   * ```
   */
  setsAt(lats: ArrayLike<number>, lons: ArrayLike<number>, into?: Uint16Array): Uint16Array {
    checkColumns(lats, lons, into)
    const sets = into ?? new Uint16Array(lats.length)
    if (this.#found.length === 0) {
      this.#points = new Float64Array(TOGETHER * 2)
      this.#found = new Int32Array(TOGETHER)
    }
    for (let from = 0; from < lats.length; from += TOGETHER) {
      const count = Math.min(TOGETHER, lats.length - from)
      for (let i = 0; i < count; i++) {
        const [lat, lon] = [lats[from + i] ?? Number.NaN, lons[from + i] ?? Number.NaN]
        checkPoint(lat, lon, from + i)
        this.#points[i * 2] = lon * MICRODEGREES
        this.#points[i * 2 + 1] = lat * MICRODEGREES
      }
      const found = count === TOGETHER ? this.#found : this.#found.subarray(0, count)
      this.#opened.resultsAt(this.#points, found)
      sets.set(found, from)
    }
    return sets
  }

  /**
   * Reads every byte. Throws an ArtifactError at the first fault. Opening checks only the header and the lengths.
   *
   * @example
   * ```js
   * boundaries.verify() // → undefined
   * ```
   */
  verify(): void {
    this.#opened.verify()
  }
}

/**
 * Opens `boundaries.tiles`. For a path, the file is read once, straight into its memory. Throws an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { openBoundaries } from 'tzref/boundaries'
 *
 * const boundaries = openBoundaries(import.meta.resolve('tzref-data/boundaries.tiles'))
 * boundaries.zoneAt(52.52, 13.405) // → 'Europe/Berlin'
 * ```
 */
export function openBoundaries(source: Source): Boundaries {
  checkSource(source)
  return new Boundaries(
    isPath(source)
      ? withFile(source, (size, fill) => openBoundariesFrom(size, fill, nameOf(source)))
      : openBoundariesAnywhere(bytesOf(source)),
  )
}

/**
 * Fetches the whole `boundaries.tiles` and opens it. Throws an Error for any status but 2xx, and an ArtifactError for a damaged file.
 *
 * @example
 * ```js
 * import { fetchBoundaries } from 'tzref/boundaries'
 *
 * const boundaries = await fetchBoundaries('https://example.org/boundaries.tiles')
 * boundaries.zoneAt(52.52, 13.405) // → 'Europe/Berlin'
 * ```
 */
export const fetchBoundaries = async (address: Address): Promise<Boundaries> =>
  new Boundaries(openBoundariesAnywhere(await fetchBytes(address), nameOf(address)))
