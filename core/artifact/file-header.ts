// Writes and checks the header that clocks.bin and shapes.bin share: magic, format, size and two checksums.
import type { ArtifactError, ArtifactErrorCode } from './artifact-error.ts'
import { crc32 } from './checksum.ts'

/** The size and the magic of a header, and the positions of the checked fields, in bytes from the file's start. */
export interface HeaderLayout {
  readonly bytes: number
  readonly magic: Uint8Array
  readonly major: number
  /** The error code for a file with another magic. */
  readonly isOther: ArtifactErrorCode
  readonly at: {
    readonly major: number
    readonly minor: number
    readonly fileBytes: number
    readonly bodyCrc32: number
    readonly headerCrc32: number
  }
}

/** Returns the bytes of a file: its header, then its body. `counts`: position in the header → the number there. */
export function withHeader(
  { bytes: headerBytes, magic, major, at }: HeaderLayout,
  minor: number,
  counts: ReadonlyMap<number, number>,
  body: Uint8Array,
): Uint8Array {
  const bytes = new Uint8Array(headerBytes + body.length)
  bytes.set(body, headerBytes)
  bytes.set(magic)
  const header = new DataView(bytes.buffer)
  header.setUint16(at.major, major, true)
  header.setUint16(at.minor, minor, true)
  header.setUint32(at.fileBytes, bytes.length, true)
  for (const [position, count] of counts) header.setUint32(position, count, true)
  header.setUint32(at.bodyCrc32, crc32(body), true)
  header.setUint32(at.headerCrc32, crc32(bytes.subarray(0, at.headerCrc32)), true)
  return bytes
}

/** Returns the header of bytes that are whole and of a known format. At the first fault, throws the error that `damage` makes. */
export function checkedHeader(
  bytes: Uint8Array,
  { bytes: headerBytes, magic, major, isOther, at }: HeaderLayout,
  damage: (code: ArtifactErrorCode, what: string) => ArtifactError,
): DataView {
  if (bytes.length < headerBytes)
    throw damage('file-too-short', `${bytes.length} bytes, expected ${headerBytes} at least`)
  if (magic.some((byte, i) => bytes[i] !== byte)) throw damage(isOther, 'magic does not match')
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = header.getUint16(at.major, true)
  if (found !== major) throw damage('format-unknown', `format ${found}, this reader knows ${major}`)
  if (header.getUint32(at.headerCrc32, true) !== crc32(bytes.subarray(0, at.headerCrc32)))
    throw damage('header-damaged', 'headerCrc32 does not match')
  const fileBytes = header.getUint32(at.fileBytes, true)
  if (fileBytes !== bytes.length)
    throw damage('file-size', `${bytes.length} bytes, the header says ${fileBytes}`)
  if (header.getUint32(at.bodyCrc32, true) !== crc32(bytes.subarray(headerBytes)))
    throw damage('checksum-mismatch', 'bodyCrc32 does not match')
  return header
}
