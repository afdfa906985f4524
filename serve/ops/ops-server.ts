// Health, readiness and metrics on a port of their own, on loopback: for supervisors and Prometheus, not for clients.
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { cannotListen } from '../cannot-listen.ts'
import type { Figures } from './metrics.ts'
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
}

export interface OpsOptions {
  /** Asked for by the operator; without it 9080 is tried, and done without when taken. */
  readonly port: number | undefined
  readonly figures: Figures
  readonly serving: () => Serving | null
  /** The tz release that is out and newer than what is served; null where none is known. */
  readonly newer: () => string | null
  readonly logger: Logger
}

export interface Ops {
  readonly close: () => Promise<void>
}

/** What the thread says: that it listens, that it cannot, or that someone asks for the figures. */
type Told =
  | { readonly listening: true }
  | { readonly failed: { readonly code: string; readonly message: string } }
  | { readonly question: number }

const NONE: Ops = { close: () => Promise.resolve() }

/**
 * Starts it, in a thread of its own that answers while this one is busy. Resolves when it listens, or when it was not asked for
 * and its port is taken; rejects with a CommandError where the port that was asked for cannot be opened.
 */
export async function startOps(options: OpsOptions): Promise<Ops> {
  const { figures, serving, newer, logger } = options
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
        body: `${await figures.print()}${newerText(newer())}`,
      })
    } catch (error) {
      logger.error({ err: error }, 'the figures could not be gathered')
      const body = JSON.stringify({ message: 'The figures could not be gathered.' })
      thread.postMessage({ question, status: 503, type: 'application/json; charset=utf-8', body })
    }
  }
  const tell = (): void => thread.postMessage({ readiness: readinessOf(serving(), newer()) })
  tell()
  const telling = setInterval(tell, TELL_EVERY_MS)
  telling.unref()
  return {
    async close() {
      clearInterval(telling)
      await thread.terminate()
    },
  }
}

const newerText = (
  newer: string | null,
): string => `# HELP tzref_newer_release 1 where a newer tz release than the one being served is out.
# TYPE tzref_newer_release gauge
tzref_newer_release ${newer === null ? 0 : 1}
`

function readinessOf(serving: Serving | null, newer: string | null) {
  if (serving === null) return { status: 503, body: { status: 'starting', artifact: null, refused: null } }
  // A refused artifact does not make the server unready: it answers from the older one, and taking it out of service for that
  // would turn a bad release into an outage of every server at once.
  const { artifactId, refusal } = serving
  const status = refusal === null ? 'ready' : 'degraded'
  return { status: 200, body: { status, artifact: artifactId, refused: refusal, newer_release: newer } }
}
