// Finds the boundary sources of a lock, of either channel, for the parsers.
import { CommandError } from '#cli/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { GEO_TZ_PATHS } from '../parse/geo-tz-pieces.ts'
import { LAND } from '../parse/land.ts'
import { readSources } from './lock.ts'

/**
 * The source of the polygons. `release` is the boundary release that the API will show. `land` is the file whose coasts drawings end at;
 * null when a lock of an older version pins none.
 */
export type BoundarySource = { readonly land: Uint8Array | null } &
  /** The two files of npm `geo-tz` that hold all zones. */
  (
    | {
        readonly kind: 'geo-tz'
        readonly release: string
        readonly index: Uint8Array
        readonly data: Uint8Array
      }
    /** The zip of a release of timezone-boundary-builder. */
    | { readonly kind: 'zip'; readonly release: string; readonly name: string; readonly bytes: Buffer }
  )

/** Returns the source that a lock pins. Null for a lock without boundaries. */
export function boundarySource(root: string, lock: Lock, cache?: string): BoundarySource | null {
  const { boundaries: release } = lock
  if (release === null) return null
  const files = readSources(root, lock, 'boundaries', cache)
  const [index, data] = Object.keys(GEO_TZ_PATHS).map((name) => files.get(name))
  const land = files.get(LAND.name) ?? null
  if (index !== undefined && data !== undefined) return { kind: 'geo-tz', release, index, data, land }
  for (const [name, bytes] of files)
    if (/\.zip$/i.test(name)) return { kind: 'zip', release, name, bytes, land }
  throw new CommandError(
    `the lock pairs boundaries ${release}, but pins no zip and no files of a package`,
    1,
    'npm run tzref -- lock',
  )
}
