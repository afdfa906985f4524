// `tzref publish`: a folder of archives with an index, which any web server or object store can offer as it is.
import type { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { openHistory } from '#core/artifact/history.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { present } from '../clock.ts'
import { readSigningKey } from '../delivery/keys.ts'
import { HISTORY, publish } from '../delivery/publish.ts'
import { feedsOf, FEEDS } from '../compare/feed.ts'
import { writeWhole } from '../whole-file.ts'
import { DIST } from '../paths.ts'
import { artifactDirectory } from './artifact-argument.ts'

/** Adds `publish` to the program. */
export function registerPublish(program: Command): void {
  program
    .command('publish')
    .description('put artifacts into a folder as archives, with an index that `install` reads')
    .argument('<folder>', 'the folder to publish')
    .argument('[artifacts...]', 'ids in dist/, or directories (default: the current one)')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option(
      '--sign <keyfile...>',
      "sign with the publisher's key; of two keys servers trust the last from then on",
    )
    .option('--json', 'print the index')
    .addHelpText(
      'after',
      `
The folder is all files: copy it to a web server or an object store. The index lists every archive that lies there, newest first;
releases.atom and releases.json are feeds that say what each tz release moved, and tz-history.bin has the clocks of all of them.

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
        const feeds = feedsOf(index.releases, openHistory(readFileSync(join(folder, HISTORY))))
        writeWhole(join(folder, FEEDS.atom), feeds.atom)
        writeWhole(join(folder, FEEDS.json), feeds.json)
        if (options.json) process.stdout.write(jsonLine(index))
        else for (const { archive } of index.releases) process.stdout.write(`${join(folder, archive)}\n`)
      },
    )
}
