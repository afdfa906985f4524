// `tzref/boundaries` on the tiny world: degrees in, identifiers out, one by one and in columns.
import { expect, test } from 'vitest'
import { openBoundaries } from '#apps/library/boundaries.ts'
import { randomPoints } from '../../support/points/boundary-points.ts'
import { zonesContaining } from '../../support/points/exact-zones.ts'
import { tinyPolygons, tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

const boundaries = openBoundaries(tinyTiles)

test('zones match the polygons, for columns of any length', () => {
  const points = randomPoints(30_000, 5)
  const expected = zonesContaining(tinyPolygons, points).map((zones) =>
    zones.map((zone) => tinyPolygons[zone]?.id ?? '').toSorted(),
  )
  const lats = points.map(({ lat }) => lat / 1e6)
  const lons = points.map(({ lon }) => lon / 1e6)
  const sets = boundaries.setsAt(lats, lons)
  expect(sets).toHaveLength(30_000)
  expect(expected.filter((zones) => zones.length > 0).length).toBeGreaterThan(100)
  points.forEach((_, i) => {
    const [lat = 0, lon = 0] = [lats[i], lons[i]]
    const zones = boundaries.zonesAt(lat, lon)
    if (expected[i]?.length === 0) expect(zones[0]).toMatch(/^Etc\/GMT/)
    else expect(zones.toSorted()).toEqual(expected[i])
    expect(boundaries.zoneAt(lat, lon)).toBe(zones[0])
    expect(boundaries.sets[sets[i] ?? -1]).toEqual(zones)
  })
  expect(boundaries.setsAt([], [])).toHaveLength(0)
})

test('on the 180° line the zone on the other side comes last, from either side', () => {
  expect(boundaries.zonesAt(0, 180)).toEqual(['Etc/GMT-12', 'Etc/GMT+12'])
  expect(boundaries.zonesAt(0, -180)).toEqual(['Etc/GMT+12', 'Etc/GMT-12'])
  expect(boundaries.zonesAt(0, -179.999_999)).toEqual(['Etc/GMT+12'])
})

test('points outside the world and columns of different lengths are refused', () => {
  for (const [lat, lon] of [
    [90.1, 0],
    [0, 181],
    [Number.NaN, 0],
    [0, Infinity],
  ] as const) {
    expect(() => boundaries.zonesAt(lat, lon)).toThrow(RangeError)
    expect(() => boundaries.setsAt([0, lat], [0, lon])).toThrow(RangeError)
  }
  expect(() => boundaries.setsAt([1, 2], [1])).toThrow(RangeError)
  expect(() => boundaries.setsAt([1, 2], [1, 2], new Uint16Array(1))).toThrow(RangeError)
})
