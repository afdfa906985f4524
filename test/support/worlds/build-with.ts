// Builds an artifact with boundaries that are compiled already.
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { microdegrees } from '#core/geo/microdegrees.ts'
import type { CompiledBoundaries } from '#pipeline/assemble/boundary-file.ts'
import { finish, type BuildOptions, type Built } from '#pipeline/assemble/build.ts'
import { compiledParts, compileTz } from '#pipeline/assemble/compile.ts'
import { compileReference } from '#pipeline/assemble/reference-draft.ts'
import { readBuildSources } from '#pipeline/assemble/sources.ts'
import type { ZonesAt } from '#pipeline/compile/sources.ts'

/** Builds with these boundaries. They are null for a lock of only zones. */
export function buildWith(boundaries: CompiledBoundaries | null, options: BuildOptions): Built {
  const sources = readBuildSources(options)
  const { lock, reference: files } = sources
  const tz = compileTz(sources, options.report)
  const reference =
    boundaries === null || files.size === 0
      ? null
      : compileReference(files, tz.release, tz.tables, zonesInTiles(boundaries.bytes), lock.reference_date)
  return finish(options, lock, compiledParts(tz, reference, boundaries))
}

/** The zones of points, from compiled tiles. */
export function zonesInTiles(bytes: Uint8Array): ZonesAt {
  const boundaries = openBoundaries(bytes)
  return (lat, lon) => boundaries.zonesAt(microdegrees(lon), microdegrees(lat))
}
