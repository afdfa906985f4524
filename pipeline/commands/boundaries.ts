// One boundary source, of either channel → `boundaries.tiles` and what was found on the way.
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { compileBoundaries } from '../compile/boundaries.ts'
import { checkOceans } from '../compile/ocean-check.ts'
import { unpairedIds, type TzIdentifiers } from '../compile/pair-ids.ts'
import { type TileCounts } from '../compile/quadtree.ts'
import { parseBoundaryGeoJson } from '../parse/boundary-geojson.ts'
import { parseGeoTzPieces, type Progress } from '../parse/geo-tz-pieces.ts'
import type { Finding } from '../findings.ts'
import { openZipEntry } from '../archive/zip-entry.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import type { BoundarySource } from '../sources/boundaries.ts'

export interface BuiltBoundaries {
  readonly release: string
  readonly bytes: Uint8Array
  readonly findings: readonly Finding[]
  readonly tiles: TileCounts
  /** Zones with a boundary, in code-unit order; without the ocean strips. */
  readonly zoneIds: readonly string[]
}

/** The part of a build's report that is used here. */
export interface BoundaryReport {
  readonly progress: (task: string, done: number, total: number) => void
}

/** The records of a source, with its ocean features if it has them. */
export async function readBoundaryRecords(
  source: BoundarySource,
  progress?: Progress,
): Promise<{
  zones: readonly ZonePolygons[]
  oceans: readonly ZonePolygons[]
  findings: readonly Finding[]
}> {
  if (source.kind === 'geo-tz') {
    return { oceans: [], ...parseGeoTzPieces(source.index, source.data, progress) }
  }
  const entry = await openZipEntry(source.path, /\.(geo)?json$/i)
  return parseBoundaryGeoJson(entry.chunks, entry.size, progress)
}

/** Reads, compiles, and checks against the tz release's identifiers. */
export async function buildBoundaries(
  source: BoundarySource,
  identifiers: TzIdentifiers,
  report: BoundaryReport,
): Promise<BuiltBoundaries> {
  const { zones, oceans, findings } = await readBoundaryRecords(source, (done, total) =>
    report.progress('boundaries: polygons', done, total),
  )
  const { bytes, tiles } = compileBoundaries(source.release, zones, {
    progress: (done, total) => report.progress('boundaries: tiles', done, total),
  })
  const zoneIds = zones.map(({ id }) => id)
  return {
    release: source.release,
    bytes,
    tiles,
    zoneIds,
    findings: [
      ...findings,
      ...checkOceans(openBoundaries(bytes), zones, oceans),
      ...unpairedIds(zoneIds, identifiers),
    ],
  }
}
