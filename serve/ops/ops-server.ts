// Health, readiness and metrics on their own port, or on none if that is taken; who may read the metrics, and what ready, degraded and stuck
// mean.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { cannotListen } from '../listening.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../ops-address.ts'
import type { Pin } from '#open/pin.ts'
import type { Figures } from './metrics.ts'
import type { NewerRelease } from './newer-release.ts'
import type { Refusal } from './served-artifact.ts'

/** The main thread reports to the operators' thread this often. */
const TELL_EVERY_MS = 250

/** The served artifact and its state. Null when no process serves. */
export interface Serving {
  readonly artifactId: string
  /** The current artifact when it is not good and another one is served. */
  readonly refusal: Refusal | null
  /** Workers that take connections but have not answered for so long that clients wait for them. */
  readonly silent: number
  /** Whether senders within their share have been refused for ten seconds. */
  readonly isRefusing: boolean
}

export interface OpsOptions {
  /** The port that the operator asked for. Undefined: 9080 is tried, and the server runs without it when it is in use. */
  readonly port: number | undefined
  /** The address to listen on. Undefined: loopback. */
  readonly host?: string | undefined
  /** The file of the token without which nobody gets the metrics. Undefined: everybody who can connect gets them. */
  readonly tokenFile?: string | undefined
  readonly figures: Figures
  readonly serving: () => Serving | null
  /** The newer tz release, if one is out, and whether the latest one is known. */
  readonly newer: Pick<NewerRelease, 'newer' | 'isKnown'>
  /** The artifact to which the folder is pinned. Null when it is not pinned. */
  readonly pinned: () => Pin | null
  /** When the publisher's index was last accepted, in milliseconds. Null where the folder follows no publisher. */
  readonly publisherSeenMs?: () => number | null
  readonly logger: Logger
}

export type Ops = Awaited<ReturnType<typeof startOps>>

/** Messages of the thread: the port on which it listens, it cannot listen, or a client asks for the metrics. */
type OpsMessage =
  | { readonly listening: number }
  | { readonly failed: { readonly code: string; readonly message: string } }
  | { readonly question: number }

/**
 * Starts the operators' port in its own thread, which answers while this one is busy. Resolves when it listens, or when the default port is
 * in use. Rejects with a CommandError when a port that the operator asked for cannot be opened.
 */
export async function startOps(options: OpsOptions) {
  const { figures, serving, newer, pinned, logger } = options
  const { port = DEFAULT_PORT, host = DEFAULT_HOST, tokenFile } = options
  const thread = new Worker(new URL('./ops-thread.js', import.meta.url), {
    workerData: { port, host, tokenFile },
    // The thread is plain JavaScript. The options of this process would only make it slow.
    execArgv: [],
  })
  const failed = await new Promise<{ code: string; message: string } | null>((resolve, reject) => {
    thread.once('error', reject)
    thread.on('message', (message: OpsMessage) => {
      if ('listening' in message) {
        logger.info({ port: message.listening }, 'open for operators')
        resolve(null)
      } else if ('failed' in message) resolve(message.failed)
      else void answer(message.question)
    })
  })
  if (failed !== null) {
    await thread.terminate()
    if (options.port !== undefined || options.host !== undefined)
      throw cannotListen(failed, host, port, '--ops-port')
    logger.warn(
      `port ${DEFAULT_PORT} is in use: no health, readiness and metrics; choose another with --ops-port`,
    )
    return { stops: () => undefined, close: () => Promise.resolve() }
  }
  thread.on('error', (error) => logger.error({ err: error }, 'the port for operators no longer answers'))

  async function answer(question: number): Promise<void> {
    try {
      thread.postMessage({
        question,
        status: 200,
        type: figures.type,
        body: `${await figures.print()}${releaseText(newer, pinned())}${seenText(options.publisherSeenMs?.() ?? null)}`,
      })
    } catch (error) {
      logger.error({ err: error }, 'the metrics could not be collected')
      const body = JSON.stringify({ message: 'The metrics could not be collected.' })
      thread.postMessage({ question, status: 503, type: 'application/json; charset=utf-8', body })
    }
  }
  let isStopping = false
  const tell = (): void =>
    thread.postMessage({ readiness: isStopping ? STOPPING : readinessOf(serving(), newer, pinned()) })
  tell()
  const telling = setInterval(tell, TELL_EVERY_MS).unref()
  return {
    /** From now on readiness says that the server stops. */
    stops: (): void => {
      isStopping = true
      tell()
    },
    close: async (): Promise<void> => {
      clearInterval(telling)
      await thread.terminate()
    },
  }
}

/** Gauges of the release that is served, each 1 or 0. A gauge whose value is not known is left out: 0 would mean that it is not so. */
function releaseText({ newer, isKnown }: OpsOptions['newer'], pinned: Pin | null): string {
  const known = isKnown()
  const gauges = [
    ['tzref_newer_release_known', 'the latest tz release was found out within the last eight days', known],
    ['tzref_newer_release', 'a newer tz release than the served one is out', known ? newer() !== null : null],
    ['tzref_release_pinned', 'an operator has pinned the current artifact', pinned !== null],
  ] as const
  return gauges
    .filter(([, , isSo]) => isSo !== null)
    .map(
      ([name, when, isSo]) => `# HELP ${name} 1 if ${when}.\n# TYPE ${name} gauge\n${name} ${isSo ? 1 : 0}\n`,
    )
    .join('')
}

function seenText(seenMs: number | null): string {
  if (seenMs === null) return ''
  const name = 'tzref_publisher_seen_timestamp_seconds'
  return `# HELP ${name} When install last had a good answer of the publisher, as Unix time.\n# TYPE ${name} gauge\n${name} ${Math.floor(seenMs / 1000)}\n`
}

const NOBODY = { artifact: null, refused: null }
const STOPPING = { status: 503, body: { status: 'stopping', ...NOBODY } }

function readinessOf(serving: Serving | null, newer: OpsOptions['newer'], pinned: Pin | null) {
  if (serving === null) return { status: 503, body: { status: 'starting', ...NOBODY } }
  // A refused artifact does not make the server unready: it answers from the older one. If it were taken out of service, a bad release
  // would stop every server at once.
  const { artifactId, refusal, silent, isRefusing } = serving
  if (silent > 0) return { status: 503, body: { status: 'stuck', ...NOBODY, silent_workers: silent } }
  if (isRefusing) return { status: 503, body: { status: 'overloaded', ...NOBODY } }
  const status = refusal === null ? 'ready' : 'degraded'
  return {
    status: 200,
    body: {
      status,
      artifact: artifactId,
      refused: refusal,
      newer_release: newer.newer(),
      newest_known: newer.isKnown(),
      pinned,
    },
  }
}
