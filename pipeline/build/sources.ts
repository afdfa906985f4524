// A lock → all that it pins, read once and checked before anything is compiled.
import { CommandError } from '#cli/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { boundarySource, type BoundarySource } from '../sources/boundary-source.ts'
import { readLock, readSources } from '../sources/lock.ts'

export interface SourcePlaces {
  /** The checkout whose files the lock names. */
  readonly root: string
  /** Path of the lock. */
  readonly lock: string
  /** Where downloaded sources lie; `.cache` under the root, or as TZREF_CACHE says, when absent. */
  readonly cache?: string
}

/** The sources of a build, each with the bytes that the lock pins. */
export interface BuildSources {
  readonly lock: Lock
  /** The files of the tz release, name → bytes. */
  readonly tz: ReadonlyMap<string, Buffer>
  /** Those of countries, cities and standards; empty for a lock of zones alone. */
  readonly reference: ReadonlyMap<string, Buffer>
  /** Null for a lock without boundaries. */
  readonly boundaries: BoundarySource | null
}

/** Reads a lock and its sources. Throws a CommandError where one is missing or has other bytes. */
export function readBuildSources({ root, lock: path, cache }: SourcePlaces): BuildSources {
  const lock = readLock(path)
  const sources = {
    lock,
    tz: readSources(root, lock, 'tz', cache),
    reference: readSources(root, lock, 'reference', cache),
    boundaries: boundarySource(root, lock, cache),
  }
  if (sources.reference.size > 0 && sources.boundaries === null) {
    throw new CommandError(
      `${path}: it pins no boundaries, which cities take their zones from`,
      1,
      'npm run tzref -- lock',
    )
  }
  return sources
}
