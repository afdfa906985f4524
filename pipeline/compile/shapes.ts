// Compiles records of polygons into the bytes of `shapes.bin`: their land alone, with fewer points, for drawings.
import mapshaper from 'mapshaper'
import { encodeShapes, type ShapeLevel } from '#core/artifact/shapes.ts'
import { boxAround } from '#core/geo/clip-ring.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import type { Land } from '../parse/land.ts'
import { doubleArea, type Ring, type ZonePolygons } from '../parse/zone-polygons.ts'

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
 * Compiles records, in canonical order, into the bytes of the file. The waters of zones are cut off at the coasts of `land`; null leaves
 * them. Points are rounded one by one and simplified arc by arc. So shared borders stay shared, and where zones overlap both keep their own
 * border. The same records and the same land give the same bytes: mapshaper measures in the plane, which needs no sine.
 */
export async function compileShapes(
  polygons: readonly ZonePolygons[],
  land: readonly Land[] | null,
): Promise<Uint8Array> {
  const levels: ShapeLevel[] = []
  for (const detail of DETAILS) levels.push(await levelOf(polygons, land, detail))
  return encodeShapes({ zoneIds: polygons.map(({ id }) => id), levels })
}

type Point = [x: number, y: number]

async function levelOf(
  polygons: readonly ZonePolygons[],
  land: readonly Land[] | null,
  detail: Detail,
): Promise<ShapeLevel> {
  const rings = polygons.flatMap(({ rings: of }) => of)
  const parts = await simplified(
    rings.map((ring) => [rounded(ring, detail.snap)]),
    land?.map((piece) => piece.map((ring) => stepsOf(ring, detail.snap))) ?? null,
    detail.interval,
  )
  let next = 0
  const zones = polygons.map(({ rings: of }) =>
    of.flatMap((ring) => ringsOf(ring, parts[next++] ?? [], detail)),
  )
  return { grid: detail.grid, zones }
}

/**
 * A ring as it is drawn: what is left of it, on the grid. Islets that vanish there are left out where the ring has anything larger. Where
 * nothing is left, an island that is not in the data of the land still gets a mark; a hole there is one in the sea, which needs none.
 */
function ringsOf(ring: Ring, parts: readonly (readonly Point[])[], detail: Detail): Int32Array[] {
  const drawn = parts.map((part) => onGrid(part, detail)).filter((part) => part !== null)
  if (drawn.length > 0) return drawn
  const [first] = parts
  if (first !== undefined) return [triangleAt(first[0] ?? [0, 0], detail)]
  if (doubleArea(ring) < 0) return []
  const [corner = [0, 0]] = stepsOf(ring, detail.snap)
  return [onGrid(stepsOf(islandIn(ring), detail.snap), detail) ?? triangleAt(corner, detail)]
}

/** The waters around an island reach so many times farther than the island itself: about 22 kilometres. */
const WATERS = 4

/** The ring of an island's waters, drawn in to its middle: a mark of about the island's size. */
function islandIn(ring: Ring): number[] {
  const { west, south, east, north } = boxAround(ring)
  const middle = [(west + east) / 2, (south + north) / 2]
  return Array.from(ring, (value, i) => (value - (middle[i % 2] ?? 0)) / WATERS + (middle[i % 2] ?? 0))
}

/** A ring in steps from (0, 0), closed. */
function stepsOf(ring: ArrayLike<number>, snap: number): Point[] {
  const points: Point[] = []
  for (let i = 0; i < ring.length; i += 2) points.push([(ring[i] ?? 0) / snap, (ring[i + 1] ?? 0) / snap])
  const [first] = points
  if (first !== undefined) points.push([...first])
  return points
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

type Coordinates = readonly (readonly Point[])[]

interface Answer {
  readonly features: readonly {
    readonly properties: { readonly at: number }
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: Coordinates }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly Coordinates[] }
      | null
  }[]
}

const featuresOf = (polygons: readonly Coordinates[]) => ({
  type: 'FeatureCollection',
  features: polygons.map((coordinates, at) => ({
    type: 'Feature',
    properties: { at },
    geometry: { type: 'Polygon', coordinates },
  })),
})

/** The rings that are left of each polygon. None where nothing is left of it. */
async function simplified(
  polygons: readonly Coordinates[],
  land: readonly Coordinates[] | null,
  interval: number,
): Promise<readonly Coordinates[]> {
  const clip = land === null ? '' : '-clip land.json '
  const answer = await mapshaper.applyCommands(
    `-i in.json ${clip}-simplify planar keep-shapes no-repair interval=${interval} -o out.json`,
    { 'in.json': featuresOf(polygons), ...(land === null ? {} : { 'land.json': featuresOf(land) }) },
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- GeoJSON, of the polygons that went in
  const { features } = JSON.parse(String(answer['out.json'])) as Answer
  const parts: Coordinates[] = polygons.map(() => [])
  for (const { properties, geometry } of features) {
    if (geometry === null) continue
    parts[properties.at] = geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()
  }
  return parts
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

/** The smallest visible form of a ring, at one of its points in steps of `snap`. */
function triangleAt([px, py]: Point, { grid, snap }: Detail): Int32Array {
  const x = Math.min(Math.round((px * snap + HALF_WORLD) / grid), (2 * HALF_WORLD) / grid - 1)
  const y = Math.min(Math.round((py * snap + POLE) / grid), (2 * POLE) / grid - 1)
  return Int32Array.of(x, y, x + 1, y, x, y + 1)
}
