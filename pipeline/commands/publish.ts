// `tzref publish`: a folder of archives with an index, which any web server or object store can offer as it is.
import type { Command } from 'commander'
import { join, resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { present } from '../clock.ts'
import { readSigningKey } from '../delivery/keys.ts'
import { publish } from '../delivery/publish.ts'
import { ROOT } from '../paths.ts'
import { artifactDirectory } from './artifact-argument.ts'

/** Adds `publish` to the program. */
export function registerPublish(program: Command): void {
  program
    .command('publish')
    .description('put artifacts into a folder as archives, with an index that `install` reads')
    .argument('<folder>', 'the folder to publish')
    .argument('[artifacts...]', 'ids in dist/, or directories (default: the current one)')
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option(
      '--sign <keyfile...>',
      "sign with the publisher's key; of two keys servers trust the last from then on",
    )
    .option('--json', 'print the index')
    .addHelpText(
      'after',
      `
The folder is all files: copy it to a web server or an object store. The index lists every archive that lies there, newest first.

Example:
  npm run tzref -- publish public/releases --sign publisher.pem`,
    )
    .action(
      (folder: string, artifacts: string[], options: { dist: string; sign?: string[]; json?: true }) => {
        const { sign } = options
        const signing = sign === undefined ? null : { keys: sign.map(readSigningKey), at: present() }
        const named = artifacts.length === 0 ? [CURRENT] : artifacts
        const index = publish(
          named.map((artifact) => artifactDirectory(options.dist, artifact)),
          resolve(folder),
          signing,
        )
        if (options.json) process.stdout.write(jsonLine(index))
        else for (const { archive } of index.releases) process.stdout.write(`${join(folder, archive)}\n`)
      },
    )
}
