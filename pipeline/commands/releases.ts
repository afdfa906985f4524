// `tzref releases`: lists the artifacts of dist/, which one is current and which ones were.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { jsonLine } from '#cli/json.ts'
import { releases, type Release } from '../delivery/releases.ts'
import { DIST } from '../paths.ts'

/** Adds `releases` to the program. */
export function registerReleases(program: Command): void {
  program
    .command('releases')
    .description('list the artifacts of dist/, the current one first')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  npm run tzref -- releases')
    .action((options: { dist: string; json?: true }) => {
      const found = releases(resolve(options.dist))
      if (options.json) process.stdout.write(jsonLine(found))
      else for (const one of found) process.stdout.write(`${line(one)}\n`)
    })
}

const line = ({ id, reference_date, size, current, problem }: Release): string =>
  [
    current ? '*' : ' ',
    id,
    reference_date ?? '?',
    `${(size / 1e6).toFixed(1)} MB`,
    ...(problem === null ? [] : [problem]),
  ].join('  ')
