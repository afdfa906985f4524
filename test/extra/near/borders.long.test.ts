// The long form of borders.full.test.ts: 10,000 points.
import { expect, test } from 'vitest'
import { openEmbedded } from '../../support/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../../support/boundary-points.ts'
import { compareNear } from '../../support/near-comparison.ts'

const POINTS = 5050

test('10,000 distances match the polygons to a metre, and so do the zones within a distance', async () => {
  const { zones, boundaries } = await openEmbedded()
  const points = [...randomPoints(POINTS, 17), ...nearBorderPoints(zones, POINTS, 18)].filter(
    ({ lat }) => Math.abs(lat) < 85_000_000,
  )
  const { worst, differences } = compareNear(zones, boundaries, points)
  process.stdout.write(
    `${points.length} points: at most ${worst.toFixed(3)} m off, ${differences.length} differences\n`,
  )
  expect(worst).toBeLessThan(1)
  expect(differences).toEqual([])
})
