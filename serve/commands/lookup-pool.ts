// Threads that answer blocks of points, and give the answers back in the order of the blocks.
import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerBlock, WorkerStart } from './lookup-worker.ts'

/** Blocks that a worker has before it, so that it never waits. */
const AHEAD = 3

/** Start with the bytes of a boundary file and the file that starts threads, and end with `close`. */
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
      entry: 'serve/commands/lookup-worker.ts',
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

  /** Hands a block to a worker; gives what is answered by now, and waits while too much is under way. */
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

  /** Waits for all that is under way. */
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

/** A copy in memory that goes to threads as it is; no server swaps these bytes, so it does not matter that V8 takes them for free. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
