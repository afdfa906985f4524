// `tzref prune`: removes old artifacts. Keeps the current one and the last few that were current.
import { InvalidArgumentError, type Command } from 'commander'
import { resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { prune } from '../delivery/prune.ts'
import { DIST } from '../paths.ts'

function count(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new InvalidArgumentError('Expected a whole number from 1 to 999,999.')
  return Number(text)
}

/** Adds `prune` to the program. */
export function registerPrune(program: Command): void {
  program
    .command('prune')
    .description('remove old artifacts; never the current one')
    .option('--keep <n>', 'how many to keep, with the current one', count, 3)
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print the ids that were removed')
    .addHelpText(
      'after',
      '\nIt keeps the first ones of the list that `releases` prints.\n\nExample:\n  npm run tzref -- prune --keep 2',
    )
    .action((options: { keep: number; dist: string; json?: true }) => {
      const removed = prune(resolve(options.dist), options.keep)
      if (options.json) process.stdout.write(jsonLine(removed))
      else for (const id of removed) process.stdout.write(`removed ${id}\n`)
    })
}
