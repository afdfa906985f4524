// Pictures on demand: one thread draws them, senders take turns, and up to eight megabytes of them are kept.
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import { ROOT } from '#open/program/root.ts'
import { publicAnswer, UNFRAMED, type PublicAnswer } from '../frame/public-answer.ts'
import type { Frame } from './drawing.ts'

/** The whole content of a picture: two that are equal are one picture. */
export interface Drawing {
  readonly kind: 'drawing'
  /** The directory of the artifact, which has the shapes. */
  readonly directory: string
  readonly frame: Frame
  readonly tints: string
  /** The text of the file before and after the shapes. */
  readonly start: string
  readonly end: string
}

/** The thread's message about the picture that it was given. */
export type DrawnMessage = { readonly body: string; readonly ms: number } | { readonly failure: string }

/** A picture, and the milliseconds that the thread worked on it for this request: 0 when it was kept or another request began it. */
export interface Drawn {
  readonly answer: PublicAnswer
  readonly ms: number
}

/** The thread was lost or too slow. The picture can be asked for again. */
export class NotDrawnError extends Error {}

const MOST_BYTES = 8 * 2 ** 20
/** Seconds for which browsers may keep a picture. */
const A_DAY = 86_400

/** Pictures that may wait, of one sender and of all. A page with a map asks for at most a dozen; one takes some ten milliseconds. */
const MOST_OF_SENDER = 64
const MOST_WAITING = 256
/** A request waits this long for its picture, which is drawn and kept all the same: the next request has it. */
const WAIT_MS = 30_000
/** A picture that takes longer ends the thread. On a busy machine the start of the thread alone may take half of it. */
const DRAWN_WITHIN_MS = 60_000
/** A thread without work ends after this time, and its memory is free again. */
const IDLE_MS = 60_000

interface Job {
  readonly key: string
  readonly drawing: Drawing
  readonly done: (drawn: Drawn | null) => void
  readonly failed: (error: Error) => void
}

const inThread = (): Worker =>
  new Worker(join(ROOT, 'tzref.js'), {
    workerData: { entry: 'apps/site/pictures/draw-thread.ts' },
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })

/** Starts nothing yet: the thread starts with the first picture. It keeps the process alive only while it draws. */
export class Pictures {
  readonly #start: () => Worker
  readonly #waitMs: number
  readonly #withinMs: number
  readonly #idleMs: number
  readonly #kept = new LRUCache<string, PublicAnswer>({
    maxSize: MOST_BYTES,
    // A text is also kept compressed once a client asks for that. An entry's key, fields and objects are about a kilobyte.
    sizeCalculation: ({ body, isLongText }) =>
      1024 + (isLongText ? 2 : 1) * body.reduce((sum, { length }) => sum + length, 0),
  })
  readonly #coming = new Map<string, Promise<Drawn | null>>()
  /** The jobs that wait, by sender. The first sender is served next, and then stands last. */
  readonly #waiting = new Map<unknown, Job[]>()
  #count = 0
  #thread: Worker | null = null
  #current: Job | null = null
  #timer: NodeJS.Timeout | undefined

  constructor({ start = inThread, waitMs = WAIT_MS, withinMs = DRAWN_WITHIN_MS, idleMs = IDLE_MS } = {}) {
    this.#start = start
    this.#waitMs = waitMs
    this.#withinMs = withinMs
    this.#idleMs = idleMs
  }

  /**
   * A picture. `sender` is who takes one turn with all its pictures. Null: it is not drawn yet, or too many wait, so try again. Rejects
   * with a NotDrawnError when the thread is lost, and with another error when the picture cannot be drawn.
   */
  async drawn(drawing: Drawing, sender: unknown): Promise<Drawn | null> {
    const key = JSON.stringify(drawing)
    const answer = this.#kept.get(key)
    if (answer !== undefined) return { answer, ms: 0 }
    const begun = this.#coming.get(key)
    const made = await within(this.#waitMs, begun ?? this.#ask(key, drawing, sender))
    return made === null || begun === undefined ? made : { ...made, ms: 0 }
  }

  /** Bytes of the pictures that are kept. */
  bytes(): number {
    return this.#kept.calculatedSize
  }

  /** Pictures that wait. */
  waiting(): number {
    return this.#count
  }

  /** Takes out the latest job of the sender with the most waiting ones; of equals the one that came last. */
  #refuseLongest(): void {
    let longest: Job[] = []
    for (const jobs of this.#waiting.values()) if (jobs.length >= longest.length) longest = jobs
    longest.pop()?.done(null)
    this.#count--
  }

  #next(): Job | null {
    for (const [sender, jobs] of this.#waiting) {
      this.#waiting.delete(sender)
      const job = jobs.shift()
      if (jobs.length > 0) this.#waiting.set(sender, jobs)
      if (job === undefined) continue
      this.#count--
      return job
    }
    return null
  }

  /** Ends the thread. The picture in work has failed. */
  #drop(error: Error | null): void {
    const [ended, job] = [this.#thread, this.#current]
    clearTimeout(this.#timer)
    this.#thread = this.#current = null
    ended?.removeAllListeners()
    // A thread may still fail while it ends.
    ended?.on('error', () => undefined)
    void ended?.terminate()
    if (error !== null) job?.failed(error)
  }

  #lost(error: Error): void {
    this.#drop(error)
    this.#work()
  }

  #startThread(): Worker {
    const started = this.#start()
    started.on('message', (message: DrawnMessage) => {
      const job = this.#current
      clearTimeout(this.#timer)
      this.#current = null
      if (job !== null && 'body' in message) {
        const headers = {
          'content-type': 'image/svg+xml',
          'x-content-type-options': 'nosniff',
          ...UNFRAMED,
        }
        const answer = publicAnswer(headers, message.body, A_DAY)
        this.#kept.set(job.key, answer)
        job.done({ answer, ms: message.ms })
      } else if ('failure' in message) job?.failed(new Error(message.failure))
      this.#work()
    })
    started.on('error', (error: Error) => this.#lost(new NotDrawnError(error.message)))
    started.on('exit', (code) =>
      this.#lost(new NotDrawnError(`the thread of the pictures ended with code ${code}`)),
    )
    return started
  }

  /** Gives the thread the next picture. Without one it waits for some time, and then ends. */
  #work(): void {
    if (this.#current !== null) return
    clearTimeout(this.#timer)
    this.#current = this.#next()
    if (this.#current === null) {
      this.#thread?.unref()
      this.#timer = setTimeout(() => this.#drop(null), this.#idleMs).unref()
      return
    }
    this.#timer = setTimeout(() => {
      this.#drop(new NotDrawnError(`a picture was not drawn within ${this.#withinMs} ms`))
      this.#work()
    }, this.#withinMs)
    this.#thread ??= this.#startThread()
    this.#thread.ref()
    this.#thread.postMessage(this.#current.drawing)
  }

  #ask(key: string, drawing: Drawing, sender: unknown): Promise<Drawn | null> {
    const made = new Promise<Drawn | null>((done, failed) => {
      const jobs = this.#waiting.get(sender) ?? []
      if (jobs.length >= MOST_OF_SENDER) return done(null)
      jobs.push({ key, drawing, done, failed })
      this.#waiting.set(sender, jobs)
      this.#count++
      if (this.#count > MOST_WAITING) this.#refuseLongest()
    })
    this.#coming.set(key, made)
    const gone = (): void => void this.#coming.delete(key)
    made.then(gone, gone)
    this.#work()
    return made
  }
}

/** The value of a promise; null when it takes longer than this. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<null>((resolve) => (timer = setTimeout(resolve, ms, null)))
  try {
    return await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
  }
}
