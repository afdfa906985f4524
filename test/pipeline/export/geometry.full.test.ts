// The exported boundaries: an even-odd test on the GeoJSON compared with look-ups, and the same shapes in GeoParquet and SQL.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openArtifact, type Artifact } from '#open/artifact.ts'
import { FORMS } from '#pipeline/export/forms.ts'
import { writeExport } from '#pipeline/export/write.ts'
import { randomPoints } from '../../support/points/boundary-points.ts'

interface Feature {
  readonly properties: { readonly tzid: string; readonly boundary_id: string }
  readonly geometry: { readonly type: string; readonly coordinates: number[][][][] }
}

const folder = mkdtempSync(join(tmpdir(), 'tzref-geometry-'))
let artifact: Artifact
/** Each line is a feature as text, because all of them as objects would take a gigabyte. */
let lines: string[] = []
/** The lines before and after the features. */
let around: string[] = []
const featureAt = (index: number): Feature => JSON.parse(lines[index]?.replace(/,$/, '') ?? '')
/** The positions of every sixth zone. */
let some: number[] = []

async function written(name: string): Promise<Buffer> {
  const form = FORMS.find((one) => one.name === name)
  if (form === undefined) throw new Error(name)
  await writeExport(form, artifact, join(folder, name), { rearguard: false })
  return readFileSync(join(folder, name))
}

beforeAll(async () => {
  artifact = openArtifact(inject('embeddedArtifact'))
  const bytes = await written('geojson')
  const [first = '', ...others] = bytes.toString().trimEnd().split('\n')
  around = [first, others.pop() ?? '']
  lines = others
  some = [...lines.keys()].filter((index) => index % 6 === 0)
})
afterAll(() => {
  artifact.close()
  rmSync(folder, { recursive: true })
})

/** Twice the area on the map, positive when counter-clockwise. */
const doubleArea = (ring: number[][]): number =>
  ring.reduce((sum, [x = 0, y = 0], i) => {
    const [nx = 0, ny = 0] = ring[(i + 1) % ring.length] ?? []
    return sum + x * ny - nx * y
  }, 0)

/** Counts the edges that a ray to the east crosses. No point of this test is on an edge. */
function isInside(x: number, y: number, ring: number[][]): boolean {
  let isIn = false
  for (let i = 1; i < ring.length; i++) {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [ring[i - 1], ring[i]]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn
  }
  return isIn
}

test('GeoJSON: one feature for each zone, with closed rings: the outer one counter-clockwise, holes clockwise and inside it', () => {
  expect(around).toEqual(['{"type":"FeatureCollection","features":[', ']}'])
  expect(lines.length).toBeGreaterThan(400)
  expect(lines.slice(0, -1).every((line) => line.endsWith('}},'))).toBe(true)
  let holes = 0
  for (const { properties, geometry } of some.map(featureAt)) {
    expect(geometry.type).toBe('MultiPolygon')
    for (const [outer = [], ...inner] of geometry.coordinates) {
      expect(doubleArea(outer), properties.tzid).toBeGreaterThan(0)
      for (const ring of [outer, ...inner]) expect(ring[0]).toEqual(ring.at(-1))
      for (const ring of inner) {
        holes++
        expect(doubleArea(ring), properties.tzid).toBeLessThan(0)
        // Tests the middles of edges, because a vertex of a hole may touch the outer ring.
        const isWithin = ring.slice(1).some(([x = 0, y = 0], i) => {
          const [[px = 0, py = 0] = []] = [ring[i]]
          return isInside((x + px) / 2, (y + py) / 2, outer)
        })
        expect(isWithin, properties.tzid).toBe(true)
      }
    }
  }
  expect(holes).toBeGreaterThan(5)
})

test('GeoJSON: no ring passes a vertex twice, although one of the source does', () => {
  const touching = lines.findIndex((line) => line.includes('"tzid":"Asia/Ho_Chi_Minh"'))
  for (const { properties, geometry } of [...some, touching].map(featureAt)) {
    for (const ring of geometry.coordinates.flat())
      expect(new Set(ring.map(String)).size, properties.tzid).toBe(ring.length - 1)
  }
  const holes = featureAt(touching).geometry.coordinates.flatMap((polygon) => polygon.slice(1))
  expect(holes.some((ring) => String(ring[0]) === '114.552484,10.101774')).toBe(true)
})

test('GeoJSON: each of many points is in the polygons of the zones that a look-up finds', () => {
  const boundaries = artifact.boundaries()
  if (boundaries === null) throw new Error('no boundaries')
  const asked = some.map(featureAt)
  const ids = new Set(asked.map(({ properties }) => properties.boundary_id))
  const boxed = asked.flatMap(({ properties: { boundary_id: id }, geometry }) =>
    geometry.coordinates.map((polygon) => ({
      id,
      polygon,
      x: extent(polygon[0], 0),
      y: extent(polygon[0], 1),
    })),
  )
  const faults: string[] = []
  for (const { lon, lat } of randomPoints(1000, 5)) {
    const [x, y] = [lon / 1e6, lat / 1e6]
    const found = boxed
      .filter((one) => one.x[0] <= x && x <= one.x[1] && one.y[0] <= y && y <= one.y[1])
      .filter(
        ({ polygon: [outer = [], ...holes] }) =>
          isInside(x, y, outer) && !holes.some((ring) => isInside(x, y, ring)),
      )
      .map(({ id }) => id)
    const expected = boundaries.zonesAt(lon, lat).filter((id) => ids.has(id))
    if ([...new Set(found)].toSorted().join() !== expected.toSorted().join())
      faults.push(`${lat} ${lon}: ${found.join()}`)
  }
  expect(faults).toEqual([])
})

/** The smallest and the largest value of a coordinate in a ring. */
function extent(ring: number[][] = [], axis: 0 | 1): [number, number] {
  let [least, most] = [Infinity, -Infinity]
  for (const vertex of ring) {
    least = Math.min(least, vertex[axis] ?? 0)
    most = Math.max(most, vertex[axis] ?? 0)
  }
  return [least, most]
}

/** Reads well-known binary, written only from its specification. */
function readWkb(bytes: Uint8Array): { srid: number | null; polygons: number[][][][] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const count = (): number => {
    at += 4
    return view.getUint32(at - 4, true)
  }
  const head = (): number => {
    expect(view.getUint8(at)).toBe(1)
    at += 1
    return count()
  }
  const number = (): number => {
    at += 8
    return view.getFloat64(at - 8, true)
  }
  const type = head()
  const srid = type >= 0x2000_0000 ? count() : null
  expect(type % 0x2000_0000).toBe(6)
  const polygons = Array.from({ length: count() }, () => {
    expect(head()).toBe(3)
    return Array.from({ length: count() }, () => Array.from({ length: count() }, () => [number(), number()]))
  })
  expect(at).toBe(bytes.length)
  return { srid, polygons }
}

test('GeoParquet: the same shapes as WKB, and the required metadata', async () => {
  const bytes = await written('geoparquet')
  const file = new Uint8Array(bytes).buffer
  const [{ value = '{}' } = {}] = parquetMetadata(file).key_value_metadata ?? []
  expect(JSON.parse(value)).toMatchObject({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['MultiPolygon'],
        bbox: [-180, -90, 180, expect.any(Number)],
      },
    },
  })
  expect(Number(parquetMetadata(file).num_rows)).toBe(lines.length)
  // Only the last zones, because a reader in JavaScript takes a minute for all.
  const rowStart = lines.length - 30
  const rows = await parquetReadObjects({ file, utf8: false, geoparquet: false, rowStart })
  expect(rows).toHaveLength(30)
  for (const [index, { geometry, ...names }] of rows.entries()) {
    const feature = featureAt(rowStart + index)
    expect(names).toEqual(feature.properties)
    // Compared as texts: one comparison for each zone instead of millions.
    const isSame = JSON.stringify(readWkb(geometry).polygons) === JSON.stringify(feature.geometry.coordinates)
    expect(isSame, names['tzid']).toBe(true)
  }
})

test('PostGIS: one line of COPY for each zone, with its shape and reference system', async () => {
  const sql = (await written('postgis')).toString().split('\n')
  const from = sql.findIndex((line) =>
    line.startsWith('COPY tz_boundary (tzid, boundary_id, geom) FROM stdin;'),
  )
  const rows = sql.slice(from + 1, sql.indexOf('\\.'))
  expect(rows).toHaveLength(lines.length)
  for (const [index, row] of rows.entries()) {
    const [tzid, id, hex = ''] = row.split('\t')
    if (index % 20 > 0) continue
    const feature = featureAt(index)
    expect([tzid, id]).toEqual([feature.properties.tzid, feature.properties.boundary_id])
    const { srid, polygons } = readWkb(new Uint8Array(Buffer.from(hex, 'hex')))
    expect(srid).toBe(4326)
    expect(JSON.stringify(polygons) === JSON.stringify(feature.geometry.coordinates), id).toBe(true)
  }
})
