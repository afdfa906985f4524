// The compiled boundaries of the embedded release, compared with the oracle on its polygons, in a short and a long form.
import { expect, vi } from 'vitest'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { openBoundariesAnywhere, type OpenedBoundaries } from '#core/artifact/plain-boundaries.ts'
import { embeddedLock } from '#pipeline/sources/make-lock.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { ROOT } from '#pipeline/paths.ts'
import { boundarySource } from '#pipeline/sources/boundary-source.ts'
import { embeddedBoundaries } from '../worlds/embedded.ts'
import {
  borderPoints,
  nearBorderPoints,
  pointsAround,
  randomPoints,
  tilePoints,
  worldEdgePoints,
  worldEdgeVertices,
} from './boundary-points.ts'
import { zonesContaining, type Point } from './exact-zones.ts'

export interface Embedded {
  readonly zones: readonly ZonePolygons[]
  readonly boundaries: Boundaries
}

/** The same, with the file also read without WebAssembly. */
export interface EmbeddedTwice extends Embedded {
  readonly plain: OpenedBoundaries
}

/** The polygons of the embedded boundary release. */
export async function embeddedPolygons(): Promise<readonly ZonePolygons[]> {
  const source = boundarySource(ROOT, embeddedLock(ROOT))
  if (source === null) throw new Error('the embedded lock has no boundaries')
  const { zones, findings } = await source.records()
  expect(findings).toEqual([])
  return zones
}

/** The polygons of the embedded boundary release, and the file compiled from them. */
export async function openEmbedded(): Promise<EmbeddedTwice> {
  const zones = await embeddedPolygons()
  const { bytes } = await embeddedBoundaries()
  return { zones, boundaries: openBoundaries(bytes), plain: withoutWebAssembly(bytes) }
}

/** Opens bytes as a place does that has no WebAssembly. */
function withoutWebAssembly(bytes: Uint8Array): OpenedBoundaries {
  vi.stubGlobal('WebAssembly', undefined)
  try {
    return openBoundariesAnywhere(bytes)
  } finally {
    vi.unstubAllGlobals()
  }
}

export interface Compared {
  readonly points: number
  /** Points in more than one zone. */
  readonly overlaps: number
  /** Points in no zone. */
  readonly sea: number
  readonly differences: readonly string[]
}

/**
 * Pair of zones → some points in both zones. Looks at every vertex, at the middle of every edge, and next to these. So it finds every
 * overlap that is wider than a microdegree somewhere along its edges.
 */
export function overlapCentres({ zones, boundaries }: Embedded, perPair: number): Map<string, Point[]> {
  const centres = new Map<string, Point[]>()
  const ask = (lon: number, lat: number): void => {
    if (Math.abs(lon) > 180_000_000 || Math.abs(lat) > 90_000_000) return
    const found = boundaries.zonesAt(lon, lat)
    if (found.length < 2) return
    const pair = found.toSorted().join(' ')
    const known = centres.get(pair)
    if (known === undefined) centres.set(pair, [{ lon, lat }])
    else if (known.length < perPair) known.push({ lon, lat })
  }
  for (const { rings } of zones) {
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const k = (i + 2) % ring.length
        const [lon, lat] = [ring[i] ?? 0, ring[i + 1] ?? 0]
        const middleLon = Math.round((lon + (ring[k] ?? 0)) / 2)
        const middleLat = Math.round((lat + (ring[k + 1] ?? 0)) / 2)
        ask(lon, lat)
        ask(middleLon - 1, middleLat - 1)
        ask(middleLon + 1, middleLat + 1)
        ask(middleLon - 1, middleLat + 1)
        ask(middleLon + 1, middleLat - 1)
      }
    }
  }
  return centres
}

const BATCH = 250_000

/** The points whose answer differs when many are asked at once. */
function differingTogether(boundaries: OpenedBoundaries, points: readonly Point[]): string[] {
  const size = 4096
  const room = new Float64Array(size * 2)
  const results = new Int32Array(size)
  const differing: string[] = []
  for (let from = 0; from < points.length; from += size) {
    const together = points.slice(from, from + size)
    together.forEach(({ lon, lat }, i) => room.set([lon, lat], i * 2))
    boundaries.resultsAt(room, results.subarray(0, together.length))
    together.forEach(({ lon, lat }, i) => {
      if (results[i] !== boundaries.resultAt(lon, lat))
        differing.push(`${lon} ${lat}: together ${results[i]}`)
    })
  }
  return differing
}

/** Asks the oracle and each reader of the file for every point. Readers answer one by one and together. */
export function compareWithOracle(embedded: EmbeddedTwice, points: readonly Point[]): Compared {
  const { zones } = embedded
  const readers = [embedded.boundaries, embedded.plain]
  const differences = readers.flatMap((reader) => differingTogether(reader, points))
  let overlaps = 0
  let sea = 0
  for (let from = 0; from < points.length; from += BATCH) {
    const batch = points.slice(from, from + BATCH)
    const expected = zonesContaining(zones, batch)
    batch.forEach(({ lon, lat }, i) => {
      const inside = (expected[i] ?? []).map((zone) => zones[zone]?.id ?? '')
      if (inside.length > 1) overlaps += 1
      if (inside.length === 0) sea += 1
      const wanted = inside.length > 0 ? inside.toSorted() : [oceanAt(lon)]
      for (const reader of readers) {
        const found = reader.zonesAt(lon, lat)
        const isSame = wanted.length === found.length && found.toSorted().every((id, k) => id === wanted[k])
        if (!isSame)
          differences.push(
            `${lon} ${lat}: ${reader.constructor.name} found ${found.join()}, expected ${wanted.join()}`,
          )
      }
    })
  }
  return { points: points.length, overlaps, sea, differences: differences.slice(0, 20) }
}

/** The sea strip of a longitude: 15° wide around each multiple of 15°, with its west border. +180 belongs to the strip west of it. */
function oceanAt(lon: number): string {
  const hours = Math.min(12, Math.floor((lon / 1e6 + 7.5) / 15))
  if (hours === 0) return 'Etc/GMT'
  return hours > 0 ? `Etc/GMT-${hours}` : `Etc/GMT+${-hours}`
}

/** Points at which an index could be wrong. Size 1 is a tenth of the long form, size 10 is all of it. */
export const POINT_SETS: readonly (readonly [
  name: string,
  points: (embedded: Embedded, size: number) => Point[],
])[] = [
  ['random points of the sphere', (_, size) => randomPoints(100_000 * size, 1)],
  [
    "every zone's sampled vertices, edge midpoints, and their neighbours a microdegree away",
    ({ zones }, size) => borderPoints(zones, 25 * size, 2),
  ],
  ['corners and sides of tiles of every size', ({ zones }, size) => tilePoints(zones, 4 * size, 3)],
  [
    '±180 and ±90, and wherever a zone has a vertex there',
    ({ zones }, size) => [...worldEdgePoints(5_000 * size, 4), ...worldEdgeVertices(zones)],
  ],
  ['points within 200 m of borders', ({ zones }, size) => nearBorderPoints(zones, 100_000 * size, 5)],
  [
    'points in and around every deliberate overlap',
    (embedded, size) =>
      [...overlapCentres(embedded, 20 * size).values()].flatMap((found) => [
        ...found,
        ...pointsAround(found, 10 * size, 7),
      ]),
  ],
]
