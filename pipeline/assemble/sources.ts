// Reads everything that a lock pins, once, and checks it before anything is compiled.
import { CommandError } from '#open/program/command-error.ts'
import type { Lock } from '#schemas/lock.ts'
import { boundarySource } from '../sources/boundary-source.ts'
import { readLock, readSources } from '../sources/lock.ts'
import { readHeld } from '../tailoring/lock.ts'

export interface SourcePlaces {
  /** The checkout whose files the lock names. */
  readonly root: string
  /** Path of the lock. */
  readonly lock: string
}

export type TzSources = ReturnType<typeof readTzSources>

/**
 * Reads the sources of zones that a lock pins: the files of the tz release (name → bytes), those of the older releases that zones are held
 * at (release → name → bytes), and the overlay, or null. Throws a CommandError where something is missing or has other bytes.
 */
export function readTzSources(root: string, lock: Lock) {
  const [overlay = null] = readSources(root, lock, 'overlay').values()
  return { lock, tz: readSources(root, lock, 'tz'), held: readHeld(root, lock), overlay }
}

export type BuildSources = ReturnType<typeof readBuildSources>

/**
 * Reads a lock and its sources, with exactly the bytes that it pins. A lock of only zones has no sources of countries, cities and standards
 * (`reference`); one without boundaries has null. Throws a CommandError where one is missing or has other bytes.
 */
export function readBuildSources({ root, lock: path }: SourcePlaces) {
  const lock = readLock(path)
  const sources = {
    ...readTzSources(root, lock),
    reference: readSources(root, lock, 'reference'),
    boundaries: boundarySource(root, lock),
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
