// Makes hints that are right as typed: the commands in them get --dist, --lock, --out and --accounts as the user gave them, quoted for a shell.
import type { Command } from 'commander'

/** The options of commands in hints that say where things lie. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  lock: ['out'],
  fetch: ['lock'],
  build: ['lock', 'dist'],
  install: ['dist'],
  activate: ['dist'],
  rollback: ['dist'],
  releases: ['dist'],
  prune: ['dist'],
  pack: ['dist'],
  export: ['dist'],
  account: ['accounts'],
  token: ['accounts'],
  usage: ['accounts'],
}

/** The program's commands in a hint. Of a text, because packages call the program in another way. */
const COMMANDS = new RegExp(
  `(?<=${'npm run tzref --'.replaceAll('.', String.raw`\.`)} )((?:account |token )?[a-z-]+)([^&;]*)`,
  'g',
)

/** Adds to the commands of a hint the options that were given to the command that gives it. */
export function hintAfter(command: Command, hint: string): string {
  const given = (name: string): unknown =>
    command.getOptionValueSource(name) === 'default' ? undefined : command.getOptionValue(name)
  const lock = given('lock') ?? (command.name() === 'lock' ? given('out') : undefined)
  // One of the environment is there for the command of the hint too. An address may hold a password, so its reader writes it again.
  const store = command.getOptionValueSource('accounts') === 'cli' ? given('accounts') : undefined
  const accounts = typeof store === 'string' && store.includes('://') ? 'ADDRESS' : store
  const values: Readonly<Record<string, unknown>> = { dist: given('dist'), lock, out: lock, accounts }
  return hint.replaceAll(COMMANDS, (_, name: string, rest: string) => {
    const options = (PLACES[name.split(' ')[0] ?? ''] ?? []).flatMap((option) => {
      const value = values[option]
      return typeof value === 'string' && !rest.includes(` --${option} `)
        ? ` --${option} ${shellWord(value)}`
        : []
    })
    return name + options.join('') + rest
  })
}

/** A text as one word of a command line. */
export const shellWord = (text: string): string =>
  /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
