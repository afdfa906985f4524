// Opens `boundaries.tiles`: a point → its zones; on a border, the zone east or north of it. The file stays in the kernel's memory.
//
// Order of arguments, here and everywhere: microdegrees are x, y (longitude first). Degrees are latitude first, as people say them.
import { HALF_WORLD, POLE, microdegrees } from '../geo/microdegrees.ts'
import { FAULTS } from './boundaries-layout.ts'
import { boundaryDamage, readBoundaryHead } from './boundaries-parts.ts'
import { BoundaryTiles } from './boundaries-tiles.ts'
import { KernelMemory, type Kernel } from './kernel.ts'
import { LineBatch } from './line-batch.ts'
import { PointRoom } from './point-room.ts'

/** Points in one batch. Their memory is small enough to stay in a processor's cache. */
const TOGETHER = 1024
const WORLD_X = 2 * HALF_WORLD
const WORLD_Y = 2 * POLE

/** An opened boundary file. A look-up of one point allocates nothing. */
export class Boundaries {
  readonly release: string
  /** Zone ids in code-unit order, with the ocean strips. */
  readonly zoneIds: readonly string[]
  /** Area by zone number, in whole square kilometres. 0 for an ocean strip, and for a zone smaller than half a square kilometre. */
  readonly areas: readonly number[]
  /** Result number → zone ids in the order of an answer. Results 0 to 24 are the ocean strips. */
  readonly results: readonly (readonly string[])[]
  readonly #file: string
  readonly #size: number
  readonly #memory: KernelMemory
  readonly #room: PointRoom
  /** The first zone of each result. */
  readonly #answers: readonly string[]
  readonly #tiles: () => BoundaryTiles
  /** Two functions of the kernel. As fields, they are called directly. */
  readonly #resultAtDegrees: Kernel['resultAtDegrees']
  readonly #resultInside: Kernel['resultAt']

  /** Opens the file of `size` bytes at the start of `memory`. Use `openBoundaries` instead. */
  constructor(memory: KernelMemory, size: number, file: string) {
    this.#file = file
    this.#size = size
    this.#memory = memory
    const head = readBoundaryHead(this.bytes, file)
    this.release = head.release
    this.zoneIds = head.zoneIds
    this.areas = head.areas
    this.results = head.results
    this.#answers = head.results.map(([first = '']) => first)
    this.#tiles = () => new BoundaryTiles(this.bytes, head, file)
    const { kernel } = memory
    this.#resultAtDegrees = kernel.resultAtDegrees
    this.#resultInside = kernel.resultAt
    const { tree, borders, tables } = head.sections
    kernel.begin(
      head.topShift,
      head.columns,
      tree.offset,
      tree.length / 4,
      borders.offset,
      borders.length,
      tables.offset,
      tables.length / 2,
      head.results.length,
    )
    this.#room = new PointRoom(memory, TOGETHER, (lon, lat) => this.resultAt(lon, lat))
  }

  /** The whole file, as a view. Do not store it: the memory moves when a line batch takes memory behind the file. */
  get bytes(): Uint8Array {
    return new Uint8Array(this.#memory.buffer, 0, this.#size)
  }

  /**
   * The result number at a point in whole microdegrees. A point on a border belongs to the zone east of it; on an east–west border, to the
   * zone north of it. At +180 the point counts as just west of that line, and at the north pole as just south of the pole. Throws a
   * RangeError for a point outside the world.
   */
  resultAt(lon: number, lat: number): number {
    const x = lon + HALF_WORLD
    const y = lat + POLE
    const result =
      x >= 0 && x < WORLD_X && y >= 0 && y < WORLD_Y
        ? this.#resultInside(x, y)
        : this.#resultAtWorldEdge(x, y)
    return result >= 0 ? result : this.#refuse(result, x, y)
  }

  /** `resultAt` for degrees. They are rounded to six decimals, half away from zero. */
  resultAtDegrees(lat: number, lon: number): number {
    const result = this.#resultAtDegrees(lat, lon)
    return result >= 0 ? result : this.resultAt(microdegrees(lon), microdegrees(lat))
  }

  /**
   * The results of many points. Near borders this is 1.6 to 1.8 times as fast as one by one, because it reads the memory of many tiles at
   * the same time. `points` are longitude, latitude, … in microdegrees, rounded half away from zero where they are not whole. The length of
   * `results` says how many points there are, and it receives their results.
   */
  resultsAt(points: Float64Array, results: Int32Array): void {
    const room = this.#room
    for (let from = 0; from < results.length; from += TOGETHER) {
      const count = Math.min(TOGETHER, results.length - from)
      room.points.set(points.subarray(from * 2, (from + count) * 2))
      room.answer(count)
      results.set(count === TOGETHER ? room.results : room.results.subarray(0, count), from)
    }
  }

  /** Turns lines of points into lines of text; `lines` has the text of each result. It takes some memory that is never freed. */
  lineBatch(lines: readonly string[]): LineBatch {
    return new LineBatch(this.#memory, lines, (lon, lat) => this.resultAt(lon, lat))
  }

  /** The id of the zone that answers for a point in degrees. */
  zoneAtDegrees(lat: number, lon: number): string {
    return this.#answers[this.resultAtDegrees(lat, lon)] ?? ''
  }

  /** The ids of the zones at a point in whole microdegrees, the answer first. The list is shared and frozen. */
  zonesAt(lon: number, lat: number): readonly string[] {
    return this.results[this.resultAt(lon, lat)] ?? []
  }

  /** The tiles one by one, for checks and comparisons. Do not store them. */
  tiles(): BoundaryTiles {
    return this.#tiles()
  }

  /** Reads every byte. Throws an ArtifactError at the first fault. Opening checks only the header and the lengths. */
  verify(): void {
    this.tiles().check()
  }

  /** The result at +180 or the north pole. There the point is nudged the other way, so its tile is that of the microdegree before. */
  #resultAtWorldEdge(x: number, y: number): number {
    if (!(x >= 0 && x <= WORLD_X && y >= 0 && y <= WORLD_Y && Number.isInteger(x) && Number.isInteger(y))) {
      throw new RangeError(`no such point: lon ${x - HALF_WORLD}, lat ${y - POLE} microdegrees`)
    }
    return this.#memory.kernel.resultAtWorldEdge(x, y, x === WORLD_X ? 1 : 0, y === WORLD_Y ? 1 : 0)
  }

  #refuse(fault: number, x: number, y: number): never {
    throw boundaryDamage(this.#file, FAULTS[-1 - fault] ?? 'tile-out-of-range', { x, y })
  }
}

/** Opens a copy of bytes in memory. `file` is the file's name in errors. Throws an ArtifactError for a damaged file. */
export function openBoundaries(bytes: Uint8Array, file = 'boundaries.tiles'): Boundaries {
  return openBoundariesFrom(bytes.length, (room) => room.set(bytes), file)
}

/** Opens a file of `size` bytes. `fill` reads it straight into the memory where it stays. */
export function openBoundariesFrom(size: number, fill: (room: Uint8Array) => void, file: string): Boundaries {
  const memory = memoryFor(size)
  fill(new Uint8Array(memory.buffer, 0, size))
  return new Boundaries(memory, size, file)
}

/** The same for an asynchronous `fill`, so other work can run meanwhile. */
export async function openBoundariesSoon(
  size: number,
  fill: (room: Uint8Array) => Promise<void>,
  file: string,
): Promise<Boundaries> {
  const memory = memoryFor(size)
  await fill(new Uint8Array(memory.buffer, 0, size))
  return new Boundaries(memory, size, file)
}

function memoryFor(size: number): KernelMemory {
  if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1)
    throw new RangeError('boundaries.tiles is read in place, which takes a little-endian machine')
  return new KernelMemory(size)
}
