// `tzref serve`: its options, their defaults and what each may be: ports, addresses, limits, grace time; main.ts then starts the server.
import { type Command, InvalidArgumentError, type Option } from 'commander'
import { dirname, join, resolve } from 'node:path'
import { CommandError } from '#open/program/command-error.ts'
import { DIST } from '#open/program/root.ts'
import { addOptions, inGroup, settable } from '#open/program/settable.ts'
import { webAddress } from '#open/program/web-address.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { fixOf } from '#open/artifact-folder.ts'
import { trustOf } from '../http/client-address.ts'
import { startServer } from '../main.ts'
import type { GivenParts, ServerSettings } from '../parts.ts'
import { isWorker } from '../workers.ts'

/** Makes sure that `dist/` has an artifact that this version can open. Reports on stderr what it does. */
export type EnsureArtifact = (dist: string) => Promise<void>

/** IANA's address that tells the latest tz release: some ten bytes of text. */
const LATEST_RELEASE_URL = 'https://data.iana.org/time-zones/tzdb/version'

/** Settings that the command line gives in another form. */
type OtherForm = 'accounts' | 'limits' | 'enforceMonthly' | 'plans' | 'updateUrl'

export interface ServeOptions extends Omit<ServerSettings, OtherForm> {
  readonly accounts?: string
  readonly limits?: string
  readonly enforceMonthly?: boolean
  readonly plans?: string
  readonly updateCheck: boolean
  readonly updateUrl: string
}

function port(text: string): number {
  const value = Number(text)
  if (!/^\d{1,5}$/.test(text) || value > 65_535) throw new InvalidArgumentError('Expected a port, 0–65535.')
  return value
}

/** Reads a whole number from `least` to 9,999. */
const countFrom =
  (least: 0 | 1) =>
  (text: string): number => {
    if (/^(?:0|[1-9]\d{0,3})$/.test(text) && Number(text) >= least) return Number(text)
    throw new InvalidArgumentError(`Expected a whole number from ${least} to 9,999.`)
  }

/** An address that begins others: nothing may come before its host or after its path. */
function publicUrl(text: string): string {
  const root = webAddress(text)
  const [found] = /[?#\s\\]|^https?:\/*[^/]*@/i.exec(text) ?? []
  if (found === undefined) return root
  throw new InvalidArgumentError(
    `Found "${found.at(-1)}", expected a URL without user, password, query, fragment and spaces.`,
  )
}

function baseUrl(text: string): string {
  const base = publicUrl(text)
  if (!base.endsWith('/v1')) throw new InvalidArgumentError('Expected a URL that ends with /v1.')
  return base
}

function addresses(text: string): string[] {
  const proxies = text.split(',').map((address) => address.trim())
  try {
    trustOf(proxies)
  } catch {
    throw new InvalidArgumentError(
      'Expected addresses, subnets (10.0.0.0/8) or loopback, linklocal, uniquelocal, unix, separated by commas.',
    )
  }
  return proxies
}

/** Says what `serve` takes and does. */
export function registerServe<Options>(
  command: Command,
  ensureArtifact: EnsureArtifact,
  given: GivenParts<Options>,
): void {
  addServeOptions(command, given)
    .addHelpText(
      'after',
      `
Examples:
  npm start
  npm start -- --port 9000
  npm start -- --host 0.0.0.0 --base-url https://api.example.org/v1 --web-url https://example.org`,
    )
    .action(async (options: ServeOptions & Options) => {
      // With several processes, only the first one does this. A server with `--artifact` needs no other artifact.
      if (!isWorker() && options.artifact === undefined) await ensureArtifact(resolve(options.dist))
      const settings = serverSettings(options)
      try {
        await startServer(settings, given.partsOf(options, settings))
      } catch (error) {
        if (!(error instanceof ArtifactError) || NOT_DAMAGED.includes(error.code)) throw error
        const directory = join(settings.dist, settings.artifact ?? CURRENT)
        throw new CommandError(`${error.code}: ${error.message}`, 1, fixOf(directory))
      }
    })
}

const NOT_DAMAGED: readonly string[] = ['format-unknown', 'not-found']

/** The settings of a server, from its options. */
export function serverSettings(options: ServeOptions): ServerSettings {
  const dist = resolve(options.dist)
  const accounts = options.accounts ?? join(dirname(dist), 'accounts.sqlite')
  return {
    ...options,
    dist,
    accounts,
    limits: options.limits ?? null,
    enforceMonthly: options.enforceMonthly === true,
    plans: options.plans ?? null,
    updateUrl: options.updateCheck ? options.updateUrl : null,
  }
}

/** Adds every option of `serve` to a command, with those of the given parts. */
export const addServeOptions = (command: Command, { options }: Pick<GivenParts<never>, 'options'>): Command =>
  addOptions(command, [...serveOptions(), ...options])

const serveOptions = (): readonly Option[] => [
  ...inGroup('Addresses', [
    settable('--port <port>', 'port to listen on').default(8080).argParser(port),
    settable('--host <address>', 'address to listen on, or unix:path for a socket file').default('127.0.0.1'),
    settable(
      '--base-url <url>',
      'public address of the interface, ending with /v1; links begin with it (default: that of the server)',
    ).argParser(baseUrl),
    settable('--web-url <url>', "public address of the pages (default: the server's own root)").argParser(
      publicUrl,
    ),
    settable(
      '--trust-proxy <addresses>',
      'proxies whose X-Forwarded-For is trusted, separated by commas: addresses, subnets, loopback, linklocal, uniquelocal or unix',
    )
      .default([], 'none')
      .argParser(addresses),
  ]),
  ...inGroup('Data', [
    settable('--dist <folder>', 'folder of the artifacts').default(DIST, 'dist'),
    settable('--artifact <id>', 'serve this artifact, and never swap it (default: the current one)'),
    settable('--no-update-check', 'do not ask whether a newer tz release is out'),
    settable('--update-url <url>', 'the address to ask once a day')
      .default(LATEST_RELEASE_URL, "IANA's")
      .argParser(webAddress),
  ]),
  ...inGroup('Pages', [
    settable('--no-site', 'serve /v1 alone, without pages; --web-url then says where pages are'),
    settable('--no-cors', 'do not let browsers of other origins call /v1'),
  ]),
  ...inGroup('Accounts and limits', [
    settable(
      '--accounts <place>',
      'account store: a file, or postgres://… (default: accounts.sqlite next to the folder of artifacts)',
    ),
    settable('--plans <file>', 'plans file (default: three sets of limits without prices)'),
    settable(
      '--limits <address>',
      'limits store that servers share: redis://…, rediss://… or unix:///path (default: limits of this process)',
    ),
    settable('--enforce-monthly', 'refuse requests above the quota of a month, and send quota mails'),
  ]),
  ...inGroup('Operation', [
    settable(
      '--ops-port <port>',
      'port for health, readiness and metrics (default: 9080; if that is in use, none)',
    ).argParser(port),
    settable('--ops-host <address>', 'address of that port (default: 127.0.0.1)'),
    settable(
      '--ops-token-file <file>',
      'file of the token without which nobody gets the metrics; needed when --ops-host is not loopback',
    ),
    settable('--workers <n>', 'server processes; more than one need --limits')
      .default(1)
      .argParser(countFrom(1)),
    settable(
      '--stop-grace <seconds>',
      'seconds for which it still answers after SIGTERM, while /readyz says that it stops',
    )
      .default(2)
      .argParser(countFrom(0)),
  ]),
]
