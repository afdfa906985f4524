// The compiled boundaries compared with an exact algorithm on the same polygons, which shares no code with the index. The night takes a million points.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  POINT_SETS,
  compareWithOracle,
  openEmbedded,
  overlapCentres,
  type EmbeddedTwice,
} from '../support/points/boundary-conformance.ts'
import { TAKES_ALL } from '../support/how-many.ts'
import { randomPoints } from '../support/points/boundary-points.ts'

let embedded: EmbeddedTwice
beforeAll(async () => {
  embedded = await openEmbedded()
})

describe('the index answers as the polygons do', () => {
  test.each(POINT_SETS)('on %s', (what, pointsOf) => {
    const asked = pointsOf(embedded, TAKES_ALL ? 10 : 0.25)
    const { points, overlaps, sea, differences } = compareWithOracle(embedded, asked)
    expect(differences).toEqual([])
    process.stdout.write(
      `${what}: ${points} points, ${overlaps} in two zones, ${sea} in none, 0 differences\n`,
    )
  })
  test('some points lie in two zones and most in none, as the sets intend', () => {
    const { overlaps, sea } = compareWithOracle(embedded, randomPoints(100_000, 1))
    expect(overlaps).toBeGreaterThan(200)
    expect(sea).toBeGreaterThan(50_000)
  })
  test('there are 25 pairs of zones that overlap', () => {
    const centres = overlapCentres(embedded, 1)
    expect(centres.size).toBe(25)
    expect([...centres.keys()]).toContain('Asia/Shanghai Asia/Urumqi')
  })
})

describe('places', () => {
  const at = (lat: number, lon: number): readonly string[] => {
    const { boundaries } = embedded
    return boundaries.results[boundaries.resultAtDegrees(lat, lon)] ?? []
  }
  test.each([
    ['Berlin', 52.52, 13.405, ['Europe/Berlin']],
    ['Hanoi is in the zone of Bangkok', 21.03, 105.85, ['Asia/Bangkok']],
    ['Ürümqi: Beijing time first', 43.8, 87.6, ['Asia/Shanghai', 'Asia/Urumqi']],
    ['Sukhumi: Moscow time first', 43.0, 41.02, ['Europe/Moscow', 'Asia/Tbilisi']],
    ['the middle of the Pacific', 0, -140, ['Etc/GMT+9']],
    ['the south pole', -90, 0, ['Antarctica/McMurdo']],
    ['the north pole', 90, 0, ['Etc/GMT']],
  ])('%s', (_, lat, lon, expected) => {
    const found = at(lat, lon)
    expect(found).toEqual(expected)
  })
})
