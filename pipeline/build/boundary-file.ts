// Compiles one boundary source, of either channel, into `boundaries.tiles`, `shapes.bin` and findings.
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { zipEntry } from '../archive/zip-entry.ts'
import { compileBoundaries } from '../compile/boundary-tiles.ts'
import type { ZonesAt } from '../compile/cities.ts'
import { checkOceans } from '../compile/ocean-check.ts'
import { compileShapes } from '../compile/shapes.ts'
import type { SourceFinding } from '../findings.ts'
import { parseBoundaryGeoJson } from '../parse/boundary-geojson.ts'
import { parseGeoTzPieces, type Progress } from '../parse/geo-tz-pieces.ts'
import { parseLand } from '../parse/land.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import type { Report } from '../report.ts'
import type { BoundarySource } from '../sources/boundary-source.ts'

export interface CompiledBoundaries {
  readonly bytes: Uint8Array
  /** The same boundaries, cut at the coasts and simplified for drawings. */
  readonly shapes: Uint8Array
  readonly findings: readonly SourceFinding[]
}

/** Reads the records of a source, and its ocean features if it has them. */
export async function readBoundaryRecords(
  source: BoundarySource,
  progress?: Progress,
): Promise<{
  zones: readonly ZonePolygons[]
  oceans: readonly ZonePolygons[]
  findings: readonly SourceFinding[]
}> {
  if (source.kind === 'geo-tz') {
    return { oceans: [], ...parseGeoTzPieces(source.index, source.data, progress) }
  }
  const entry = zipEntry(source.name, source.bytes, /\.(geo)?json$/i)
  return parseBoundaryGeoJson(entry.chunks, entry.size, progress)
}

/** Reads and compiles a source. Checks its ocean features against the rule that replaces them. */
export async function compileBoundarySource(
  source: BoundarySource,
  report: Report,
): Promise<CompiledBoundaries> {
  const { zones, oceans, findings } = await readBoundaryRecords(source, (done, total) =>
    report.progress('boundaries: polygons', done, total),
  )
  const { bytes, tiles } = compileBoundaries(source.release, zones, {
    progress: (done, total) => report.progress('boundaries: tiles', done, total),
  })
  report.note(
    `boundaries ${source.release}: ${zones.length} zones, ${tiles.uniform} tiles of one answer and ${tiles.border} with borders, ${(bytes.length / 1e6).toFixed(1)} MB`,
  )
  const land = source.land === null ? null : parseLand(source.land)
  const shapes = await compileShapes(zones, land)
  report.note(
    `shapes for drawings: ${(shapes.length / 1e6).toFixed(1)} MB${land === null ? ', with the waters of zones, because the lock pins no land' : ''}`,
  )
  return { bytes, shapes, findings: [...findings, ...checkOceans(bytes, zones, oceans)] }
}

/** Returns the function that finds the zones at a city's point. */
export const zonesByBoundaries =
  (boundaries: Boundaries): ZonesAt =>
  (lat, lon) =>
    boundaries.zonesAt(microdegrees(lon), microdegrees(lat))
