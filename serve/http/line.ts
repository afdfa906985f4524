// The line of requests that wait for this process: the sender that has had least of its share comes first, and one request begins in a round.
import type { Socket } from 'node:net'
import type { Exchange } from './exchange.ts'
import type { Sender, Senders } from './senders.ts'

/** Milliseconds that a request may wait. A proxy in front usually waits for five seconds. */
const LONGEST_WAIT_MS = 4000
/** How often the line looks for those that have waited too long, and for senders that have their share again. */
const LOOK_EVERY_MS = 20

interface Waiter {
  readonly exchange: Exchange
  readonly sinceMs: number
  /** True: it is its turn. False: it has waited too long. */
  readonly begin: (isItsTurn: boolean) => void
}

/** The line of one process. */
export class Line {
  readonly #senders: Senders
  readonly #longestWaitMs: number
  /** Sender → its requests, in the order in which they came. */
  readonly #waiting = new Map<Sender, Waiter[]>()
  #count = 0
  /** Whether a round is scheduled. */
  #isComing = false
  #lookedAtMs = 0
  #running: { sender: Sender; socket: Socket; fromMs: number } | null = null

  constructor(senders: Senders, longestWaitMs = LONGEST_WAIT_MS) {
    this.#senders = senders
    this.#longestWaitMs = longestWaitMs
  }

  /** Whether a request of a sender may be answered at once. Ask it once for each request. */
  isFreeFor(sender: Sender): boolean {
    const isLong = this.#senders.isTurnLong()
    return (
      !isLong &&
      !(sender.isBeyond(performance.now()) && this.#senders.othersWait(sender, this.#isOtherWaiting(sender)))
    )
  }

  /**
   * Waits until it is a request's turn (true), or it has waited too long (false). Never resolves when the client leaves before. Its work from
   * then on until it waits for something else is counted for its sender.
   */
  turn(exchange: Exchange): Promise<boolean> {
    return new Promise((resolve) => {
      const { sender } = exchange
      if (sender === null) return resolve(true)
      const of = this.#waiting.get(sender)
      const waiter = { exchange, sinceMs: performance.now(), begin: resolve }
      if (of === undefined) this.#waiting.set(sender, [waiter])
      else of.push(waiter)
      this.#count++
      this.#schedule()
    })
  }

  waiting(): number {
    return this.#count
  }

  #isOtherWaiting(sender: Sender): boolean {
    return this.#waiting.size > (this.#waiting.has(sender) ? 1 : 0)
  }

  #remove(sender: Sender, index: number): Waiter | undefined {
    const of = this.#waiting.get(sender)
    const [waiter] = of?.splice(index, 1) ?? []
    if (of?.length === 0) this.#waiting.delete(sender)
    if (waiter !== undefined) this.#count--
    return waiter
  }

  /** Takes out those that are gone, and those that have waited too long. */
  #look(now: number): void {
    this.#lookedAtMs = now
    for (const [sender, of] of this.#waiting) {
      for (let index = of.length - 1; index >= 0; index--) {
        const { exchange, sinceMs } = of[index] ?? {}
        if (exchange?.isEnded === true) this.#remove(sender, index)
        else if (now - (sinceMs ?? now) > this.#longestWaitMs) {
          this.#senders.refused(sender)
          this.#remove(sender, index)?.begin(false)
        }
      }
    }
  }

  /** The sender whose turn it is: the one that has had least of its share. None while those that wait must make room for others. */
  #nextSender(now: number): Sender | undefined {
    let [next, least] = [undefined as Sender | undefined, Infinity]
    for (const sender of this.#waiting.keys()) {
      const had = sender.work(now) / sender.share.work
      if (had >= least) continue
      if (sender.isBeyond(now) && this.#senders.othersWait(sender, false)) continue
      next = sender
      least = had
    }
    return next
  }

  /** Of one sender the request on the connection that has cost least, so that a crowd on few connections does not stand in the way. */
  #nextOf(sender: Sender): Waiter | undefined {
    const of = this.#waiting.get(sender) ?? []
    let [index, least] = [0, Infinity]
    for (const [at, { exchange }] of of.entries()) {
      const cost = this.#senders.workOfConnection(exchange.request.socket)
      if (cost < least) [index, least] = [at, cost]
    }
    return this.#remove(sender, index)
  }

  #begin(): void {
    const now = performance.now()
    if (now - this.#lookedAtMs > LOOK_EVERY_MS) this.#look(now)
    for (;;) {
      const sender = this.#nextSender(now)
      if (sender === undefined) return
      const waiter = this.#nextOf(sender)
      if (waiter === undefined || waiter.exchange.isEnded) continue
      if (now - waiter.sinceMs > this.#longestWaitMs) {
        this.#senders.refused(sender)
        waiter.begin(false)
        continue
      }
      this.#running = { sender, socket: waiter.exchange.request.socket, fromMs: performance.now() }
      waiter.begin(true)
      return
    }
  }

  /** All that the request did since it began is done: it waits for something else, or has its answer. */
  #end(): void {
    this.#isComing = false
    const running = this.#running
    this.#running = null
    if (running !== null)
      this.#senders.charge(running.sender, performance.now() - running.fromMs, running.socket)
    if (this.#count === 0) return
    if (running !== null) this.#schedule()
    else {
      this.#isComing = true
      setTimeout(() => this.#round(), LOOK_EVERY_MS)
    }
  }

  // Both run in the same phase of the event loop, one right after the other, but for what the first one leaves to promises.
  #round(): void {
    setImmediate(() => this.#begin())
    setImmediate(() => this.#end())
  }

  #schedule(): void {
    if (this.#isComing) return
    this.#isComing = true
    this.#round()
  }
}
