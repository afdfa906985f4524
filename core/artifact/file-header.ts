// Writes and checks the header that clocks.bin and shapes.bin share: magic, format, size and two checksums.
import type { ArtifactError, ArtifactErrorCode } from './artifact-error.ts'
import { crc32 } from './checksum.ts'

export const FILE_HEADER_BYTES = 32
/** Byte offsets of the header's fields. In the gap, each file has two counts of its own. */
export const FILE_HEADER = {
  magic: 0,
  major: 8,
  minor: 10,
  fileBytes: 12,
  /** CRC-32 of everything after the header. */
  bodyCrc32: 24,
  /** CRC-32 of the header up to here. */
  headerCrc32: 28,
} as const

/** The differences between the headers. A reader of major N reads every N.x. */
export interface FileFormat {
  readonly magic: Uint8Array
  readonly major: number
  readonly minor: number
  /** The error code for a file with another magic. */
  readonly isOther: ArtifactErrorCode
}

/** Returns the bytes of a file: its header, then its body. `counts`: position in the header → the number there. */
export function withHeader(
  { magic, major, minor }: FileFormat,
  counts: ReadonlyMap<number, number>,
  body: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(FILE_HEADER_BYTES + body.length)
  bytes.set(body, FILE_HEADER_BYTES)
  bytes.set(magic)
  const header = new DataView(bytes.buffer)
  header.setUint16(FILE_HEADER.major, major, true)
  header.setUint16(FILE_HEADER.minor, minor, true)
  header.setUint32(FILE_HEADER.fileBytes, bytes.length, true)
  for (const [position, count] of counts) header.setUint32(position, count, true)
  header.setUint32(FILE_HEADER.bodyCrc32, crc32(body), true)
  header.setUint32(FILE_HEADER.headerCrc32, crc32(bytes.subarray(0, FILE_HEADER.headerCrc32)), true)
  return bytes
}

/** Returns the header of bytes that are whole and of a known format. At the first fault, throws the error that `damage` makes. */
export function checkedHeader(
  bytes: Uint8Array,
  { magic, major, isOther }: FileFormat,
  damage: (code: ArtifactErrorCode, what: string) => ArtifactError,
): DataView {
  if (bytes.length < FILE_HEADER_BYTES)
    throw damage('file-too-short', `${bytes.length} bytes, expected ${FILE_HEADER_BYTES} at least`)
  if (magic.some((byte, i) => bytes[i] !== byte)) throw damage(isOther, 'magic does not match')
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = header.getUint16(FILE_HEADER.major, true)
  if (found !== major) throw damage('format-unknown', `format ${found}, this reader knows ${major}`)
  if (header.getUint32(FILE_HEADER.headerCrc32, true) !== crc32(bytes.subarray(0, FILE_HEADER.headerCrc32)))
    throw damage('header-damaged', 'headerCrc32 does not match')
  const fileBytes = header.getUint32(FILE_HEADER.fileBytes, true)
  if (fileBytes !== bytes.length)
    throw damage('file-size', `${bytes.length} bytes, the header says ${fileBytes}`)
  if (header.getUint32(FILE_HEADER.bodyCrc32, true) !== crc32(bytes.subarray(FILE_HEADER_BYTES)))
    throw damage('checksum-mismatch', 'bodyCrc32 does not match')
  return header
}
