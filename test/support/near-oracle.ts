// The oracle for distances: directly from the polygons, as chords between points at most a kilometre apart. No code of the index.
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { zonesContaining, type Point } from './exact-zones.ts'

const RADIUS = 6_371_008.8
const RADIANS = Math.PI / 180e6
/** Edges are cut into pieces of so many microdegrees. Below 85°, a piece is less than 0.3 m away from the sphere. */
const PIECE = 10_000
/** The number of pieces that can be skipped together. */
const TOGETHER = 64

const place = (lon: number, lat: number): [number, number, number] => [
  Math.cos(lat * RADIANS) * Math.cos(lon * RADIANS),
  Math.cos(lat * RADIANS) * Math.sin(lon * RADIANS),
  Math.sin(lat * RADIANS),
]
/** A chord in units of the radius → metres along the sphere. */
const along = (chord: number): number => 2 * RADIUS * Math.asin(Math.min(1, chord / 2))

/** For each point: position of a zone → metres to its nearest border. It has only zones whose border is within `most`. */
export type NearZones = readonly ReadonlyMap<number, number>[]

/** Whether a vertex lies on a line where polygons are cut: at 180°, or at a pole. */
const isOnCut = (lon: number, lat: number): boolean => Math.abs(lon) === 180e6 || Math.abs(lat) === 90e6

/** The pieces at 180° with the same zones on both sides, as `lat of the middle`. */
function cutsAt180(zones: readonly ZonePolygons[]): Set<number> {
  const middles = new Set<number>()
  for (const { rings } of zones) {
    for (const ring of rings) {
      eachPiece(ring, (ax, ay, bx, by) => {
        if (ax === bx && Math.abs(ax) === 180e6) middles.add((ay + by) / 2)
      })
    }
  }
  const lats = [...middles]
  const at = (lon: number): string[] =>
    zonesContaining(
      zones,
      lats.map((lat) => ({ lon, lat: Math.round(lat) })),
    ).map((found) => found.join())
  const [east, west] = [at(180e6 - 3), at(-180e6 + 3)]
  return new Set(lats.filter((_, i) => east[i] === west[i]))
}

/** Calls `each` for each piece of a ring, in order. */
function eachPiece(
  ring: ZonePolygons['rings'][number],
  each: (ax: number, ay: number, bx: number, by: number) => void,
): void {
  for (let i = 0; i < ring.length; i += 2) {
    const k = (i + 2) % ring.length
    const [ax, ay, bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[k] ?? 0, ring[k + 1] ?? 0]
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(bx - ax), Math.abs(by - ay)) / PIECE))
    const at = (from: number, to: number, piece: number): number => from + ((to - from) * piece) / pieces
    for (let piece = 1; piece <= pieces; piece++)
      each(at(ax, bx, piece - 1), at(ay, by, piece - 1), at(ax, bx, piece), at(ay, by, piece))
  }
}

/**
 * Metres from each point to the nearest border of each zone, up to `mostOf` of the point; and to the nearest border of all, without a
 * limit and without the lines where polygons of the same zones are cut.
 */
export function bordersNear(
  zones: readonly ZonePolygons[],
  points: readonly Point[],
  mostOf: (point: number) => number,
): { readonly nearest: Float64Array; readonly within: NearZones } {
  const places = points.map(({ lon, lat }) => place(lon, lat))
  // The squares of the chords.
  const best = new Float64Array(points.length).fill(Infinity)
  const most = points.map((_, i) => (2 * Math.sin(mostOf(i) / (2 * RADIUS))) ** 2)
  const within = points.map(() => new Map<number, number>())
  // A first estimate from every 64th vertex, so that most other pieces can be skipped.
  for (const { rings } of zones) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += TOGETHER * 2) {
        if (isOnCut(ring[i] ?? 0, ring[i + 1] ?? 0)) continue
        const [x, y, z] = place(ring[i] ?? 0, ring[i + 1] ?? 0)
        places.forEach(([px, py, pz], n) => {
          const square = (px - x) ** 2 + (py - y) ** 2 + (pz - z) ** 2
          if (square < (best[n] ?? 0)) best[n] = square
        })
      }
    }
  }
  const cuts = cutsAt180(zones)
  const none = new Float64Array(points.length)
  zones.forEach(({ rings }, zone) => {
    for (const ring of rings) {
      let run: [number, number, number][] = []
      const flush = (): void => {
        compare(run, places, best, most, within, zone)
        run = run.slice(-1)
      }
      eachPiece(ring, (ax, ay, bx, by) => {
        const isCut =
          (ay === by && Math.abs(ay) === 90e6) ||
          (ax === bx && Math.abs(ax) === 180e6 && cuts.has((ay + by) / 2))
        if (run.length === 0) run.push(place(ax, ay))
        if (isCut) flush()
        run.push(place(bx, by))
        if (isCut) {
          // It is an end of this zone's polygon, but no border. With 0 as the best, none is nearer.
          compare(run, places, none, most, within, zone)
          run = run.slice(-1)
        } else if (run.length > TOGETHER) flush()
      })
      flush()
    }
  })
  return {
    nearest: best.map((square) => along(Math.sqrt(square))),
    within: within.map(
      (found) => new Map([...found].map(([zone, square]) => [zone, along(Math.sqrt(square))])),
    ),
  }
}

/** Compares a run of joined points with all places. Skips places that are too far from the run's box. */
function compare(
  run: readonly (readonly [number, number, number])[],
  places: readonly (readonly [number, number, number])[],
  best: Float64Array,
  most: readonly number[],
  within: readonly Map<number, number>[],
  zone: number,
): void {
  const low = [0, 1, 2].map((axis) => Math.min(...run.map((at) => at[axis] ?? 0)))
  const high = [0, 1, 2].map((axis) => Math.max(...run.map((at) => at[axis] ?? 0)))
  const [lx = 0, ly = 0, lz = 0] = low
  const [hx = 0, hy = 0, hz = 0] = high
  for (const [n, [x, y, z]] of places.entries()) {
    const [gx, gy, gz] = [
      Math.max(0, lx - x, x - hx),
      Math.max(0, ly - y, y - hy),
      Math.max(0, lz - z, z - hz),
    ]
    const gap = gx * gx + gy * gy + gz * gz
    if (gap > Math.max(best[n] ?? 0, most[n] ?? 0)) continue
    for (let i = 0; i + 1 < run.length; i++) {
      const [ax, ay, az] = run[i] ?? [0, 0, 0]
      const [bx, by, bz] = run[i + 1] ?? [0, 0, 0]
      const [dx, dy, dz] = [bx - ax, by - ay, bz - az]
      const length = dx * dx + dy * dy + dz * dz
      const part = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy + (z - az) * dz) / length
      const t = Math.max(0, Math.min(1, part))
      const square = (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2 + (z - az - t * dz) ** 2
      if (square < (best[n] ?? 0)) best[n] = square
      if (square <= (most[n] ?? 0) && square < (within[n]?.get(zone) ?? Infinity))
        within[n]?.set(zone, square)
    }
  }
}
