// `boundaries.tiles`: bytes → the zones at a point. The file is used as it lies, through typed-array views of one buffer.
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { HALF_WORLD, MICRODEGREES, POLE, microdegrees } from '../geo/microdegrees.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import {
  BOUNDARIES_MAGIC,
  BOUNDARIES_MAJOR,
  BOUNDARIES_MINOR,
  HEADER,
  HEADER_BYTES,
  KIND,
  KIND_SHIFT,
  NODE_MASK,
  NO_ZONE,
  SECTIONS,
  STEPS_MASK,
  STEPS_SHIFT,
  STRIPS,
  TILE_MASK,
  topColumns,
  topRows,
  tileStart,
  type SectionName,
} from './boundaries-layout.ts'
import {
  DAMAGED,
  crossingsAtWorldEdge,
  crossingsNarrow,
  crossingsWide,
  decodeTile,
  type Chain,
} from './tile-codec.ts'

/** What a boundary file says, apart from its bytes. */
export interface BoundaryParts {
  /** The boundary release's name, as the API shows it. */
  readonly release: string
  readonly topShift: number
  /** In code-unit order of their ids. The area is in whole square kilometres, 0 for an ocean strip. */
  readonly zones: readonly { readonly id: string; readonly area: number }[]
  /** Zone numbers in the order of an answer. The first 25 are the ocean strips from west to east. */
  readonly results: readonly (readonly number[])[]
  readonly tables: Uint16Array
  readonly tree: Uint8Array
  /** Border tiles, of which narrow ones are 16-bit words and wide ones 32-bit words. */
  readonly borders: Uint8Array
}

const WORLD_X = 2 * HALF_WORLD
const WORLD_Y = 2 * POLE
const STRIP_WIDTH = 15_000_000
const MAX_SHIFT = 29
/** More than the rounding of a sum of such size, in microdegrees. */
const CLOSE = 1e-6

/** The result of the ocean strip at a longitude: strips are 15° wide, centred on multiples of 15°, and take their west border. */
export const stripAt = (lon: number): number => Math.floor((lon + HALF_WORLD + STRIP_WIDTH / 2) / STRIP_WIDTH)

/** The ocean zone of a strip, by its result number: strip 0 is Etc/GMT+12, whose sign is inverted. */
export function stripId(strip: number): string {
  const west = STRIPS - 1 - strip - (STRIPS - 1) / 2
  if (west === 0) return 'Etc/GMT'
  return west > 0 ? `Etc/GMT+${west}` : `Etc/GMT${west}`
}

/** The bytes of 16-bit words, as they lie on a little-endian machine. */
const bytesOf = (words: Uint16Array): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, words.byteLength)

function sectionBytes(parts: BoundaryParts): Record<SectionName, Uint8Array> {
  const zones: number[] = []
  for (const { id, area } of parts.zones) {
    const text = new TextEncoder().encode(id)
    if (text.length > 255) throw new RangeError(`zone id of ${text.length} bytes`)
    zones.push(
      area & 0xff,
      (area >> 8) & 0xff,
      (area >> 16) & 0xff,
      (area >>> 24) & 0xff,
      text.length,
      ...text,
    )
  }
  const results = parts.results.flatMap((list) => [list.length, ...list])
  return {
    release: new TextEncoder().encode(parts.release),
    zones: Uint8Array.from(zones),
    results: bytesOf(Uint16Array.from(results)),
    tables: bytesOf(parts.tables),
    tree: parts.tree,
    borders: parts.borders,
  }
}

const padded = (length: number): number => Math.ceil(length / 8) * 8

/** The whole file. The same parts give the same bytes. */
export function encodeBoundaries(parts: BoundaryParts): Uint8Array {
  const sections = sectionBytes(parts)
  const length = SECTIONS.reduce((sum, name) => sum + padded(sections[name].length), HEADER_BYTES)
  const bytes = new Uint8Array(length)
  const header = new DataView(bytes.buffer)
  bytes.set(BOUNDARIES_MAGIC, HEADER.magic)
  header.setUint16(HEADER.major, BOUNDARIES_MAJOR, true)
  header.setUint16(HEADER.minor, BOUNDARIES_MINOR, true)
  header.setUint32(HEADER.headerBytes, HEADER_BYTES, true)
  header.setUint32(HEADER.fileBytes, length, true)
  header.setUint32(HEADER.topShift, parts.topShift, true)
  header.setUint32(HEADER.zoneCount, parts.zones.length, true)
  header.setUint32(HEADER.resultCount, parts.results.length, true)
  let at = HEADER_BYTES
  SECTIONS.forEach((name, i) => {
    header.setUint32(HEADER.sections + i * 8, at, true)
    header.setUint32(HEADER.sections + i * 8 + 4, sections[name].length, true)
    bytes.set(sections[name], at)
    at += padded(sections[name].length)
  })
  bytes.set(createHash('sha256').update(bytes.subarray(HEADER_BYTES)).digest(), HEADER.bodySha256)
  header.setUint32(HEADER.headerCrc32, crc32(bytes.subarray(0, HEADER.headerCrc32)), true)
  return bytes
}

/** One tile: a square of side `size` whose south-west corner lies `west` and `south` of (−180, −90), in microdegrees. */
export interface TileView {
  readonly west: number
  readonly south: number
  readonly size: number
  /** The zones of each combination of crossed bits; a single one for a tile without borders. An empty list is the sea. */
  readonly results: readonly (readonly string[])[]
  /** As in the file: coordinates from the tile's middle. */
  readonly chains: readonly Chain[]
}

/** An opened boundary file. Asking it allocates nothing; it may lie in a SharedArrayBuffer and serve many threads. */
export class Boundaries {
  readonly release: string
  /** Zone ids in code-unit order; ocean strips among them. */
  readonly zoneIds: readonly string[]
  /** Whole square kilometres, by zone number; 0 for an ocean strip. */
  readonly areas: readonly number[]
  /** Result number → zone ids in the order of an answer. */
  readonly results: readonly (readonly string[])[]
  readonly bytes: Uint8Array
  readonly #file: string
  readonly #topShift: number
  readonly #columns: number
  readonly #resultCount: number
  /** The first zone of each result. */
  readonly #answers: readonly string[]
  readonly #tables: Uint16Array
  readonly #tree: Int32Array
  /** Border tiles: one section, seen in two ways. */
  readonly #narrow: Int16Array
  readonly #wide: Int32Array

  /** Use `openBoundaries`. */
  constructor(bytes: Uint8Array, file: string) {
    this.#file = file
    this.bytes = bytes
    const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#checkHeader(header)
    const section = (name: SectionName): { readonly from: number; readonly length: number } => {
      const i = SECTIONS.indexOf(name)
      const from = header.getUint32(HEADER.sections + i * 8, true)
      const length = header.getUint32(HEADER.sections + i * 8 + 4, true)
      if (from < HEADER_BYTES || from % 8 !== 0 || from + length > bytes.length) {
        throw this.#damage('section-out-of-range', {
          section: name,
          offset: from,
          length,
          fileBytes: bytes.length,
        })
      }
      return { from: bytes.byteOffset + from, length }
    }
    const { buffer } = bytes
    const wordsOf = (name: SectionName, width: number): [ArrayBufferLike, number, number] => {
      const { from, length } = section(name)
      if (length % width !== 0)
        throw this.#damage('section-out-of-range', { section: name, length, multipleOf: width })
      return [buffer, from, length / width]
    }
    const release = section('release')
    this.release = this.#text(new Uint8Array(buffer, release.from, release.length), 'release')
    const zones = section('zones')
    const zoneCount = header.getUint32(HEADER.zoneCount, true)
    const { ids, areas } = this.#readZones(new Uint8Array(buffer, zones.from, zones.length), zoneCount)
    this.zoneIds = ids
    this.areas = areas
    const resultCount = header.getUint32(HEADER.resultCount, true)
    this.results = this.#readResults(new Uint16Array(...wordsOf('results', 2)), resultCount)
    this.#resultCount = resultCount
    this.#answers = this.results.map(([first = '']) => first)
    this.#tables = new Uint16Array(...wordsOf('tables', 2))
    this.#tree = new Int32Array(...wordsOf('tree', 4))
    this.#wide = new Int32Array(...wordsOf('borders', 4))
    this.#narrow = new Int16Array(buffer, this.#wide.byteOffset, this.#wide.length * 2)
    this.#topShift = header.getUint32(HEADER.topShift, true)
    if (this.#topShift < 1 || this.#topShift > MAX_SHIFT) {
      throw this.#damage('node-out-of-range', { topShift: this.#topShift, least: 1, most: MAX_SHIFT })
    }
    this.#columns = topColumns(this.#topShift)
    const topEntries = this.#columns * topRows(this.#topShift)
    if (this.#tree.length < topEntries) {
      throw this.#damage('node-out-of-range', { treeEntries: this.#tree.length, atLeast: topEntries })
    }
  }

  #damage(code: ArtifactErrorCode, facts: Readonly<Record<string, string | number>>): ArtifactError {
    const listed = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
    return new ArtifactError(code, `${this.#file}: ${code}: ${listed.join(', ')}`, {
      file: this.#file,
      ...facts,
    })
  }

  #checkHeader(header: DataView): void {
    const { byteLength } = header
    if (byteLength < HEADER_BYTES)
      throw this.#damage('file-too-short', { fileBytes: byteLength, atLeast: HEADER_BYTES })
    if (BOUNDARIES_MAGIC.some((byte, i) => header.getUint8(HEADER.magic + i) !== byte)) {
      throw this.#damage('not-boundaries', { magic: 'does not match' })
    }
    const major = header.getUint16(HEADER.major, true)
    if (major !== BOUNDARIES_MAJOR) {
      throw this.#damage('format-unknown', { format: major, readerUnderstands: BOUNDARIES_MAJOR })
    }
    const crc = header.getUint32(HEADER.headerCrc32, true)
    const actual = crc32(this.bytes.subarray(0, HEADER.headerCrc32))
    if (crc !== actual) throw this.#damage('header-damaged', { crc32: crc, computed: actual })
    const headerBytes = header.getUint32(HEADER.headerBytes, true)
    if (headerBytes !== HEADER_BYTES)
      throw this.#damage('header-damaged', { headerBytes, expected: HEADER_BYTES })
    const fileBytes = header.getUint32(HEADER.fileBytes, true)
    if (fileBytes !== byteLength)
      throw this.#damage('file-size', { fileBytes: byteLength, headerSays: fileBytes })
  }

  #text(bytes: Uint8Array, what: string): string {
    try {
      // A copy, because a decoder takes no shared memory.
      return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
    } catch {
      throw this.#damage('text-damaged', { what, encoding: 'not UTF-8' })
    }
  }

  #readZones(bytes: Uint8Array, count: number): { ids: string[]; areas: number[] } {
    const ids: string[] = []
    const areas: number[] = []
    let at = 0
    for (let zone = 0; zone < count; zone++) {
      const length = bytes[at + 4] ?? 0
      if (length === 0 || at + 5 + length > bytes.length) {
        throw this.#damage('zone-out-of-range', { zone, offset: at, sectionBytes: bytes.length })
      }
      const area =
        (bytes[at] ?? 0) +
        (bytes[at + 1] ?? 0) * 2 ** 8 +
        (bytes[at + 2] ?? 0) * 2 ** 16 +
        (bytes[at + 3] ?? 0) * 2 ** 24
      areas.push(area)
      ids.push(this.#text(bytes.subarray(at + 5, at + 5 + length), `zone ${zone}`))
      at += 5 + length
    }
    if (at !== bytes.length)
      throw this.#damage('zone-out-of-range', { zones: count, endAt: at, sectionBytes: bytes.length })
    return { ids, areas }
  }

  #readResults(words: Uint16Array, count: number): (readonly string[])[] {
    const results: (readonly string[])[] = []
    let at = 0
    if (count < STRIPS || count >= NO_ZONE)
      throw this.#damage('result-out-of-range', { results: count, atLeast: STRIPS })
    for (let result = 0; result < count; result++) {
      const length = words[at] ?? 0
      if (length === 0 || at + 1 + length > words.length) {
        throw this.#damage('result-out-of-range', { result, position: at, sectionWords: words.length })
      }
      const ids: string[] = []
      for (const zone of words.subarray(at + 1, at + 1 + length)) {
        const id = this.zoneIds[zone]
        if (id === undefined)
          throw this.#damage('zone-out-of-range', { result, zone, zones: this.zoneIds.length })
        ids.push(id)
      }
      results.push(Object.freeze(ids))
      at += 1 + length
    }
    return results
  }

  /**
   * The result at a point in whole microdegrees. On a border it is that of the zone east of it, or north of it on an east–west border;
   * +180 is just west of that line, and the north pole just south of itself.
   */
  resultAt(lon: number, lat: number): number {
    const x = lon + HALF_WORLD
    const y = lat + POLE
    if (!(x >= 0 && x < WORLD_X && y >= 0 && y < WORLD_Y)) return this.#resultAtWorldEdge(x, y)
    return this.#resultInside(x | 0, y | 0)
  }

  /** For whole microdegrees from (−180, −90), inside the world's eastern and northern edges. */
  #resultInside(x: number, y: number): number {
    const tree = this.#tree
    let shift = this.#topShift
    let at = (y >> shift) * this.#columns + (x >> shift)
    for (;;) {
      const entry = tree[at]
      if (entry === undefined)
        throw this.#damage('node-out-of-range', { x, y, position: at, entries: tree.length })
      // Most points of the world end here: one answer for the whole tile.
      if (entry >= 0 && entry < this.#resultCount) return entry
      if (entry < 0) {
        const mask = (1 << shift) - 1
        const half = (mask + 1) >> 1
        return this.#resultInTile(entry, (x & mask) - half, (y & mask) - half, x)
      }
      if (entry <= NO_ZONE) return this.#checked(entry, x)
      if (entry >>> KIND_SHIFT !== KIND.node) throw this.#damage('result-out-of-range', { x, y, entry })
      const steps = (entry >> STEPS_SHIFT) & STEPS_MASK
      shift -= steps
      // Each node divides its tile, so this ends however the file is damaged.
      if (steps === 0 || shift < 0) throw this.#damage('node-out-of-range', { x, y, position: at, steps })
      const mask = (1 << steps) - 1
      at = (entry & NODE_MASK) + (((y >> shift) & mask) << steps) + ((x >> shift) & mask)
    }
  }

  #resultInTile(entry: number, tileX: number, tileY: number, x: number): number {
    const word = entry & TILE_MASK
    if (entry << 1 < 0) {
      return this.#tileResult(this.#wide, word, crossingsWide(this.#wide, word, tileX, tileY), x)
    }
    return this.#tileResult(this.#narrow, word, crossingsNarrow(this.#narrow, word, tileX, tileY), x)
  }

  #tileResult(words: Int16Array | Int32Array, word: number, bits: number, x: number): number {
    if (bits === DAMAGED) throw this.#damage('tile-out-of-range', { x, position: word, words: words.length })
    const position = ((words[word] ?? 0) & 0xffff) * 2 + bits
    const result = this.#tables[position]
    if (result === undefined) {
      throw this.#damage('table-out-of-range', { x, position, entries: this.#tables.length })
    }
    return this.#checked(result, x)
  }

  /** A result that there is; the ocean strip where no boundary contains the point. `x` counts from −180. */
  #checked(result: number, x: number): number {
    if (result < this.#resultCount) return result
    if (result === NO_ZONE) return stripAt(x - HALF_WORLD)
    throw this.#damage('result-out-of-range', { x, result, results: this.#resultCount })
  }

  /** +180 and the north pole, where the nudge goes the other way, so the tile is that of the microdegree before. */
  #resultAtWorldEdge(x: number, y: number): number {
    if (!(x >= 0 && x <= WORLD_X && y >= 0 && y <= WORLD_Y && Number.isInteger(x) && Number.isInteger(y))) {
      throw new RangeError(`no such point: lon ${x - HALF_WORLD}, lat ${y - POLE} microdegrees`)
    }
    const nudgesWest = x === WORLD_X
    const nudgesSouth = y === WORLD_Y
    const insideX = nudgesWest ? x - 1 : x
    const insideY = nudgesSouth ? y - 1 : y
    const found = this.#tileAt(insideX, insideY)
    if ('result' in found) return this.#checked(found.result, x)
    const half = (1 << found.shift) >> 1
    const tileX = x - ((insideX >> found.shift) << found.shift) - half
    const tileY = y - ((insideY >> found.shift) << found.shift) - half
    const words = found.isWide ? this.#wide : this.#narrow
    const bits = crossingsAtWorldEdge(words, found.word, tileX, tileY, nudgesWest, nudgesSouth)
    return this.#tileResult(words, found.word, bits, x)
  }

  /** The tile that a point lies in: its result, or where its edges are. Coordinates count from (−180, −90). */
  #tileAt(
    x: number,
    y: number,
  ):
    | { readonly result: number; readonly shift: number }
    | { readonly word: number; readonly isWide: boolean; readonly shift: number } {
    let shift = this.#topShift
    let at = (y >> shift) * this.#columns + (x >> shift)
    for (;;) {
      const entry = this.#tree[at]
      if (entry === undefined)
        throw this.#damage('node-out-of-range', { position: at, entries: this.#tree.length })
      const kind = entry >>> KIND_SHIFT
      if (kind === KIND.uniform) return { result: entry, shift }
      if (kind !== KIND.node) return { word: entry & TILE_MASK, isWide: kind === KIND.wide, shift }
      const steps = (entry >> STEPS_SHIFT) & STEPS_MASK
      shift -= steps
      if (steps === 0 || shift < 0) throw this.#damage('node-out-of-range', { position: at, steps })
      const mask = (1 << steps) - 1
      at = (entry & NODE_MASK) + (((y >> shift) & mask) << steps) + ((x >> shift) & mask)
    }
  }

  /** The tile that a point lies in, for checks and comparisons. `x` and `y` count microdegrees from (−180, −90). */
  tileAt(x: number, y: number): TileView {
    const found = this.#tileAt(x, y)
    const size = 2 ** found.shift
    const place = { west: Math.floor(x / size) * size, south: Math.floor(y / size) * size, size }
    const zonesOf = (result: number): readonly string[] =>
      result === NO_ZONE ? [] : (this.results[this.#checked(result, 0)] ?? [])
    if ('result' in found) return { ...place, results: [zonesOf(found.result)], chains: [] }
    const decoded = decodeTile(found.isWide ? this.#wide : this.#narrow, found.word)
    if (decoded === null) throw this.#damage('tile-out-of-range', { position: found.word })
    const { table, chains } = decoded.tile
    const count = 2 ** (Math.max(...chains.map((chain) => chain.bit)) + 1)
    const results = Array.from({ length: count }, (_, bits) =>
      zonesOf(this.#tables[table * 2 + bits] ?? NO_ZONE),
    )
    return { ...place, results, chains }
  }

  /** `resultAt` for degrees, rounded to six decimals. */
  resultAtDegrees(lat: number, lon: number): number {
    // The same rounding as `microdegrees`, where it is plain: truncating a sum is all it takes, unless that sum lies so close to a whole
    // number that adding 180° (or 90°) could have pushed it over.
    const sumX = lon * MICRODEGREES + (HALF_WORLD + 0.5)
    const sumY = lat * MICRODEGREES + (POLE + 0.5)
    const x = sumX | 0
    const y = sumY | 0
    const restX = sumX - x
    const restY = sumY - y
    if (
      restX > CLOSE &&
      restX < 1 - CLOSE &&
      restY > CLOSE &&
      restY < 1 - CLOSE &&
      x >= 0 &&
      x < WORLD_X &&
      y >= 0 &&
      y < WORLD_Y
    ) {
      return this.#resultInside(x, y)
    }
    return this.resultAt(microdegrees(lon), microdegrees(lat))
  }

  /** The id of the zone that answers for a point in degrees. */
  zoneAtDegrees(lat: number, lon: number): string {
    return this.#answers[this.resultAtDegrees(lat, lon)] ?? ''
  }

  /** The ids of the zones at a point, the answer first. The list is shared and frozen. */
  zonesAt(lon: number, lat: number): readonly string[] {
    return this.results[this.resultAt(lon, lat)] ?? []
  }

  /**
   * Reads every byte: the checksum, then every node and every tile. Throws an ArtifactError at the first fault. For build, verify and
   * activate; an ordinary open checks header and lengths.
   */
  verify(): void {
    const sum = createHash('sha256').update(this.bytes.subarray(HEADER_BYTES)).digest('hex')
    const saved = Buffer.from(this.bytes.subarray(HEADER.bodySha256, HEADER.bodySha256 + 32)).toString('hex')
    if (sum !== saved) throw this.#damage('checksum-mismatch', { sha256: sum, expected: saved })
    // Nodes and tiles lie in the order in which this walk meets them, without gaps but for alignment: none is shared or left out.
    const grids = [{ from: 0, count: this.#columns * topRows(this.#topShift), shift: this.#topShift }]
    let nodesEnd = grids[0]?.count ?? 0
    let bordersEnd = 0
    for (const { from, count, shift } of grids) {
      for (let position = from; position < from + count; position++) {
        const entry = this.#tree[position]
        if (entry === undefined)
          throw this.#damage('node-out-of-range', { position, entries: this.#tree.length })
        const kind = entry >>> KIND_SHIFT
        if (kind === KIND.uniform) {
          this.#checked(entry, 0)
        } else if (kind === KIND.node) {
          const steps = (entry >> STEPS_SHIFT) & STEPS_MASK
          const child = entry & NODE_MASK
          if (steps === 0 || steps >= shift || child !== nodesEnd) {
            throw this.#damage('node-out-of-range', { position, steps, child, expected: nodesEnd })
          }
          nodesEnd += 4 ** steps
          grids.push({ from: child, count: 4 ** steps, shift: shift - steps })
        } else {
          const isWide = kind === KIND.wide
          const words = isWide ? this.#wide : this.#narrow
          const word = entry & TILE_MASK
          const width = isWide ? 4 : 2
          const decoded = decodeTile(words, word)
          const expected = tileStart(bordersEnd, isWide) / width
          if (decoded === null || word !== expected) {
            throw this.#damage('tile-out-of-range', { position: word, words: words.length, expected })
          }
          bordersEnd = decoded.end * width
          const bits = Math.max(...decoded.tile.chains.map((chain) => chain.bit)) + 1
          for (let i = 0; i < 2 ** bits; i++) this.#tileResult(words, word, i, 0)
        }
      }
    }
    if (nodesEnd !== this.#tree.length)
      throw this.#damage('node-out-of-range', { nodesEnd, entries: this.#tree.length })
    if (Math.ceil(bordersEnd / 4) !== this.#wide.length) {
      throw this.#damage('tile-out-of-range', { bordersEnd, bytes: this.#wide.byteLength })
    }
  }
}

/** Opens bytes that are in memory already. Bytes that do not begin at a multiple of 8 in their buffer are copied. */
export function openBoundaries(bytes: Uint8Array, file = 'boundaries.tiles'): Boundaries {
  if (endianness() !== 'LE')
    throw new RangeError('boundaries.tiles is read in place, which takes a little-endian machine')
  return new Boundaries(bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes), file)
}

/** Reads a file once, into memory that threads can share, and opens it. */
export function openBoundariesFile(path: string): Boundaries {
  const file = openSync(path, 'r')
  try {
    const bytes = new Uint8Array(new SharedArrayBuffer(fstatSync(file).size))
    for (let at = 0; at < bytes.length;) {
      const read = readSync(file, bytes, at, bytes.length - at, at)
      if (read === 0) break
      at += read
    }
    return openBoundaries(bytes, path)
  } finally {
    closeSync(file)
  }
}
