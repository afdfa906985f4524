// Our checksums equal node's, at every length near a multiple of the block.
import { createHash } from 'node:crypto'
import { crc32 as nodeCrc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { crc32, hex, sha256 } from '#core/artifact/checksum.ts'

const bytesOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 197 + length * 31 + (i >> 5)) & 0xff)

test('SHA-256 and CRC-32 of 0 to 300 bytes, and of bytes that begin anywhere', () => {
  for (let length = 0; length <= 300; length++) {
    const bytes = bytesOf(length + 3).subarray(3)
    expect(hex(sha256(bytes))).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(crc32(bytes)).toBe(nodeCrc32(bytes))
  }
})
