// Makes an artifact the current one and keeps it current: one that is named, or the one that was current before.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PIN, type Pin } from '#open/pin.ts'
import { CommandError } from '#open/program/command-error.ts'
import { expectGood } from '../verify/expect-good.ts'
import { sync, writeWhole } from '../whole-file.ts'
import { artifactIds, currentId, newestFirst } from '#open/artifact-folder.ts'
import { activations, pointCurrentAt, writeActivations } from '../write/artifact-directory.ts'

/**
 * Verifies an artifact of `dist`, points `current` at it and pins it, so that it stays current until `install --unpin`, even if `install
 * --activate` runs. `at` is now. `by` is the command that asks. Throws a CommandError where the artifact is missing or not good.
 */
export function activate(dist: string, id: string, at: Date, by: Pin['by'] = 'activate'): void {
  const ids = artifactIds(dist)
  if (!ids.includes(id)) {
    const last = ids.at(-1)
    throw new CommandError(
      `${dist}: no artifact "${id}"; there: ${ids.join(', ') || 'none'}`,
      1,
      last === undefined ? 'npm run tzref -- build' : `npm run tzref -- activate ${last}`,
    )
  }
  expectGood(join(dist, id), { outcome: 'the current artifact stays' })
  // Pinned before the link moves. If the process is killed in between, nothing changes, because a pin counts only for a current artifact.
  pin(dist, { id, by, at: at.toISOString() })
  pointCurrentAt(dist, id)
}

/**
 * Goes back to the last artifact that was current before this one and still exists. Pins it and returns its id. Two rollbacks go back two
 * artifacts. Throws a CommandError where there is none.
 */
export function rollback(dist: string, now: Date): string {
  const current = currentId(dist)
  const there = new Set(artifactIds(dist))
  const history = activations(dist)
  // The list may lack the current one, if a process was killed after it moved the link and before it wrote the list.
  const at = current === null ? -1 : history.lastIndexOf(current)
  const before = history.slice(0, at < 0 ? history.length : at)
  const position = before.findLastIndex((id) => id !== current && there.has(id))
  const id = before[position]
  if (id === undefined) {
    const other = newestFirst(dist).find((one) => one !== current)
    throw new CommandError(
      `${dist}: ${current ?? 'nothing'} is current, and no earlier one is still there`,
      1,
      other === undefined ? 'npm run tzref -- releases' : `npm run tzref -- activate ${other}`,
    )
  }
  activate(dist, id, now, 'rollback')
  writeActivations(dist, before.slice(0, position + 1))
  return id
}

/** Writes a pin. It holds while its artifact is current. */
export const pin = (dist: string, pinned: Pin): void =>
  writeWhole(join(dist, PIN), `${JSON.stringify(pinned)}\n`)

/** Removes the pin, so that the folder follows the publisher again. */
export function unpin(dist: string): void {
  rmSync(join(dist, PIN), { force: true })
  sync(dist)
}
