// Reads the parts of `boundaries.tiles`: header, zones, results, and where each section lies.
import { STRIPS } from '../geo/ocean-strips.ts'
import { ArtifactError, type ArtifactErrorCode } from './artifact-error.ts'
import {
  BOUNDARIES_MAGIC,
  BOUNDARIES_MAJOR,
  HEADER,
  HEADER_BYTES,
  MAX_SHIFT,
  NO_ZONE,
  SECTIONS,
  topColumns,
  topRows,
  type SectionName,
} from './boundaries-layout.ts'
import { crc32 } from './checksum.ts'

/** Where a section lies, in bytes from the start of the file. */
interface SectionPlace {
  readonly offset: number
  readonly length: number
}

/** Everything in a boundary file except its tree and its tiles. */
export interface BoundaryHead {
  readonly release: string
  readonly topShift: number
  /** Columns of the top grid. */
  readonly columns: number
  /** Zone ids in code-unit order, with the ocean strips. */
  readonly zoneIds: readonly string[]
  /** Area by zone number, in whole square kilometres. 0 for an ocean strip, and for a zone smaller than half a square kilometre. */
  readonly areas: readonly number[]
  /** Result number → zone ids in the order of an answer. */
  readonly results: readonly (readonly string[])[]
  readonly sections: Readonly<Record<SectionName, SectionPlace>>
}

/** Builds the error of a damaged boundary file. Its message has the file's name, the code, and the facts in order. */
export function boundaryDamage(
  file: string,
  code: ArtifactErrorCode,
  facts: Readonly<Record<string, string | number>>,
): ArtifactError {
  const listed = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  return new ArtifactError(code, `${file}: ${code}: ${listed.join(', ')}`, { file, ...facts })
}

/** Reads and checks everything except the tree and the tiles. `file` is the file's name in errors. Throws an ArtifactError for damage. */
export function readBoundaryHead(bytes: Uint8Array, file: string): BoundaryHead {
  return new HeadReader(bytes, file).read()
}

/** Bytes of one item of each section. A section's length is a multiple of it. */
const WIDTHS: Readonly<Record<SectionName, number>> = {
  release: 1,
  zones: 1,
  results: 2,
  tables: 2,
  tree: 4,
  borders: 4,
}

/** Views of the sections with the geometry. They become invalid when the file's memory grows. */
export interface Geometry {
  readonly tree: Uint32Array
  readonly borders: Int32Array
  readonly tables: Uint16Array
}

/** The geometry of a file whose bytes begin at a multiple of 4. */
export function geometryOf(bytes: Uint8Array, { sections }: BoundaryHead): Geometry {
  const { buffer, byteOffset } = bytes
  const { tree, borders, tables } = sections
  return {
    tree: new Uint32Array(buffer, byteOffset + tree.offset, tree.length / 4),
    borders: new Int32Array(buffer, byteOffset + borders.offset, borders.length / 4),
    tables: new Uint16Array(buffer, byteOffset + tables.offset, tables.length / 2),
  }
}

class HeadReader {
  readonly #bytes: Uint8Array
  readonly #file: string
  readonly #header: DataView

  constructor(bytes: Uint8Array, file: string) {
    this.#bytes = bytes
    this.#file = file
    this.#header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  read(): BoundaryHead {
    this.#checkHeader()
    const header = this.#header
    const sections = this.#sections()
    const bytesOf = ({ offset, length }: SectionPlace): Uint8Array =>
      this.#bytes.subarray(offset, offset + length)
    const release = this.#text(bytesOf(sections.release), 'release')
    const zones = this.#zones(bytesOf(sections.zones), header.getUint32(HEADER.zoneCount, true))
    const results = this.#results(sections.results, header.getUint32(HEADER.resultCount, true), zones.ids)
    const topShift = header.getUint32(HEADER.topShift, true)
    if (topShift < 1 || topShift > MAX_SHIFT)
      throw this.#damage('node-out-of-range', { topShift, least: 1, most: MAX_SHIFT })
    const columns = topColumns(topShift)
    const [treeEntries, atLeast] = [sections.tree.length / 4, columns * topRows(topShift)]
    if (treeEntries < atLeast) throw this.#damage('node-out-of-range', { treeEntries, atLeast })
    return { release, topShift, columns, zoneIds: zones.ids, areas: zones.areas, results, sections }
  }

  #damage(code: ArtifactErrorCode, facts: Readonly<Record<string, string | number>>): ArtifactError {
    return boundaryDamage(this.#file, code, facts)
  }

  #checkHeader(): void {
    const header = this.#header
    const { byteLength } = header
    if (byteLength < HEADER_BYTES)
      throw this.#damage('file-too-short', { fileBytes: byteLength, atLeast: HEADER_BYTES })
    if (BOUNDARIES_MAGIC.some((byte, i) => header.getUint8(HEADER.magic + i) !== byte))
      throw this.#damage('not-boundaries', { magic: 'does not match' })
    const major = header.getUint16(HEADER.major, true)
    if (major !== BOUNDARIES_MAJOR)
      throw this.#damage('format-unknown', { format: major, readerUnderstands: BOUNDARIES_MAJOR })
    const crc = header.getUint32(HEADER.headerCrc32, true)
    const computed = crc32(this.#bytes.subarray(0, HEADER.headerCrc32))
    if (crc !== computed) throw this.#damage('header-damaged', { crc32: crc, computed })
    const headerBytes = header.getUint32(HEADER.headerBytes, true)
    if (headerBytes !== HEADER_BYTES)
      throw this.#damage('header-damaged', { headerBytes, expected: HEADER_BYTES })
    const headerSays = header.getUint32(HEADER.fileBytes, true)
    if (headerSays !== byteLength) throw this.#damage('file-size', { fileBytes: byteLength, headerSays })
  }

  #sections(): Record<SectionName, SectionPlace> {
    const place = (section: SectionName): SectionPlace => {
      const at = HEADER.sections + SECTIONS.indexOf(section) * 8
      const offset = this.#header.getUint32(at, true)
      const length = this.#header.getUint32(at + 4, true)
      const fileBytes = this.#bytes.length
      if (offset < HEADER_BYTES || offset % 8 !== 0 || offset + length > fileBytes)
        throw this.#damage('section-out-of-range', { section, offset, length, fileBytes })
      const multipleOf = WIDTHS[section]
      if (length % multipleOf !== 0)
        throw this.#damage('section-out-of-range', { section, length, multipleOf })
      return { offset, length }
    }
    return {
      release: place('release'),
      zones: place('zones'),
      results: place('results'),
      tables: place('tables'),
      tree: place('tree'),
      borders: place('borders'),
    }
  }

  #text(bytes: Uint8Array, what: string): string {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw this.#damage('text-damaged', { what, encoding: 'not UTF-8' })
    }
  }

  #zones(bytes: Uint8Array, count: number): { ids: string[]; areas: number[] } {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const ids: string[] = []
    const areas: number[] = []
    let at = 0
    for (let zone = 0; zone < count; zone++) {
      const length = bytes[at + 4] ?? 0
      if (length === 0 || at + 5 + length > bytes.length)
        throw this.#damage('zone-out-of-range', { zone, offset: at, sectionBytes: bytes.length })
      areas.push(view.getUint32(at, true))
      ids.push(this.#text(bytes.subarray(at + 5, at + 5 + length), `zone ${zone}`))
      at += 5 + length
    }
    if (at !== bytes.length)
      throw this.#damage('zone-out-of-range', { zones: count, endAt: at, sectionBytes: bytes.length })
    return { ids, areas }
  }

  #results(
    { offset, length }: SectionPlace,
    count: number,
    zoneIds: readonly string[],
  ): (readonly string[])[] {
    const words = new Uint16Array(this.#bytes.buffer, this.#bytes.byteOffset + offset, length / 2)
    const results: (readonly string[])[] = []
    let at = 0
    if (count < STRIPS || count >= NO_ZONE)
      throw this.#damage('result-out-of-range', { results: count, atLeast: STRIPS })
    for (let result = 0; result < count; result++) {
      const size = words[at] ?? 0
      if (size === 0 || at + 1 + size > words.length)
        throw this.#damage('result-out-of-range', { result, position: at, sectionWords: words.length })
      const ids: string[] = []
      for (const zone of words.subarray(at + 1, at + 1 + size)) {
        const id = zoneIds[zone]
        if (id === undefined) throw this.#damage('zone-out-of-range', { result, zone, zones: zoneIds.length })
        ids.push(id)
      }
      results.push(Object.freeze(ids))
      at += 1 + size
    }
    return results
  }
}
