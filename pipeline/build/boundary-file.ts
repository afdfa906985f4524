// Compiles one boundary source, of either channel, into `boundaries.tiles`, `shapes.bin` and findings.
import { Worker } from 'node:worker_threads'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import { zipEntry } from '../archive/zip-entry.ts'
import { compileBoundaries } from '../compile/boundary-tiles.ts'
import type { ZonesAt } from '../compile/cities.ts'
import { checkOceans } from '../compile/ocean-check.ts'
import type { SourceFinding } from '../findings.ts'
import { parseBoundaryGeoJson } from '../parse/boundary-geojson.ts'
import { parseGeoTzPieces, type Progress } from '../parse/geo-tz-pieces.ts'
import { parseLand } from '../parse/land.ts'
import type { ZonePolygons } from '../parse/zone-polygons.ts'
import type { Report } from '../report.ts'
import type { BoundarySource } from '../sources/boundary-source.ts'
import type { ShapesStart } from './shapes-thread.ts'

export interface CompiledBoundaries {
  readonly bytes: Uint8Array
  /** The same boundaries, cut at the coasts and simplified for drawings. */
  readonly shapes: Uint8Array
  readonly findings: readonly SourceFinding[]
}

/** Compiled boundaries whose shapes a thread still compiles. It alone does not keep the process running, so a build that fails ends at once. */
export interface BegunBoundaries extends Omit<CompiledBoundaries, 'shapes'> {
  /** Waits for the shapes. */
  readonly shapes: () => Promise<Uint8Array>
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

/** Reads and compiles a source, all but its shapes. Checks its ocean features against the rule that replaces them. */
export async function beginBoundaries(source: BoundarySource, report: Report): Promise<BegunBoundaries> {
  const { zones, oceans, findings } = await readBoundaryRecords(source, (done, total) =>
    report.progress('boundaries: polygons', done, total),
  )
  const land = source.land === null ? null : parseLand(source.land)
  const begun = beginShapes({ zones, land })
  const { bytes, tiles } = compileBoundaries(source.release, zones, {
    progress: (done, total) => report.progress('boundaries: tiles', done, total),
  })
  report.note(
    `boundaries ${source.release}: ${zones.length} zones, ${tiles.uniform} tiles of one answer and ${tiles.border} with borders, ${(bytes.length / 1e6).toFixed(1)} MB`,
  )
  return {
    bytes,
    findings: [...findings, ...checkOceans(bytes, zones, oceans)],
    async shapes() {
      const shapes = await begun()
      report.note(
        `shapes for drawings: ${(shapes.length / 1e6).toFixed(1)} MB${land === null ? ', with the waters of zones, because the lock pins no land' : ''}`,
      )
      return shapes
    },
  }
}

/** Starts the thread of the shapes. Returns the function that waits for them. */
function beginShapes(start: ShapesStart): () => Promise<Uint8Array> {
  const thread = new Worker(new URL('../../tzref.js', import.meta.url), {
    workerData: { ...start, entry: 'pipeline/build/shapes-thread.ts' },
  })
  thread.unref()
  const done = new Promise<Uint8Array>((resolve, reject) => {
    thread.once('message', resolve).once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the thread of the shapes ended with code ${code}`)))
  })
  // An error counts when somebody waits for the shapes.
  done.catch(() => undefined)
  return () => {
    thread.ref()
    return done
  }
}

/** Returns the function that finds the zones at a city's point. */
export const zonesByBoundaries =
  (boundaries: Boundaries): ZonesAt =>
  (lat, lon) =>
    boundaries.zonesAt(microdegrees(lon), microdegrees(lat))
