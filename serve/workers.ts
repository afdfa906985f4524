// Several server processes on one port: the first one starts them, replaces one that ends, kills one that hangs, and stops them together.
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { CommandError } from '#open/program/command-error.ts'
import { addCounters, type FiguresOfEach } from './ops/metrics.ts'
import type { Serving } from './ops/ops-server.ts'

/** Whether this process is a worker that another process started. */
export const isWorker = (): boolean => cluster.isWorker

/** The state of a worker: the artifact and whether the current one was refused. */
type Served = Pick<Serving, 'artifactId' | 'refusal'>

/** Messages from a worker to the first process. Any of them says that the worker is not stuck. */
type WorkerMessage =
  | { readonly kind: 'serving'; readonly serving: Served }
  | { readonly kind: 'here'; readonly isRefusing: boolean }
  | { readonly kind: 'figures'; readonly question: number; readonly figures: readonly object[] }

/** Messages from the first process to a worker. */
type WorkerQuestion = { readonly kind: 'figures?'; readonly question: number } | { readonly kind: 'here?' }

const tell = (message: WorkerMessage): unknown => process.send?.(message)

/** Tells the first process which artifact this one serves. Does nothing when there is only one process. */
export function tellFirstProcess(serving: Served): void {
  if (cluster.isWorker) tell({ kind: 'serving', serving })
}

/** Answers the questions of the first process: that this worker is not stuck, whether it refuses senders within their share, and its metrics. */
export function answerFirstProcess(
  figures: () => Promise<readonly object[]>,
  isRefusing: () => boolean,
): void {
  process.on('message', async (asked: WorkerQuestion) => {
    if (asked.kind === 'here?') tell({ kind: 'here', isRefusing: isRefusing() })
    else {
      const given = await figures()
      if (process.connected) tell({ kind: 'figures', question: asked.question, figures: given })
    }
  })
}

/** Closes the channel to the first process. It would keep this process alive. */
export function leaveFleet(): void {
  if (cluster.isWorker && process.connected) process.disconnect()
}

/** Milliseconds until a worker that ended is replaced. The time doubles each time a replacement ends before it listens. */
const REPLACE_AFTER_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** A worker that has not ended so long after its grace time hangs. The first process must live longer, to end it. */
export const WORKERS_STOP_WITHIN_MS = 10_000
/**
 * How often each worker is asked whether it is alive. After STUCK_AFTER questions without an answer the server is not ready. After
 * ENDED_AFTER questions the worker is killed and another one is started. It counts questions, not seconds: a machine that slept asked
 * nothing.
 */
const ASK_EVERY_MS = 1000
const STUCK_AFTER = 5
const ENDED_AFTER = 15
const FIGURES_WITHIN_MS = 1000

/** Starts `count` processes with this process's own command line and this port. Resolves when all of them answer. Rejects when one cannot start. */
export async function startWorkers(count: number, port: number, logger: Logger): Promise<Workers> {
  // Workers take connections directly from the system's queue, which is bounded. Otherwise this process would accept all of them and hand
  // them on one by one. A flood of short connections once filled its table of open files (20,000), and an owner's request waited ten
  // seconds behind them.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ execArgv: process.execArgv, args: [...process.argv.slice(2), '--port', `${port}`] })
  const workers = new Workers(logger)
  try {
    await Promise.all(Array.from({ length: count }, () => workers.start()))
  } catch (error) {
    await workers.stop()
    throw error
  }
  return workers
}

/** The worker processes of this one. */
export class Workers {
  readonly #logger: Logger
  readonly #listening = new Set<Worker>()
  readonly #servingByWorker = new Map<Worker, Served>()
  readonly #refusing = new Set<Worker>()
  /** Number of questions since the last message of a worker. */
  readonly #unanswered = new Map<Worker, number>()
  readonly #waiting = new Map<number, (isAnswered: boolean) => void>()
  readonly #lastFigures = new Map<Worker, readonly object[]>()
  #endedFigures: readonly object[] = []
  #questions = 0
  #isStopping = false
  readonly #asking = setInterval(() => this.#askAll(), ASK_EVERY_MS).unref()

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Resolves when the worker listens. Rejects when it ends before. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork()
      worker.on('message', (message: WorkerMessage) => {
        this.#unanswered.set(worker, 0)
        if (message.kind === 'serving') {
          // Deleted first, so that the last entry of the map is the one that reported last.
          this.#servingByWorker.delete(worker)
          this.#servingByWorker.set(worker, message.serving)
        } else if (message.kind === 'here') {
          if (message.isRefusing) this.#refusing.add(worker)
          else this.#refusing.delete(worker)
        } else if (message.kind === 'figures' && this.#listening.has(worker)) {
          this.#lastFigures.set(worker, message.figures)
          this.#waiting.get(message.question)?.(true)
        }
      })
      worker.on('error', (error) => {
        // The process could not be created (too many open files, too little memory). This worker will send no other event.
        if (worker.process.pid === undefined) return reject(error)
        // A message was sent to a worker just as it ended.
        this.#logger.warn({ err: error }, 'a worker could not be reached')
      })
      worker.once('listening', () => {
        this.#listening.add(worker)
        resolve()
      })
      worker.once('exit', (code: number | null, signal: string | null) => {
        const wasListening = this.#listening.delete(worker)
        this.#servingByWorker.delete(worker)
        this.#unanswered.delete(worker)
        this.#refusing.delete(worker)
        this.#endedFigures = addCounters(this.#endedFigures, this.#lastFigures.get(worker) ?? [])
        this.#lastFigures.delete(worker)
        if (!wasListening)
          return reject(new CommandError(`a worker ended before it answered (${code ?? signal})`, 1))
        if (this.#isStopping) return
        this.#logger.error({ code, signal, pid: worker.process.pid }, 'a worker ended; a new one is started')
        void this.#replace()
      })
    })
  }

  async figures(): Promise<FiguresOfEach> {
    const asked = [...this.#listening].map(
      async (worker) => [worker, await this.#askFigures(worker)] as const,
    )
    const isAnswered = new Map(await Promise.all(asked))
    // One that has ended meanwhile no longer listens, and is among the ended ones already.
    const those = (answer: boolean) =>
      [...this.#listening]
        .filter((worker) => isAnswered.get(worker) === answer)
        .map((worker) => this.#lastFigures.get(worker) ?? [])
    return { answering: those(true), silent: those(false), ended: this.#endedFigures }
  }

  /** Resolves when all have ended. Each one goes on answering for `graceMs` milliseconds first. */
  async stop(graceMs = 0): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#asking)
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        if (worker.isDead()) return
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        worker.process.kill(graceMs > 0 ? 'SIGTERM' : 'SIGINT')
        const hung = setTimeout(() => {
          this.#logger.error({ pid: worker.process.pid }, 'a worker does not stop by itself, so it is ended')
          worker.process.kill('SIGKILL')
        }, graceMs + WORKERS_STOP_WITHIN_MS)
        await ended
        clearTimeout(hung)
      }),
    )
  }

  /**
   * The artifact that the workers serve. While they differ, the one that was reported last. It has a refusal if any worker has one. Null:
   * no worker listens.
   */
  serving(): Serving | null {
    const all = [...this.#servingByWorker]
      .filter(([worker]) => this.#listening.has(worker))
      .map(([, one]) => one)
    const latest = all.at(-1)
    if (latest === undefined) return null
    return {
      artifactId: latest.artifactId,
      refusal: all.find((one) => one.refusal !== null)?.refusal ?? null,
      silent: [...this.#listening].filter((worker) => (this.#unanswered.get(worker) ?? 0) > STUCK_AFTER)
        .length,
      // One that is not refusing takes what the others refuse.
      isRefusing: this.#listening.size > 0 && this.#refusing.size === this.#listening.size,
    }
  }

  /** Tells all workers to look for another artifact. */
  look(): void {
    for (const worker of this.#listening) worker.process.kill('SIGHUP')
  }

  async #replace(): Promise<void> {
    for (let pauseMs = REPLACE_AFTER_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await pause(pauseMs, undefined, { ref: false })
      if (this.#isStopping) return
      try {
        await this.start()
        return
      } catch (error) {
        this.#logger.error({ err: error }, 'no new worker starts; it is tried again, with growing pauses')
      }
    }
  }

  #askAll(): void {
    for (const worker of this.#listening) {
      const asked = (this.#unanswered.get(worker) ?? 0) + 1
      this.#unanswered.set(worker, asked)
      if (asked > ENDED_AFTER && !this.#isStopping) {
        const { pid } = worker.process
        this.#logger.error(
          { pid },
          `a worker has not answered ${ENDED_AFTER} times, once a second; it is ended`,
        )
        worker.process.kill('SIGKILL')
      } else if (worker.isConnected()) worker.send({ kind: 'here?' } satisfies WorkerQuestion)
    }
  }

  /** Resolves to whether the worker gave its metrics in time. */
  #askFigures(worker: Worker): Promise<boolean> {
    const question = ++this.#questions
    return new Promise((resolve) => {
      const answered = (isAnswered: boolean): void => {
        clearTimeout(late)
        this.#waiting.delete(question)
        resolve(isAnswered)
      }
      const late = setTimeout(() => answered(false), FIGURES_WITHIN_MS)
      this.#waiting.set(question, answered)
      if (worker.isConnected()) worker.send({ kind: 'figures?', question } satisfies WorkerQuestion)
      else answered(false)
    })
  }
}
