// Reading a boundary release's GeoJSON as a stream.
import { describe, expect, test } from 'vitest'
import { parseBoundaryGeoJson } from '#pipeline/parse/boundary-geojson.ts'
import { inChunks, tinyGeoJson, tinyPolygons } from '../../support/worlds/tiny-boundaries.ts'

const parse = (text: string, size?: number) =>
  parseBoundaryGeoJson(inChunks(Buffer.from(text), size), text.length)

const feature = (coordinates: string, tzid = 'Europe/Berlin', type = 'Polygon'): string =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"tzid":"${tzid}"},"geometry":{"type":"${type}","coordinates":${coordinates}}}]}`

describe('boundary GeoJSON', () => {
  test('the same records come out wherever the stream is split', async () => {
    for (const size of [1, 2, 3, 5, 64, 1000]) {
      const { zones, findings } = await parseBoundaryGeoJson(inChunks(tinyGeoJson, size), tinyGeoJson.length)
      expect(zones).toEqual(tinyPolygons)
      expect(findings).toEqual([])
    }
  })

  test('outer rings become counter-clockwise and holes clockwise, whatever the file has', async () => {
    const one = await parse(feature('[[[0,0],[0,9],[9,9],[9,0],[0,0]],[[1,1],[2,1],[2,2],[1,2],[1,1]]]'))
    const other = await parse(feature('[[[0,0],[9,0],[9,9],[0,9],[0,0]],[[1,1],[1,2],[2,2],[2,1],[1,1]]]'))
    expect(one.zones).toEqual(other.zones)
    expect([...(one.zones[0]?.rings[0] ?? [])]).toEqual([0, 0, 9e6, 0, 9e6, 9e6, 0, 9e6])
  })

  test('coordinates are read digit by digit, with exponents, and heights are skipped', async () => {
    const { zones } = await parse(
      feature('[[[-0.000001,1e-06],[1.5E+1,0.25,120],[15.000001,-12.345678],[-0.000001,1e-6]]]'),
    )
    expect([...(zones[0]?.rings[0] ?? [])].toSorted((a, b) => a - b)).toEqual(
      [-1, 1, 15e6, 250_000, 15_000_001, -12_345_678].toSorted((a, b) => a - b),
    )
  })

  test('a seventh decimal is rounded and reported', async () => {
    const { zones, findings } = await parse(feature('[[[0,0],[9.0000004,0],[9.00000060,9],[0,0]]]'))
    expect([...(zones[0]?.rings[0] ?? [])]).toEqual([0, 0, 9_000_000, 0, 9_000_001, 9e6])
    expect(findings).toMatchObject([{ code: 'finer-than-microdegrees', severity: 'note' }])
  })

  test('ocean features are kept separate; Etc/UTC, an Antarctic station, is a zone', async () => {
    const square = '[[[0,0],[9,0],[9,9],[0,0]]]'
    for (const id of ['Etc/GMT', 'Etc/GMT+12', 'Etc/GMT-3']) {
      const { zones, oceans } = await parse(feature(square, id))
      expect([zones.length, oceans.map((ocean) => ocean.id)]).toEqual([0, [id]])
    }
    expect((await parse(feature(square, 'Etc/UTC'))).zones.map(({ id }) => id)).toEqual(['Etc/UTC'])
  })

  test.each([
    [
      'a feature without tzid',
      '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"coordinates":[[[0,0],[1,0],[1,1]]]}}]}',
      /without tzid/,
    ],
    ['a feature without a polygon', feature('[]'), /Europe\/Berlin has no polygon/],
    [
      'a longitude past 180',
      feature('[[[0,0],[180.000001,0],[9,9],[0,0]]]'),
      /180000001 microdegrees, expected at most 180000000/,
    ],
    ['a latitude past 90', feature('[[[0,0],[9,-90.5],[9,9],[0,0]]]'), /expected at most 90000000/],
    ['a position with one number', feature('[[[0],[9,0]]]'), /position with one number/],
    ['text that stops', feature('[[[0,0],[9,0').slice(0, -4), /ends inside a value/],
    ['brackets that do not pair', '{"features":[}', /closes nothing/],
  ])('%s is named with its byte', async (_, text, message) => {
    await expect(parse(text)).rejects.toThrow(message)
    await expect(parse(text)).rejects.toThrow(/GeoJSON: byte \d+/)
  })
})
