// The compiled boundaries against an exact algorithm on the same polygons that shares no code with the index: the form for CI.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  compareWithOracle,
  openEmbedded,
  overlapCentres,
  type Embedded,
} from '../support/boundary-conformance.ts'
import {
  borderPoints,
  nearBorderPoints,
  pointsAround,
  randomPoints,
  tilePoints,
  worldEdgePoints,
  worldEdgeVertices,
} from '../support/boundary-points.ts'

let embedded: Embedded
beforeAll(async () => {
  embedded = await openEmbedded()
})

describe('the index answers as the polygons do', () => {
  test('on 100,000 points of the sphere; no point lies in three zones', () => {
    const compared = compareWithOracle(embedded, randomPoints(100_000, 1))
    expect(compared).toMatchObject({ points: 100_000, differences: [] })
    expect(compared.overlaps).toBeGreaterThan(200)
    expect(compared.sea).toBeGreaterThan(50_000)
  })
  test("on every zone's sampled vertices, edge midpoints, and their neighbours a microdegree away", () => {
    expect(compareWithOracle(embedded, borderPoints(embedded.zones, 25, 2)).differences).toEqual([])
  })
  test('on corners and sides of tiles of every size', () => {
    expect(compareWithOracle(embedded, tilePoints(embedded.zones, 4, 3)).differences).toEqual([])
  })
  test('along ±180 and ±90, and wherever a zone has a vertex there', () => {
    const points = [...worldEdgePoints(5_000, 4), ...worldEdgeVertices(embedded.zones)]
    expect(compareWithOracle(embedded, points).differences).toEqual([])
  })
  test('within 200 m of borders', () => {
    expect(compareWithOracle(embedded, nearBorderPoints(embedded.zones, 100_000, 5)).differences).toEqual([])
  })
  test('in and around every deliberate overlap, of which there are 25 pairs', () => {
    const centres = overlapCentres(embedded, 20)
    expect(centres.size).toBe(25)
    expect([...centres.keys()]).toContain('Asia/Shanghai Asia/Urumqi')
    const points = [...centres.values()].flatMap((found) => [...found, ...pointsAround(found, 50, 7)])
    const compared = compareWithOracle(embedded, points)
    expect(compared.differences).toEqual([])
    expect(compared.overlaps).toBeGreaterThan(2_000)
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
