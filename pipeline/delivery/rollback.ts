// Making the artifact current that was so before, once it is found whole.
import { CommandError } from '#cli/command-error.ts'
import { activations, writeActivations } from '../write/activations.ts'
import { artifactIds, currentId } from '../write/artifact-directory.ts'
import { activate } from './activate.ts'

/**
 * Goes back to the last artifact that was current before this one and is still there, and pins it; answers its id. Twice goes back
 * two.
 */
export function rollback(dist: string, now: Date): string {
  const current = currentId(dist)
  const there = new Set(artifactIds(dist))
  const history = activations(dist)
  // The list may lack the current one, when a process was killed between moving the link and noting it.
  const at = current === null ? -1 : history.lastIndexOf(current)
  const before = history.slice(0, at < 0 ? history.length : at)
  const position = before.findLastIndex((id) => id !== current && there.has(id))
  const id = before[position]
  if (id === undefined) {
    throw new CommandError(
      `${dist}: ${current ?? 'nothing'} is current, and nothing that was so before is still there`,
      1,
      'npm run tzref -- releases',
    )
  }
  activate(dist, id, now, 'rollback')
  writeActivations(dist, before.slice(0, position + 1))
  return id
}
