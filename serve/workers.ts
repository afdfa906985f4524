// Several server processes on one port: the first process starts them, starts one again that ends, and stops them together.
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from 'pino'
import { CommandError } from '#core/command-error.ts'

/** Whether this process is one of several that another one started. */
export const isWorker = (): boolean => cluster.isWorker

export interface Workers {
  /** Whether all of them answer. */
  readonly areReady: () => boolean
  /** Resolves when all have ended. */
  readonly stop: () => Promise<void>
}

/** A worker that ends is replaced after this: one that ends at once must not keep the machine busy. */
const REPLACE_AFTER_MS = 1000
/** A worker that has not ended by then has hung. */
const STOP_WITHIN_MS = 15_000

/** Starts `count` processes with this process's own command line; resolves when all answer, rejects when one cannot start. */
export async function startWorkers(count: number, logger: Logger): Promise<Workers> {
  cluster.setupPrimary({ execArgv: process.execArgv, args: process.argv.slice(2) })
  const listening = new Set<Worker>()
  let isStopping = false

  function start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const worker = cluster.fork()
      worker.once('listening', () => {
        listening.add(worker)
        resolve()
      })
      worker.once('exit', (code: number | null, signal: string | null) => {
        const wasListening = listening.delete(worker)
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
  return { areReady: () => listening.size === count, stop }
}
