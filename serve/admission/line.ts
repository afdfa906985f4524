// The line of requests that wait for this process: the sender that has had least of its share comes first, and one request begins in a round.
import type { Socket } from 'node:net'
import type { Exchange } from '../http/exchange.ts'
import { LONGEST_WAIT_MS, LOOK_EVERY_MS } from './numbers.ts'
import type { Sender, Senders } from './senders.ts'

interface Waiter {
  readonly exchange: Exchange
  readonly sender: Sender
  readonly sinceMs: number
  /** True: it is its turn. False: it has waited too long. */
  readonly begin: (isItsTurn: boolean) => void
}

/** The line of one process. It never looks through the requests of a sender. */
export class Line {
  readonly #senders: Senders
  readonly #longestWaitMs: number
  /** All of them, in the order in which they came. */
  readonly #all = new Set<Waiter>()
  /** Sender → its connections, which take turns, so that a crowd on few connections does not stand in the way → its requests. */
  readonly #waiting = new Map<Sender, Map<Socket, Set<Waiter>>>()
  /** Whether a round is scheduled. */
  #isComing = false
  /** The next look, while all that wait must make room for others. A request that comes meanwhile does not wait for it. */
  #look: NodeJS.Timeout | undefined
  #running: { exchange: Exchange; sender: Sender; fromMs: number } | null = null

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
      const waiter = { exchange, sender, sinceMs: performance.now(), begin: resolve }
      this.#add(waiter)
      exchange.holds(() => this.#remove(waiter))
      this.#schedule()
    })
  }

  waiting(): number {
    return this.#all.size
  }

  /** Whether the work of a request is being counted because it is its turn. */
  isRunning(exchange: Exchange): boolean {
    return this.#running?.exchange === exchange
  }

  #isOtherWaiting(sender: Sender): boolean {
    return this.#waiting.size > (this.#waiting.has(sender) ? 1 : 0)
  }

  #add(waiter: Waiter): void {
    this.#all.add(waiter)
    const { socket } = waiter.exchange.request
    const connections = this.#waiting.get(waiter.sender) ?? new Map<Socket, Set<Waiter>>()
    const requests = connections.get(socket) ?? new Set<Waiter>()
    this.#waiting.set(waiter.sender, connections.set(socket, requests.add(waiter)))
  }

  #remove(waiter: Waiter): void {
    if (!this.#all.delete(waiter)) return
    const { socket } = waiter.exchange.request
    const connections = this.#waiting.get(waiter.sender)
    const requests = connections?.get(socket)
    requests?.delete(waiter)
    // The connection goes to the end of its sender's.
    connections?.delete(socket)
    if (requests !== undefined && requests.size > 0) connections?.set(socket, requests)
    if (connections?.size === 0) this.#waiting.delete(waiter.sender)
  }

  /** Refuses those that have waited too long. The first in the line came first. */
  #refuseLate(now: number): void {
    for (const waiter of this.#all) {
      if (now - waiter.sinceMs <= this.#longestWaitMs) return
      this.#senders.refused(waiter.sender)
      this.#remove(waiter)
      waiter.begin(false)
    }
  }

  /** The request whose turn it is: of the sender that has had least of its share. None while those that wait must make room for others. */
  #next(now: number): Waiter | undefined {
    let [next, least] = [undefined as Sender | undefined, Infinity]
    for (const sender of this.#waiting.keys()) {
      const had = sender.aheadMs(now)
      if (had >= least) continue
      if (sender.isBeyond(now) && this.#senders.othersWait(sender, false)) continue
      next = sender
      least = had
    }
    const [requests] = next === undefined ? [] : (this.#waiting.get(next)?.values() ?? [])
    const [waiter] = requests ?? []
    return waiter
  }

  #begin(): void {
    const now = performance.now()
    this.#refuseLate(now)
    const waiter = this.#next(now)
    if (waiter === undefined) return
    this.#remove(waiter)
    const { exchange, sender } = waiter
    this.#running = { exchange, sender, fromMs: performance.now() }
    waiter.begin(true)
  }

  /** All that the request did since it began is done: it waits for something else, or has its answer. */
  #end(): void {
    this.#isComing = false
    const running = this.#running
    this.#running = null
    if (running !== null) this.#senders.charge(running.sender, performance.now() - running.fromMs)
    if (this.#all.size === 0) return
    if (running !== null) this.#schedule()
    else this.#look = setTimeout(() => this.#schedule(), LOOK_EVERY_MS)
  }

  #schedule(): void {
    if (this.#isComing) return
    this.#isComing = true
    clearTimeout(this.#look)
    // Both run in the same phase of the event loop, one right after the other, but for what the first one leaves to promises.
    setImmediate(() => this.#begin())
    setImmediate(() => this.#end())
  }
}
