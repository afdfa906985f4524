// scrypt off the main loop, in threads of its own: those of libuv have the priority of the loop, and files and names wait for them.
import type { ScryptOptions } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Derives so many bytes. Rejects where the options are none that scrypt has. */
export type Scrypt = (
  text: string,
  salt: Uint8Array,
  bytes: number,
  options: ScryptOptions,
) => Promise<Uint8Array>

interface Told {
  readonly hash?: Uint8Array
  readonly failure?: string
}

/**
 * As many threads as passwords that are worked on at once; each begins when it is first needed, stays, and keeps the process only
 * while it works. They stand `lower` levels of niceness below the process.
 */
export function createScrypt(lower: number): Scrypt {
  const idle: Worker[] = []
  return async (text, salt, bytes, options) => {
    const thread =
      idle.pop() ??
      new Worker(new URL('./scrypt-thread.js', import.meta.url), {
        workerData: { lower },
        // It is plain JavaScript: what this process was started with would only make it slow.
        execArgv: [],
      })
    thread.ref()
    thread.postMessage({ text, salt, bytes, options })
    // Rejects when the thread fails; that one is not asked again.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what scrypt-thread.js says
    const [{ hash, failure }] = (await once(thread, 'message')) as [Told]
    thread.unref()
    idle.push(thread)
    if (hash === undefined) throw new Error(failure ?? 'scrypt gave nothing')
    return hash
  }
}
