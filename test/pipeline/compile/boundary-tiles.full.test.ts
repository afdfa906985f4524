// From polygons to the order of an answer, and the checks on the way.
import { describe, expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { stripId } from '#core/geo/ocean-strips.ts'
import { areaOf } from '#pipeline/compile/areas.ts'
import { answerOrder, compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { checkOceans } from '#pipeline/compile/ocean-check.ts'
import { unpairedIds } from '#pipeline/compile/pair-ids.ts'
import { DISPUTES } from '#pipeline/curated/columns.ts'
import { canonicalPolygons, type ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { tinyPolygons, tinyTiles } from '../../support/worlds/tiny-boundaries.ts'

const box = (west: number, south: number, east: number, north: number): Int32Array =>
  Int32Array.of(west, south, east, south, east, north, west, north)

describe('the order of an answer', () => {
  test('the smallest area comes first', () => {
    const zones = [
      { id: 'Africa/Khartoum', area: 1_900_000 },
      { id: 'Africa/Juba', area: 640_000 },
    ]
    expect(answerOrder(zones, DISPUTES).map(({ id }) => id)).toEqual(['Africa/Juba', 'Africa/Khartoum'])
  })

  test.each(DISPUTES.map(({ where, first, second }) => [where, first, second]))(
    'in %s the administering authority comes first although its zone is larger',
    (_, first, second) => {
      const zones = [
        { id: second, area: 10 },
        { id: first, area: 1000 },
      ]
      expect(answerOrder(zones, DISPUTES).map(({ id }) => id)).toEqual([first, second])
    },
  )

  test('a ruling does not move a third zone from the place that its area gives it', () => {
    const zones = [
      { id: 'Asia/Shanghai', area: 1000 },
      { id: 'Asia/Urumqi', area: 100 },
      { id: 'Asia/Thimphu', area: 10 },
    ]
    expect(answerOrder(zones, DISPUTES).map(({ id }) => id)).toEqual([
      'Asia/Thimphu',
      'Asia/Shanghai',
      'Asia/Urumqi',
    ])
  })

  test('equal areas are sorted by id', () => {
    expect(
      answerOrder(
        [
          { id: 'B', area: 1 },
          { id: 'A', area: 1 },
        ],
        [],
      ).map(({ id }) => id),
    ).toEqual(['A', 'B'])
  })

  test('every ruling names its source', () => {
    for (const { why, source } of DISPUTES)
      expect([why.length > 20, source.length > 10]).toEqual([true, true])
  })
})

describe('areas', () => {
  test('the whole world has 510 million square kilometres, half of it north of the equator', () => {
    expect(areaOf([box(-180e6, -90e6, 180e6, 90e6)])).toBe(510_065_881)
    expect(areaOf([box(-180e6, 0, 180e6, 90e6)])).toBe(255_032_940)
  })

  test('between 30° south and 30° north lies half of the world', () => {
    expect(areaOf([box(-180e6, -30e6, 180e6, 30e6)])).toBe(255_032_940)
  })

  test('a hole takes its area away', () => {
    const hole = Int32Array.of(1e6, 1e6, 1e6, 2e6, 2e6, 2e6, 2e6, 1e6)
    expect(areaOf([box(0, 0, 9e6, 9e6), hole])).toBe(
      areaOf([box(0, 0, 9e6, 9e6)]) - areaOf([box(1e6, 1e6, 2e6, 2e6)]),
    )
  })
})

describe('identifiers', () => {
  test('an identifier that only one of the two releases has is a finding', () => {
    const findings = unpairedIds(['Europe/Berlin', 'Europe/Kiev', 'Etc/UTC', 'Mars/Base'], {
      listed: ['Europe/Berlin', 'Europe/Kyiv', 'Europe/Vatican', 'UTC'],
      unlisted: ['CET'],
      zoneIdByAlias: new Map([
        ['Europe/Kiev', 'Europe/Kyiv'],
        ['Etc/UTC', 'UTC'],
      ]),
    })
    expect(findings.map(({ code, about, severity }) => [code, about, severity])).toEqual([
      ['boundary-without-zone', 'Mars/Base', 'fault'],
      ['zone-without-boundary', 'Europe/Vatican', 'fault'],
    ])
  })
})

describe('oceans', () => {
  // One island in the strip of Greenwich.
  const island: ZonePolygons = { id: 'Africa/Abidjan', rings: [box(-2e6, 1e6, 2e6, 3e6)] }
  const strips = Array.from({ length: 25 }, (_, strip): ZonePolygons => {
    const west = Math.max(-180e6, -187.5e6 + strip * 15e6)
    const east = Math.min(180e6, -172.5e6 + strip * 15e6)
    return { id: stripId(strip), rings: [box(west, -90e6, east, 90e6)] }
  })
  const withHole = (hole: Int32Array): readonly ZonePolygons[] =>
    canonicalPolygons(
      strips.map(({ id, rings }) => ({ id, rings: id === 'Etc/GMT' ? [...rings, hole] : rings })),
    )
  const check = (oceans: readonly ZonePolygons[]) =>
    checkOceans(compileBoundaries('one-island', [island]).bytes, [island], oceans)

  test('strips minus the island follow the rule', () => {
    expect(check(withHole(Int32Array.of(-2e6, 1e6, -2e6, 3e6, 2e6, 3e6, 2e6, 1e6)))).toEqual([])
  })

  test('a strip without the hole, a hole that is 3 microdegrees too large, and a missing strip are listed', () => {
    expect(check(strips)).toMatchObject([{ about: 'expected no ocean, found Etc/GMT' }])
    const sliver = check(withHole(Int32Array.of(-2e6, 1e6, -2e6, 3e6, 2_000_003, 3e6, 2_000_003, 1e6)))
    expect(sliver).toMatchObject([{ code: 'ocean-sliver', about: 'expected Etc/GMT, found no ocean' }])
    expect(sliver[0]?.message).toContain('lon lat 2.000001 ')
    expect(check(strips.filter(({ id }) => id !== 'Etc/GMT+5')).map(({ about }) => about)).toContain(
      'expected Etc/GMT+5, found no ocean',
    )
  })
})

describe('the file', () => {
  test('the same records give the same bytes', () => {
    expect(compileBoundaries('tiny-1', tinyPolygons).bytes).toEqual(tinyTiles)
  })

  test('a tree with finer divisions changes the file but no answer', () => {
    const coarse = openBoundaries(
      compileBoundaries('tiny-1', tinyPolygons, { tree: { maxEdges: 2, topShift: 25 } }).bytes,
    )
    const fine = openBoundaries(tinyTiles)
    coarse.verify()
    for (let lon = -180e6; lon <= 180e6; lon += 499_999) {
      for (let lat = -90e6; lat <= 90e6; lat += 999_999)
        expect(coarse.zonesAt(lon, lat)).toEqual(fine.zonesAt(lon, lat))
    }
  })
})
