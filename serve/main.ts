// A server process: artifact, accounts, application, ports and signals; and the account of a first start.
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { pinOf } from '#open/pin.ts'
import { CommandError } from '#cli/command-error.ts'
import { openAccess } from './access-service.ts'
import { createLocalAccount, type LocalAccount } from './accounts/local-account.ts'
import type { MailSettings } from './accounts/mailer.ts'
import { openAccountStore } from './accounts/open-store.ts'
import { createApp, DRAIN_WITHIN_MS } from './app.ts'
import { cannotListen } from './cannot-listen.ts'
import { nowMs } from './clock.ts'
import { keepHeapSmall } from '#cli/heap.ts'
import { LANE_MAJORS, laneRunsOn } from './http/lane.ts'
import { isLoopback } from './http/loopback.ts'
import { createAccessMetrics } from './ops/access-metrics.ts'
import { openLog } from './ops/log.ts'
import { createMetrics, figuresOf, figuresOfSeveral } from './ops/metrics.ts'
import { NOT_ASKED, type NewerRelease, watchNewerRelease } from './ops/newer-release.ts'
import { type Serving, startOps } from './ops/ops-server.ts'
import { watchOverload } from './ops/overload.ts'
import { serveArtifact } from './ops/served-artifact.ts'
import { clearSocketFile, listeningAt, socketFileOf } from './socket-file.ts'
import type { Urls } from './urls.ts'
import {
  answerFirstProcess,
  isWorker,
  leaveFleet,
  startWorkers,
  tellFirstProcess,
  type Workers,
} from './workers.ts'

export interface ServerSettings {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder of artifacts. */
  readonly dist: string
  /** Id of the artifact to serve; the current one when absent. */
  readonly artifact?: string
  readonly baseUrl?: string
  readonly webUrl?: string
  readonly accounts: string
  /** `redis://…`, or null for limits of this process alone. */
  readonly limits: string | null
  readonly enforceMonthly: boolean
  /** Null: the plans that come with tzref. */
  readonly plans: string | null
  readonly mail: MailSettings
  readonly opsPort?: number
  readonly workers: number
  readonly trustProxy: readonly string[]
  /** Requests for public pages and files that one client address may send in a second; 0: as many as it likes. */
  readonly pageLimit: number
  readonly cors: boolean
  /** Whether plain requests for short answers are read and answered past Node's parser and streams. */
  readonly lane: boolean
  /** Seconds for which a server that SIGTERM stops answers on, while /readyz says so. */
  readonly stopGrace: number
  /** Where it is asked once a day which tz release is the latest; null: nowhere. */
  readonly updateUrl: string | null
  /** Whether the pages about accounts are served. */
  readonly accountArea: boolean
  /** Of an account area elsewhere; absent: the one of the pages. */
  readonly accountUrl?: string
  /** Whether strangers can make accounts. */
  readonly signUp: 'open' | 'closed'
}

/** Starts to serve; resolves once the port is open. The process then runs until SIGINT or SIGTERM. */
export async function startServer(settings: ServerSettings): Promise<void> {
  keepHeapSmall()
  const opened = new Opened()
  try {
    if (settings.workers > 1 && !isWorker()) await startFleet(settings, opened)
    else await startOne(settings, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** What has been opened so far; closed in the reverse order, when the server is told to stop and when it cannot start. */
class Opened {
  readonly #closers: ((graceMs: number) => Promise<void> | void)[] = []
  #closing: Promise<void> | null = null

  add(close: (graceMs: number) => Promise<void> | void): void {
    this.#closers.push(close)
  }

  /** `graceMs`: for how long clients are answered on before. */
  close(graceMs = 0): Promise<void> {
    this.#closing ??= (async () => {
      for (const close of this.#closers.toReversed()) await close(graceMs)
    })()
    return this.#closing
  }
}

async function startOne(settings: ServerSettings, opened: Opened): Promise<void> {
  // Diagnostics go to stderr; stdout is for what a person reads once.
  const { logger, line } = openLog(logLevel())
  const metrics = createMetrics()
  const urls = urlsOf(settings, logger)
  // Closed last: the channel to the first process keeps this one alive.
  opened.add(leaveFleet)
  // Before the artifact is read: a port that is taken is said at once. Of several processes the first has tried.
  if (!isWorker()) await tryToListen(settings)
  const served = await serveArtifact({
    dist: settings.dist,
    artifact: settings.artifact,
    urls,
    nowMs,
    logger,
    onChange({ artifact }, refusal) {
      metrics.serves(artifact.manifest, refusal !== null)
      tellFirstProcess({ artifactId: artifact.manifest.id, refusal })
    },
  })
  opened.add(served.close)
  const service = await openAccess(
    { ...settings, accountUrl: accountUrlOf(settings, urls) },
    { logger, metrics: createAccessMetrics(metrics.registry), nowMs },
  )
  opened.add(() => service.close())
  // Only now: the long round of the loop that has just read the artifact is no overload.
  const overload = watchOverload()
  opened.add(overload.stop)
  const artifactId = (): string => served.catalogue().artifact.manifest.id
  let isListening = false
  const serving = (): Serving | null =>
    isListening ? { artifactId: artifactId(), refusal: served.refusal(), silent: 0 } : null
  let tellStopping: (() => void) | null = null
  if (isWorker()) {
    answerFirstProcess(() => metrics.registry.getMetricsAsJSON())
  } else {
    const figures = figuresOf(metrics.registry)
    const newer = watchUpdates(settings, serving, logger)
    opened.add(newer.stop)
    const ops = await startOps({
      port: settings.opsPort,
      figures,
      serving,
      newer,
      pinned: () => pinOf(settings.dist),
      logger,
    })
    opened.add(ops.close)
    tellStopping = ops.stops
  }
  if (settings.lane && !laneRunsOn(process.versions.node)) {
    logger.warn(
      `the lane is known on Node ${LANE_MAJORS.join(', ')}, found ${process.versions.node}: Node reads every request, which costs more; --no-lane says that this is wanted`,
    )
  }
  const app = createApp({
    catalogue: served.catalogue,
    urls,
    access: service.access,
    ...(settings.accountArea ? { desk: service.desk } : {}),
    ...(settings.pageLimit > 0
      ? { visitors: { limits: service.limits, perSecond: settings.pageLimit } }
      : {}),
    nowMs,
    cors: settings.cors,
    lane: settings.lane && laneRunsOn(process.versions.node),
    trustedProxies: settings.trustProxy,
    isOverloaded: overload.isOverloaded,
    metrics,
    logger,
    logLine: line,
  })
  opened.add(app.close)
  if (tellStopping !== null) opened.add(tellStopping)
  metrics.watches(app.inFlight)
  await app.listen(listeningAt(settings.host, settings.port)).catch((error: Error) => {
    throw cannotListen(error, settings.host, settings.port, '--port')
  })
  isListening = true
  logger.info({ artifact: artifactId(), base: urls.base }, 'serving')
  // Of several processes the first alone speaks to the person who started it.
  if (!isWorker()) await greetOnFirstStart(settings, urls, logger)

  stopOnSignal(opened, settings, logger)
  // The link is looked at twice a second anyway; the signal looks now, and gives a refused artifact another chance.
  process.on('SIGHUP', () => {
    logger.info('looking for another artifact')
    void served.look()
  })
  // A worker whose first process is gone is of no use to anyone.
  if (isWorker()) process.on('disconnect', () => void opened.close())
}

/** What is closed beside the connections takes so long at most: it hangs in something that it waits for otherwise. */
const CLOSE_WITHIN_MS = 3000

/** SIGTERM is what supervisors send, and proxies need a while to notice; SIGINT is a person at the terminal, who does not wait. */
function stopOnSignal(opened: Opened, { stopGrace }: ServerSettings, logger: Logger): void {
  const stop = (signal: NodeJS.Signals): void => {
    const graceMs = signal === 'SIGTERM' ? stopGrace * 1000 : 0
    logger.info({ signal, seconds: graceMs / 1000 }, 'stopping')
    void opened.close(graceMs)
    setTimeout(
      () => {
        logger.error('it does not stop by itself; it is ended')
        process.exit(1)
      },
      graceMs + DRAIN_WITHIN_MS + CLOSE_WITHIN_MS,
    ).unref()
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

/** Of several processes the first alone asks. */
const watchUpdates = (
  { dist, updateUrl: url }: ServerSettings,
  serving: () => Serving | null,
  logger: Logger,
): NewerRelease =>
  url === null
    ? NOT_ASKED
    : watchNewerRelease({ dist, url, artifactId: () => serving()?.artifactId ?? null, nowMs, logger })

const logLevel = (): string => process.env['TZREF_LOG_LEVEL'] ?? 'info'

/** The first of several processes: it serves nothing itself, but starts, watches and stops those that do. */
async function startFleet(settings: ServerSettings, opened: Opened): Promise<void> {
  if (settings.limits === null) {
    throw new CommandError(
      `--workers ${settings.workers}: several processes need one place to count requests in, found no --limits`,
      2,
      `npm start -- --workers ${settings.workers} --limits redis://127.0.0.1:6379`,
    )
  }
  const { logger } = openLog(logLevel())
  const urls = urlsOf(settings, logger)
  // Opened for a moment: what is no artifact at all, and a port that is taken, is said before anything is made or started.
  openArtifact(join(settings.dist, settings.artifact ?? CURRENT)).close()
  await tryToListen(settings)
  let workers: Workers | null = null
  const serving = (): Serving | null => workers?.serving() ?? null
  const newer = watchUpdates(settings, serving, logger)
  opened.add(newer.stop)
  const ops = await startOps({
    port: settings.opsPort,
    figures: figuresOfSeveral(async () => (workers === null ? [] : workers.figures())),
    serving,
    newer,
    pinned: () => pinOf(settings.dist),
    logger,
  })
  opened.add(ops.close)
  const started = await startWorkers(settings.workers, logger)
  workers = started
  opened.add(started.stop)
  opened.add(ops.stops)
  logger.info({ workers: settings.workers, base: urls.base }, 'serving')
  await greetOnFirstStart(settings, urls, logger)
  process.on('SIGHUP', () => started.look())
  stopOnSignal(opened, settings, logger)
}

/** Opens a port and closes it again, or clears away a socket file that nobody uses. Rejects with a CommandError where it cannot. */
async function tryToListen({ host, port }: ServerSettings): Promise<void> {
  const path = socketFileOf(host)
  if (path !== null) return clearSocketFile(path)
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, host, port, '--port')))
    server.listen(port, host, resolve)
  })
  await new Promise<void>((resolve) => server.close(() => resolve()))
}

const ANY_ADDRESS: readonly string[] = ['0.0.0.0', '::']

/** The addresses that links are made of; says so where they lead nowhere for clients on other machines. */
function urlsOf(settings: ServerSettings, logger: Logger): Urls {
  const { host, port, baseUrl, webUrl, accountArea, accountUrl } = settings
  const origin = originOf(host, port)
  if (!isWorker() && baseUrl === undefined && (ANY_ADDRESS.includes(host) || socketFileOf(host) !== null)) {
    logger.warn(
      `links in answers begin with ${origin}, which is this machine for its own programs alone: --base-url https://…/v1 and --web-url https://… say what clients use`,
    )
  }
  const account = accountUrl ?? (accountArea ? '/account' : undefined)
  return {
    base: baseUrl ?? `${origin}/v1`,
    web: webUrl ?? origin,
    isPublic: webUrl !== undefined,
    ...(account === undefined ? {} : { account }),
  }
}

/** Where the account area is: links of mails and messages begin so. */
const accountUrlOf = ({ accountUrl }: ServerSettings, urls: Urls): string =>
  accountUrl ?? `${urls.web}/account`

/** The address that a client on this machine reaches the server at. */
function originOf(host: string, port: number): string {
  if (socketFileOf(host) !== null) return 'http://localhost'
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * On a first start: makes the local account where nobody has one and only this machine can connect, and says its token. It comes
 * after the port was opened, so that no token is made which is never shown. Elsewhere, and under a service manager, it says the commands that make an account.
 */
async function greetOnFirstStart(settings: ServerSettings, urls: Urls, logger: Logger): Promise<void> {
  const { accounts, accountArea } = settings
  // A database is never a first start: another server may be using it.
  if (accounts.includes('://')) return
  const store = await openAccountStore(accounts, 'create', (message) => logger.warn(message), 'migrate')
  try {
    if ((await store.accounts()).length > 0) return
    if (!isForThisTerminalAlone(settings)) {
      logger.warn(`there are no accounts at ${accounts}; requests need a token of one. To make them:
  npm run tzref -- account create --email you@example.org --plan business --verified
  npm run tzref -- token create --account you@example.org --name first`)
      return
    }
    const made = await createLocalAccount(store, nowMs())
    if (made !== null) greet(urls, made, accountArea ? accountUrlOf(settings, urls) : null)
  } finally {
    await store.close()
  }
}

/**
 * Whether only this machine can reach the server, and a person at it reads what is printed. A public base URL means that a proxy brings
 * strangers; under a service manager (systemd says INVOCATION_ID) what is printed is kept in a journal, where a token must not be.
 */
const isForThisTerminalAlone = ({ host, baseUrl }: ServerSettings): boolean =>
  isLoopback(host) &&
  (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''))) &&
  process.env['INVOCATION_ID'] === undefined

/** Says the token, to the terminal only and this once, with a command line that works as it stands. */
function greet(
  urls: Urls,
  { account, token: { text: token } }: LocalAccount,
  accountUrl: string | null,
): void {
  process.stdout.write(`
A local account on the Business plan was made. Its token, shown this once:

  ${token}

Try it:

  curl -H "Authorization: Bearer ${token}" ${urls.base}/timezones/Europe/Dublin
${
  accountUrl === null
    ? ''
    : `
Its keys and usage are at ${accountUrl}, for ${account.email} once it has a password:

  npm run tzref -- account set-password ${account.email}
`
}
`)
}
