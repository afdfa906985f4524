// Making an artifact the current one, once it is found whole.
import { join } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { expectGood } from '../verify/expect-good.ts'
import { artifactIds, pointCurrentAt } from '../write/artifact-directory.ts'

/** Verifies an artifact of `dist` and points `current` at it. Throws a CommandError where it is not there or not good. */
export function activate(dist: string, id: string): void {
  const directory = join(dist, id)
  const ids = artifactIds(dist)
  if (!ids.includes(id)) {
    const last = ids.at(-1)
    throw new CommandError(
      `${dist}: no artifact "${id}"; there: ${ids.join(', ') || 'none'}`,
      1,
      last === undefined ? 'npm run tzref -- build' : `npm run tzref -- activate ${last}`,
    )
  }
  expectGood(directory, { outcome: 'what is current stays so' })
  pointCurrentAt(dist, id)
}
