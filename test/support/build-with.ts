// Builds an artifact with boundaries that are compiled already.
import type { CompiledBoundaries } from '#pipeline/assemble/boundary-file.ts'
import { finish, type BuildOptions, type Built } from '#pipeline/assemble/build.ts'
import { compileReference, compileTz } from '#pipeline/assemble/compile.ts'
import { readBuildSources } from '#pipeline/assemble/sources.ts'

/** Builds with these boundaries. They are null for a lock of only zones. */
export function buildWith(boundaries: CompiledBoundaries | null, options: BuildOptions): Built {
  const sources = readBuildSources(options)
  const compiled = compileReference(sources, compileTz(sources, options.report), boundaries)
  return finish(options, sources.lock, { ...compiled, boundaries })
}
