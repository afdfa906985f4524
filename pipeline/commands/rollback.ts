// `tzref rollback`: checks the artifact that was current before and makes it current again.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { nowMs } from '#cli/clock.ts'
import { rollback } from '../delivery/rollback.ts'
import { DIST } from '../paths.ts'

/** Adds `rollback` to the program. */
export function registerRollback(program: Command): void {
  program
    .command('rollback')
    .description('make the previous artifact current again, after checking it, and keep it current')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id}')
    .addHelpText(
      'after',
      `
It stays current: install adds newer releases but activates none, until you run it with --unpin.

Example:
  npm run tzref -- rollback`,
    )
    .action((options: { dist: string; json?: true }) => {
      const id = rollback(resolve(options.dist), new Date(nowMs()))
      process.stdout.write(options.json ? jsonLine({ id }) : `${id} is current, until install --unpin\n`)
    })
}
