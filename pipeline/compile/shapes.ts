// Compiles polygons into `shapes.bin`, for drawings: only their land, in four levels of detail, and which islets stay in each.
import { encodeShapes, type ShapeLevel } from '#core/artifact/shapes.ts'
import { boxAround } from '#core/geo/clip-ring.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import type { Land } from '../parse/land.ts'
import { doubleArea, type Ring, type ZonePolygons } from '../parse/zone-polygons.ts'
import { cutAtCoasts, transformed, type Coordinates, type Point } from './coast-cut.ts'

/** Microdegrees to which all points are rounded before zones are cut and simplified. It divides 90°, so 180° and the poles stay exact. */
const SNAP = 4000

/** The precision of a level. */
interface Detail {
  /** In microdegrees; it divides 90°. */
  readonly grid: number
  /** The smallest detail that stays, in microdegrees. */
  readonly interval: number
  /** Twice the area, in steps of the grid, of the smallest island that is drawn next to a larger one. */
  readonly least: number
  /** Steps of the grid from a smaller island to all that is drawn, from which on it is drawn too, as a triangle. */
  readonly apart: number
}

/** Four levels: the world on a page; the world as a picture of its own; a large country; a small one. */
const DETAILS: readonly Detail[] = [
  { grid: 375_000, interval: 500_000, least: 4, apart: 8 },
  { grid: 125_000, interval: 125_000, least: 3, apart: 4 },
  { grid: 15_625, interval: 46_875, least: 3, apart: 4 },
  { grid: 4000, interval: 12_000, least: 3, apart: 4 },
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
  const shapes = polygons.map(({ rings }) => polygonsOf(rings))
  const coasts = land?.map((piece) => [piece.map(stepsOf)]) ?? null
  const cut = coasts === null ? shapes : await cutAtCoasts(shapes, coasts, LINES / SNAP)
  const simplified = await transformed(
    cut,
    DETAILS.map(
      ({ interval }, level) =>
        `${level === 0 ? '-explode ' : ''}-simplify planar keep-shapes no-repair interval=${interval / SNAP}`,
    ),
  )
  const levels = DETAILS.map((detail, level): ShapeLevel => {
    const parts = simplified[level] ?? []
    return {
      grid: detail.grid,
      zones: polygons.map(({ rings }, zone) => drawnRings(rings, parts[zone] ?? [], detail)),
    }
  })
  return encodeShapes({ zoneIds: polygons.map(({ id }) => id), levels })
}

/** Microdegrees between the lines that measure what was cut. */
const LINES = 50_000

/**
 * The rings of a zone as polygons. A zone must be one shape for mapshaper: where rings that lie in each other are separate shapes,
 * it loses coasts that one of them crosses and the other contains. It finds by itself which hole lies in which ring.
 */
function polygonsOf(rings: readonly Ring[]): Coordinates[] {
  const holes = rings.filter(isHole).map(rounded)
  return rings
    .filter((ring) => !isHole(ring))
    .map((ring, index) => [rounded(ring), ...(index === 0 ? holes : [])])
}

const isHole = (ring: Ring): boolean => doubleArea(ring) < 0

/**
 * A zone as it is drawn: what is left of its polygons, on the grid. Islets that vanish there are left out where the same waters have
 * anything larger; else one stays as a triangle. An island that is not in the data of the land has a mark.
 */
function drawnRings(rings: readonly Ring[], parts: readonly Coordinates[], detail: Detail): Int32Array[] {
  const drawn: Int32Array[] = []
  const [corners, specks]: [Point[], Point[]] = [[], []]
  for (const [outer = [], ...holes] of parts) {
    const found = onGrid(outer, detail)
    const ring = found === null || Math.abs(doubleArea(found)) < detail.least ? null : found
    ;(ring === null ? specks : corners).push(...outer)
    if (ring === null) continue
    drawn.push(ring, ...holes.flatMap((hole) => onGrid(hole, detail) ?? []))
  }
  for (const ring of rings) {
    if (isHole(ring) || inBox(ring, corners) !== undefined) continue
    const speck = inBox(ring, specks)
    const mark = speck === undefined ? onGrid(stepsOf(islandIn(ring)), detail) : null
    const [corner = [0, 0]] = stepsOf(ring)
    drawn.push(mark ?? triangleAt(speck ?? corner, detail))
  }
  // An islet far from all others stays too: the waters of an archipelago are one ring.
  const far = (detail.apart * detail.grid) / SNAP
  for (const [x, y] of specks) {
    if (corners.some(([cx, cy]) => Math.abs(cx - x) < far && Math.abs(cy - y) < far)) continue
    corners.push([x, y])
    drawn.push(triangleAt([x, y], detail))
  }
  return drawn
}

/** The first of these points, in steps of `SNAP`, that is in the box around a ring. */
function inBox(ring: Ring, points: readonly Point[]): Point | undefined {
  const { west, south, east, north } = boxAround(ring)
  return points.find(
    ([x, y]) =>
      x >= west / SNAP - 1 && x <= east / SNAP + 1 && y >= south / SNAP - 1 && y <= north / SNAP + 1,
  )
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
function stepsOf(ring: ArrayLike<number>): Point[] {
  const points: Point[] = []
  for (let i = 0; i < ring.length; i += 2) points.push([(ring[i] ?? 0) / SNAP, (ring[i + 1] ?? 0) / SNAP])
  const [first] = points
  if (first !== undefined) points.push([...first])
  return points
}

/** A ring in whole steps, closed. Every point is rounded by itself, so neighbouring rings round it the same way. */
function rounded(ring: Int32Array): Point[] {
  const points = stepsOf(ring).map(([x, y]): Point => [Math.round(x), Math.round(y)])
  // The point that closes the ring stays, even after the same one.
  const last = points.length - 1
  return points.filter(([x, y], i) => i === last || x !== points[i - 1]?.[0] || y !== points[i - 1]?.[1])
}

/** Points in steps of `SNAP` as a ring of the level. Null where fewer than three are left. */
function onGrid(points: readonly Point[], { grid }: Detail): Int32Array | null {
  const ring: number[] = []
  for (const [x, y] of points) {
    const [gx, gy] = [Math.round((x * SNAP + HALF_WORLD) / grid), Math.round((y * SNAP + POLE) / grid)]
    if (ring.length === 0 || ring.at(-2) !== gx || ring.at(-1) !== gy) ring.push(gx, gy)
  }
  while (ring.length > 2 && ring[0] === ring.at(-2) && ring[1] === ring.at(-1)) ring.length -= 2
  return ring.length < 6 ? null : Int32Array.from(ring)
}

/** The smallest visible form of a ring, at one of its points in steps of `SNAP`. */
function triangleAt([px, py]: Point, { grid }: Detail): Int32Array {
  const x = Math.min(Math.round((px * SNAP + HALF_WORLD) / grid), (2 * HALF_WORLD) / grid - 1)
  const y = Math.min(Math.round((py * SNAP + POLE) / grid), (2 * POLE) / grid - 1)
  return Int32Array.of(x, y, x + 1, y, x, y + 1)
}
