// Compiles records of polygons into the bytes of `shapes.bin`: the same borders with fewer points, for drawings.
import mapshaper from 'mapshaper'
import { encodeShapes, type ShapeLevel } from '#core/artifact/shapes.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'

/**
 * The precision of a level. `snap`: points are rounded to this many microdegrees before they are simplified. `interval`: the smallest
 * detail that stays, in steps of `snap`.
 */
interface Detail {
  readonly grid: number
  readonly snap: number
  readonly interval: number
}

/** Three levels: the world on one picture; a large country; a small one. All values divide 90°, so 180° and the poles are on the grid. */
const DETAILS: readonly Detail[] = [
  { grid: 125_000, snap: 62_500, interval: 2 },
  { grid: 15_625, snap: 15_625, interval: 3 },
  { grid: 4000, snap: 4000, interval: 3 },
]

/**
 * Compiles records, in canonical order, into the bytes of the file. Points are rounded one by one and simplified arc by arc. So shared
 * borders stay shared, and where zones overlap both keep their own border. A ring that would vanish, such as a small island, stays as a
 * triangle. The same records give the same bytes: mapshaper measures in the plane, which needs no sine.
 */
export async function compileShapes(polygons: readonly ZonePolygons[]): Promise<Uint8Array> {
  const levels: ShapeLevel[] = []
  for (const detail of DETAILS) levels.push(await levelOf(polygons, detail))
  return encodeShapes({ zoneIds: polygons.map(({ id }) => id), levels })
}

type Point = [x: number, y: number]

async function levelOf(polygons: readonly ZonePolygons[], detail: Detail): Promise<ShapeLevel> {
  // One feature for each ring, so that every ring is kept and the order stays the same.
  const features = polygons.flatMap(({ rings }) =>
    rings.map((ring) => ({
      type: 'Feature',
      // Without a property, mapshaper returns bare geometries and leaves empty ones out.
      properties: { kept: true },
      geometry: { type: 'Polygon', coordinates: [rounded(ring, detail.snap)] },
    })),
  )
  const out = await simplified({ type: 'FeatureCollection', features }, detail.interval)
  if (out.length !== features.length)
    throw new Error(`mapshaper answered ${out.length} of ${features.length} rings`)
  let next = 0
  const zones = polygons.map(({ rings }) =>
    rings.map((ring) => onGrid(out[next++] ?? [], detail) ?? triangleAt(ring, detail.grid)),
  )
  return { grid: detail.grid, zones }
}

/** Rounds a ring to grid steps from (0, 0) and closes it. Every point is rounded by itself, so neighbouring rings round it the same way. */
function rounded(ring: Int32Array, snap: number): Point[] {
  const points: Point[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const [x, y] = [Math.round((ring[i] ?? 0) / snap), Math.round((ring[i + 1] ?? 0) / snap)]
    const last = points.at(-1)
    if (last === undefined || last[0] !== x || last[1] !== y) points.push([x, y])
  }
  const [first] = points
  if (first !== undefined) points.push([...first])
  return points
}

interface Answer {
  readonly features: readonly { readonly geometry: { readonly coordinates: readonly Point[][] } | null }[]
}

/** The points of every feature, which has one ring. Empty where nothing was left of the ring. */
async function simplified(collection: unknown, interval: number): Promise<readonly (readonly Point[])[]> {
  const answer = await mapshaper.applyCommands(
    `-i in.json -simplify planar keep-shapes no-repair interval=${interval} -o out.json`,
    { 'in.json': collection },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GeoJSON, of the polygons that went in
  const { features } = JSON.parse(String(answer['out.json'])) as Answer
  return features.map(({ geometry }) => geometry?.coordinates[0] ?? [])
}

/** Points in steps of `snap` as a ring of the level. Null where fewer than three are left. */
function onGrid(points: readonly Point[], { grid, snap }: Detail): Int32Array | null {
  const ring: number[] = []
  for (const [x, y] of points) {
    const [gx, gy] = [Math.round((x * snap + HALF_WORLD) / grid), Math.round((y * snap + POLE) / grid)]
    if (ring.length === 0 || ring.at(-2) !== gx || ring.at(-1) !== gy) ring.push(gx, gy)
  }
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2
  return ring.length < 6 ? null : Int32Array.from(ring)
}

/** The smallest visible form of a ring. */
function triangleAt(ring: Int32Array, grid: number): Int32Array {
  const x = Math.min(Math.round(((ring[0] ?? 0) + HALF_WORLD) / grid), (2 * HALF_WORLD) / grid - 1)
  const y = Math.min(Math.round(((ring[1] ?? 0) + POLE) / grid), (2 * POLE) / grid - 1)
  return Int32Array.of(x, y, x + 1, y, x, y + 1)
}
