// Finds the artifact that a command names, by a path or by the id of an artifact in dist/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'
import { CommandError } from '#open/program/command-error.ts'
import { releases } from '../delivery/releases.ts'

/** Returns the directory that a path or an id names. Throws a CommandError where there is none. */
export const artifactDirectory = (dist: string, named: string): string =>
  artifactDirectories(dist, [named])[0] ?? named

/** Returns the directory of each path or id. Throws a CommandError that names all for which there is none. */
export function artifactDirectories(dist: string, named: readonly string[]): string[] {
  const placesOf = (one: string): string[] => [one, join(dist, one)]
  const directoryOf = (one: string): string | undefined =>
    placesOf(one).find((place) => existsSync(join(place, MANIFEST)))
  const missing = named.filter((one) => directoryOf(one) === undefined)
  if (missing.length === 0) return named.map((one) => directoryOf(one) ?? one)
  throw new CommandError(
    `no artifact at ${missing.flatMap(placesOf).join(' nor ')}: expected a directory with ${MANIFEST}`,
    2,
    releases(dist).length === 0 ? 'npm run tzref -- build' : 'npm run tzref -- releases',
  )
}
