// shapes.bin: shapes read back as they were written, and every damage has a name.
import { expect, test } from 'vitest'
import { encodeShapes, openShapes, SHAPES_HEADER, type ShapeParts } from '#core/artifact/shapes.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { crc32 } from '#core/artifact/checksum.ts'

const PARTS: ShapeParts = {
  zoneIds: ['Europe/Paris', 'Pacific/Apia'],
  levels: [
    { grid: 1_000_000, zones: [[Int32Array.of(180, 130, 190, 130, 185, 141)], []] },
    {
      grid: 100_000,
      zones: [
        [Int32Array.of(1800, 1300, 1900, 1300, 1850, 1410)],
        [Int32Array.of(0, 0, 3600, 0, 3600, 1800, 0, 1800), Int32Array.of(5, 5, 6, 5, 5, 6)],
      ],
    },
  ],
}
const whole = encodeShapes(PARTS)

test('zones, levels and rings come back as they were written', () => {
  const shapes = openShapes(whole)
  expect(shapes.zoneIds).toEqual(PARTS.zoneIds)
  expect(shapes.grids).toEqual([1_000_000, 100_000])
  expect(shapes.grids.map((_, level) => shapes.level(level))).toEqual(PARTS.levels)
  expect(() => shapes.level(2)).toThrow(RangeError)
})

/** The error code of a file when it is read to its last level. Null: no error. */
function refusal(bytes: Uint8Array): string | null {
  try {
    const shapes = openShapes(bytes)
    for (const level of shapes.grids.keys()) shapes.level(level)
    return null
  } catch (error) {
    if (error instanceof ArtifactError) return error.code
    throw error
  }
}

/** A copy with one byte changed and the checksums corrected. */
function mended(at: number, value: number): Uint8Array {
  const bytes = whole.slice()
  bytes[at] = value
  const header = new DataView(bytes.buffer)
  header.setUint32(SHAPES_HEADER.bodyCrc32, crc32(bytes.subarray(32)), true)
  header.setUint32(SHAPES_HEADER.headerCrc32, crc32(bytes.subarray(0, SHAPES_HEADER.headerCrc32)), true)
  return bytes
}

test('every changed byte and every cut-off file is refused', () => {
  const raw = whole.slice()
  raw[40] = (raw[40] ?? 0) ^ 1
  expect(refusal(raw)).toBe('checksum-mismatch')
  expect(refusal(whole.subarray(0, 31))).toBe('file-too-short')
  expect(refusal(whole.subarray(0, -1))).toBe('file-size')
  expect(refusal(mended(0, 1))).toBe('not-shapes')
  expect(refusal(mended(SHAPES_HEADER.major, 2))).toBe('format-unknown')
  expect(refusal(mended(SHAPES_HEADER.minor, 9))).toBeNull()
  const header = whole.slice()
  header[SHAPES_HEADER.zoneCount] = 1
  expect(refusal(header)).toBe('header-damaged')
})

test('a file with any one byte changed opens or is refused with a code', () => {
  const codes = new Set<string | null>()
  for (let at = SHAPES_HEADER.levelCount; at < whole.length; at++) {
    for (const value of [0, 1, 0x7f, 0x80, 0xff]) codes.add(refusal(mended(at, value)))
  }
  expect(codes).toEqual(new Set([null, 'shapes-malformed']))
})
