// Reads the land of the world from Natural Earth, as npm `world-atlas` packs it: TopoJSON, with rings that run across the antimeridian.
import { boxAround, clipRing } from '#core/geo/clip-ring.ts'
import { HALF_WORLD, POLE } from '#core/geo/microdegrees.ts'
import { items, readJson, refuse, text, under, type JsonAt } from './json.ts'

/** Where the land comes from. A lock pins it next to the boundaries, under this name. */
export const LAND = { name: 'land', package: 'world-atlas', path: 'land-10m.json' } as const

/** A piece of land, in microdegrees: its outer ring, then those of its inland seas. Points are lon, lat, lon, lat, … */
export type Land = readonly (readonly number[])[]

const WORLD = { west: -HALF_WORLD, south: -POLE, east: HALF_WORLD, north: POLE }

/**
 * Returns all land. What crosses the antimeridian is cut there, and the ring around the south pole reaches it. Throws a SourceError where
 * the bytes are not such a file.
 */
export function parseLand(bytes: Uint8Array): Land[] {
  const root = readJson(LAND.name, bytes)
  const arcs = arcsOf(root)
  return items(under(root, 'objects', 'land', 'geometries')).flatMap((geometry) => {
    const type = under(geometry, 'type')
    if (text(type) !== 'MultiPolygon') refuse(type, '"MultiPolygon"')
    return items(under(geometry, 'arcs')).flatMap((polygon) =>
      insideTheWorld(items(polygon).map((ring) => unrolled(ringOf(ring, arcs)))),
    )
  })
}

type Point = readonly [lon: number, lat: number]

/** The lines of the file, in microdegrees. There each point is the difference to the one before it, in steps of the file. */
function arcsOf(root: JsonAt): Point[][] {
  const [scale, translate] = ['scale', 'translate'].map((key) => pair(under(root, 'transform', key)))
  return items(under(root, 'arcs')).map((arc) => {
    let [x, y] = [0, 0]
    return items(arc).map((step) => {
      const [dx, dy] = pair(step)
      x += dx
      y += dy
      return [
        Math.round((x * (scale?.[0] ?? 0) + (translate?.[0] ?? 0)) * 1e6),
        Math.round((y * (scale?.[1] ?? 0) + (translate?.[1] ?? 0)) * 1e6),
      ]
    })
  })
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function pair(at: JsonAt): Point {
  const [x, y]: unknown[] = Array.isArray(at.value) ? at.value : []
  return isNumber(x) && isNumber(y) ? [x, y] : refuse(at, 'two numbers')
}

/** A ring of lines by their numbers; `~n` is line n backwards. Each ends where the next one begins. */
function ringOf(ring: JsonAt, arcs: readonly (readonly Point[])[]): Point[] {
  return items(ring).flatMap((at) => {
    const number = isNumber(at.value) ? at.value : Number.NaN
    const arc = arcs[number < 0 ? -1 - number : number] ?? refuse(at, `one of ${arcs.length} arcs`)
    return (number < 0 ? arc.toReversed() : arc).slice(0, -1)
  })
}

/**
 * A ring with longitudes that go on beyond ±180° instead of jumping to the other side. A ring that goes once around the world encloses the
 * south pole: it is closed along that.
 */
function unrolled(points: readonly Point[]): number[] {
  const ring: number[] = []
  let turn = 0
  let before = points[0]?.[0] ?? 0
  for (const [lon, lat] of [...points, ...points.slice(0, 1)]) {
    if (lon - before > HALF_WORLD) turn -= 2 * HALF_WORLD
    if (before - lon > HALF_WORLD) turn += 2 * HALF_WORLD
    before = lon
    ring.push(lon + turn, lat)
  }
  if (turn === 0) return ring.slice(0, -2)
  return [...ring, ring.at(-2) ?? 0, -POLE, ring[0] ?? 0, -POLE]
}

/** The parts of a piece of land between −180° and 180°. */
const insideTheWorld = (land: Land): Land[] =>
  [-1, 0, 1]
    .map((turn) =>
      land
        .map((ring) => ring.map((value, i) => (i % 2 === 0 ? value + turn * 2 * HALF_WORLD : value)))
        .map((ring) => clipRing(ring, WORLD))
        .filter((ring) => {
          const { west, east } = boxAround(ring)
          return east > west
        }),
    )
    .filter((rings) => rings.length > 0)
