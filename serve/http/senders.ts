// The account of what each sender costs (bytes that it does not read, requests that wait, work, connections), and its share of each.
//
// A sender is an account, or without one a network. Only the sender itself pays for what is beyond its share: its largest connection is cut,
// or its request waits (line.ts). No sum over all senders refuses a sender within its share, but for the memory of the process.
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'

/** The share of one sender in this process. */
export interface Share {
  /** Part of the time of the process, over some ten seconds, while others wait. */
  readonly work: number
  /** Bytes in memory that it has not read. Answers that share their bytes count once. */
  readonly unreadBytes: number
  /** Requests without a whole answer. */
  readonly waiting: number
  readonly connections: number
}

const MB = 2 ** 20

/** A network: an IPv4 address, or an IPv6 /48. Wide enough for two hundred people behind one address who read their answers. */
const SHARE_OF_NETWORK: Share = { work: 0.1, unreadBytes: 32 * MB, waiting: 2048, connections: 2048 }

/** An account, by the requests a second of its plan: a tenth for Free (5), a quarter for Developer (25), a half for Business (100). */
function shareOfAccount(requestsPerSecond: number): Share {
  const work = Math.min(0.5, Math.max(0.1, requestsPerSecond / 100))
  return { work, unreadBytes: 80 * MB * work, waiting: 2560 * work, connections: Infinity }
}
/** An account of which only a browser is known, and not yet the plan. */
const SHARE_OF_BROWSER = shareOfAccount(0)

/** Milliseconds over which work is counted. */
const WORK_MS = 10_000
/** Milliseconds beyond WORK_MS that are still counted. All other work is not, so a sender that had everything soon has its share again. */
const OVER_MS = 500

/** Milliseconds of each request that nothing here measures: Node reads it, and writes its answer. */
export const REQUEST_MS = 0.04

/** Distinct unread bytes of all senders, above which the largest connection of the largest sender is cut. */
const MEMORY = 128 * MB

/** Answers of at least so many bytes must be read in time. */
const LARGE = 64 * 2 ** 10
/**
 * A connection that takes nothing of a large answer is closed after one to two times this: Node counts again while something is on its way.
 * And in any case after this and the time that the answer takes at SLOWEST_BYTES_A_SECOND.
 */
const STALLED_MS = 15_000
const SLOWEST_BYTES_A_SECOND = 50_000

/** Milliseconds for which a sender counts as present after its latest request. */
const PRESENT_MS = 1000
/** Part of the time for which the process must work before senders beyond their share make room for others. */
const BUSY = 0.5
/** How often that part is measured, at most. */
const MEASURE_EVERY_MS = 100
/** Requests that arrive in one turn of the event loop are answered at once for so many milliseconds. The rest waits in the line. */
const TURN_MS = 50

/** Senders that are remembered. */
const MOST_SENDERS = 100_000
/** At least so many are there when those of which nothing is left are looked for. */
const LOOK_FROM = 1024

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
  /** By `performance.now()`. */
  readonly startedAt: number
  unreadBytes: number
  sender: Sender | null
  readonly holds: (giveBack: () => void) => void
}

/** One sender. */
export class Sender {
  share: Share
  readonly unread = new Unread()
  readonly open = new Set<Paid>()
  readonly connections = new Set<Socket>()
  #work = 0
  #countedAtMs = 0

  constructor(share: Share) {
    this.share = share
  }

  /** Milliseconds of work that still count. They are forgotten as fast as the sender's share gives new ones. */
  work(nowMs: number): number {
    return Math.max(0, this.#work - Math.max(0, nowMs - this.#countedAtMs) * this.share.work)
  }

  /** Counts work. `nowMs` is the time of `performance.now()`. */
  charge(ms: number, nowMs: number): void {
    this.#work = Math.min(this.work(nowMs) + ms, this.share.work * (WORK_MS + OVER_MS))
    this.#countedAtMs = nowMs
  }

  /** Whether it has had its share of the last ten seconds. */
  isBeyond(nowMs: number): boolean {
    return this.#work >= this.share.work * WORK_MS && this.work(nowMs) >= this.share.work * WORK_MS
  }

  isIdle(nowMs: number): boolean {
    return this.open.size === 0 && this.connections.size === 0 && this.work(nowMs) === 0
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
  readonly #ofConnections = new WeakMap<Socket, Sender>()
  /** Milliseconds of work for each connection. Within a sender, the connection that cost least is served first. */
  readonly #workOfConnections = new WeakMap<Socket, number>()
  readonly #unread = new Unread()
  readonly #beyond = { unread: 0, waiting: 0, work: 0, connections: 0, memory: 0 }
  #workMs = 0
  #connections = 0
  /** The sender of the latest request, and the latest request of another one. */
  #latest: { sender: Sender; atMs: number } | null = null
  #other: { sender: Sender; atMs: number } | null = null
  #measured = { atMs: Number.NEGATIVE_INFINITY, isBusy: false }
  #turnBegan: number | null = null
  /** The first and the latest of the refusals of senders within their share that follow one another closely. */
  #refusing = { since: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  readonly #nowMs: () => number
  readonly #utilization: () => number
  readonly #memory: number

  constructor({
    nowMs = () => performance.now(),
    utilization = utilizationSinceLast(),
    memory = MEMORY,
  } = {}) {
    this.#nowMs = nowMs
    this.#utilization = utilization
    this.#memory = memory
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

  /** The sender of one connection, where nobody knows from whom its requests are. */
  ofConnection(socket: Socket): Sender {
    const sender = this.#ofConnections.get(socket) ?? new Sender(SHARE_OF_NETWORK)
    this.#ofConnections.set(socket, sender)
    return sender
  }

  /** Counts a connection, until it closes. `sender` is null for a proxy's: those have no share. */
  connected(socket: Socket, sender: Sender | null): void {
    this.#connections++
    socket.once('close', () => {
      this.#connections--
      sender?.connections.delete(socket)
    })
    if (sender === null) return
    sender.connections.add(socket)
    if (sender.connections.size <= sender.share.connections) return
    const open = new Map<Socket, number>()
    for (const connection of sender.connections) open.set(connection, 0)
    for (const { request } of sender.open) open.set(request.socket, (open.get(request.socket) ?? 0) + 1)
    // The one that has been idle for longest; if none is, the one with most requests.
    const idle = [...open].find(([, count]) => count === 0)
    this.#cut(idle?.[0] ?? largest(open) ?? socket, 'connections')
  }

  /** Counts a request as one of a sender, until its exchange ends. False: it must be refused, because too many of its connection wait. */
  takes(exchange: Paid, sender: Sender): boolean {
    const now = this.#nowMs()
    if (this.#latest?.sender !== sender) {
      this.#other = this.#latest
      this.#latest = { sender, atMs: now }
    } else this.#latest.atMs = now
    exchange.sender = sender
    sender.open.add(exchange)
    if (sender.open.size <= sender.share.waiting) return true
    const open = new Map<Socket, number>()
    for (const { request } of sender.open) open.set(request.socket, (open.get(request.socket) ?? 0) + 1)
    const socket = largest(open) ?? exchange.request.socket
    if (socket === exchange.request.socket) {
      this.#beyond.waiting++
      return false
    }
    this.#cut(socket, 'waiting')
    return true
  }

  /** Whether others need the time that this sender would use. */
  othersWait(sender: Sender, areInLine: boolean): boolean {
    if (areInLine) return true
    const present = this.#latest?.sender === sender ? this.#other : this.#latest
    return present !== null && this.#nowMs() - present.atMs < PRESENT_MS && this.#isBusy()
  }

  /** Whether the turn of the event loop has lasted so long that a request which came in it should wait. Ask it once for each request. */
  isTurnLong(): boolean {
    const now = this.#nowMs()
    if (this.#turnBegan === null) {
      this.#turnBegan = now
      setImmediate(() => (this.#turnBegan = null))
    }
    return now - this.#turnBegan > TURN_MS
  }

  /** Counts milliseconds of work for a sender and a connection. */
  charge(sender: Sender, ms: number, socket?: Socket): void {
    this.#workMs += ms
    sender.charge(ms, this.#nowMs())
    if (socket !== undefined)
      this.#workOfConnections.set(socket, (this.#workOfConnections.get(socket) ?? 0) + ms)
  }

  workOfConnection(socket: Socket): number {
    return this.#workOfConnections.get(socket) ?? 0
  }

  /**
   * Counts the bytes of an answer that is about to be written, until its exchange ends. A large answer must be read in time: the returned
   * number of milliseconds is how long nothing of it may go out before its connection ends. Null: the answer is not large.
   */
  hold(exchange: Paid, bytes: number, pieces: readonly Buffer[] | null): number | null {
    const { sender } = exchange
    exchange.unreadBytes = bytes
    this.#unread.add(bytes, pieces, 1)
    sender?.unread.add(bytes, pieces, 1)
    exchange.holds(() => {
      exchange.unreadBytes = 0
      this.#unread.add(bytes, pieces, -1)
      sender?.unread.add(bytes, pieces, -1)
    })
    // A cut ends the exchanges of its connection at its close, which comes later: so at most one for each answer.
    if (sender !== null && sender.unread.bytes > sender.share.unreadBytes) this.#cutUnread(sender, 'unread')
    else if (this.#unread.bytes > this.#memory) {
      const all = [...this.#accounts.values(), ...this.#networks.values()]
      const most = largest(new Map(all.map((one) => [one, one.unread.bytes])))
      if (most === undefined || !this.#cutUnread(most, 'memory')) this.#cut(exchange.request.socket, 'memory')
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

  #cut(socket: Socket, why: Cost): void {
    this.#beyond[why]++
    socket.destroy()
  }

  /** Cuts the connection of a sender that has cost most: bytes unread for how long. Answers whether there was one. */
  #cutUnread(sender: Sender, why: Cost): boolean {
    const now = performance.now()
    const costs = new Map<Socket, number>()
    for (const exchange of sender.open) {
      if (exchange.unreadBytes === 0) continue
      const { socket } = exchange.request
      costs.set(socket, (costs.get(socket) ?? 0) + exchange.unreadBytes * (now - exchange.startedAt))
    }
    const socket = largest(costs)
    if (socket !== undefined) this.#cut(socket, why)
    return socket !== undefined
  }
}

/** The key of the largest positive value. Undefined when there is none. */
function largest<Key>(values: ReadonlyMap<Key, number>): Key | undefined {
  let [found, most]: [Key | undefined, number] = [undefined, 0]
  for (const [key, value] of values) if (value > most) [found, most] = [key, value]
  return found
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
