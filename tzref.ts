// The program `tzref`: mounts the commands of pipeline/ and serve/, loading each on use, and turns failures into exit codes.
import { Command, CommanderError } from 'commander'
import { CommandError } from '#cli/command-error.ts'
import packageJson from './package.json' with { type: 'json' }

type Register = (program: Command) => void

/** Command → the module that adds it. Only what is asked for is loaded; help loads all. */
const COMMANDS: Readonly<Record<string, () => Promise<Register>>> = {
  lock: async () => (await import('#pipeline/commands/lock.ts')).registerLock,
  fetch: async () => (await import('#pipeline/commands/fetch.ts')).registerFetch,
  build: async () => (await import('#pipeline/commands/build.ts')).registerBuild,
  verify: async () => (await import('#pipeline/commands/verify.ts')).registerVerify,
  dump: async () => (await import('#pipeline/commands/dump.ts')).registerDump,
  diff: async () => (await import('#pipeline/commands/diff.ts')).registerDiff,
  activate: async () => (await import('#pipeline/commands/activate.ts')).registerActivate,
  slugs: async () => (await import('#pipeline/commands/slugs.ts')).registerSlugs,
  pack: async () => (await import('#pipeline/commands/pack.ts')).registerPack,
  publish: async () => (await import('#pipeline/commands/publish.ts')).registerPublish,
  install: async () => (await import('#pipeline/commands/install.ts')).registerInstall,
  rollback: async () => (await import('#pipeline/commands/rollback.ts')).registerRollback,
  releases: async () => (await import('#pipeline/commands/releases.ts')).registerReleases,
  prune: async () => (await import('#pipeline/commands/prune.ts')).registerPrune,
  serve: async () => {
    const { registerServe } = await import('#serve/commands/serve.ts')
    // The rooms do not know each other: what `serve` does over an empty dist/ is handed to it here.
    return (program) =>
      registerServe(program, async (...given) =>
        (await import('#pipeline/build/ensure-artifact.ts')).ensureArtifact(...given),
      )
  },
  zone: async () => (await import('#serve/commands/zone.ts')).registerZone,
  convert: async () => (await import('#serve/commands/convert.ts')).registerConvert,
  lookup: async () => (await import('#serve/commands/lookup.ts')).registerLookup,
  account: async () => (await import('#serve/commands/account.ts')).addAccountCommands,
  token: async () => (await import('#serve/commands/token.ts')).addTokenCommands,
  usage: async () => (await import('#serve/commands/usage.ts')).addUsageCommand,
}

async function main(args: readonly string[]): Promise<number> {
  const program = new Command('tzref')
    .description('Time zone reference service: build artifacts from a pinned tz release, and serve them.')
    .version(packageJson.version)
    .showHelpAfterError('(add --help for usage and examples)')
    .exitOverride()
  const [wanted] = args
  const names = wanted !== undefined && wanted in COMMANDS ? [wanted] : Object.keys(COMMANDS)
  for (const name of names) (await COMMANDS[name]?.())?.(program)
  for (const command of program.commands) inheritExit(command)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    if (!isExpected(error)) throw error
    process.stderr.write(`tzref: ${error.message}\n`)
    const mend = error instanceof CommandError ? error.mend : (MENDS[error.name] ?? null)
    if (mend !== null) process.stderr.write(`  to mend it: ${mend}\n`)
    return error instanceof CommandError ? error.exitCode : 1
  }
}

/** What mends the errors of the stages, which know their facts but no commands. */
const MENDS: Readonly<Record<string, string>> = {
  ArtifactError: 'npm run tzref -- build --activate',
  SourceError: 'correct the source, then: npm run tzref -- lock && npm run tzref -- build',
}

/** Subcommands throw too instead of ending the process. */
function inheritExit(command: Command): void {
  command.exitOverride().showHelpAfterError('(add --help for usage and examples)')
  for (const subcommand of command.commands) inheritExit(subcommand)
}

/** Errors whose message is for the user: ours, which carry a code, and the system's (no such file, no space left). */
const isExpected = (error: unknown): error is Error =>
  error instanceof CommandError ||
  (error instanceof Error && 'code' in error && typeof error.code === 'string')

process.exitCode = await main(process.argv.slice(2))
