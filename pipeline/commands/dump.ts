// `tzref dump`: prints every transition of an artifact as text, in a form that other tzdb compilers print too.
import type { Command } from 'commander'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { DIST } from '../paths.ts'
import { tzvalidateText } from '../verify/tzvalidate.ts'
import { artifactDirectory } from './artifact-argument.ts'

/** Adds `dump` to the program. */
export function registerDump(program: Command): void {
  program
    .command('dump')
    .description('print every transition from 1800 to 2100 as canonical text (tzvalidate 0.1)')
    .argument('[artifact]', 'its id in dist/, or a directory', CURRENT)
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .addHelpText('after', '\nExample:\n  npm run --silent tzref -- dump > transitions.txt')
    .action((artifact: string, options: { dist: string }) => {
      const opened = openArtifact(artifactDirectory(options.dist, artifact))
      try {
        process.stdout.write(tzvalidateText(opened))
      } finally {
        opened.close()
      }
    })
}
