// Two boundary releases from npm, geo-tz 8.1.8 and 8.1.9: both build, and the moved borders between them match the polygons.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { beginBoundaries, readPolygons } from '#pipeline/assemble/boundary-file.ts'
import { parseGeoTzPieces } from '#pipeline/parse/geo-tz-pieces.ts'
import { movedAreas } from '#pipeline/compare/moved-borders.ts'
import { areaOf } from '#pipeline/compile/areas.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { silent } from '#pipeline/report.ts'
import { randomPoints } from '../support/points/boundary-points.ts'
import { zonesContaining } from '../support/points/exact-zones.ts'

interface Release {
  readonly zones: readonly ZonePolygons[]
  readonly boundaries: Boundaries
}

/** A release from npm. Without npm, this test fails. */
async function releaseOf(version: string): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-geo-tz-'))
  try {
    const archive = execFileSync(
      'npm',
      ['pack', `geo-tz@${version}`, '--silent', '--pack-destination', folder],
      {
        encoding: 'utf8',
      },
    ).trim()
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder])
    const file = (name: string): Buffer =>
      readFileSync(join(folder, 'package/data', `timezones.geojson.${name}`))
    const records = () => parseGeoTzPieces(file('index.json'), file('geo.dat'))
    const { zones } = records()
    const source = { release: version, records, land: null }
    const { bytes } = beginBoundaries(source, await readPolygons(source, silent), silent)
    const boundaries = openBoundaries(bytes)
    boundaries.verify()
    return { zones, boundaries }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

test('8.1.8 and 8.1.9 build, and each moved border accounts for what its zone gained and lost', async () => {
  const [was, is] = [await releaseOf('8.1.8'), await releaseOf('8.1.9')]
  const moved = movedAreas(was.boundaries, is.boundaries)
  process.stdout.write(
    `${moved.length} zones' borders moved; the most, in km²:\n${moved
      .toSorted((a, b) => b.gained + b.lost - a.gained - a.lost)
      .slice(0, 15)
      .map(({ zone, gained, lost }) => `  ${zone}: gained ${gained.toFixed(1)}, lost ${lost.toFixed(1)}`)
      .join('\n')}\n`,
  )
  const listed = new Map(moved.map((area) => [area.zone, area]))
  const ringsOf = ({ zones }: Release): Map<string, ZonePolygons> =>
    new Map(zones.map((zone) => [zone.id, zone]))
  const [before, after] = [ringsOf(was), ringsOf(is)]
  let changed = 0
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [before.get(id)?.rings ?? [], after.get(id)?.rings ?? []]
    const area = listed.get(id)
    const isSame =
      JSON.stringify(old.map((ring) => [...ring])) === JSON.stringify(now.map((ring) => [...ring]))
    // The zone has the same polygons, so none of its borders moved.
    if (isSame) expect(area, id).toBeUndefined()
    else changed += 1
    // Gained area minus lost area is the difference of the zone's areas. Each of them is rounded to whole km².
    const net = (area?.gained ?? 0) - (area?.lost ?? 0)
    expect(Math.abs(areaOf(now) - areaOf(old) - net), id).toBeLessThanOrEqual(1.001 + (area?.uncertain ?? 0))
  }
  process.stdout.write(`${changed} zones have other polygons\n`)
  expect(moved.length).toBeGreaterThan(100)
  // At each point where the exact oracle finds other zones than before, the zones are in the list.
  const points = randomPoints(1_000_000, 818)
  const [then, today] = [zonesContaining(was.zones, points), zonesContaining(is.zones, points)]
  let elsewhere = 0
  points.forEach((_, i) => {
    const [a, b] = [
      (then[i] ?? []).map((zone) => was.zones[zone]?.id ?? ''),
      (today[i] ?? []).map((zone) => is.zones[zone]?.id ?? ''),
    ]
    for (const id of [...a.filter((zone) => !b.includes(zone)), ...b.filter((zone) => !a.includes(zone))]) {
      elsewhere += 1
      expect(listed.has(id), id).toBe(true)
    }
  })
  process.stdout.write(`${elsewhere} of a million points of the sphere changed zones\n`)
  expect(elsewhere).toBeGreaterThan(0)
})
