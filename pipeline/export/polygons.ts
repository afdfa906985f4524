// Reads the exact boundaries as polygons with holes, from the artifact's own source. All forms for maps and GIS use it.
import { boxAround } from '#core/geo/clip-ring.ts'
import { CommandError } from '#open/program/command-error.ts'
import type { Artifact } from '#open/artifact.ts'
import { doubleArea, type Ring, type ZonePolygons } from '../parse/zone-polygons.ts'
import { ROOT } from '../paths.ts'
import { boundarySource } from '../sources/boundary-source.ts'
import { currentIds } from './clocks.ts'
import type { ExportOptions } from './form.ts'

/** An outer ring, counter-clockwise, and its holes, clockwise. */
export type Polygon = readonly Ring[]

export type ZoneShape = Awaited<ReturnType<typeof zoneShapes>>[number]

/**
 * Returns every zone on land with its polygons, in code-unit order of the boundary release's ids (`boundaryId`). `zone` is the current
 * identifier, null where the tz release has none. Throws a CommandError for an artifact without boundaries.
 */
export async function zoneShapes(artifact: Artifact, { progress }: ExportOptions) {
  const { manifest } = artifact
  const source = boundarySource(ROOT, { ...manifest, format: 1 })
  if (source === null) throw noBoundaries(artifact)
  const { zones } = await source.records((done, total) => progress?.('boundaries: polygons', done, total))
  const current = currentIds(artifact)
  return zones.map((record) => ({
    zone: current.get(record.id) ?? null,
    boundaryId: record.id,
    polygons: polygonsOf(record),
  }))
}

/** The error of a form that an artifact without boundaries cannot have. */
export const noBoundaries = ({ directory }: Artifact): CommandError =>
  new CommandError(
    `${directory}: this artifact has no boundaries`,
    1,
    'npm run tzref -- lock && npm run tzref -- build --activate',
  )

/** Returns outer rings in the order of the record. Each has the holes that lie in it and in no smaller outer ring. */
export function polygonsOf({ id, rings: ofSource }: ZonePolygons): Polygon[] {
  const rings = ofSource.flatMap(simpleRings)
  const outer = rings
    .map((ring) => ({ ring, area: doubleArea(ring), box: boxAround(ring), holes: [] as Ring[] }))
    .filter(({ area }) => area > 0)
  const bySize = outer.toSorted((one, other) => one.area - other.area)
  for (const hole of rings) {
    if (doubleArea(hole) > 0) continue
    const { west, south, east, north } = boxAround(hole)
    const around = bySize.find(
      ({ ring, box }) =>
        box.west <= west &&
        box.south <= south &&
        box.east >= east &&
        box.north >= north &&
        isInside(hole, ring),
    )
    if (around === undefined) throw new RangeError(`${id}: a hole is in no polygon`)
    around.holes.push(hole)
  }
  return outer.map(({ ring, holes }) => [ring, ...holes])
}

/**
 * Splits a ring that passes a vertex twice, such as one of Asia/Ho_Chi_Minh in the South China Sea, into two rings that touch there. Area
 * and edges stay the same, and GIS programs accept only the split form as valid (OGC 06-103r4, 6.1.11).
 */
function simpleRings(ring: Ring): Ring[] {
  if (!mayRepeat(ring)) return [ring]
  const found: Ring[] = []
  let left: [lon: number, lat: number][] = []
  let places = new Map<string, number>()
  for (let i = 0; i < ring.length; i += 2) {
    const [lon = 0, lat = 0] = [ring[i], ring[i + 1]]
    const first = places.get(`${lon} ${lat}`)
    if (first !== undefined) {
      found.push(Int32Array.from(left.slice(first).flat()))
      left = left.slice(0, first)
      places = new Map(left.map(([x, y], place) => [`${x} ${y}`, place]))
    }
    places.set(`${lon} ${lat}`, left.length)
    left.push([lon, lat])
  }
  return [Int32Array.from(left.flat()), ...found]
}

/** False: no two vertices of the ring are the same. True may also mean that two of them are just a metre apart. */
function mayRepeat(ring: Ring): boolean {
  const seen = new Set<number>()
  for (let i = 0; i < ring.length; i += 2) seen.add((ring[i] ?? 0) * 2 ** 28 + (ring[i + 1] ?? 0))
  return seen.size < ring.length / 2
}

/** Whether a ring lies in another that it does not cross. The first of its vertices that is not on the other's line decides. */
function isInside(ring: Ring, around: Ring): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const side = sideOf(ring[i] ?? 0, ring[i + 1] ?? 0, around)
    if (side !== 'on') return side === 'in'
  }
  return true
}

/** Counts the edges that a line due west meets: an odd number is inside. It is exact at vertices, where rings touch. */
function sideOf(x: number, y: number, ring: Ring): 'in' | 'out' | 'on' {
  let isIn = false
  let ax = ring[ring.length - 2] ?? 0
  let ay = ring[ring.length - 1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const [bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0]
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay)
    if (
      side === 0 &&
      x >= Math.min(ax, bx) &&
      x <= Math.max(ax, bx) &&
      y >= Math.min(ay, by) &&
      y <= Math.max(ay, by)
    )
      return 'on'
    if (ay > y !== by > y && side < 0 === by > ay) isIn = !isIn
    ;[ax, ay] = [bx, by]
  }
  return isIn ? 'in' : 'out'
}
