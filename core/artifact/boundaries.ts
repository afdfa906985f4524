// `boundaries.tiles`: bytes → the zones at a point. The file is used as it lies, through typed-array views of one buffer.
import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { HALF_WORLD, POLE, microdegrees } from '../geo/microdegrees.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import {
  BOUNDARIES_MAGIC,
  BOUNDARIES_MAJOR,
  BOUNDARIES_MINOR,
  COUNT_MASK,
  COUNT_SHIFT,
  HEADER,
  HEADER_BYTES,
  KIND,
  KIND_SHIFT,
  NO_ZONE,
  POSITION_MASK,
  SECTIONS,
  STRIPS,
  topColumns,
  topRows,
  type SectionName,
} from './boundaries-layout.ts'
import { FAULTS, kernelOver, memoryFor, roomAt, type Kernel } from './kernel.ts'
import { LineBatch, PointBatch } from './point-batch.ts'
import { decodeTile, encodeTile, fitsNarrow, type Chain } from './tile-codec.ts'

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
  readonly borders: Uint8Array
}

const WORLD_X = 2 * HALF_WORLD
const WORLD_Y = 2 * POLE
const STRIP_WIDTH = 15_000_000
const MAX_SHIFT = 29

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

/** An opened boundary file. Asking it allocates nothing. */
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
  /** The first zone of each result. */
  readonly #answers: readonly string[]
  readonly #tables: Uint16Array
  readonly #tree: Uint32Array
  readonly #borders: Int32Array
  readonly #kernel: Kernel
  readonly #batch: PointBatch
  /** Two of the kernel's functions: as fields they are called without a detour. */
  readonly #resultAtDegrees: Kernel['resultAtDegrees']
  readonly #resultInside: Kernel['resultAt']

  /** The file of `size` bytes at the start of `memory`. Use `openBoundaries`. */
  constructor(memory: WebAssembly.Memory, size: number, file: string) {
    this.#file = file
    const bytes = new Uint8Array(memory.buffer, 0, size)
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
    this.#answers = this.results.map(([first = '']) => first)
    this.#tables = new Uint16Array(...wordsOf('tables', 2))
    this.#tree = new Uint32Array(...wordsOf('tree', 4))
    this.#borders = new Int32Array(...wordsOf('borders', 4))
    this.#topShift = header.getUint32(HEADER.topShift, true)
    if (this.#topShift < 1 || this.#topShift > MAX_SHIFT) {
      throw this.#damage('node-out-of-range', { topShift: this.#topShift, least: 1, most: MAX_SHIFT })
    }
    this.#columns = topColumns(this.#topShift)
    const topEntries = this.#columns * topRows(this.#topShift)
    if (this.#tree.length < topEntries) {
      throw this.#damage('node-out-of-range', { treeEntries: this.#tree.length, atLeast: topEntries })
    }
    this.#kernel = kernelOver(memory)
    this.#resultAtDegrees = this.#kernel.resultAtDegrees
    this.#resultInside = this.#kernel.resultAt
    this.#kernel.begin(
      this.#topShift,
      this.#columns,
      this.#tree.byteOffset,
      this.#tree.length,
      this.#borders.byteOffset,
      this.#borders.byteLength,
      this.#tables.byteOffset,
      this.#tables.length,
      resultCount,
    )
    this.#batch = new PointBatch(memory.buffer, roomAt(size), this.#kernel, (lon, lat) =>
      this.resultAt(lon, lat),
    )
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
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
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
    const result =
      x >= 0 && x < WORLD_X && y >= 0 && y < WORLD_Y
        ? this.#resultInside(x, y)
        : this.#resultAtWorldEdge(x, y)
    return result >= 0 ? result : this.#refuse(result, x, y)
  }

  /** `resultAt` for degrees, rounded to six decimals. */
  resultAtDegrees(lat: number, lon: number): number {
    const result = this.#resultAtDegrees(lat, lon)
    return result >= 0 ? result : this.resultAt(microdegrees(lon), microdegrees(lat))
  }

  /** +180 and the north pole, where the nudge goes the other way, so the tile is that of the microdegree before. */
  #resultAtWorldEdge(x: number, y: number): number {
    if (!(x >= 0 && x <= WORLD_X && y >= 0 && y <= WORLD_Y && Number.isInteger(x) && Number.isInteger(y))) {
      throw new RangeError(`no such point: lon ${x - HALF_WORLD}, lat ${y - POLE} microdegrees`)
    }
    return this.#kernel.resultAtWorldEdge(x, y, x === WORLD_X ? 1 : 0, y === WORLD_Y ? 1 : 0)
  }

  #refuse(fault: number, x: number, y: number): never {
    throw this.#damage(FAULTS[-1 - fault] ?? 'tile-out-of-range', { x, y })
  }

  /** A result that there is, or none. */
  #checked(result: number): number {
    if (result < this.results.length || result === NO_ZONE) return result
    throw this.#damage('result-out-of-range', { result, results: this.results.length })
  }

  /** The tile that a point lies in, for checks and comparisons. `x` and `y` count microdegrees from (−180, −90). */
  tileAt(x: number, y: number): TileView {
    let shift = this.#topShift
    let at = (y >> shift) * this.#columns + (x >> shift)
    for (;;) {
      const entry = this.#tree[at]
      if (entry === undefined)
        throw this.#damage('node-out-of-range', { position: at, entries: this.#tree.length })
      const kind = entry >>> KIND_SHIFT
      if (kind !== KIND.node) return this.#tileView(entry, x, y, shift)
      const steps = (entry >> COUNT_SHIFT) & COUNT_MASK
      shift -= steps
      if (steps === 0 || shift < 0) throw this.#damage('node-out-of-range', { position: at, steps })
      const mask = (1 << steps) - 1
      at = (entry & POSITION_MASK) + (((y >> shift) & mask) << steps) + ((x >> shift) & mask)
    }
  }

  #tileView(entry: number, x: number, y: number, shift: number): TileView {
    const size = 2 ** shift
    const place = { west: Math.floor(x / size) * size, south: Math.floor(y / size) * size, size }
    const zonesOf = (result: number): readonly string[] => this.results[this.#checked(result)] ?? []
    const kind = entry >>> KIND_SHIFT
    if (kind === KIND.uniform) return { ...place, results: [zonesOf(entry)], chains: [] }
    const position = entry & POSITION_MASK
    const decoded = decodeTile(this.#borders, position, kind === KIND.wide)
    if (decoded === null) throw this.#damage('tile-out-of-range', { position })
    const { table, chains } = decoded.tile
    const count = 2 ** (Math.max(...chains.map((chain) => chain.bit)) + 1)
    const results = Array.from({ length: count }, (_, bits) =>
      zonesOf(this.#tables[table * 2 + bits] ?? NO_ZONE),
    )
    return { ...place, results, chains }
  }

  /**
   * Asks about as many as 4,096 points at once, which near borders is 1.6 to 1.8 times as fast as one by one: memory is asked for all
   * their tiles at a time. There is one, so whoever fills it must have its answers before another does.
   */
  batch(): PointBatch {
    return this.#batch
  }

  /** The batch between lines of points and lines of text, of which there is one for each result. */
  lineBatch(lines: readonly string[]): LineBatch {
    return new LineBatch(this.#batch, lines)
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
        // Halvings of a node, blocks of a border tile.
        const parts = (entry >> COUNT_SHIFT) & COUNT_MASK
        if (kind === KIND.uniform) {
          this.#checked(entry)
        } else if (kind === KIND.node) {
          const child = entry & POSITION_MASK
          if (parts === 0 || parts >= shift || child !== nodesEnd) {
            throw this.#damage('node-out-of-range', { position, steps: parts, child, expected: nodesEnd })
          }
          nodesEnd += 4 ** parts
          grids.push({ from: child, count: 4 ** parts, shift: shift - parts })
        } else {
          const tile = entry & POSITION_MASK
          if (tile !== bordersEnd)
            throw this.#damage('tile-out-of-range', { position: tile, expected: bordersEnd })
          bordersEnd = this.#verifyTile(tile, parts, kind === KIND.wide, shift)
        }
      }
    }
    if (nodesEnd !== this.#tree.length)
      throw this.#damage('node-out-of-range', { nodesEnd, entries: this.#tree.length })
    if (bordersEnd !== this.#borders.length) {
      throw this.#damage('tile-out-of-range', { bordersEnd, words: this.#borders.length })
    }
  }

  /** Reads a border tile whole, and says where it ends. */
  #verifyTile(position: number, blocks: number, isWide: boolean, shift: number): number {
    const decoded = decodeTile(this.#borders, position, isWide)
    if (decoded === null) throw this.#damage('tile-out-of-range', { position, words: this.#borders.length })
    const { tile, end } = decoded
    const encoded = encodeTile(tile, isWide)
    const isAsEncoded = encoded.words.every((word, i) => word === this.#borders[position + i])
    if (encoded.blocks !== blocks || !isAsEncoded || !(isWide || fitsNarrow(tile.chains, shift))) {
      throw this.#damage('tile-out-of-range', { position, blocks, expectedBlocks: encoded.blocks })
    }
    const bits = Math.max(...tile.chains.map((chain) => chain.bit)) + 1
    for (let at = tile.table * 2; at < tile.table * 2 + 2 ** bits; at++) {
      const result = this.#tables[at]
      if (result === undefined)
        throw this.#damage('table-out-of-range', { position: at, entries: this.#tables.length })
      this.#checked(result)
    }
    return end
  }
}

const readsInPlace = (): void => {
  if (endianness() !== 'LE')
    throw new RangeError('boundaries.tiles is read in place, which takes a little-endian machine')
}

/** Opens a copy of bytes that are in memory already. */
export function openBoundaries(bytes: Uint8Array, file = 'boundaries.tiles'): Boundaries {
  readsInPlace()
  const memory = memoryFor(bytes.length)
  new Uint8Array(memory.buffer).set(bytes)
  return new Boundaries(memory, bytes.length, file)
}

/** Reads a file once, and opens it. */
export function openBoundariesFile(path: string): Boundaries {
  readsInPlace()
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const memory = memoryFor(size)
    const bytes = new Uint8Array(memory.buffer, 0, size)
    for (let at = 0; at < size;) {
      const read = readSync(file, bytes, at, size - at, at)
      if (read === 0) break
      at += read
    }
    return new Boundaries(memory, size, path)
  } finally {
    closeSync(file)
  }
}
