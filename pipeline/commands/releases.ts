// `tzref releases`, `activate`, `rollback` and `prune`: which artifacts dist/ has, and which one is current.
import type { Command } from 'commander'
import { resolve } from 'node:path'
import { print } from '#open/program/json.ts'
import { nowMs } from '#open/program/clock.ts'
import { wholeNumber } from '#open/program/whole-number.ts'
import { activate, rollback } from '../delivery/activate.ts'
import { prune, releases, type Release } from '../delivery/releases.ts'
import { DIST } from '../paths.ts'

interface Options {
  readonly dist: string
  readonly json?: true
}

/** Says what `releases` takes and does. */
export function registerReleases(command: Command): void {
  command
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  npm run tzref -- releases')
    .action((options: Options) => {
      const found = releases(resolve(options.dist))
      if (found.length === 0) tellNone(options)
      print(options.json, found, found.map(line))
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

const tellNone = ({ dist }: Options): void => void process.stderr.write(`${dist}: found no artifact\n`)

/** Says what `activate` takes and does. */
export function registerActivate(command: Command): void {
  makesCurrent(
    command.argument('<id>', 'artifact id, a folder of dist/'),
    'activate 2026f-none-0123abcd',
  ).action((id: string, options: Options) => {
    activate(resolve(options.dist), id, new Date(nowMs()))
    tellCurrent(id, options)
  })
}

/** Says what `rollback` takes and does. */
export function registerRollback(command: Command): void {
  makesCurrent(command, 'rollback').action((options: Options) =>
    tellCurrent(rollback(resolve(options.dist), new Date(nowMs())), options),
  )
}

/** Adds the options and the help of a command that makes an artifact current and keeps it current. */
const makesCurrent = (command: Command, example: string): Command =>
  command
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print {id}')
    .addHelpText(
      'after',
      `
It stays current: install adds newer releases but activates none, until you run it with --unpin.

Example:
  npm run tzref -- ${example}`,
    )

const tellCurrent = (id: string, { json }: Options): void =>
  print(json, { id }, [`${id} is current, until install --unpin`])

/** Says what `prune` takes and does. */
export function registerPrune(command: Command): void {
  command
    .option('--keep <n>', 'how many to keep, with the current one', wholeNumber(6, 'from 1 to 999,999'), 3)
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .option('--json', 'print the ids that were removed')
    .addHelpText(
      'after',
      '\nIt keeps the first ones of the list that `releases` prints.\n\nExample:\n  npm run tzref -- prune --keep 2',
    )
    .action((options: Options & { readonly keep: number }) => {
      if (releases(resolve(options.dist)).length === 0) tellNone(options)
      const removed = prune(resolve(options.dist), options.keep)
      const lines = removed.map((id) => `removed ${id}`)
      print(options.json, removed, lines)
    })
}
