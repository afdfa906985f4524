// `tzref pack`: packs an artifact into one archive with a checksum, to be copied anywhere and installed there.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { pack } from '../delivery/pack.ts'
import { DIST } from '../paths.ts'
import { artifactDirectory } from './artifact-argument.ts'

/** Adds `pack` to the program. */
export function registerPack(program: Command): void {
  program
    .command('pack')
    .description('pack an artifact into one reproducible archive, with its checksum beside it')
    .argument('[artifact]', 'its id in dist/, or a directory', CURRENT)
    .option('--out <folder>', 'where to put the archive', '.')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id, archive, size, sha256}')
    .addHelpText('after', '\nExample:\n  npm run tzref -- pack --out /tmp')
    .action((artifact: string, options: { out: string; dist: string; json?: true }) => {
      const packed = pack(artifactDirectory(options.dist, artifact), resolve(options.out))
      process.stdout.write(options.json ? jsonLine(packed) : `${packed.archive}\n`)
    })
}
