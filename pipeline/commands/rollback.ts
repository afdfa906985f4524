// `tzref rollback`: makes the artifact current that was so before, once it is found whole.
import type { Command } from 'commander'
import { join, resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { ROOT } from '../paths.ts'
import { activations, writeActivations } from '../write/activations.ts'
import { artifactIds, currentId } from '../write/artifact-directory.ts'
import { activate } from './activate.ts'

/** Goes back to the last artifact that was current before this one and is still there; answers its id. Twice goes back two. */
export function rollback(dist: string): string {
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
  activate(dist, id)
  writeActivations(dist, before.slice(0, position + 1))
  return id
}

/** Adds `rollback` to the program. */
export function registerRollback(program: Command): void {
  program
    .command('rollback')
    .description('make the artifact current that was so before, after checking it')
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .addHelpText('after', '\nExample:\n  npm run tzref -- rollback')
    .action((options: { dist: string }) => {
      process.stdout.write(`${rollback(resolve(options.dist))} is current\n`)
    })
}
