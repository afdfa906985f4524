// The zones of points from the polygons themselves: what the compiled tiles give, and what the oracle finds in the polygons.
import { expect, test } from 'vitest'
import { degreesOf } from '#core/geo/microdegrees.ts'
import { zonesInPolygons } from '#pipeline/compile/polygon-zones.ts'
import {
  borderPoints,
  nearBorderPoints,
  randomPoints,
  worldEdgePoints,
  worldEdgeVertices,
} from '../../support/points/boundary-points.ts'
import { zonesContaining } from '../../support/points/exact-zones.ts'
import { openTiny, tinyPolygons } from '../../support/worlds/tiny-boundaries.ts'

test('they are those of the tiles and of the oracle, on borders and at the edges of the world too', () => {
  const points = [
    ...randomPoints(5000, 51),
    ...nearBorderPoints(tinyPolygons, 5000, 52),
    ...borderPoints(tinyPolygons, 20, 53),
    ...worldEdgePoints(200, 54),
    ...worldEdgeVertices(tinyPolygons),
  ]
  const [zonesAt, tiles] = [zonesInPolygons(tinyPolygons), openTiny()]
  const containing = zonesContaining(tinyPolygons, points)
  let overlaps = 0
  points.forEach(({ lon, lat }, at) => {
    const found = zonesAt(degreesOf(lat), degreesOf(lon))
    const expected = (containing[at] ?? []).map((zone) => tinyPolygons[zone]?.id ?? '')
    if (expected.length > 1) overlaps++
    expect(found, `${lat} ${lon}`).toEqual(tiles.zonesAt(lon, lat))
    if (expected.length > 0) expect(found.toSorted(), `${lat} ${lon}`).toEqual(expected.toSorted())
  })
  expect(overlaps).toBeGreaterThan(10)
})
