// Reading the only file in a boundary release's zip.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipEntry } from '#pipeline/archive/zip-entry.ts'
import { parseBoundaryGeoJson } from '#pipeline/parse/boundary-geojson.ts'
import { writeBoundaryZip } from '../../support/worlds/boundary-zip.ts'
import { tinyPolygons } from '../../support/worlds/tiny-boundaries.ts'

let folder = ''
let good: Buffer = Buffer.alloc(0)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tzref-zip-'))
  writeBoundaryZip(join(folder, 'good.zip'), tinyPolygons)
  good = readFileSync(join(folder, 'good.zip'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function readAll(bytes: Uint8Array, pattern = /\.(geo)?json$/i): Promise<number> {
  const entry = zipEntry('some.zip', Buffer.from(bytes), pattern)
  let size = 0
  for await (const chunk of entry.chunks) size += chunk.length
  return size
}

/** The archive with one byte changed. A negative position counts from the end of the directory. */
const changed = (at: number, value: number): Uint8Array => {
  const copy = Uint8Array.from(good)
  copy[at < 0 ? copy.length + at : at] = value
  return copy
}

describe('zip', () => {
  test('the zip gives the records that were written', async () => {
    const entry = zipEntry('good.zip', good, /\.json$/)
    const { zones } = await parseBoundaryGeoJson(entry.chunks, entry.size)
    expect(zones).toEqual(tinyPolygons)
  })

  const directory = (): number => good.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
  test.each([
    ['an empty file', () => new Uint8Array(0), /no end of a zip directory/],
    [
      'no archive at all',
      () => Uint8Array.from({ length: 300 }, (_, i) => i % 251),
      /no end of a zip directory/,
    ],
    ['an archive that was cut off', () => good.subarray(0, good.length - 30), /no end of a zip directory/],
    ['a directory at another place', () => changed(-4, 0xff), /runs past the end|is not in the directory/],
    ['an unknown method', () => changed(directory() + 10, 12), /packed by method 12, expected 0 or 8/],
    ['an encrypted entry', () => changed(directory() + 8, 1), /is encrypted/],
    ['another checksum', () => changed(directory() + 16, good.readUInt8(directory() + 16) ^ 1), /CRC-32/],
    ['more inside than it says', () => changed(directory() + 25, 0), /has more than/],
    ['damaged data', () => changed(80, good.readUInt8(80) ^ 0xff), /does not inflate|CRC-32/],
    ['an entry at another place', () => changed(directory() + 42, 1), /no entry at 1/],
  ])('%s is refused and named', async (_, bytes, message) => {
    await expect(readAll(bytes())).rejects.toThrow(message)
  })

  test('the error for an archive without the wanted entry lists its entries', async () => {
    await expect(readAll(good, /\.shp$/)).rejects.toThrow(
      /0 entries match .*it contains combined-with-oceans.json/,
    )
  })
})
