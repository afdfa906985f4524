// A server process: artifact, accounts, application, ports and signals; and the account of a first start.
import { join } from 'node:path'
import { pino, type Logger } from 'pino'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { CommandError } from '#cli/command-error.ts'
import { openAccess } from './access-service.ts'
import { createLocalAccount } from './accounts/local-account.ts'
import type { MailSettings } from './accounts/mailer.ts'
import { accountStoreExists, openAccountStore } from './accounts/open-store.ts'
import { createApp } from './app.ts'
import { nowMs } from './clock.ts'
import { isLoopback } from './http/loopback.ts'
import { createAccessMetrics } from './ops/access-metrics.ts'
import { answerForMetrics, createMetrics, metricsOfWorkers } from './ops/metrics.ts'
import { startOps } from './ops/ops-server.ts'
import { watchOverload } from './ops/overload.ts'
import { serveArtifact } from './ops/served-artifact.ts'
import type { Urls } from './urls.ts'
import { isWorker, leaveFleet, startWorkers, tellFirstProcess, type Workers } from './workers.ts'

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
  readonly cors: boolean
  /** Whether the pages about accounts are served. */
  readonly accountArea: boolean
}

/** Starts to serve; resolves once the port is open. The process then runs until SIGINT or SIGTERM. */
export async function startServer(settings: ServerSettings): Promise<void> {
  if (settings.workers > 1 && !isWorker()) return startFleet(settings)
  // Diagnostics go to stderr; stdout is for what a person reads once.
  const logger = createLogger()
  const metrics = createMetrics()
  const origin = originOf(settings.host, settings.port)
  const urls: Urls = { base: settings.baseUrl ?? `${origin}/v1`, web: settings.webUrl ?? origin }
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
  // Of several processes the first has seen to it, and it alone speaks to the person who started it.
  const token = isWorker() ? null : await firstToken(settings, logger)
  const service = await openAccess(
    { ...settings, webUrl: urls.web },
    { logger, metrics: createAccessMetrics(metrics.registry), nowMs },
  )
  // Only now: the long round of the loop that has just read the artifact is no overload.
  const overload = watchOverload()
  const app = createApp({
    catalogue: served.catalogue,
    urls,
    access: service.access,
    ...(settings.accountArea ? { desk: service.desk } : {}),
    nowMs,
    cors: settings.cors,
    trustedProxies: settings.trustProxy,
    isOverloaded: overload.isOverloaded,
    metrics,
    logger,
  })
  await app.listen({ port: settings.port, host: settings.host })
  const ops = isWorker()
    ? answerForMetrics(metrics.registry)
    : await startOps({
        port: settings.opsPort,
        metrics,
        artifactId: () => served.catalogue().artifact.manifest.id,
        refusal: served.refusal,
        logger,
      })
  logger.info({ artifact: served.catalogue().artifact.manifest.id, base: urls.base }, 'serving')
  if (token !== null) greet(urls, token)

  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    void (async () => {
      await app.close()
      await ops.close()
      overload.stop()
      await service.close()
      await served.close()
      leaveFleet()
    })()
  }
  // The link is looked at twice a second anyway; the signal looks now, and gives a refused artifact another chance.
  process.on('SIGHUP', () => {
    logger.info('looking for another artifact')
    void served.look()
  })
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  // A worker whose first process is gone is of no use to anyone.
  if (isWorker()) process.on('disconnect', () => stop('SIGTERM'))
}

const createLogger = (): Logger =>
  pino({ level: process.env['TZREF_LOG_LEVEL'] ?? 'info', base: null }, pino.destination(2))

/** The first of several processes: it serves nothing itself, but starts, watches and stops those that do. */
async function startFleet(settings: ServerSettings): Promise<void> {
  if (settings.limits === null) {
    throw new CommandError(
      `--workers ${settings.workers}: several processes need one place to count requests in, found no --limits`,
      2,
      `npm start -- --workers ${settings.workers} --limits redis://127.0.0.1:6379`,
    )
  }
  const logger = createLogger()
  // Opened for a moment: what is no artifact at all is said before anything is made or started.
  openArtifact(join(settings.dist, settings.artifact ?? CURRENT)).close()
  const token = await firstToken(settings, logger)
  const origin = originOf(settings.host, settings.port)
  const urls: Urls = { base: settings.baseUrl ?? `${origin}/v1`, web: settings.webUrl ?? origin }
  let workers: Workers
  try {
    workers = await startWorkers(settings.workers, logger)
  } catch (error) {
    // It is in the store by now, and this is the only time it can be said.
    if (token !== null) greet(urls, token)
    throw error
  }
  const ops = await startOps({
    port: settings.opsPort,
    metrics: metricsOfWorkers(),
    artifactId: () => workers.serving().artifactId,
    refusal: () => workers.serving().refusal,
    logger,
  })
  logger.info({ workers: settings.workers, base: urls.base }, 'serving')
  if (token !== null) greet(urls, token)
  let stopping = false
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) return
    stopping = true
    logger.info({ signal }, 'stopping')
    void workers.stop().then(() => ops.close())
  }
  process.on('SIGHUP', () => workers.look())
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/** The address that a client on this machine reaches the server at. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/**
 * The token of a first start: made with the local account when there is no account store and only this machine can connect.
 * Null otherwise; then, without a store, the commands that make an account are said.
 */
async function firstToken({ accounts, host }: ServerSettings, logger: Logger): Promise<string | null> {
  if (accountStoreExists(accounts)) return null
  if (!isLoopback(host)) {
    logger.warn(`there are no accounts at ${accounts}; requests need a token of one. To make them:
  npm run tzref -- account create --email you@example.org --plan business --verified
  npm run tzref -- token create --account you@example.org --name first`)
    return null
  }
  const store = await openAccountStore(accounts, 'create')
  try {
    return (await createLocalAccount(store, nowMs()))?.token.text ?? null
  } finally {
    await store.close()
  }
}

/** Says the token, to the terminal only and this once, with a command line that works as it stands. */
function greet(urls: Urls, token: string): void {
  process.stdout.write(`
A local account on the Business plan was made. Its token, shown this once:

  ${token}

Try it:

  curl -H "Authorization: Bearer ${token}" ${urls.base}/timezones/Europe/Dublin

`)
}
