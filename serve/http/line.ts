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

export type Line = ReturnType<typeof createLine>

/** The line of one process. */
export function createLine(senders: Senders, longestWaitMs = LONGEST_WAIT_MS) {
  /** Sender → its requests, in the order in which they came. */
  const waiting = new Map<Sender, Waiter[]>()
  let count = 0
  /** Whether a round is scheduled. */
  let isComing = false
  let lookedAtMs = 0

  const isOtherWaiting = (sender: Sender): boolean => waiting.size > (waiting.has(sender) ? 1 : 0)

  function remove(sender: Sender, index: number): Waiter | undefined {
    const of = waiting.get(sender)
    const [waiter] = of?.splice(index, 1) ?? []
    if (of?.length === 0) waiting.delete(sender)
    if (waiter !== undefined) count--
    return waiter
  }

  /** Takes out those that are gone, and those that have waited too long. */
  function look(now: number): void {
    lookedAtMs = now
    for (const [sender, of] of waiting) {
      for (let index = of.length - 1; index >= 0; index--) {
        const { exchange, sinceMs } = of[index] ?? {}
        if (exchange?.isEnded === true) remove(sender, index)
        else if (now - (sinceMs ?? now) > longestWaitMs) {
          senders.refused(sender)
          remove(sender, index)?.begin(false)
        }
      }
    }
  }

  /** The sender whose turn it is: the one that has had least of its share. None while those that wait must make room for others. */
  function nextSender(now: number): Sender | undefined {
    let [next, least] = [undefined as Sender | undefined, Infinity]
    for (const sender of waiting.keys()) {
      const had = sender.work(now) / sender.share.work
      if (had >= least) continue
      if (sender.isBeyond(now) && senders.othersWait(sender, false)) continue
      next = sender
      least = had
    }
    return next
  }

  /** Of one sender the request on the connection that has cost least, so that a crowd on few connections does not stand in the way. */
  function nextOf(sender: Sender): Waiter | undefined {
    const of = waiting.get(sender) ?? []
    let [index, least] = [0, Infinity]
    for (const [at, { exchange }] of of.entries()) {
      const cost = senders.workOfConnection(exchange.request.socket)
      if (cost < least) [index, least] = [at, cost]
    }
    return remove(sender, index)
  }

  let running: { sender: Sender; socket: Socket; fromMs: number } | null = null

  function begin(): void {
    const now = performance.now()
    if (now - lookedAtMs > LOOK_EVERY_MS) look(now)
    for (;;) {
      const sender = nextSender(now)
      if (sender === undefined) return
      const waiter = nextOf(sender)
      if (waiter === undefined || waiter.exchange.isEnded) continue
      if (now - waiter.sinceMs > longestWaitMs) {
        senders.refused(sender)
        waiter.begin(false)
        continue
      }
      running = { sender, socket: waiter.exchange.request.socket, fromMs: performance.now() }
      waiter.begin(true)
      return
    }
  }

  /** All that the request did since it began is done: it waits for something else, or has its answer. */
  function end(): void {
    isComing = false
    const hasRun = running !== null
    if (running !== null) senders.charge(running.sender, performance.now() - running.fromMs, running.socket)
    running = null
    if (count === 0) return
    if (hasRun) schedule()
    else {
      isComing = true
      setTimeout(round, LOOK_EVERY_MS)
    }
  }

  // Both run in the same phase of the event loop, one right after the other, but for what the first one leaves to promises.
  function round(): void {
    setImmediate(begin)
    setImmediate(end)
  }

  function schedule(): void {
    if (isComing) return
    isComing = true
    round()
  }

  return {
    /** Whether a request of a sender may be answered at once. Ask it once for each request. */
    isFreeFor: (sender: Sender): boolean => {
      const isLong = senders.isTurnLong()
      return (
        !isLong && !(sender.isBeyond(performance.now()) && senders.othersWait(sender, isOtherWaiting(sender)))
      )
    },
    /**
     * Waits until it is a request's turn (true), or it has waited too long (false). Never resolves when the client leaves before. Its work from
     * then on until it waits for something else is counted for its sender.
     */
    turn: (exchange: Exchange): Promise<boolean> =>
      new Promise((resolve) => {
        const { sender } = exchange
        if (sender === null) return resolve(true)
        const of = waiting.get(sender)
        const waiter = { exchange, sinceMs: performance.now(), begin: resolve }
        if (of === undefined) waiting.set(sender, [waiter])
        else of.push(waiter)
        count++
        schedule()
      }),
    waiting: (): number => count,
  }
}
