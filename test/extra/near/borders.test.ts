// Distances to borders in the tiny world, compared with the polygons, also at sea.
import { expect, test } from 'vitest'
import { openBoundaries } from '#package/boundaries.ts'
import { nearBorderPoints, randomPoints } from '../../support/boundary-points.ts'
import { compareNear } from '../../support/near-comparison.ts'
import { openTiny, tinyPolygons, tinyTiles } from '../../support/tiny-boundaries.ts'

test('they match the polygons everywhere on the globe', () => {
  // Only up to 85°. Closer to a pole, the oracle's chords are more than a metre away from the sphere.
  const points = [...randomPoints(700, 11), ...nearBorderPoints(tinyPolygons, 700, 12)].filter(
    ({ lat }) => Math.abs(lat) < 85_000_000,
  )
  const { worst, differences, others } = compareNear(tinyPolygons, openTiny(), points)
  expect(worst).toBeLessThan(1)
  expect(differences).toEqual([])
  expect(others).toBeGreaterThan(10)
})

const boundaries = openBoundaries(tinyTiles)

test('at sea the zones of the strips are found, on both sides of their borders and of 180°', () => {
  // Etc/GMT and Etc/GMT-1 meet at 7.5° of longitude. A degree of the equator is 111.19 km.
  expect(boundaries.zonesWithin(0, 7.4, 11_000)).toEqual(['Etc/GMT'])
  expect(boundaries.zonesWithin(0, 7.4, 11_200)).toEqual(['Etc/GMT', 'Etc/GMT-1'])
  expect(boundaries.zonesWithin(0, 179.9, 11_000)).toEqual(['Etc/GMT-12'])
  expect(boundaries.zonesWithin(0, 179.9, 11_200)).toEqual(['Etc/GMT-12', 'Etc/GMT+12'])
  // All 25 strips of the sea meet at this pole.
  expect(boundaries.zonesWithin(-89.999, 0, 1000).length).toBeGreaterThan(24)
})

test('a negative distance and a point outside the world are refused', () => {
  expect(() => boundaries.zonesWithin(0, 0, -1)).toThrow(RangeError)
  expect(() => boundaries.zonesWithin(0, 0, Number.NaN)).toThrow(RangeError)
  expect(() => boundaries.distanceToBorder(90.1, 0)).toThrow(RangeError)
  expect(boundaries.zonesWithin(50, 10, 0)).toEqual(['Europe/Berlin'])
  // A distance of more than half the globe reaches every zone.
  expect(boundaries.zonesWithin(50, 10, 3e7).length).toBe(boundaries.zoneIds.length)
})
