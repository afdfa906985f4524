// Points at which a look-up could be wrong, from the polygons and from the lines of the tile grid.
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import type { Point } from './exact-zones.ts'
import { seededRandom } from '../worlds/seeded-random.ts'

const HALF_WORLD = 180_000_000
const POLE = 90_000_000

const inWorld = (lon: number, lat: number): Point => ({
  lon: Math.max(-HALF_WORLD, Math.min(HALF_WORLD, lon)),
  lat: Math.max(-POLE, Math.min(POLE, lat)),
})

/** Points with an even distribution on the sphere. */
export function randomPoints(count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => ({
    lon: Math.round(random() * 2 * HALF_WORLD - HALF_WORLD),
    lat: Math.round((Math.asin(2 * random() - 1) * 180e6) / Math.PI),
  }))
}

/** Some edges of every zone. Each is two vertices, so four numbers. */
function* sampledEdges(
  zones: readonly ZonePolygons[],
  perZone: number,
  seed: number,
): Generator<readonly [number, number, number, number]> {
  const random = seededRandom(seed)
  for (const { rings } of zones) {
    for (let n = 0; n < perZone; n++) {
      const ring = rings[Math.floor(random() * rings.length)] ?? new Int32Array(2)
      const i = Math.floor((random() * ring.length) / 2) * 2
      const k = (i + 2) % ring.length
      yield [ring[i] ?? 0, ring[i + 1] ?? 0, ring[k] ?? 0, ring[k + 1] ?? 0]
    }
  }
}

/** Vertices, midpoints of edges, and their neighbours a microdegree away in all eight directions. */
export function borderPoints(zones: readonly ZonePolygons[], perZone: number, seed: number): Point[] {
  const points: Point[] = []
  for (const [ax, ay, bx, by] of sampledEdges(zones, perZone, seed)) {
    for (const [lon, lat] of [
      [ax, ay],
      [Math.round((ax + bx) / 2), Math.round((ay + by) / 2)],
    ] as const) {
      for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) points.push(inWorld(lon + dx, lat + dy))
    }
  }
  return points
}

/** Corners and sides of all tiles that hold a vertex, in every size, and the microdegree before each. */
export function tilePoints(zones: readonly ZonePolygons[], perZone: number, seed: number): Point[] {
  const points: Point[] = []
  for (const [lon, lat] of sampledEdges(zones, perZone, seed)) {
    for (let shift = 6; shift <= 21; shift++) {
      const size = 2 ** shift
      const west = Math.floor((lon + HALF_WORLD) / size) * size - HALF_WORLD
      const south = Math.floor((lat + POLE) / size) * size - POLE
      points.push(inWorld(west, south), inWorld(west, lat), inWorld(lon, south))
      points.push(
        inWorld(west - 1, south),
        inWorld(west, south - 1),
        inWorld(west - 1, lat),
        inWorld(lon, south - 1),
      )
    }
  }
  return points
}

/** Points on ±180 and on both poles, and a microdegree next to them. */
export function worldEdgePoints(count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const points: Point[] = []
  for (let n = 0; n < count; n++) {
    const lat = Math.round(random() * 2 * POLE - POLE)
    const lon = Math.round(random() * 2 * HALF_WORLD - HALF_WORLD)
    for (const x of [-HALF_WORLD, -HALF_WORLD + 1, HALF_WORLD - 1, HALF_WORLD]) points.push({ lon: x, lat })
    for (const y of [-POLE, -POLE + 1, POLE - 1, POLE]) points.push({ lon, lat: y })
  }
  for (const lon of [-HALF_WORLD, HALF_WORLD]) for (const lat of [-POLE, POLE]) points.push({ lon, lat })
  return points
}

/** Vertices of zones on the world's edges, and the microdegrees next to them. */
export function worldEdgeVertices(zones: readonly ZonePolygons[]): Point[] {
  const points: Point[] = []
  for (const { rings } of zones) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const [lon = 0, lat = 0] = ring.subarray(i, i + 2)
        if (Math.abs(lon) < HALF_WORLD && Math.abs(lat) < POLE) continue
        for (const dx of [-1, 0, 1]) for (const dy of [-1, 0, 1]) points.push(inWorld(lon + dx, lat + dy))
      }
    }
  }
  return points
}

/** Points in two zones, and others up to a tenth of a degree from them. */
export function pointsAround(centres: readonly Point[], perCentre: number, seed: number): Point[] {
  const random = seededRandom(seed)
  return centres.flatMap(({ lon, lat }) =>
    Array.from({ length: perCentre }, () =>
      inWorld(lon + Math.round((random() - 0.5) * 2e5), lat + Math.round((random() - 0.5) * 2e5)),
    ),
  )
}

/** Points within 200 m of a border. Each place along a border is equally likely. */
export function nearBorderPoints(zones: readonly ZonePolygons[], count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const cosine = (lat: number): number => Math.max(1e-3, Math.cos((lat * Math.PI) / 180e6))
  const lengthOf = (ring: Int32Array, i: number): number => {
    const k = (i + 2) % ring.length
    const dy = (ring[k + 1] ?? 0) - (ring[i + 1] ?? 0)
    return Math.hypot(((ring[k] ?? 0) - (ring[i] ?? 0)) * cosine(ring[i + 1] ?? 0), dy)
  }
  let total = 0
  for (const { rings } of zones)
    for (const ring of rings) for (let i = 0; i < ring.length; i += 2) total += lengthOf(ring, i)
  const wanted = Float64Array.from({ length: count }, () => random() * total).toSorted()
  const points: Point[] = []
  let walked = 0
  for (const { rings } of zones) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const length = lengthOf(ring, i)
        for (
          let at = wanted[points.length];
          at !== undefined && at < walked + length;
          at = wanted[points.length]
        ) {
          const part = length === 0 ? 0 : (at - walked) / length
          const k = (i + 2) % ring.length
          const lon = (ring[i] ?? 0) + part * ((ring[k] ?? 0) - (ring[i] ?? 0))
          const lat = (ring[i + 1] ?? 0) + part * ((ring[k + 1] ?? 0) - (ring[i + 1] ?? 0))
          // An even distribution in a disc of 200 m. A microdegree is 0.1112 m.
          const distance = (200 / 0.1112) * Math.sqrt(random())
          const angle = random() * 2 * Math.PI
          points.push(
            inWorld(
              Math.round(lon + (distance * Math.cos(angle)) / cosine(lat)),
              Math.round(lat + distance * Math.sin(angle)),
            ),
          )
        }
        walked += length
      }
    }
  }
  // Shuffled, because neighbouring points in order would find their data in the cache.
  for (let i = points.length - 1; i > 0; i--) {
    const k = Math.floor(random() * (i + 1))
    const [one, other] = [points[i], points[k]]
    if (one !== undefined && other !== undefined) [points[i], points[k]] = [other, one]
  }
  return points
}

/** Points on borders and a microdegree next to them. Halves the way between two points in different zones, which lie some degrees apart. */
export function nearBorders(zoneAt: (point: Point) => unknown, count: number, seed: number): Point[] {
  const random = seededRandom(seed)
  const points: Point[] = []
  while (points.length < count) {
    const lon = Math.round(random() * 2 * HALF_WORLD - HALF_WORLD)
    const lat = Math.round(random() * 2 * POLE - POLE)
    const reach = 10 ** (4 + random() * 3)
    const away = (): number => Math.round((random() - 0.5) * reach)
    const start = { lon, lat }
    const to = inWorld(lon + away(), lat + away())
    let [one, other] = [start, to]
    const zone = zoneAt(one)
    if (zone === zoneAt(other)) continue
    while (Math.abs(one.lon - other.lon) > 1 || Math.abs(one.lat - other.lat) > 1) {
      const middle = { lon: (one.lon + other.lon) >> 1, lat: (one.lat + other.lat) >> 1 }
      if (zoneAt(middle) === zone) one = middle
      else other = middle
    }
    points.push(one, other)
  }
  return points
}
