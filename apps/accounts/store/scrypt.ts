// Runs scrypt off the main loop in its own threads: libuv's have the main loop's priority, and file and name lookups use them.
import type { ScryptOptions } from 'node:crypto'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * One thread for each password in work. A thread starts when it is first needed, then stays, and keeps the process alive only while it
 * works. The threads are `lower` levels of niceness below the process.
 */
export function createScrypt(lower: number) {
  const idle: Worker[] = []
  /** Derives so many bytes. Rejects when the options are invalid for scrypt. */
  return async (
    text: string,
    salt: Uint8Array,
    bytes: number,
    options: ScryptOptions,
  ): Promise<Uint8Array> => {
    const thread =
      idle.pop() ??
      new Worker(new URL('./scrypt-thread.js', import.meta.url), {
        workerData: { lower },
        // The thread is plain JavaScript. The options of this process would only make it slow.
        execArgv: [],
      })
    thread.ref()
    thread.postMessage({ text, salt, bytes, options })
    // Rejects when the thread fails; that one is not asked again.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what scrypt-thread.js says
    const [{ hash, failure }] = (await once(thread, 'message')) as [{ hash?: Uint8Array; failure?: string }]
    thread.unref()
    idle.push(thread)
    if (hash === undefined) throw new Error(failure ?? 'scrypt gave nothing')
    return hash
  }
}
