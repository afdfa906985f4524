// One boundary source, of either channel → `boundaries.tiles` and what was found on the way.
import { openBoundaries } from '#core/artifact/boundaries.ts'
import type { Finding } from '#core/finding.ts'
import { compileBoundaries } from './compile/boundaries.ts'
import { checkOceans } from './compile/ocean-check.ts'
import { unpairedIds, type TzIdentifiers } from './compile/pair-ids.ts'
import { TREE_OPTIONS, type TileCounts } from './compile/quadtree.ts'
import { DISPUTES } from './curated/disputes.ts'
import { parseBoundaryGeoJson } from './parse/boundary-geojson.ts'
import { parseGeoTzPieces, type GeoTzIndex, type Progress } from './parse/geo-tz-pieces.ts'
import { openZipEntry } from './parse/zip-entry.ts'
import type { ZonePolygons } from './parse/zone-polygons.ts'

/** Where the polygons come from. `release` is what the API will show as the boundary release. */
export type BoundarySource =
  /** The two files of npm `geo-tz` that hold all zones. */
  | { readonly kind: 'geo-tz'; readonly release: string; readonly index: Uint8Array; readonly data: Uint8Array }
  /** The zip of a release of timezone-boundary-builder, on disk. */
  | { readonly kind: 'zip'; readonly release: string; readonly path: string }

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
): Promise<{ zones: readonly ZonePolygons[]; oceans: readonly ZonePolygons[]; findings: readonly Finding[] }> {
  if (source.kind === 'geo-tz') {
    // JSON.parse gives any; the shape is checked by what the parser finds in it.
    const index = JSON.parse(new TextDecoder().decode(source.index)) as GeoTzIndex
    return { oceans: [], ...parseGeoTzPieces(index, source.data, progress) }
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
  const { bytes, tiles } = compileBoundaries(source.release, zones, DISPUTES, TREE_OPTIONS, (done, total) =>
    report.progress('boundaries: tiles', done, total),
  )
  const zoneIds = zones.map(({ id }) => id)
  return {
    release: source.release,
    bytes,
    tiles,
    zoneIds,
    findings: [...findings, ...checkOceans(openBoundaries(bytes), zones, oceans), ...unpairedIds(zoneIds, identifiers)],
  }
}
