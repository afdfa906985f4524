// Runs a program of commands: loads the requested one, turns failures into exit codes, and ends quietly when its reader (`head`) has ended.
import { writeFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { byNumber } from '#core/order.ts'
import { CommandError } from '#open/program/command-error.ts'

/** Gives a command its arguments, options, help and action. */
type Register = (command: Command) => void

export interface Listed {
  /** The command's description, for its own help and for the list of `--help`, which loads no command. */
  readonly summary: string
  /** The heading under which it is listed. Absent: the general one. */
  readonly group?: string
  readonly load: () => Promise<Register>
}

export interface Program {
  readonly name: string
  readonly description: string
  readonly version: string
  /** Examples by task: what somebody wants, and the command for it. They are shown before the list of commands. */
  readonly examples?: readonly (readonly [task: string, command: string])[]
  /** Only the requested command is loaded. */
  readonly commands: Readonly<Record<string, Listed>>
  /** How to repair an error, by the error's name or code. For errors of the system, and of stages, which know facts but no commands. */
  readonly fixes: Readonly<Record<string, string>>
}

/** The headings, in the order in which they are listed. */
const GROUPS = ['Ask', 'Serve', 'Build', 'Publish']

/** Builds the program. The named commands are loaded; the others are only lines of the list. */
export async function mount(given: Program, loaded: readonly string[]): Promise<Command> {
  const program = new Command(given.name)
    .description(given.description)
    .version(given.version)
    .helpCommand('help [command...]', 'display help for a command')
    .showHelpAfterError('(add --help for usage and examples)')
    .exitOverride()
  if (given.examples !== undefined)
    program.addHelpText('after', `\nExamples:\n${examplesInWords(given.examples)}`)
  const byGroup = Object.entries(given.commands).toSorted(
    byNumber(([, { group = '' }]) => GROUPS.indexOf(group)),
  )
  for (const [name, { summary, group, load }] of byGroup) {
    const command = program.command(name).description(summary)
    if (group !== undefined) command.helpGroup(`${group}:`)
    if (loaded.includes(name)) (await load())(command)
  }
  for (const command of program.commands) inheritExit(command)
  return program
}

function examplesInWords(examples: NonNullable<Program['examples']>): string {
  const width = Math.max(...examples.map(([task]) => task.length))
  return examples.map(([task, command]) => `  ${task.padEnd(width)}  ${command}`).join('\n')
}

/** Runs a program with its arguments. Returns the exit code. An error that is not meant for the user is printed whole, with exit code 2. */
export async function runProgram(given: Program, argv: readonly string[]): Promise<number> {
  const args = withoutHelp(given, argv)
  endWithReader(args[0])
  let command: Command | undefined
  try {
    const program = await mount(given, args.slice(0, 1))
    command = namedIn(program, args)
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander takes an offset west of Greenwich for an option.
      const [, offset] = /unknown option '(-\d[\d:]*)'/.exec(error.message) ?? []
      if (offset !== undefined) tellFix(`write -- before it: -- ${offset}`)
      return error.exitCode === 0 ? 0 : 2
    }
    if (!isExpected(error)) {
      tellCrash(error)
      return CRASHED
    }
    process.stderr.write(`${given.name}: ${error.message}\n`)
    const fix = error instanceof CommandError ? error.fix : fixOf(given, error)
    if (fix !== null) {
      const { hintAfter } = await import('#open/program/hint.ts')
      tellFix(command === undefined ? fix : hintAfter(command, fix))
    }
    return error instanceof CommandError ? error.exitCode : 1
  }
}

/** The command that the first words name: of `account create a@example.org` it is `create`. */
function namedIn(program: Command, words: readonly string[]): Command | undefined {
  const command = program.commands.find((one) => one.name() === words[0])
  return command === undefined ? undefined : (namedIn(command, words.slice(1)) ?? command)
}

/** The exit code of a failure: never that of a finding. */
const CRASHED = 2

const tellCrash = (error: unknown): void =>
  void process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)

const tellFix = (fix: string): void => void process.stderr.write(`  to fix it: ${fix}\n`)

function fixOf({ fixes }: Program, error: Error): string | null {
  const code = 'code' in error ? String(error.code) : ''
  return fixes[error.name] ?? fixes[code] ?? null
}

/**
 * Turns `help account create` into `account create --help`. Help for an unknown command becomes that command, so it fails in the same way.
 */
function withoutHelp({ commands }: Program, args: readonly string[]): readonly string[] {
  const [first, ...named] = args
  if (first !== 'help') return args
  return named[0] === undefined || Object.hasOwn(commands, named[0]) ? [...named, '--help'] : named
}

/**
 * Ends quietly when the reader stops reading, as in `tzref zone Europe/Dublin | head -1`, and with an error when what is printed does not fit on the disk. A
 * server goes on, because others may still read what it prints.
 */
function endWithReader(command: string | undefined): void {
  if (command !== 'serve')
    process.on('uncaughtException', (error) => {
      tellCrash(error)
      process.exit(CRASHED)
    })
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isFault = error.code !== 'EPIPE'
      if (isFault && stream === process.stdout) process.stderr.write(`tzref: stdout: ${error.message}\n`)
      if (command !== 'serve') process.exit(isFault ? CRASHED : undefined)
    })
  }
  // Not by `fstatSync(1)`: after it, Node 20 does not follow the links of linked packages, and those do not find theirs.
  if (Reflect.get(process.stdout, '_type') !== 'fs') return
  // Node takes a write to a file that a full disk cut short for a whole one.
  Object.assign(process.stdout, {
    _write(chunk: Buffer, _encoding: string, done: (error?: unknown) => void) {
      try {
        writeFileSync(1, chunk)
        done()
      } catch (error) {
        done(error)
      }
    },
  })
}

/** Makes subcommands throw too, instead of ending the process. */
function inheritExit(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for usage and examples)')
  for (const subcommand of command.commands) inheritExit(subcommand)
}

/** True for errors whose message is for the user: our own, which have a code, and those of the system (no such file, no space left). */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string')
