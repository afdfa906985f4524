// Distances to borders in the embedded release, compared with brute force on its polygons; `npm run package:check` asks 10,000.
import { expect, test } from 'vitest'
import { openBoundaries } from '#package/boundaries.ts'
import { openEmbedded } from '../../support/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../../support/boundary-points.ts'
import { compareNear } from '../../support/near-comparison.ts'

test('distances match the polygons to a metre, and so do the zones within a distance', async () => {
  const { zones, boundaries } = await openEmbedded()
  const points = [
    ...randomPoints(120, 7).filter(({ lat }) => Math.abs(lat) < 85_000_000),
    ...nearBorderPoints(zones, 120, 8),
    // The nearest land lies across 180°.
    ...Array.from({ length: 50 }, (_, n) => ({ lon: 175_500_000 + n * 50_000, lat: -29_700_000 + n * 1000 })),
  ]
  const { worst, differences, others } = compareNear(zones, boundaries, points)
  expect(worst).toBeLessThan(1)
  expect(differences).toEqual([])
  expect(others).toBeGreaterThan(100)
})

// A zone on both sides of 180°, and the one of the South Pole, had a border there: Chukotka at 179° E was 45 km from it.
test('a line at 180° or at a pole where polygons of one zone are cut is no border', async () => {
  const { zones, boundaries } = await openEmbedded()
  const points = [
    { lon: 179_000_000, lat: 66_000_000 },
    { lon: 179_500_000, lat: -16_700_000 },
    { lon: -179_900_000, lat: -17_000_000 },
    { lon: 180_000_000, lat: -16_800_000 },
    { lon: -179_990_000, lat: 71_200_000 },
    { lon: 10_000_000, lat: -84_000_000 },
  ]
  const { worst, differences } = compareNear(zones, boundaries, points)
  expect(worst).toBeLessThan(1)
  expect(differences).toEqual([])
  const opened = openBoundaries(boundaries.bytes)
  for (const [lat, lon] of [
    [66, 179],
    [-89, 0],
    [-89.9, 10],
    [-16.8, 180],
  ] as const) {
    const metres = opened.distanceToBorder(lat, lon)
    expect(metres).toBeGreaterThan(40_000)
    expect(opened.zonesWithin(lat, lon, metres - 1)).toHaveLength(1)
    expect(opened.zonesWithin(lat, lon, metres + 1).length).toBeGreaterThan(1)
  }
})
