// `tzref dump`: prints every transition of an artifact as text, in a form that other tzdb compilers print too.
import type { Command } from 'commander'
import { CURRENT } from '#core/artifact/layout.ts'
import { withArtifact } from '#open/artifact.ts'
import { DIST } from '../paths.ts'
import { tzvalidateText } from '../verify/tzvalidate.ts'
import { artifactDirectory } from './artifact-argument.ts'

/** Says what `dump` takes and does. */
export function registerDump(command: Command): void {
  command
    .argument('[artifact]', 'its id in dist/, or a directory', CURRENT)
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .addHelpText('after', '\nExample:\n  npm run --silent tzref -- dump > transitions.txt')
    .action((artifact: string, options: { dist: string }) => {
      process.stdout.write(withArtifact(artifactDirectory(options.dist, artifact), tzvalidateText))
    })
}
