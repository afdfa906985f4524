// Makes an artifact the current one, once all of it is found good.
import { join } from 'node:path'
import type { Pin } from '#open/pin.ts'
import { CommandError } from '#cli/command-error.ts'
import { expectGood } from '../verify/expect-good.ts'
import { artifactIds, pointCurrentAt } from '../write/artifact-directory.ts'
import { pin } from './pin.ts'

/**
 * Verifies an artifact of `dist`, points `current` at it and pins it, so that it stays current until `install --unpin`, even if `install
 * --activate` runs. `at` is now. `by` is the command that asks. Throws a CommandError where the artifact is missing or not good.
 */
export function activate(dist: string, id: string, at: Date, by: Pin['by'] = 'activate'): void {
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
  expectGood(directory, { outcome: 'the current artifact stays' })
  // Pinned before the link moves. If the process is killed in between, nothing changes, because a pin counts only for a current artifact.
  pin(dist, { id, by, at: at.toISOString() })
  pointCurrentAt(dist, id)
}
