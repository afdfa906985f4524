// Finds the artifact that a command names, by a path or by the id of an artifact in dist/.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { MANIFEST } from '#core/artifact/layout.ts'
import { CommandError } from '#cli/command-error.ts'
import { releases } from '../delivery/releases.ts'

/** Returns the directory that a path or an id names. Throws a CommandError where there is none. */
export function artifactDirectory(dist: string, named: string): string {
  const places = [named, join(dist, named)]
  const found = places.find((place) => existsSync(join(place, MANIFEST)))
  if (found !== undefined) return found
  throw new CommandError(
    `no artifact at ${places.join(' nor ')}: expected a directory with ${MANIFEST}`,
    2,
    releases(dist).length === 0 ? 'npm run tzref -- build' : 'npm run tzref -- releases',
  )
}
