// Writes and reads `shapes.bin`: simplified boundaries for drawing only, never for look-ups.
//
// docs/formats/shapes.md describes the file.
import { HALF_WORLD, POLE } from '../geo/microdegrees.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import { checkedHeader, FILE_HEADER, FILE_HEADER_BYTES, withHeader, type FileFormat } from './file-header.ts'

const FORMAT: FileFormat = {
  magic: Uint8Array.of(0x89, 0x54, 0x5a, 0x53, 0x0d, 0x0a, 0x1a, 0x0a),
  major: 1,
  minor: 0,
  isOther: 'not-shapes',
}
/** Byte offsets of the header's fields. */
export const SHAPES_HEADER = { ...FILE_HEADER, levelCount: 16, zoneCount: 20 } as const

/** One level of detail. */
export interface ShapeLevel {
  /** Size of a grid step in microdegrees. Half the world is a whole number of steps. */
  readonly grid: number
  /** Zone number → rings: x, y, x, y, … in steps from 180° west and 90° south. The first point is not repeated at the end. */
  readonly zones: readonly (readonly Int32Array[])[]
}

/** The content of a file of shapes. */
export interface ShapeParts {
  /** In code-unit order. */
  readonly zoneIds: readonly string[]
  /** From coarse to fine. */
  readonly levels: readonly ShapeLevel[]
}

/** Encodes the whole file. The same parts give the same bytes. */
export function encodeShapes({ zoneIds, levels }: ShapeParts): Uint8Array {
  const body = new ByteWriter()
  for (const id of zoneIds) body.text(id)
  for (const level of levels) {
    const written = levelBytes(level)
    body.whole(level.grid)
    body.whole(written.length)
    body.bytes(written)
  }
  const counts = new Map([
    [SHAPES_HEADER.levelCount, levels.length],
    [SHAPES_HEADER.zoneCount, zoneIds.length],
  ])
  return withHeader(FORMAT, counts, body.written())
}

function levelBytes({ zones }: ShapeLevel): Uint8Array {
  const written = new ByteWriter()
  for (const rings of zones) {
    written.whole(rings.length)
    for (const ring of rings) {
      written.whole(ring.length / 2)
      for (let i = 0; i < ring.length; i++) {
        if (i < 2) written.whole(ring[i] ?? 0)
        else written.signed((ring[i] ?? 0) - (ring[i - 2] ?? 0))
      }
    }
  }
  return written.written()
}

/** The opened shapes of all zones. A level is decoded when it is first asked for. */
export class Shapes {
  /** In code-unit order. */
  readonly zoneIds: readonly string[]
  /** Size of each level's grid step in microdegrees, from coarse to fine. */
  readonly grids: readonly number[]
  readonly #bytes: Uint8Array
  readonly #file: string
  readonly #starts: readonly number[]
  readonly #levels = new Map<number, ShapeLevel>()

  /** Use `openShapes`. */
  constructor(bytes: Uint8Array, file: string) {
    this.#bytes = bytes
    this.#file = file
    const header = checkedHeader(bytes, FORMAT, (code, what) => this.#damage(code, what))
    const reader = this.#reader(FILE_HEADER_BYTES)
    const zoneCount = this.#counted(header.getUint32(SHAPES_HEADER.zoneCount, true))
    this.zoneIds = Array.from({ length: zoneCount }, () => reader.text())
    if (this.zoneIds.some((id, i) => id <= (this.zoneIds[i - 1] ?? '')))
      throw this.#damage('shapes-malformed', 'its zones are not in order')
    const grids: number[] = []
    const starts: number[] = []
    for (let level = this.#counted(header.getUint32(SHAPES_HEADER.levelCount, true)); level > 0; level--) {
      const grid = reader.whole()
      if (grid === 0 || POLE % grid !== 0 || grid >= (grids.at(-1) ?? Infinity))
        throw this.#damage('shapes-malformed', `a step of ${grid} microdegrees`)
      grids.push(grid)
      const length = reader.whole()
      starts.push(reader.at)
      reader.at += length
      if (reader.at > bytes.length) throw this.#damage('shapes-malformed', 'a level runs past the end')
    }
    if (grids.length === 0) throw this.#damage('shapes-malformed', 'no level')
    this.grids = grids
    this.#starts = starts
  }

  /**
   * A level by its number; 0 is the coarsest. Throws an ArtifactError for a damaged level, and a RangeError for a number without a level.
   */
  level(number: number): ShapeLevel {
    let found = this.#levels.get(number)
    if (found === undefined) {
      const [grid, start] = [this.grids[number], this.#starts[number]]
      if (grid === undefined || start === undefined) throw new RangeError(`there is no level ${number}`)
      const reader = this.#reader(start)
      const zones = this.zoneIds.map(() =>
        Array.from({ length: this.#counted(reader.whole()) }, () => this.#ring(reader, grid)),
      )
      found = { grid, zones }
      this.#levels.set(number, found)
    }
    return found
  }

  #ring(reader: ByteReader, grid: number): Int32Array {
    const length = this.#counted(reader.whole()) * 2
    if (length < 6) throw this.#damage('shapes-malformed', `a ring of ${length / 2} points`)
    const ring = new Int32Array(length)
    const limits = [(2 * HALF_WORLD) / grid, (2 * POLE) / grid]
    for (let i = 0; i < length; i++) {
      const value = i < 2 ? reader.whole() : (ring[i - 2] ?? 0) + reader.signed()
      if (value < 0 || value > (limits[i % 2] ?? 0))
        throw this.#damage('shapes-malformed', `a point before byte ${reader.at} is outside of the world`)
      ring[i] = value
    }
    return ring
  }

  /** Returns a count if the file has room for that many items of one byte each. Throws otherwise. */
  #counted(count: number): number {
    if (count <= this.#bytes.length) return count
    throw this.#damage('shapes-malformed', `${count} of something in ${this.#bytes.length} bytes`)
  }

  #reader(from: number): ByteReader {
    return new ByteReader(this.#bytes, from, (what) => this.#damage('shapes-malformed', what))
  }

  #damage(code: ArtifactErrorCode, what: string): ArtifactError {
    return new ArtifactError(code, `${this.#file}: ${code}: ${what}`, { file: this.#file })
  }
}

/** Opens a file of shapes. `file` is its name in errors. Throws an ArtifactError for a damaged file. */
export const openShapes = (bytes: Uint8Array, file = 'shapes.bin'): Shapes => new Shapes(bytes, file)
