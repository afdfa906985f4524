// Reads everything that a lock pins, once, and checks it before anything is compiled.
import { CommandError } from '#cli/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { boundarySource, type BoundarySource } from '../sources/boundary-source.ts'
import { readLock, readSources } from '../sources/lock.ts'
import { readHeld } from '../tailoring/lock.ts'

export interface SourcePlaces {
  /** The checkout whose files the lock names. */
  readonly root: string
  /** Path of the lock. */
  readonly lock: string
  /** The folder of downloaded sources. When absent: TZREF_CACHE, else `.cache` under the root. */
  readonly cache?: string
}

/** The sources of zones. */
export interface TzSources {
  readonly lock: Lock
  /** The files of the tz release, name → bytes. */
  readonly tz: ReadonlyMap<string, Buffer>
  /** The files of the older releases that zones are held at: release → name → bytes. */
  readonly held: ReadonlyMap<string, ReadonlyMap<string, Buffer>>
  readonly overlay: Buffer | null
}

/** Reads the tz releases and the overlay that a lock pins. Throws a CommandError where something is missing or has other bytes. */
export function readTzSources(root: string, lock: Lock, cache?: string): TzSources {
  const [overlay = null] = readSources(root, lock, 'overlay', cache).values()
  return { lock, tz: readSources(root, lock, 'tz', cache), held: readHeld(root, lock, cache), overlay }
}

/** The sources of a build, with exactly the bytes that the lock pins. */
export interface BuildSources extends TzSources {
  /** The sources of countries, cities and standards. Empty for a lock of only zones. */
  readonly reference: ReadonlyMap<string, Buffer>
  /** Null for a lock without boundaries. */
  readonly boundaries: BoundarySource | null
}

/** Reads a lock and its sources. Throws a CommandError where one is missing or has other bytes. */
export function readBuildSources({ root, lock: path, cache }: SourcePlaces): BuildSources {
  const lock = readLock(path)
  const sources = {
    ...readTzSources(root, lock, cache),
    reference: readSources(root, lock, 'reference', cache),
    boundaries: boundarySource(root, lock, cache),
  }
  if (sources.reference.size > 0 && sources.boundaries === null) {
    throw new CommandError(
      `${path}: it pins no boundaries, and cities need them to find their zones`,
      1,
      'npm run tzref -- lock',
    )
  }
  return sources
}
