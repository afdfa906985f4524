// What `boundaries.tiles` answers, on the tiny world: borders, corners, the antimeridian, the poles, the sea.
import { describe, expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { stripAt, stripId } from '#core/geo/ocean-strips.ts'
import { microdegrees, wholeMicrodegrees } from '#core/geo/microdegrees.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'

const tiny = openTiny()
/** Zones at a point in degrees. */
const at = (lat: number, lon: number): readonly string[] => tiny.results[tiny.resultAtDegrees(lat, lon)] ?? []

describe('inside', () => {
  test.each([
    [50, 10, ['Europe/Berlin']],
    [47.7, 8.5, ['Europe/Busingen']],
    [53.5, 6.5, ['Europe/Dublin', 'Europe/Berlin']],
    [53.5, 5.5, ['Europe/Dublin']],
    [55, -109, ['America/Edmonton']],
    [55, -104, ['America/New_York']],
    [85, -100, ['America/Edmonton']],
    [-32, 179, ['Australia/Lord_Howe']],
    [-32, -179, ['Australia/Lord_Howe']],
  ])('%d %d is in %j', (lat, lon, zones) => expect(at(lat, lon)).toEqual(zones))
})

describe('on a border (decision 7)', () => {
  test('a point on a meridian border belongs to the zone east of it', () => {
    expect(at(47.7, 8)).toEqual(['Europe/Busingen'])
    expect(at(47.7, 9)).toEqual(['Europe/Berlin'])
  })
  test('a point on an east–west border belongs to the zone north of it', () => {
    expect(at(47.5, 8.5)).toEqual(['Europe/Busingen'])
    expect(at(48, 8.5)).toEqual(['Europe/Berlin'])
  })
  test('a point on a slanted border belongs to the zone east of it', () => {
    expect(at(52, -109)).toEqual(['America/New_York'])
    expect(at(57.5, -109)).toEqual(['America/New_York'])
    expect(at(52, -109.000001)).toEqual(['America/Edmonton'])
  })
  test('a corner belongs to the zone just east and a little north of it', () => {
    expect(at(47.5, 8)).toEqual(['Europe/Busingen'])
    expect(at(48, 9)).toEqual(['Europe/Berlin'])
    expect(at(48, 8)).toEqual(['Europe/Berlin'])
    expect(at(47.5, 9)).toEqual(['Europe/Berlin'])
    expect(at(55, -108)).toEqual(['America/New_York'])
    expect(at(49, -110)).toEqual(['America/New_York'])
  })
  test('a west coast is land, an east coast is sea; a south coast is land, a north coast is sea', () => {
    expect(at(50, 6)).toEqual(['Europe/Berlin'])
    expect(at(49.5, 15)).toEqual(['Europe/Berlin'])
    expect(at(55, -100)).toEqual(['Etc/GMT+7'])
    expect(at(47, 10)).toEqual(['Europe/Berlin'])
    expect(at(60, -115)).toEqual(['Etc/GMT+8'])
  })
})

describe('at sea', () => {
  test('the strip of the longitude answers, with the sign inverted', () => {
    expect(at(0, -30)).toEqual(['Etc/GMT+2'])
    expect(at(0, 30)).toEqual(['Etc/GMT-2'])
    expect(at(0, 0)).toEqual(['Etc/GMT'])
  })
  test('a strip takes its west border', () => {
    expect(at(0, 7.5)).toEqual(['Etc/GMT-1'])
    expect(at(0, 7.499999)).toEqual(['Etc/GMT'])
    expect(at(0, -7.5)).toEqual(['Etc/GMT'])
    expect(at(0, -7.500001)).toEqual(['Etc/GMT+1'])
    expect(at(0, 172.5)).toEqual(['Etc/GMT-12'])
    expect(at(0, -172.5)).toEqual(['Etc/GMT+11'])
  })
  test('there are 25 strips from Etc/GMT+12 to Etc/GMT-12', () => {
    const ids = Array.from({ length: 25 }, (_, strip) => stripId(strip))
    expect([ids[0], ids[12], ids[24], new Set(ids).size]).toEqual(['Etc/GMT+12', 'Etc/GMT', 'Etc/GMT-12', 25])
    expect([stripAt(-180_000_000), stripAt(180_000_000)]).toEqual([0, 24])
  })
})

describe('on the antimeridian and the poles', () => {
  test('+180 is just west of the line, −180 just east of it', () => {
    expect(at(0, 180)).toEqual(['Etc/GMT-12'])
    expect(at(0, -180)).toEqual(['Etc/GMT+12'])
    expect(at(-32, 180)).toEqual(['Australia/Lord_Howe'])
    expect(at(-32, -180)).toEqual(['Australia/Lord_Howe'])
  })
  test('a border that ends on the line keeps its rule there: north of it', () => {
    expect(at(-34, 180)).toEqual(['Australia/Lord_Howe'])
    expect(at(-34.000001, 180)).toEqual(['Etc/GMT-12'])
    expect(at(-30, 180)).toEqual(['Etc/GMT-12'])
  })
  test('the north pole is just south of itself, at the longitude that was sent', () => {
    expect(at(90, -100)).toEqual(['America/Edmonton'])
    expect(at(90, -150)).toEqual(['America/Edmonton'])
    expect(at(90, -60)).toEqual(['Etc/GMT+4'])
    expect(at(90, 180)).toEqual(['Etc/GMT-12'])
    expect(at(90, -180)).toEqual(['Etc/GMT+12'])
  })
  test('the south pole is just north of itself', () => {
    expect(at(-90, 10)).toEqual(['Etc/GMT-1'])
    expect(at(-90, 180)).toEqual(['Etc/GMT-12'])
  })
  test('a zone in the last corner of the world: the point moves west and south', () => {
    const corner = {
      id: 'A/B',
      rings: [Int32Array.of(179_999_999, 89_999_999, 180_000_000, 89_999_999, 180_000_000, 90_000_000)],
    }
    const boundaries = openBoundaries(compileBoundaries('corner', [corner]).bytes)
    expect(boundaries.zonesAt(180_000_000, 90_000_000)).toEqual(['Etc/GMT-12'])
    expect(boundaries.zonesAt(180_000_000, 89_999_999)).toEqual(['A/B'])
    expect(boundaries.zonesAt(179_999_999, 89_999_999)).toEqual(['A/B'])
    expect(boundaries.zonesAt(179_999_999, 90_000_000)).toEqual(['Etc/GMT-12'])
  })
  test('a slanted border that begins in the south-west corner of the world: the corner lies below it', () => {
    // Found by test/property/boundaries.test.ts.
    const above = [
      Int32Array.of(-180_000_000, -90_000_000, -179_999_999, -89_999_999, -180_000_000, -89_999_999),
    ]
    const below = [
      Int32Array.of(-180_000_000, -90_000_000, -179_999_999, -90_000_000, -179_999_999, -89_999_999),
    ]
    const two = [
      { id: 'A/Above', rings: above },
      { id: 'A/Below', rings: below },
    ]
    const boundaries = openBoundaries(compileBoundaries('two', two).bytes)
    expect(boundaries.zonesAt(-180_000_000, -90_000_000)).toEqual(['A/Below'])
    expect(boundaries.zonesAt(-180_000_000, -89_999_999)).toEqual(['Etc/GMT+12'])
  })
  test('a point outside the world is the caller’s mistake', () => {
    for (const [lon, lat] of [
      [180_000_001, 0],
      [0, 90_000_001],
      [-180_000_001, 0],
      [Number.NaN, 0],
      [180_000_000, 0.5],
    ] as const) {
      expect(() => tiny.resultAt(lon, lat)).toThrow(RangeError)
    }
  })
})

describe('the file', () => {
  test('it knows its release, its zones and their areas', () => {
    expect(tiny.release).toBe('tiny-1')
    expect(tiny.zoneIds.filter((id) => !id.startsWith('Etc/'))).toEqual([
      'America/Edmonton',
      'America/New_York',
      'Australia/Lord_Howe',
      'Europe/Berlin',
      'Europe/Busingen',
      'Europe/Dublin',
    ])
    expect(tiny.zoneIds).toHaveLength(31)
    expect(tiny.areas[tiny.zoneIds.indexOf('Europe/Busingen')]).toBe(4157)
    expect(tiny.areas[tiny.zoneIds.indexOf('Etc/GMT')]).toBe(0)
  })
  test('it passes a full check', () => expect(() => tiny.verify()).not.toThrow())
  test('it answers from shared memory, and from bytes that begin anywhere', () => {
    const shared = new Uint8Array(new SharedArrayBuffer(tiny.bytes.length))
    shared.set(tiny.bytes)
    const shifted = new Uint8Array(tiny.bytes.length + 3).subarray(3)
    shifted.set(tiny.bytes)
    for (const bytes of [shared, shifted]) {
      const opened = openBoundaries(bytes)
      opened.verify()
      expect(opened.zonesAt(6_500_000, 53_500_000)).toEqual(['Europe/Dublin', 'Europe/Berlin'])
    }
  })
})

describe('many points at once', () => {
  test('each gets the same answer as alone, also at corners and edges of the world', () => {
    const size = 4096 + 7
    const [points, results] = [new Float64Array(size * 2), new Int32Array(size)]
    const random = seededRandom(20_261_120)
    for (let i = 0; i < size; i++) {
      // Half of the points are where the tiny world has borders. Some of the others are on the world's edges.
      const edge = i % 16
      const lon = edge === 1 ? 180_000_000 : edge === 2 ? -180_000_000 : Math.round(random() * 360e6 - 180e6)
      const lat = edge === 3 ? 90_000_000 : edge === 4 ? -90_000_000 : Math.round(random() * 180e6 - 90e6)
      const near = edge > 7
      points[i * 2] = near ? Math.round(5e6 + random() * 10e6) : lon
      points[i * 2 + 1] = near ? Math.round(47e6 + random() * 8e6) : lat
    }
    points.set([180_000_000, 90_000_000], 0)
    tiny.resultsAt(points, results)
    const alone = Array.from({ length: size }, (_, i) =>
      tiny.resultAt(points[i * 2] ?? 0, points[i * 2 + 1] ?? 0),
    )
    expect([...results]).toEqual(alone)
    expect(new Set(alone).size).toBeGreaterThan(20)
  })
  test('they need not be whole: half a microdegree rounds away from zero, as for degrees', () => {
    const [points, results] = [new Float64Array(2000), new Int32Array(1000)]
    const random = seededRandom(8)
    for (let i = 0; i < results.length; i++) {
      const half = i % 2 === 0 ? 0.5 : random()
      points[i * 2] = Math.round(5e6 + random() * 10e6) + half
      points[i * 2 + 1] = Math.round(47e6 + random() * 8e6) - half
    }
    // Points half a microdegree from the borders at 6° and 8° east.
    points.set([5_999_999.5, 50_000_000, 7_999_999.499, 47_700_000.5])
    // West of Greenwich. Edmonton ends at −109°, 52° north; half a microdegree further west is rounded to −109.000001°.
    points.set([-109_000_000.5, 52_000_000, -108_999_999.5, 52_000_000, 0, -0.5], 4)
    tiny.resultsAt(points, results)
    const alone = Array.from({ length: results.length }, (_, i) =>
      tiny.resultAt(wholeMicrodegrees(points[i * 2] ?? 0), wholeMicrodegrees(points[i * 2 + 1] ?? 0)),
    )
    expect([...results]).toEqual(alone)
    expect(tiny.results[results[0] ?? -1]).toEqual(['Europe/Berlin'])
    expect(tiny.results[results[1] ?? -1]).toEqual(['Europe/Berlin'])
    expect(tiny.results[results[2] ?? -1]).toEqual(['America/Edmonton'])
    expect(tiny.results[results[3] ?? -1]).toEqual(['America/New_York'])
  })
  test('it answers only as many as are asked for', () => {
    const points = Float64Array.of(6_500_000, 53_500_000, 6_500_000, 53_500_000)
    const results = Int32Array.of(-9, -9)
    tiny.resultsAt(points, results.subarray(0, 1))
    expect(results[0]).toBeGreaterThan(24)
    expect(results[1]).toBe(-9)
  })
  test('a point outside the world is the caller’s mistake', () => {
    const points = Float64Array.of(0, 0, 180_000_001, 0)
    expect(() => tiny.resultsAt(points, new Int32Array(2))).toThrow(RangeError)
  })
})

describe('degrees', () => {
  test('are rounded to six decimals, half away from zero, whatever the number', () => {
    const random = seededRandom(7)
    const asked = Array.from({ length: 20_000 }, () => [random() * 180 - 90, random() * 360 - 180] as const)
    const halves = Array.from({ length: 2000 }, () => {
      const half = (limit: number): number => (Math.floor((random() * 2 - 1) * limit * 1e6) + 0.5) / 1e6
      return [half(90), half(180)] as const
    })
    for (const [lat, lon] of [...asked, ...halves, [90, 180], [-90, -180], [0, -0], [-0, 180]] as const) {
      expect(tiny.resultAtDegrees(lat, lon), `${lat} ${lon}`).toBe(
        tiny.resultAt(microdegrees(lon), microdegrees(lat)),
      )
    }
  })
  test.each([
    [Number.NaN, 0],
    [0, Number.POSITIVE_INFINITY],
    [90.000001, 0],
    [0, -180.000001],
    // Their low 32 bits alone would be a valid place.
    [2 ** 32, 0],
    [0, 4294.967296],
    [-(2 ** 62), 5e15],
    [1e300, -1e300],
  ])('%d %d is not a place', (lat, lon) => expect(() => tiny.resultAtDegrees(lat, lon)).toThrow(RangeError))
})
