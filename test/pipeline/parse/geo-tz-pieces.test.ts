// Rebuilding polygons from the pieces into which npm geo-tz cuts them.
import { describe, expect, test } from 'vitest'
import { parseGeoTzPieces } from '#pipeline/parse/geo-tz-pieces.ts'
import { geoTzFiles } from '../../support/worlds/geo-tz-format.ts'
import { tinyPolygons } from '../../support/worlds/tiny-boundaries.ts'

const { index, data } = geoTzFiles(tinyPolygons)

describe('geo-tz pieces', () => {
  test('the tiny world, cut and joined again, is the same: no vertex of a cut stays, and no other is lost', () => {
    const { zones, findings } = parseGeoTzPieces(index, data)
    expect(findings).toEqual([])
    expect(zones).toEqual(tinyPolygons)
  })

  test('a world that ends at ±179.9999 and ±89.9999 reaches ±180 and the pole again', () => {
    const { zones } = parseGeoTzPieces(index, data)
    const vertices = (id: string): number[] =>
      zones.filter((zone) => zone.id === id).flatMap(({ rings }) => rings.flatMap((ring) => [...ring]))
    expect(vertices('Australia/Lord_Howe')).toContain(180_000_000)
    expect(vertices('Australia/Lord_Howe')).toContain(-180_000_000)
    expect(vertices('America/Edmonton')).toContain(90_000_000)
  })

  test('progress never runs backwards and ends at the end', () => {
    const said: number[] = []
    parseGeoTzPieces(index, data, (done, total) => said.push(done / total))
    expect(said).toEqual(said.toSorted((a, b) => a - b))
    expect(said.at(-1)).toBe(1)
  })

  test('a piece that would end after the data file is named', () => {
    expect(() => parseGeoTzPieces(index, data.subarray(0, 100))).toThrow(
      /lookup.*expected a piece that ends by byte 100/,
    )
  })

  test('a piece that is not a geobuf is named', () => {
    const noise = Uint8Array.from(data, (byte, i) => (i < 40 ? 0xff : byte))
    expect(() => parseGeoTzPieces(index, noise)).toThrow(/expected a piece of geobuf/)
  })

  test('an index that is not JSON is named', () => {
    expect(() => parseGeoTzPieces(Buffer.from('{"timezones":'), data)).toThrow(
      /timezones.geojson.index.json: not JSON/,
    )
  })
})
