// Natural Earth's land, read from TopoJSON: delta values, lines that rings share, the antimeridian, the pole and inland seas.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAND, parseLand, type Land } from '#pipeline/parse/land.ts'
import { packageFolder, ROOT } from '#pipeline/paths.ts'
import { SourceError } from '#pipeline/source-error.ts'

const M = 1e6

/** A file whose coordinates count tenths of a degree from 180° west and 90° south. */
const file = (arcs: number[][][], polygons: number[][][]): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      type: 'Topology',
      transform: { scale: [0.1, 0.1], translate: [-180, -90] },
      arcs,
      objects: {
        land: {
          type: 'GeometryCollection',
          geometries: [{ type: 'MultiPolygon', arcs: polygons }],
        },
      },
    }),
  )

/** The corners of rings in degrees, each once and in order. */
const corners = (land: Land): string[][] =>
  land.map((ring) => {
    const points: string[] = []
    for (let i = 0; i < ring.length; i += 2) points.push(`${(ring[i] ?? 0) / M} ${(ring[i + 1] ?? 0) / M}`)
    return [...new Set(points)].toSorted()
  })

test('a ring is put together from lines, forwards and backwards, and has its inland sea', () => {
  const one = [
    [1800, 900],
    [100, 0],
    [0, 100],
  ]
  // The same start and end, but through the other corner.
  const other = [
    [1800, 900],
    [0, 100],
    [100, 0],
  ]
  const sea = [
    [1840, 940],
    [0, 20],
    [20, 0],
    [-20, -20],
  ]
  const [land, ...more] = parseLand(file([one, other, sea], [[[0, ~1], [2]]]))
  expect(more).toEqual([])
  expect(corners(land ?? [])).toEqual([
    ['0 0', '0 10', '10 0', '10 10'],
    ['4 4', '4 6', '6 6'],
  ])
})

test('what crosses the antimeridian is cut there, on both sides', () => {
  // From 175° east to 175° west, as if longitudes went on after 180°.
  const across = [
    [3550, 900],
    [-3500, 0],
    [0, 100],
    [3500, 0],
    [0, -100],
  ]
  const pieces = parseLand(file([across], [[[0]]])).map((land) => corners(land)[0])
  expect(pieces).toHaveLength(2)
  expect(pieces.toSorted((one, other) => ((one?.[0] ?? '') < (other?.[0] ?? '') ? -1 : 1))).toEqual([
    ['-175 0', '-175 10', '-180 0', '-180 10'],
    ['175 0', '175 10', '180 0', '180 10'],
  ])
})

test('a ring around the world reaches the south pole', () => {
  const around = [
    [0, 100],
    [1200, 50],
    [1200, -50],
    [1200, 0],
  ]
  const [land, ...more] = parseLand(file([around], [[[0]]]))
  expect(more).toEqual([])
  expect(corners(land ?? [])[0]).toEqual(
    ['-180 -80', '-60 -75', '60 -80', '180 -80', '180 -90', '-180 -90'].toSorted(),
  )
})

test.each([
  ['no JSON', new TextEncoder().encode('land'), 'not JSON'],
  [
    'no land',
    new TextEncoder().encode('{"transform":{"scale":[1,1],"translate":[0,0]},"arcs":[]}'),
    'objects',
  ],
  ['a line that is not there', file([], [[[7]]]), 'expected one of 0 arcs, found 7'],
  ['a point of one number', file([[[1]]], []), 'expected two numbers'],
])('%s is refused', (_, bytes, words) => {
  expect(() => parseLand(bytes)).toThrow(SourceError)
  expect(() => parseLand(bytes)).toThrow(words)
})

test('the pinned land has the area of the land of the earth, and is inside the world', () => {
  const land = parseLand(readFileSync(join(packageFolder(ROOT, LAND.package), LAND.path)))
  let area = 0
  for (const [index, ring] of land.flatMap((piece) => piece.map((of, i) => [i, of] as const))) {
    let of = 0
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[j] ?? 0, ring[j + 1] ?? 0, ring[i] ?? 0, ring[i + 1] ?? 0]
      if (Math.abs(bx) > 180 * M || Math.abs(by) > 90 * M)
        throw new Error(`${bx} ${by} is outside of the world`)
      // The area on the sphere, in an equal-area projection.
      const height = (lat: number): number => Math.sin((lat / M) * (Math.PI / 180))
      of += (((bx - ax) / M) * (Math.PI / 180) * (height(ay) + height(by))) / 2
    }
    area += (index === 0 ? 1 : -1) * Math.abs(of) * 6371.0088 ** 2
  }
  // The land of the earth has 148.9 million km². Here it has no ice shelves, but it includes lakes.
  expect(area / 1e6).toBeGreaterThan(145)
  expect(area / 1e6).toBeLessThan(151)
})
