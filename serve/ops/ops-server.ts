// Health, readiness and metrics on a port of their own, on loopback: for supervisors and Prometheus, not for clients.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { cannotListen } from '../cannot-listen.ts'
import type { Pin } from '#open/pin.ts'
import type { Figures } from './metrics.ts'
import type { NewerRelease } from './newer-release.ts'
import type { Refusal } from './served-artifact.ts'

/** Of the port for operators. */
export const DEFAULT_PORT = 9080
/** The thread hears from the main one this often. */
const TELL_EVERY_MS = 250

/** What is served; null while nobody is there to serve. */
export interface Serving {
  readonly artifactId: string
  /** The current artifact where it is not good and another one is served. */
  readonly refusal: Refusal | null
  /** Workers that take connections and have not answered for so long that clients wait for them. */
  readonly silent: number
}

export interface OpsOptions {
  /** Asked for by the operator; without it 9080 is tried, and done without when taken. */
  readonly port: number | undefined
  readonly figures: Figures
  readonly serving: () => Serving | null
  /** The tz release that is out and newer than what is served, and whether that could be learnt. */
  readonly newer: Pick<NewerRelease, 'newer' | 'isKnown'>
  /** What the folder of artifacts is pinned at; null where it is not. */
  readonly pinned: () => Pin | null
  readonly logger: Logger
}

export interface Ops {
  /** Has readiness say from now on that the server stops. */
  readonly stops: () => void
  readonly close: () => Promise<void>
}

/** What the thread says: that it listens, that it cannot, or that someone asks for the figures. */
type Told =
  | { readonly listening: true }
  | { readonly failed: { readonly code: string; readonly message: string } }
  | { readonly question: number }

const NONE: Ops = { stops: () => undefined, close: () => Promise.resolve() }

/**
 * Starts it, in a thread of its own that answers while this one is busy. Resolves when it listens, or when it was not asked for
 * and its port is taken; rejects with a CommandError where the port that was asked for cannot be opened.
 */
export async function startOps(options: OpsOptions): Promise<Ops> {
  const { figures, serving, newer, pinned, logger } = options
  const port = options.port ?? DEFAULT_PORT
  const thread = new Worker(new URL('./ops-thread.js', import.meta.url), {
    workerData: { port },
    // It is plain JavaScript: what this process was started with would only make it slow.
    execArgv: [],
  })
  const failed = await new Promise<{ code: string; message: string } | null>((resolve, reject) => {
    thread.once('error', reject)
    thread.on('message', (told: Told) => {
      if ('listening' in told) resolve(null)
      else if ('failed' in told) resolve(told.failed)
      else void answer(told.question)
    })
  })
  if (failed !== null) {
    await thread.terminate()
    if (options.port !== undefined) throw cannotListen(failed, '127.0.0.1', port, '--ops-port')
    logger.warn(`port ${DEFAULT_PORT} is taken: no health, readiness and metrics; --ops-port names another`)
    return NONE
  }
  thread.on('error', (error) =>
    logger.error({ err: error }, 'the port for operators does not answer any more'),
  )

  async function answer(question: number): Promise<void> {
    try {
      thread.postMessage({
        question,
        status: 200,
        type: figures.type,
        body: `${await figures.print()}${newerText(newer)}${pinnedText(pinned())}`,
      })
    } catch (error) {
      logger.error({ err: error }, 'the figures could not be gathered')
      const body = JSON.stringify({ message: 'The figures could not be gathered.' })
      thread.postMessage({ question, status: 503, type: 'application/json; charset=utf-8', body })
    }
  }
  let isStopping = false
  const tell = (): void =>
    thread.postMessage({ readiness: isStopping ? STOPPING : readinessOf(serving(), newer, pinned()) })
  tell()
  const telling = setInterval(tell, TELL_EVERY_MS)
  telling.unref()
  return {
    stops() {
      isStopping = true
      tell()
    },
    async close() {
      clearInterval(telling)
      await thread.terminate()
    },
  }
}

/** Nothing of a newer release is said where that is not known: 0 would say that there is none. */
function newerText({ newer, isKnown }: OpsOptions['newer']): string {
  const known = isKnown()
  const knownText =
    known === null
      ? ''
      : `# HELP tzref_newer_release_known 1 where the latest tz release was learnt within the last eight days.
# TYPE tzref_newer_release_known gauge
tzref_newer_release_known ${known ? 1 : 0}
`
  return known === true
    ? `${knownText}${NEWER_HEAD}tzref_newer_release ${newer() === null ? 0 : 1}\n`
    : knownText
}

const NEWER_HEAD = `# HELP tzref_newer_release 1 where a newer tz release than the one being served is out.
# TYPE tzref_newer_release gauge
`

const pinnedText = (
  pinned: Pin | null,
): string => `# HELP tzref_release_pinned 1 where an operator keeps the artifact current, whatever is installed.
# TYPE tzref_release_pinned gauge
tzref_release_pinned ${pinned === null ? 0 : 1}
`

const NOBODY = { artifact: null, refused: null }
const STOPPING = { status: 503, body: { status: 'stopping', ...NOBODY } }

function readinessOf(serving: Serving | null, newer: OpsOptions['newer'], pinned: Pin | null) {
  if (serving === null) return { status: 503, body: { status: 'starting', ...NOBODY } }
  // A refused artifact does not make the server unready: it answers from the older one, and taking it out of service for that
  // would turn a bad release into an outage of every server at once.
  const { artifactId, refusal, silent } = serving
  if (silent > 0) return { status: 503, body: { status: 'stuck', ...NOBODY, silent_workers: silent } }
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
