// Distances to borders in the embedded release, compared with brute force on its polygons; `npm run package:check` asks 10,000.
import { expect, test } from 'vitest'
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
