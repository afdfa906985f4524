// Threads that answer blocks of points; their answers come in the order of the blocks.
import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerBlock, WorkerStart } from './look-up-worker.ts'

/** Blocks that each worker has waiting, so that it is never idle. */
const AHEAD = 3

/** Starts with the bytes of a boundary file and the file that starts threads. Call `close` at the end. */
export class LookupPool {
  readonly #workers: readonly Worker[]
  readonly #answered = new Map<number, WorkerAnswer>()
  #put = 0
  #taken = 0
  #wake: () => void = () => undefined
  #failure: Error | undefined

  constructor(boundaries: Uint8Array, start: Omit<WorkerStart, 'bytes'>, count: number, launcher: URL) {
    const workerData: WorkerStart & { readonly entry: string } = {
      bytes: shared(boundaries),
      ...start,
      entry: 'apps/cli/look-up-worker.ts',
    }
    this.#workers = Array.from({ length: count }, () => {
      const worker = new Worker(launcher, { workerData })
      worker.on('message', (answer: WorkerAnswer) => {
        this.#answered.set(answer.number, answer)
        this.#wake()
      })
      worker.on('error', (error: Error) => {
        this.#failure = error
        this.#wake()
      })
      return worker
    })
  }

  /** Gives a block to a worker and returns the answers that are ready. Waits while too many blocks are under way. */
  async put(block: Buffer): Promise<WorkerAnswer[]> {
    const bytes = new Uint8Array(block)
    const message: WorkerBlock = { number: this.#put, block: bytes }
    this.#workers[this.#put % this.#workers.length]?.postMessage(message, [bytes.buffer])
    this.#put += 1
    const ready = this.#ready()
    while (this.#put - this.#taken > this.#workers.length * AHEAD) {
      await this.#more()
      ready.push(...this.#ready())
    }
    return ready
  }

  /** Waits for all blocks that are under way. */
  async finish(): Promise<WorkerAnswer[]> {
    const ready = this.#ready()
    while (this.#taken < this.#put) {
      await this.#more()
      ready.push(...this.#ready())
    }
    return ready
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  /** The answers that are next in order. */
  #ready(): WorkerAnswer[] {
    const ready: WorkerAnswer[] = []
    for (
      let next = this.#answered.get(this.#taken);
      next !== undefined;
      next = this.#answered.get(this.#taken)
    ) {
      this.#answered.delete(this.#taken)
      this.#taken += 1
      ready.push(next)
    }
    return ready
  }

  async #more(): Promise<void> {
    if (this.#failure === undefined && !this.#answered.has(this.#taken)) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    if (this.#failure !== undefined) throw this.#failure
  }
}

/**
 * A copy in memory that threads share. V8 does not count this memory when it decides to collect garbage. That does no harm here: no server
 * replaces these bytes.
 */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
