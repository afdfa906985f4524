// Encodes the compiled parts of a boundary release as the bytes of `boundaries.tiles`.
import {
  BOUNDARIES_MAGIC,
  BOUNDARIES_MAJOR,
  BOUNDARIES_MINOR,
  HEADER,
  HEADER_BYTES,
  SECTIONS,
  type SectionName,
} from './boundaries-layout.ts'
import { crc32, sha256 } from './checksum.ts'

/** The content of a boundary file. */
export interface BoundaryParts {
  /** The boundary release's name, as the API shows it. */
  readonly release: string
  readonly topShift: number
  /** In code-unit order of their ids. The area is in whole square kilometres; 0 for an ocean strip. */
  readonly zones: readonly { readonly id: string; readonly area: number }[]
  /** Lists of zone numbers in the order of an answer. The first 25 are the ocean strips, from west to east. */
  readonly results: readonly (readonly number[])[]
  readonly tables: Uint16Array
  readonly tree: Uint8Array
  readonly borders: Uint8Array
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

/** Encodes the whole file. The same parts give the same bytes. */
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
  bytes.set(sha256(bytes.subarray(HEADER_BYTES)), HEADER.bodySha256)
  header.setUint32(HEADER.headerCrc32, crc32(bytes.subarray(0, HEADER.headerCrc32)), true)
  return bytes
}
