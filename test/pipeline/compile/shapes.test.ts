// Shapes for drawings, on small zones and a small land: what is cut off at the coast, and what stays although it has no land.
import { expect, test } from 'vitest'
import { openShapes } from '#core/artifact/shapes.ts'
import { compileShapes } from '#pipeline/compile/shapes.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'

const M = 1e6

/** A square ring around a point, in degrees; the zone lies inside. */
const square = (lon: number, lat: number, half: number): Int32Array =>
  Int32Array.from(
    [
      [lon - half, lat - half],
      [lon + half, lat - half],
      [lon + half, lat + half],
      [lon - half, lat + half],
    ].flatMap(([x = 0, y = 0]) => [Math.round(x * M), Math.round(y * M)]),
  )
/** The same as a hole. */
function hole(lon: number, lat: number, half: number): Int32Array {
  const ring = square(lon, lat, half)
  return Int32Array.from([0, 3, 2, 1].flatMap((at) => [ring[at * 2] ?? 0, ring[at * 2 + 1] ?? 0]))
}
const land = (...pieces: readonly (readonly [lon: number, lat: number, half: number])[]) =>
  pieces.map(([lon, lat, half]) => [Array.from(square(lon, lat, half))])

/** The zones whose drawing has a point at this level. Counts the edges that a line to the west crosses. */
const drawnAt = (bytes: Uint8Array, level: number, lon: number, lat: number): string[] => {
  const shapes = openShapes(bytes)
  const { grid, zones } = shapes.level(level)
  const [x, y] = [(lon * M + 180 * M) / grid, (lat * M + 90 * M) / grid]
  return shapes.zoneIds.filter((_, number) => {
    let crossed = 0
    for (const ring of zones[number] ?? [])
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
        if (ay > y !== by > y && x > ax + ((bx - ax) * (y - ay)) / (by - ay)) crossed += 1
      }
    return crossed % 2 === 1
  })
}

const LEVELS = [0, 1, 2, 3]

test('a zone ends at the coasts: its islands are apart, its waters are nobody’s', async () => {
  const zones = [{ id: 'A/Islands', rings: [square(10, 10, 5)] }]
  const bytes = await compileShapes(zones, land([7, 10, 1.5], [13, 10, 1.5]))
  for (const level of LEVELS) {
    expect(drawnAt(bytes, level, 7, 10)).toEqual(['A/Islands'])
    expect(drawnAt(bytes, level, 13, 10)).toEqual(['A/Islands'])
    expect(drawnAt(bytes, level, 10, 10)).toEqual([])
    expect(openShapes(bytes).level(level).zones[0]).toHaveLength(2)
  }
  const uncut = await compileShapes(zones, null)
  for (const level of LEVELS) expect(drawnAt(uncut, level, 10, 10)).toEqual(['A/Islands'])
})

test('neighbours keep their border, overlaps stay twice, an enclave stays a hole', async () => {
  const zones: ZonePolygons[] = [
    { id: 'A/West', rings: [square(5, 5, 5), hole(3, 5, 1)] },
    { id: 'B/East', rings: [square(15, 5, 5)] },
    { id: 'C/Enclave', rings: [square(3, 5, 1)] },
    { id: 'D/Over', rings: [square(10, 5, 2)] },
  ]
  const bytes = await compileShapes(zones, land([10, 5, 8]))
  for (const level of LEVELS) {
    expect(drawnAt(bytes, level, 6, 5)).toEqual(['A/West'])
    expect(drawnAt(bytes, level, 3, 5)).toEqual(['C/Enclave'])
    expect(drawnAt(bytes, level, 9, 5)).toEqual(['A/West', 'D/Over'])
    expect(drawnAt(bytes, level, 11, 5)).toEqual(['B/East', 'D/Over'])
    expect(drawnAt(bytes, level, 1, 5)).toEqual([])
    const { grid, zones: drawn } = openShapes(bytes).level(level)
    const border = Math.round((10 * M + 180 * M) / grid)
    for (const number of [0, 1])
      expect(drawn[number]?.some((ring) => ring.some((x, i) => i % 2 === 0 && x === border))).toBe(true)
  }
})

test('an island that the land lacks keeps a mark of its size; a hole in the sea is none', async () => {
  const zones = [
    { id: 'A/Large', rings: [square(0, 0, 10), hole(8, 0, 1)] },
    { id: 'B/Atoll', rings: [square(8, 0, 1)] },
    { id: 'C/Speck', rings: [square(30, 0, 0.001)] },
  ]
  const bytes = await compileShapes(zones, land([-3, 0, 3]))
  for (const level of LEVELS) {
    expect(
      openShapes(bytes)
        .level(level)
        .zones.map((rings) => rings.length),
    ).toEqual([1, 1, 1])
    expect(drawnAt(bytes, level, 8.1, 0.1)).toEqual(['B/Atoll'])
    expect(drawnAt(bytes, level, 8.9, 0.9)).toEqual([])
  }
})

test('the same zones and the same land give the same bytes', async () => {
  const make = () =>
    compileShapes(
      [
        { id: 'A/One', rings: [square(1.234567, 2.345678, 3.1)] },
        { id: 'B/Two', rings: [square(4.1, 2.3, 1.7)] },
      ],
      land([2.1, 2.2, 2.3], [3.9, 2.5, 1.1]),
    )
  expect(await make()).toEqual(await make())
})
