// Several server processes on one port: the first process starts them, starts one again that ends, and stops them together.
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { CommandError } from '#cli/command-error.ts'
import type { Refusal } from './ops/served-artifact.ts'

/** Whether this process is one of several that another one started. */
export const isWorker = (): boolean => cluster.isWorker

/** What a process serves, as it tells the first one. */
export interface Serving {
  readonly artifactId: string
  readonly refusal: Refusal | null
}

export interface Workers {
  /** What they serve: where they differ for a moment, what the latest to speak serves; a refusal if any has one. */
  readonly serving: () => Serving
  /** Has all of them look for another artifact. */
  readonly look: () => void
  /** Resolves when all have ended. */
  readonly stop: () => Promise<void>
}

const isServing = (message: unknown): message is { serving: Serving } =>
  typeof message === 'object' && message !== null && 'serving' in message

/** Tells the first process what this one serves; says nothing where this is the only one. */
export function tellFirstProcess(serving: Serving): void {
  if (cluster.isWorker) process.send?.({ serving })
}

/** Ends the channel to the first process, which would keep this one alive. */
export function leaveFleet(): void {
  if (cluster.isWorker && process.connected) process.disconnect()
}

/** A worker that ends is replaced after this: one that ends at once must not keep the machine busy. */
const REPLACE_AFTER_MS = 1000
/** A worker that has not ended by then has hung. */
const STOP_WITHIN_MS = 15_000

/** Starts `count` processes with this process's own command line; resolves when all answer, rejects when one cannot start. */
export async function startWorkers(count: number, logger: Logger): Promise<Workers> {
  cluster.setupPrimary({ execArgv: process.execArgv, args: process.argv.slice(2) })
  const listening = new Set<Worker>()
  const servingByWorker = new Map<Worker, Serving>()
  let isStopping = false

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork()
      worker.on('message', (message: unknown) => {
        if (!isServing(message)) return
        // Deleted first: the map's last entry is the latest to speak.
        servingByWorker.delete(worker)
        servingByWorker.set(worker, message.serving)
      })
      worker.once('listening', () => {
        listening.add(worker)
        resolve()
      })
      worker.once('exit', (code: number | null, signal: string | null) => {
        const wasListening = listening.delete(worker)
        servingByWorker.delete(worker)
        if (!wasListening)
          return reject(new CommandError(`a worker ended before it answered (${code ?? signal})`, 1))
        logger.error({ code, signal, pid: worker.process.pid }, 'a worker ended; another is started')
        setTimeout(() => {
          if (!isStopping)
            start().catch((error: unknown) => logger.error({ err: error }, 'no other worker starts'))
        }, REPLACE_AFTER_MS)
      })
    })
  }

  async function stop(): Promise<void> {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      workers.map(async (worker) => {
        if (worker.isDead()) return
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        worker.process.kill('SIGTERM')
        const hung = setTimeout(() => worker.process.kill('SIGKILL'), STOP_WITHIN_MS)
        await ended
        clearTimeout(hung)
      }),
    )
  }

  try {
    await Promise.all(Array.from({ length: count }, start))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    serving() {
      const all = [...servingByWorker.values()]
      const refusal = all.find((one) => one.refusal !== null)?.refusal ?? null
      return { artifactId: all.at(-1)?.artifactId ?? '', refusal }
    },
    look() {
      for (const worker of listening) worker.process.kill('SIGHUP')
    },
    stop,
  }
}
