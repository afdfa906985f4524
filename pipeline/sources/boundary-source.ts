// Finds the boundary sources of a lock, of either channel, and the parser that reads them.
import { CommandError } from '#open/program/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { zipEntry } from '../archive/zip-entry.ts'
import { parseBoundaryGeoJson } from '../parse/boundary-geojson.ts'
import { GEO_TZ_PATHS, parseGeoTzPieces } from '../parse/geo-tz-pieces.ts'
import { LAND } from '../parse/land.ts'
import type { BoundaryRecords, Progress } from '../parse/zone-polygons.ts'
import { readSources } from './lock.ts'

/** Reads the records of a source, and its ocean features if it has them. */
type ReadRecords = (progress?: Progress) => BoundaryRecords | Promise<BoundaryRecords>

/** The source of the polygons. */
export interface BoundarySource {
  /** The boundary release that the API will show. */
  readonly release: string
  readonly records: ReadRecords
  /** The file whose coasts drawings end at; null when a lock of an older version pins none. */
  readonly land: Uint8Array | null
}

/** Returns the source that a lock pins. Null for a lock without boundaries. */
export function boundarySource(root: string, lock: Lock): BoundarySource | null {
  const { boundaries: release } = lock
  if (release === null) return null
  const files = readSources(root, lock, 'boundaries')
  const [index, data] = Object.keys(GEO_TZ_PATHS).map((name) => files.get(name))
  const land = files.get(LAND.name) ?? null
  if (index !== undefined && data !== undefined)
    return { release, land, records: (progress) => parseGeoTzPieces(index, data, progress) }
  for (const [name, bytes] of files)
    if (/\.zip$/i.test(name)) return { release, land, records: recordsInZip(name, bytes) }
  throw new CommandError(
    `the lock pairs boundaries ${release}, but pins no zip and no files of a package`,
    1,
    'npm run tzref -- lock',
  )
}

/** Returns the function that reads the zip of a release of timezone-boundary-builder. `name` is its name in messages. */
export const recordsInZip =
  (name: string, bytes: Buffer): ReadRecords =>
  (progress) => {
    const { chunks, size } = zipEntry(name, bytes, /\.(geo)?json$/i)
    return parseBoundaryGeoJson(chunks, size, progress)
  }
