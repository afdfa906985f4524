// Checks the artifact that was current before and makes it current again.
import { CommandError } from '#cli/command-error.ts'
import { activations, writeActivations } from '../write/activations.ts'
import { artifactIds, currentId } from '../write/artifact-directory.ts'
import { activate } from './activate.ts'

/**
 * Goes back to the last artifact that was current before this one and still exists. Pins it and returns its id. Two rollbacks go back two
 * artifacts.
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
    throw new CommandError(
      `${dist}: ${current ?? 'nothing'} is current, and no earlier one is still there`,
      1,
      'npm run tzref -- releases',
    )
  }
  activate(dist, id, now, 'rollback')
  writeActivations(dist, before.slice(0, position + 1))
  return id
}
