// The program `tzref`: the commands of pipeline/ and serve/, each loaded on use.
import { mount, runProgram, type Listed, type Program } from './program.ts'
import { questions } from './questions.ts'
import packageJson from '../../package.json' with { type: 'json' }

const { zone, convert, lookup, runtime } = questions(
  async () => (await import('./current-artifact.ts')).CURRENT_ARTIFACT,
)

/** The public pages. */
const loadSite = async () => (await import('#apps/site/open-site.ts')).siteWith

/** The commands. Completion scripts, which tell all, load all. */
const COMMANDS: Readonly<Record<string, Listed>> = {
  lock: {
    summary: 'write tzdb.lock: the sources of a build, pinned by size and sha256',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/lock.ts')).registerLock,
  },
  fetch: {
    summary: 'download the sources that tzdb.lock pins, and check their hashes and signature',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/fetch.ts')).registerFetch,
  },
  build: {
    summary: 'build the artifact that tzdb.lock describes',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/build.ts')).registerBuild,
  },
  verify: {
    summary: 'check an artifact: files against the manifest, database against schema and invariants',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/verify.ts')).registerVerify,
  },
  export: {
    summary: 'write an artifact in a form that other programs read: zoneinfo, CSV, Parquet and more',
    group: 'Build',
    async load() {
      const { registerExport } = await import('#pipeline/commands/export.ts')
      const { APP_FORMS } = await import('./app-forms.ts')
      return (command) => registerExport(command, APP_FORMS)
    },
  },
  diff: {
    summary: 'say what changed in the world between two artifacts: the release notes',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/diff.ts')).registerDiff,
  },
  moved: {
    summary: 'say which stored events a tz release has moved',
    group: 'Ask',
    load: async () => (await import('#apps/moved/command.ts')).registerMoved,
  },
  history: {
    summary: 'write the clocks of many tz releases into one small file',
    group: 'Build',
    load: async () => (await import('#apps/moved/history-command.ts')).registerHistory,
  },
  activate: {
    summary: 'make an artifact the current one, after checking it, and keep it current',
    group: 'Serve',
    load: async () => (await import('#pipeline/commands/releases.ts')).registerActivate,
  },
  slugs: {
    summary: 'the registry of city slugs',
    group: 'Build',
    load: async () => (await import('#pipeline/commands/slugs.ts')).registerSlugs,
  },
  pack: {
    summary: 'pack an artifact into one reproducible archive, with its checksum beside it',
    group: 'Publish',
    load: async () => (await import('#pipeline/commands/publish.ts')).registerPack,
  },
  publish: {
    summary: 'put artifacts into a folder as archives, with an index that `install` reads',
    group: 'Publish',
    load: async () => (await import('#pipeline/commands/publish.ts')).registerPublish,
  },
  keys: {
    summary: 'the key that a publisher signs releases with',
    group: 'Publish',
    load: async () => (await import('#pipeline/commands/keys.ts')).registerKeys,
  },
  install: {
    summary: 'install a packed artifact from a file or the web, after checking all of it',
    group: 'Serve',
    load: async () => (await import('#pipeline/commands/install.ts')).registerInstall,
  },
  rollback: {
    summary: 'make the previous artifact current again, after checking it, and keep it current',
    group: 'Serve',
    load: async () => (await import('#pipeline/commands/releases.ts')).registerRollback,
  },
  releases: {
    summary: 'list the artifacts of dist/, the current one first',
    group: 'Serve',
    load: async () => (await import('#pipeline/commands/releases.ts')).registerReleases,
  },
  prune: {
    summary: 'remove old artifacts; never the current one',
    group: 'Serve',
    load: async () => (await import('#pipeline/commands/releases.ts')).registerPrune,
  },
  serve: {
    summary: 'serve the current artifact over HTTP',
    group: 'Serve',
    load: async () => {
      const { registerServe } = await import('#serve/commands/serve.ts')
      const { accountsWith } = await import('#apps/accounts/serving.ts')
      // The rooms do not know each other: what `serve` does over an empty dist/, and its accounts and pages, are handed to it here.
      return (command) =>
        registerServe(
          command,
          async (...given) =>
            (await import('#pipeline/assemble/ensure-artifact.ts')).ensureArtifact(...given),
          accountsWith(loadSite),
        )
    },
  },
  runtime,
  doctor: {
    summary: 'say what is wrong with this installation and how to fix it',
    group: 'Serve',
    load: async () => {
      const { registerDoctor } = await import('#serve/commands/doctor.ts')
      const { accountsWith } = await import('#apps/accounts/serving.ts')
      return (command) => registerDoctor(command, accountsWith(loadSite))
    },
  },
  zone,
  convert,
  lookup,
  mcp: {
    summary: "answer an assistant's questions over stdio, with the Model Context Protocol",
    group: 'Ask',
    load: async () => (await import('#apps/assistants/command.ts')).registerMcp,
  },
  account: {
    summary: 'make accounts, list and change them',
    group: 'Serve',
    load: async () => (await import('#apps/accounts/commands/account.ts')).addAccountCommands,
  },
  token: {
    summary: 'make access tokens, list and revoke them',
    group: 'Serve',
    load: async () => (await import('#apps/accounts/commands/token.ts')).addTokenCommands,
  },
  usage: {
    summary: 'show the requests of an account by month, newest first',
    group: 'Serve',
    load: async () => (await import('#apps/accounts/commands/usage.ts')).addUsageCommand,
  },
  completion: {
    summary: 'print a script that completes commands and options in bash, zsh or fish',
    group: 'Ask',
    load: async () => {
      const { registerCompletion } = await import('./completion.ts')
      return (command) => registerCompletion(command, async () => mount(TZREF, Object.keys(COMMANDS)))
    },
  },
}

const TZREF: Program = {
  name: 'tzref',
  description: 'Time zone reference service: build artifacts from a pinned tz release, and serve them.',
  version: packageJson.version,
  examples: [
    [
      'the clock of a zone, now or at a moment',
      'npm run tzref -- zone Europe/Dublin --at 2027-01-15T12:00:00Z',
    ],
    ['the zone of a point', 'npm run tzref -- lookup 52.5 13.4'],
    ['a time elsewhere', 'npm run tzref -- convert 2027-01-15T12:00 Berlin Tokyo'],
    ['a server, with its pages', 'npm run tzref -- serve'],
    [
      "a publisher's data, kept current",
      'npm run tzref -- install https://releases.example.org/tzref/ --key ed25519:… --activate',
    ],
  ],
  commands: COMMANDS,
  fixes: {
    ArtifactError: 'npm run tzref -- build --activate',
    SourceError: 'correct the source, then: npm run tzref -- lock && npm run tzref -- build',
    // An image has the modules of a server alone.
    ERR_MODULE_NOT_FOUND:
      'npm ci; or install an artifact that was built elsewhere: tzref install <address> --key <key> --activate',
  },
}

/** npm runs its scripts in the checkout: what is named there is relative to where the user stands, which npm says. */
function goWhereTheUserStands(): void {
  const { INIT_CWD: stands, npm_lifecycle_event: script = '' } = process.env
  if (stands !== undefined && ['tzref', 'start'].includes(script)) process.chdir(stands)
}

goWhereTheUserStands()
process.exitCode = await runProgram(TZREF, process.argv.slice(2))
