// The account of what each sender costs (bytes that it does not read, requests that wait, work, connections), and its share of each.
//
// A sender is an account, or without one a network. Only the sender itself pays for what is beyond its share: its largest connection is cut,
// or its request waits (line.ts). No sum over all senders refuses a sender within its share, but for the memory of the process.
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import {
  BUSY,
  CONNECTION_MS,
  FEW_CONNECTIONS,
  FIT_EVERY_MS,
  HELD_UP_TURNS,
  LARGE,
  LONGEST_HELD_UP_MS,
  LOOK_FROM,
  MEASURE_EVERY_MS,
  MEMORY,
  MOST_FIT,
  MOST_HELD_UP,
  MOST_SENDERS,
  OVER_MS,
  PRESENT_MS,
  type Share,
  SHARE_OF_NETWORK,
  SHARE_OF_PROXY,
  shareOfAccount,
  SLOWEST_BYTES_A_SECOND,
  STALLED_MS,
  TURN_MS,
  WORK_MS,
} from './numbers.ts'

/** An account of which only a browser is known, and not yet the plan. */
const SHARE_OF_BROWSER = shareOfAccount(0)

/** Kinds of cost, by which cuts and refusals are counted. */
export type Cost = 'unread' | 'waiting' | 'work' | 'connections' | 'memory'

/** Bytes that wait to be read. Pieces that several answers share count once. */
class Unread {
  bytes = 0
  /** Piece → number of answers in which it waits. Null: no sender of long answers, as most are. */
  #holders: Map<Buffer, number> | null = null

  /** Adds an answer (1) or takes it away (−1). Without pieces its bytes are its own. */
  add(bytes: number, pieces: readonly Buffer[] | null, more: 1 | -1): void {
    if (pieces === null) {
      this.bytes += more * bytes
      return
    }
    const holders = (this.#holders ??= new Map())
    for (const piece of pieces) {
      const before = holders.get(piece) ?? 0
      const count = before + more
      if (count === 0) holders.delete(piece)
      else holders.set(piece, count)
      if (before === 0 || count === 0) this.bytes += more * piece.length
    }
  }
}

/** A request as its sender pays for it: an exchange. */
export interface Paid {
  readonly request: { readonly socket: Socket }
  sender: Sender | null
  readonly holds: (giveBack: () => void) => void
}

/** One sender. */
export class Sender {
  share: Share
  readonly unread = new Unread()
  /** Requests without a whole answer. */
  open = 0
  /** Those of its answers that wait to be read, in the order in which they began. */
  readonly held = new Set<Paid>()
  readonly connections = new Set<Socket>()
  /** Its connections without a request, the one that has been idle longest first. */
  readonly idle = new Set<Socket>()
  /** Its connections that are not read for now. Null: all are read. */
  heldUp: Set<Socket> | null = null
  /** When its connections were last read again. */
  letGoAtMs = Number.NEGATIVE_INFINITY
  /** Whether it has opened a connection since a turn of the event loop last asked. */
  isConnecting = false
  /** When all its work will be forgotten: its share gives new time as fast as the clock goes. */
  #paidAtMs = Number.NEGATIVE_INFINITY

  constructor(share: Share) {
    this.share = share
  }

  /** How many milliseconds of its share it has used up ahead of time. Senders are in this order at any time, whatever their shares. */
  aheadMs(nowMs: number): number {
    return Math.max(0, this.#paidAtMs - nowMs)
  }

  /** Counts work. `nowMs` is the time of `performance.now()`. */
  charge(ms: number, nowMs: number): void {
    const paidAtMs = Math.max(this.#paidAtMs, nowMs) + ms / this.share.work
    this.#paidAtMs = Math.min(paidAtMs, nowMs + WORK_MS + OVER_MS)
  }

  /** Whether it has had its share of the last ten seconds. */
  isBeyond(nowMs: number): boolean {
    return this.#paidAtMs - nowMs >= WORK_MS
  }

  isIdle(nowMs: number): boolean {
    return this.open === 0 && this.connections.size === 0 && this.aheadMs(nowMs) === 0
  }
}

/** The senders of one kind, by their keys. */
class SenderMap {
  readonly #senders = new Map<string, Sender>()
  #lookAt = LOOK_FROM

  /** The sender of a key, which may be new. Now and then those of which nothing is left are forgotten. */
  found(key: string, share: Share, nowMs: () => number): Sender {
    let sender = this.#senders.get(key)
    if (sender === undefined) {
      if (this.#senders.size >= this.#lookAt) this.#forget(nowMs())
      sender = new Sender(share)
      this.#senders.set(key, sender)
    }
    return sender
  }

  values(): Iterable<Sender> {
    return this.#senders.values()
  }

  /** Forgets the senders of which nothing is left. If that makes no room, the one that came first. */
  #forget(nowMs: number): void {
    const senders = this.#senders
    for (const [key, sender] of senders) if (sender.isIdle(nowMs)) senders.delete(key)
    const first = senders.keys().next()
    if (senders.size >= MOST_SENDERS && first.done !== true) senders.delete(first.value)
    // Twice what is left: so each new sender pays for looking at one other.
    this.#lookAt = Math.min(MOST_SENDERS, Math.max(LOOK_FROM, 2 * senders.size))
  }
}

/** The figures for the operator: how often which cost was beyond a share, and work done in all. */
export interface SenderFigures {
  readonly beyond: Readonly<Record<Cost, number>>
  readonly workMs: number
  readonly unreadBytes: number
  readonly connections: number
}

/**
 * The senders of one process. `nowMs` counts milliseconds from any beginning; `utilization` is the part of the time for which the process has
 * worked since the last call.
 */
export class Senders {
  readonly #accounts = new SenderMap()
  readonly #shares = new Map<number, Share>()
  readonly #networks = new SenderMap()
  /** Connection → the end of its account. */
  readonly #leaving = new Map<Socket, () => void>()
  readonly #unread = new Unread()
  readonly #beyond = { unread: 0, waiting: 0, work: 0, connections: 0, memory: 0 }
  #workMs = 0
  #connections = 0
  /** The sender of the latest request, and the latest request of another one. */
  #latest: { sender: Sender; atMs: number } | null = null
  #other: { sender: Sender; atMs: number } | null = null
  #measured = { atMs: Number.NEGATIVE_INFINITY, isBusy: false }
  #turnBegan: number | null = null
  /** Whose unread body Node parses, and since when. */
  #rest: { sender: Sender; fromMs: number } | null = null
  /** The first and the latest of the refusals of senders within their share that follow one another closely. */
  #refusing = { since: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  /** Milliseconds of Node's work since #fit was found, as the constants count them, and what the process had worked and charged then. */
  #byNode = { ms: 0, workedMs: 0, workMs: 0 }
  /** What a millisecond of the constants is on this machine. */
  #fit = 1
  readonly #nowMs: () => number
  readonly #utilization: () => number
  readonly #workedMs: () => number
  readonly #memory: number

  constructor({
    nowMs = () => performance.now(),
    utilization = utilizationSinceLast(),
    workedMs = processorMs,
    memory = MEMORY,
  } = {}) {
    this.#nowMs = nowMs
    this.#utilization = utilization
    this.#workedMs = workedMs
    this.#memory = memory
    this.#byNode.workedMs = workedMs()
  }

  /** The sender of an account. `requestsPerSecond` is that of its plan. Absent: the plan is not known here, and stays as it was. */
  ofAccount(id: string, requestsPerSecond?: number): Sender {
    const sender = this.#accounts.found(id, SHARE_OF_BROWSER, this.#nowMs)
    if (requestsPerSecond === undefined) return sender
    let share = this.#shares.get(requestsPerSecond)
    if (share === undefined) this.#shares.set(requestsPerSecond, (share = shareOfAccount(requestsPerSecond)))
    sender.share = share
    return sender
  }

  ofNetwork(key: string): Sender {
    return this.#networks.found(key, SHARE_OF_NETWORK, this.#nowMs)
  }

  /** A proxy as the sender of what belongs to none of its clients. */
  ofProxy(address: string): Sender {
    return this.#networks.found(`proxy ${address}`, SHARE_OF_PROXY, this.#nowMs)
  }

  /**
   * Counts a connection of a network or proxy, until it closes or is cut: then `leave` is called. Beyond its share a network loses the connection that
   * has been idle longest; if none is, the new one.
   */
  connected(socket: Socket, sender: Sender, leave: () => void): void {
    this.#connections++
    sender.isConnecting = true
    if (sender.connections.size >= FEW_CONNECTIONS && this.#nowMs() - sender.letGoAtMs >= TURN_MS)
      this.holdUp(sender)
    sender.connections.add(socket)
    this.#leaving.set(socket, () => {
      this.#leaving.delete(socket)
      this.#connections--
      sender.connections.delete(socket)
      sender.idle.delete(socket)
      sender.heldUp?.delete(socket)
      leave()
    })
    socket.once('close', () => this.#leaving.get(socket)?.())
    this.chargeByNode(sender, CONNECTION_MS)
    sender.idle.add(socket)
    if (sender.heldUp !== null) {
      sender.heldUp.add(socket)
      // Node begins to read a new connection on the next tick, also one that is paused before.
      process.nextTick(() => sender.heldUp?.has(socket) === true && socket.pause())
    }
    if (sender.connections.size <= sender.share.connections) return
    const [first = socket] = sender.idle
    this.#cut(first, 'connections')
  }

  /** Counts a request as one of a sender, until its exchange ends. False: it must be refused, because too many of its sender wait. */
  takes(exchange: Paid, sender: Sender): boolean {
    const now = this.#nowMs()
    if (this.#latest?.sender !== sender) {
      this.#other = this.#latest
      this.#latest = { sender, atMs: now }
    } else this.#latest.atMs = now
    exchange.sender = sender
    sender.open++
    if (sender.open <= sender.share.waiting) return true
    this.#beyond.waiting++
    return false
  }

  /** Whether others need the time that this sender would use. */
  othersWait(sender: Sender, areInLine: boolean): boolean {
    if (areInLine) return true
    const present = this.#latest?.sender === sender ? this.#other : this.#latest
    return present !== null && this.#nowMs() - present.atMs < PRESENT_MS && this.#isBusy()
  }

  /** Whether the turn of the event loop has lasted so long that a request which came in it should wait. It begins with the first call. */
  isTurnLong(): boolean {
    const now = this.#nowMs()
    if (this.#turnBegan === null) {
      this.#turnBegan = now
      setImmediate(() => (this.#turnBegan = null))
    }
    return now - this.#turnBegan > TURN_MS
  }

  /**
   * Lets the connections of a sender wait for some turns of the event loop: Node would read all of them, one after the other, before anybody else.
   * While the sender opens one more in each turn they wait on, because Node takes one new connection in a turn: those of others stand behind
   * all of them, and would wait for the work of each. It looks through the connections of a sender once, and not through those of a proxy that has
   * very many.
   */
  holdUp(sender: Sender): void {
    if (sender.heldUp !== null || sender.connections.size > MOST_HELD_UP) return
    const held = new Set([...sender.connections].filter((socket) => !socket.isPaused()))
    sender.heldUp = held
    for (const socket of held) socket.pause()
    const latestMs = this.#nowMs() + LONGEST_HELD_UP_MS
    let turns = HELD_UP_TURNS
    const look = (): void => {
      const mustWait = turns-- > 0 || (sender.isConnecting && this.#nowMs() < latestMs)
      sender.isConnecting = false
      if (mustWait) return void setImmediate(look)
      sender.heldUp = null
      sender.letGoAtMs = this.#nowMs()
      for (const socket of held) socket.resume()
    }
    setImmediate(look)
  }

  /** Counts milliseconds of work for a sender. */
  charge(sender: Sender, ms: number): void {
    this.#workMs += ms
    sender.charge(ms, this.#nowMs())
  }

  /** Counts work of Node that nothing measures, by a constant of numbers.ts. */
  chargeByNode(sender: Sender, ms: number): void {
    this.charge(sender, ms * this.#fit)
    this.#byNode.ms += ms
    if (this.#byNode.ms >= FIT_EVERY_MS) this.#findFit()
  }

  /** All that the process has worked, and that was not measured, was such work: one machine needs four times as long for it as another. */
  #findFit(): void {
    const before = this.#byNode
    this.#byNode = { ms: 0, workedMs: this.#workedMs(), workMs: this.#workMs }
    const measuredMs = this.#workMs - before.workMs - before.ms * this.#fit
    const fit = (this.#byNode.workedMs - before.workedMs - measuredMs) / before.ms
    this.#fit = Math.min(MOST_FIT, Math.max(1 / MOST_FIT, fit))
  }

  /** Charges a sender for what Node does from now on, until another request comes or the turn of the event loop ends. */
  chargeRest(sender: Sender): void {
    this.endRest()
    this.#rest = { sender, fromMs: this.#nowMs() }
    setImmediate(() => this.endRest())
  }

  /** Ends what `chargeRest` began, if it has not ended. */
  endRest(): void {
    const rest = this.#rest
    this.#rest = null
    if (rest !== null) this.charge(rest.sender, this.#nowMs() - rest.fromMs)
  }

  /** Does work for the sender of a request after something that it waited for, and counts it. */
  measure(exchange: Paid, work: () => void): void {
    const from = performance.now()
    work()
    if (exchange.sender !== null) this.charge(exchange.sender, performance.now() - from)
  }

  /**
   * Counts the bytes of an answer that is about to be written, until its exchange ends. A large answer must be read in time: the returned
   * number of milliseconds is how long nothing of it may go out before its connection ends. Null: the answer is not large.
   */
  hold(exchange: Paid, bytes: number, pieces: readonly Buffer[] | null): number | null {
    const { sender } = exchange
    this.#unread.add(bytes, pieces, 1)
    sender?.unread.add(bytes, pieces, 1)
    sender?.held.add(exchange)
    exchange.holds(() => {
      this.#unread.add(bytes, pieces, -1)
      sender?.unread.add(bytes, pieces, -1)
      sender?.held.delete(exchange)
    })
    if (sender !== null && sender.unread.bytes > sender.share.unreadBytes)
      while (sender.unread.bytes > sender.share.unreadBytes && this.#cutLongestUnread(sender, 'unread'));
    else if (this.#unread.bytes > this.#memory) {
      const all = [...this.#accounts.values(), ...this.#networks.values()]
      const most = largest(new Map(all.map((one) => [one, one.unread.bytes])))
      if (most === undefined || !this.#cutLongestUnread(most, 'memory'))
        this.#cut(exchange.request.socket, 'memory')
    }
    if (bytes < LARGE) return null
    const { socket } = exchange.request
    const slow = setTimeout(() => socket.destroy(), STALLED_MS + (bytes / SLOWEST_BYTES_A_SECOND) * 1000)
    slow.unref()
    exchange.holds(() => clearTimeout(slow))
    return STALLED_MS
  }

  /** Counts a request that was refused because too many of its connection wait. */
  refusedOfConnection(): void {
    this.#beyond.waiting++
  }

  /** Counts a refusal by the line. */
  refused(sender: Sender): void {
    const now = this.#nowMs()
    this.#beyond.work++
    if (sender.isBeyond(now)) return
    this.#refusing = {
      since: now - this.#refusing.last > PRESENT_MS * 2 ? now : this.#refusing.since,
      last: now,
    }
  }

  /** Whether senders within their share have been refused for ten seconds: then this process has more work than it can do. */
  isRefusing(): boolean {
    const { since, last } = this.#refusing
    return this.#nowMs() - last <= PRESENT_MS * 2 && last - since >= WORK_MS
  }

  figures(): SenderFigures {
    return {
      beyond: this.#beyond,
      workMs: this.#workMs,
      unreadBytes: this.#unread.bytes,
      connections: this.#connections,
    }
  }

  #isBusy(): boolean {
    const now = this.#nowMs()
    if (now - this.#measured.atMs >= MEASURE_EVERY_MS)
      this.#measured = { atMs: now, isBusy: this.#utilization() >= BUSY }
    return this.#measured.isBusy
  }

  /** Ends a connection, which leaves all accounts at once: its `close` event comes only after this turn of the event loop. */
  #cut(socket: Socket, why: Cost): void {
    this.#beyond[why]++
    socket.destroy()
    this.#leaving.get(socket)?.()
  }

  /** Cuts the connection of the answer that a sender has left unread longest. Answers whether there was one. */
  #cutLongestUnread(sender: Sender, why: Cost): boolean {
    const [first] = sender.held
    if (first === undefined) return false
    sender.held.delete(first)
    this.#cut(first.request.socket, why)
    return true
  }
}

/** The key of the largest positive value. Undefined when there is none. */
function largest<Key>(values: ReadonlyMap<Key, number>): Key | undefined {
  let [found, most]: [Key | undefined, number] = [undefined, 0]
  for (const [key, value] of values) if (value > most) [found, most] = [key, value]
  return found
}

/**
 * Milliseconds of processor time of this process so far. The time for which its event loop is active is longer on a busy machine: a charge was then
 * up to three times the processor time.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Measures the part of the time for which this thread has worked since the last call. */
function utilizationSinceLast(): () => number {
  let last = performance.eventLoopUtilization()
  return () => {
    const current = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(current, last)
    last = current
    return utilization
  }
}
