// The compiled boundaries compared with the oracle on a million points, and with npm geo-tz on 220,000: `npm run long -- conformance`.
import { find, preCache } from 'geo-tz/all'
import { expect, test } from 'vitest'
import { openEmbedded } from '../support/points/boundary-conformance.ts'
import { nearBorderPoints, randomPoints } from '../support/points/boundary-points.ts'
import type { Point } from '../support/points/exact-zones.ts'
import './boundaries.full.test.ts'

/** Why geo-tz may answer differently at a point. Null: it may not. */
function whyDifferent({ lon, lat }: Point, isOnBorder: (point: Point) => boolean): string | null {
  // geo-tz moves points beyond ±179.9999 and ±89.9999 inwards.
  if (Math.abs(lon) > 179_999_900 || Math.abs(lat) > 89_999_900) return 'beyond the world of geo-tz'
  // For a point on a border geo-tz has no rule: it answers one zone or both.
  if (isOnBorder({ lon, lat })) return 'on a border'
  return null
}

test('against geo-tz on 200,000 points of the sphere and 20,000 near borders, every difference is explained', async () => {
  preCache()
  const embedded = await openEmbedded()
  const { boundaries } = embedded
  const neighbours = [-2, -1, 0, 1, 2].flatMap((dx) => [-2, -1, 0, 1, 2].map((dy) => [dx, dy] as const))
  // The point is on a border, or so close that the package's cutting and rounding moved the border: another answer within two microdegrees.
  const isOnBorder = ({ lon, lat }: Point): boolean => {
    const here = boundaries.resultAt(lon, lat)
    return neighbours.some(([dx, dy]) => boundaries.resultAt(lon + dx, lat + dy) !== here)
  }
  const points = [...randomPoints(200_000, 201), ...nearBorderPoints(embedded.zones, 20_000, 202)]
  const reasons = new Map<string, number>()
  const unexplained: string[] = []
  for (const point of points) {
    const ours = boundaries.zonesAt(point.lon, point.lat).toSorted().join()
    const theirs = find(point.lat / 1e6, point.lon / 1e6)
      .toSorted()
      .join()
    if (ours === theirs) continue
    const reason = whyDifferent(point, isOnBorder)
    if (reason === null) unexplained.push(`${point.lon} ${point.lat}: ${ours} and ${theirs}`)
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  expect(unexplained.slice(0, 20)).toEqual([])
  process.stdout.write(
    `geo-tz: ${points.length} points, differences: ${JSON.stringify(Object.fromEntries(reasons))}\n`,
  )
})
