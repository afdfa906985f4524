// `tzref activate`: checks an artifact and makes it the current one.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { nowMs } from '#cli/clock.ts'
import { activate } from '../delivery/activate.ts'
import { DIST } from '../paths.ts'

/** Adds `activate` to the program. */
export function registerActivate(program: Command): void {
  program
    .command('activate')
    .description('make an artifact the current one, after checking it, and keep it current')
    .argument('<id>', 'artifact id, a folder of dist/')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id}')
    .addHelpText(
      'after',
      `
It stays current: install adds newer releases but activates none, until you run it with --unpin.

Example:
  npm run tzref -- activate 2026f-none-0123abcd`,
    )
    .action((id: string, options: { dist: string; json?: true }) => {
      activate(resolve(options.dist), id, new Date(nowMs()))
      process.stdout.write(options.json ? jsonLine({ id }) : `${id} is current, until install --unpin\n`)
    })
}
