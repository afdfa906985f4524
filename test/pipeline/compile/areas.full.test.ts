// Areas of zones, which decide the order in overlaps, compared with mapshaper's own spherical areas of the same polygons.
import mapshaper from 'mapshaper'
import { expect, test } from 'vitest'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import { areaOf } from '#pipeline/compile/areas.ts'
import { doubleArea, type Ring, type ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { ROOT } from '#pipeline/paths.ts'
import { boundarySource } from '#pipeline/sources/boundary-source.ts'

/** mapshaper uses a sphere with the equator's radius. We use one with the mean radius. */
const SCALE = (6371.0088 / 6378.137) ** 2

/** Larger zones would only make the test slow. No overlap depends on the difference of two such zones. */
const MOST_VERTICES = 40_000

const verticesOf = ({ rings }: ZonePolygons): number => rings.reduce((sum, ring) => sum + ring.length / 2, 0)

/** The longest side of any edge, in microdegrees. Along a long edge, mapshaper and we measure different curves. */
const longestSide = ({ rings }: ZonePolygons): number => {
  let longest = 0
  for (const ring of rings) {
    for (let i = 2; i < ring.length; i += 1)
      longest = Math.max(longest, Math.abs((ring[i] ?? 0) - (ring[i - 2] ?? 0)))
  }
  return longest
}

function closed(ring: Ring): number[][] {
  const points: number[][] = []
  for (let i = 0; i < ring.length; i += 2) points.push([(ring[i] ?? 0) / 1e6, (ring[i + 1] ?? 0) / 1e6])
  return [...points, points[0] ?? []]
}

/** All holes are put into the first polygon, because the area does not depend on the outer ring of a hole. */
function feature({ id, rings }: ZonePolygons): object {
  const outer = rings.filter((ring) => doubleArea(ring) > 0).map(closed)
  const holes = rings.filter((ring) => doubleArea(ring) < 0).map(closed)
  const coordinates = outer.map((ring, index) => (index === 0 ? [ring, ...holes] : [ring]))
  return { type: 'Feature', properties: { id }, geometry: { type: 'MultiPolygon', coordinates } }
}

test('areas match mapshaper’s to a thousandth', async () => {
  const source = boundarySource(ROOT, embeddedLock(ROOT))
  if (source === null) throw new Error('the embedded lock has no boundaries')
  const { zones } = await source.records()
  const measured = zones.filter((zone) => verticesOf(zone) <= MOST_VERTICES && longestSide(zone) < 1e6)
  expect(measured.length).toBeGreaterThan(250)
  const input = JSON.stringify({ type: 'FeatureCollection', features: measured.map(feature) })
  const output = await mapshaper.applyCommands(
    '-i zones.json -each "area=this.area" -o areas.json format=json',
    {
      'zones.json': input,
    },
  )
  const rows: { id: string; area: number }[] = JSON.parse(String(output['areas.json']))
  const theirs = new Map(rows.map(({ id, area }) => [id, (area / 1e6) * SCALE]))
  for (const { id, rings } of measured) {
    const expected = theirs.get(id) ?? Number.NaN
    // We round to whole km², so half a square kilometre may differ.
    expect(Math.abs(areaOf(rings) - expected), `${id}: ${areaOf(rings)} and ${expected} km²`).toBeLessThan(
      0.51 + expected / 1000,
    )
  }
})
