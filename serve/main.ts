// Starts and stops a server process: artifact, given parts, ports, signals, and where links lead.
import type { Logger } from 'pino'
import { pinOf, publisherSeenMs } from '#open/pin.ts'
import { CommandError } from '#open/program/command-error.ts'
import { readPlans } from '#open/access/plans.ts'
import { Access } from './access/access.ts'
import { createApp, DRAIN_WITHIN_MS } from './app.ts'
import { openLimits } from './limits.ts'
import {
  cannotListen,
  expectTwoPorts,
  listeningAt,
  originOf,
  socketFileOf,
  tryToListen,
} from './listening.ts'
import { nowMs } from '#open/program/clock.ts'
import { keepHeapSmall } from './heap.ts'
import { Senders } from './admission/senders.ts'
import { createAccessMetrics } from './ops/access-metrics.ts'
import { LOG_LEVELS, openLog } from './ops/log.ts'
import { createMetrics, type Figures, figuresOf, figuresOfSeveral } from './ops/metrics.ts'
import { NOT_ASKED, watchNewerRelease } from './ops/newer-release.ts'
import { type Serving, startOps } from './ops/ops-server.ts'
import { DEFAULT_PORT, expectTokenOf } from './ops-address.ts'
import { expectOne, serveArtifact } from './ops/served-artifact.ts'
import type { PartOfOne, ServerParts, ServerSettings } from './parts.ts'
import type { Urls } from './urls.ts'
import {
  answerFirstProcess,
  isWorker,
  leaveFleet,
  startWorkers,
  tellFirstProcess,
  type Workers,
  WORKERS_STOP_WITHIN_MS,
} from './workers.ts'

/** Starts to serve. Resolves once the port is open. The process then runs until SIGINT or SIGTERM. */
export async function startServer(settings: ServerSettings, parts: ServerParts): Promise<void> {
  keepHeapSmall()
  expectTwoPorts(settings.host, settings.port, settings.opsPort ?? DEFAULT_PORT, settings.opsHost)
  expectTokenOf(settings)
  const opened = new Opened()
  try {
    // Before the artifact is read, so that a port in use is reported at once, and links have the port. Workers get the one found here.
    const port = isWorker() ? settings.port : await tryToListen(settings.host, settings.port, '--port')
    await (settings.workers > 1 && !isWorker() ? startFleet : startOne)({ ...settings, port }, parts, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Everything that has been opened so far. It is closed in reverse order, when the server stops and when it cannot start. */
class Opened {
  readonly #closers: ((graceMs: number) => Promise<void> | void)[] = []
  #closing: Promise<void> | null = null

  add(close: (graceMs: number) => Promise<void> | void): void {
    this.#closers.push(close)
  }

  /** `graceMs`: the server goes on answering clients for so many milliseconds first. */
  close(graceMs = 0): Promise<void> {
    this.#closing ??= (async () => {
      for (const close of this.#closers.toReversed()) await close(graceMs)
    })()
    return this.#closing
  }
}

async function startOne(settings: ServerSettings, parts: ServerParts, opened: Opened): Promise<void> {
  // Diagnostics go to stderr. stdout is for text that a person reads once.
  const { logger, line } = openLog(logLevel())
  const metrics = createMetrics()
  const urls = urlsOf(settings, parts, logger)
  // Closed last: the channel to the first process keeps this process alive.
  opened.add(leaveFleet)
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
  const { greet, ...answering } = await openParts(
    { settings, urls, logger, metrics: createAccessMetrics(metrics.registry), nowMs },
    parts,
    opened,
  )
  const senders = new Senders()
  const isRefusing = (): boolean => senders.isRefusing()
  const artifactId = (): string => served.catalogue().artifact.manifest.id
  let isListening = false
  const serving = (): Serving | null =>
    isListening
      ? { artifactId: artifactId(), refusal: served.refusal(), silent: 0, isRefusing: isRefusing() }
      : null
  let tellStopping: (() => void) | null = null
  if (isWorker()) answerFirstProcess(() => metrics.registry.getMetricsAsJSON(), isRefusing)
  else tellStopping = await openOps(settings, figuresOf(metrics.registry), serving, opened, logger)
  const app = createApp({
    catalogue: served.catalogue,
    urls,
    ...answering,
    senders,
    nowMs,
    cors: settings.cors,
    trustedProxies: settings.trustProxy,
    metrics,
    logger,
    logLine: line,
  })
  opened.add(app.close)
  if (tellStopping !== null) opened.add(tellStopping)
  metrics.watches(app.work, isRefusing)
  await app.listen(listeningAt(settings.host, settings.port)).catch((error: Error) => {
    throw cannotListen(error, settings.host, settings.port, '--port')
  })
  isListening = true
  logger.info({ artifact: artifactId(), base: urls.base }, 'serving')
  // With several processes only the first one speaks to the person who started the server.
  if (!isWorker()) await greet()

  stopOnSignal(opened, settings, logger, DRAIN_WITHIN_MS)
  // The link is checked twice a second anyway. The signal checks it now, and tries a refused artifact again.
  process.on('SIGHUP', () => {
    logger.info('looking for another artifact')
    void served.look()
  })
  // A worker stops when its first process is gone.
  if (isWorker()) process.on('disconnect', () => void opened.close())
}

/** Usage is written this often. So a crash loses less than a second of it. */
const FLUSH_EVERY_MS = 250

/** Opens the limits and the given parts, and the access layer over their store. Usage is written before the store is closed. */
async function openParts(server: Omit<PartOfOne, 'plans' | 'limits'>, parts: ServerParts, opened: Opened) {
  const { settings } = server
  const limits = await openLimits(settings.limits, server)
  opened.add(limits.close)
  const plans = readPlans(settings.plans ?? undefined)
  const given = await parts.open({ ...server, plans, limits: limits.burst })
  const { store, resendUrl, onEvent, close, ...answering } = given
  opened.add(close)
  const { enforceMonthly } = settings
  const access = new Access({ store, plans, enforceMonthly, resendUrl, onEvent, burst: limits.burst })
  const timer = setInterval(() => void access.flush(nowMs()), FLUSH_EVERY_MS)
  opened.add(async () => {
    clearInterval(timer)
    // Twice: the first call waits for a batch that is being written, the second writes what was counted meanwhile.
    await access.flush(nowMs())
    await access.flush(nowMs())
  })
  return { ...answering, access }
}

/** Longest time to close everything except the connections and workers. Whatever takes longer hangs. */
const CLOSE_WITHIN_MS = 3000

/**
 * Stops on SIGTERM after the grace time: supervisors send it, and proxies need a while to notice. Stops on SIGINT at once: it comes from a
 * person at the terminal. `drainMs`: what connections or workers may take after the grace time.
 */
function stopOnSignal(opened: Opened, { stopGrace }: ServerSettings, logger: Logger, drainMs: number): void {
  const got = new Set<NodeJS.Signals>()
  const stop = (signal: NodeJS.Signals): void => {
    // A process may get a signal twice: a worker from the terminal and from the first process, any one from the terminal and from npm.
    if (got.has(signal)) return
    got.add(signal)
    const graceMs = signal === 'SIGTERM' ? stopGrace * 1000 : 0
    logger.info({ signal, seconds: graceMs / 1000 }, 'stopping')
    void opened.close(graceMs)
    const end = (): void => {
      logger.error('it does not stop by itself, so it is ended')
      process.exit(1)
    }
    setTimeout(end, graceMs + drainMs + CLOSE_WITHIN_MS).unref()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

/**
 * Opens the port for operators and looks for newer tz releases. With several processes only the first one does. The function that it
 * returns says on that port that the server stops.
 */
async function openOps(
  { dist, opsPort: port, opsHost: host, opsTokenFile: tokenFile, updateUrl: url }: ServerSettings,
  figures: Figures,
  serving: () => Serving | null,
  opened: Opened,
  logger: Logger,
): Promise<() => void> {
  const artifactId = (): string | null => serving()?.artifactId ?? null
  const newer = url === null ? NOT_ASKED : watchNewerRelease({ dist, url, artifactId, nowMs, logger })
  opened.add(newer.stop)
  const ops = await startOps({
    port,
    host,
    tokenFile,
    figures,
    serving,
    newer,
    pinned: () => pinOf(dist),
    publisherSeenMs: () => publisherSeenMs(dist),
    logger,
  })
  opened.add(ops.close)
  return ops.stops
}

function logLevel(): string {
  const level = process.env['TZREF_LOG_LEVEL'] ?? 'info'
  if (LOG_LEVELS.includes(level)) return level
  throw new CommandError(`TZREF_LOG_LEVEL: found "${level}", expected ${LOG_LEVELS.join(', ')}`, 2)
}

/** Before there are workers. */
const NO_FIGURES = { answering: [], silent: [], ended: [] }

/** The first of several processes. It serves nothing itself: it starts, watches and stops the workers. */
async function startFleet(settings: ServerSettings, parts: ServerParts, opened: Opened): Promise<void> {
  if (settings.limits === null) {
    throw new CommandError(
      `--workers ${settings.workers}: several processes need a common limits store, found no --limits`,
      2,
      'the same command with --limits redis://127.0.0.1:6379',
    )
  }
  const { logger } = openLog(logLevel())
  const urls = urlsOf(settings, parts, logger)
  // Tries the artifact first. So a broken one is reported before anything is created or started.
  await expectOne(settings.dist, settings.artifact)
  let workers: Workers | null = null
  const serving = (): Serving | null => workers?.serving() ?? null
  const figures = figuresOfSeveral(async () => (await workers?.figures()) ?? NO_FIGURES)
  const tellStopping = await openOps(settings, figures, serving, opened, logger)
  const started = await startWorkers(settings.workers, settings.port, logger)
  workers = started
  opened.add((graceMs) => started.stop(graceMs))
  opened.add(tellStopping)
  // Before the greeting takes its time: the workers must not outlive this process.
  stopOnSignal(opened, settings, logger, WORKERS_STOP_WITHIN_MS)
  logger.info({ workers: settings.workers, base: urls.base }, 'serving')
  await parts.greet({ settings, urls, logger })
  process.on('SIGHUP', () => started.look())
}

const ANY_ADDRESS: readonly string[] = ['0.0.0.0', '::']

/** The addresses that links begin with. Logs a warning when they do not work for clients on other machines. */
function urlsOf(settings: ServerSettings, { account }: ServerParts, logger: Logger): Urls {
  const { host, port, baseUrl, webUrl, site } = settings
  const origin = originOf(host, port)
  if (!isWorker() && baseUrl === undefined && (ANY_ADDRESS.includes(host) || socketFileOf(host) !== null)) {
    logger.warn(
      `links in answers begin with ${origin}, which only works on this machine: give the address that clients use, with --base-url https://…/v1 and --web-url https://…`,
    )
  }
  if (!isWorker() && !site && webUrl === undefined) {
    logger.warn(
      `links.web in answers begins with ${origin}, and this server has no pages: give the address of pages elsewhere, with --web-url https://…`,
    )
  }
  return {
    base: baseUrl ?? `${origin}/v1`,
    web: webUrl ?? origin,
    isPublic: webUrl !== undefined,
    ...(account === undefined ? {} : { account }),
  }
}
