// The polygons of the tiny world: nine, drawn by hand in the form of a boundary release. It has an overlap (Dublin's second polygon over
// Berlin), a hole (Berlin around Busingen), a zone on both sides of 180° (Lord Howe), the north pole (Edmonton's second polygon), and a
// slanted border with a corner in it (Edmonton and New York).
import { readFileSync } from 'node:fs'
import { openBoundaries, type Boundaries } from '#core/artifact/boundaries.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { parseBoundaryGeoJson } from '#pipeline/parse/boundary-geojson.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'

const TINY_BOUNDARY_RELEASE = 'tiny-1'

/** The GeoJSON file's bytes. */
export const tinyGeoJson = readFileSync(
  new URL('../../fixtures/tiny/boundaries/combined.json', import.meta.url),
)

/** A whole text as a stream of small pieces. */
export async function* inChunks(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size))
}

const parsed = await parseBoundaryGeoJson(inChunks(tinyGeoJson, 4096), tinyGeoJson.length)

/** The records, in canonical order. */
export const tinyPolygons: readonly ZonePolygons[] = parsed.zones

/** The compiled file's bytes. */
export const tinyTiles: Uint8Array = compileBoundaries(TINY_BOUNDARY_RELEASE, tinyPolygons).bytes

export const openTiny = (): Boundaries => openBoundaries(Uint8Array.from(tinyTiles))
