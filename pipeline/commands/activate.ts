// `tzref activate`: makes an artifact the current one, once it is found whole.
import type { Command } from 'commander'
import { join, resolve } from 'node:path'
import { CommandError } from '#cli/command-error.ts'
import { ROOT } from '../paths.ts'
import { verifyArtifact } from '../verify/artifact.ts'
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
  const [finding] = verifyArtifact(directory)
  if (finding !== undefined) {
    throw new CommandError(
      `${directory}: ${finding.code}: ${finding.message}; what is current stays so`,
      1,
      `npm run tzref -- verify ${directory}`,
    )
  }
  pointCurrentAt(dist, id)
}

/** Adds `activate` to the program. */
export function registerActivate(program: Command): void {
  program
    .command('activate')
    .description('make an artifact the current one, after checking it')
    .argument('<id>', 'artifact id, a folder of dist/')
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .addHelpText('after', '\nExample:\n  npm run tzref -- activate 2026f-none-0123abcd')
    .action((id: string, options: { dist: string }) => {
      activate(resolve(options.dist), id)
      process.stdout.write(`${id} is current\n`)
    })
}
