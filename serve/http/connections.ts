// Connections: who reads the requests of each, how many of them may wait, and what is open on it, which ends with it at the latest.
//
// Node reads the first request of every connection, so that its timeouts and its list of connections are those of any other; what is not one
// whole plain request in one piece; and what is not hot. The lane reads the others, where it is on. A connection on which something came that
// the lane does not understand is Node's for good: nobody else could tell where its next request begins.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange, type Asked, type AnswerWriter } from './exchange.ts'
import { LaneAnswers, readPast } from './lane.ts'
import { NodeAnswer } from './node-answer.ts'
import { readPlain, rememberFields } from './plain-request.ts'
import { createRounds } from './rounds.ts'
import { asksApi } from './target.ts'
import { STALLED_MS, type Unread } from './unread.ts'

export interface ConnectionsOptions {
  /** What the lane takes; null: it is off, and Node reads everything. */
  readonly lane: LaneOptions | null
  /** Whether the server stops: then each connection ends with the answer that is its last so far. */
  readonly isStopping: () => boolean
  readonly nowMs: () => number
  readonly unread: Unread
  /** Told once of each exchange: its answer has gone out, or its connection is gone. */
  readonly ended: (exchange: Exchange) => void
}

export interface LaneOptions {
  /** Whether requests may come this way now. */
  readonly isOpen: () => boolean
  /** Whether a request target belongs here. */
  readonly isHot: (target: string) => boolean
  readonly answer: (exchange: Exchange) => void
}

export interface Connections {
  /** Begins the exchange of a request that Node has read. */
  readonly begin: (request: IncomingMessage, response: ServerResponse) => Exchange
  /** The latest of a connection's exchanges. */
  readonly latestOn: (socket: Duplex) => Exchange | undefined
  /** Exchanges that are open, and requests that wait for Node to read them. */
  readonly busy: () => { readonly open: number; readonly waiting: number }
  /** Requests that the lane has read so far. */
  readonly byLane: () => number
  /** Ends every connection at once. */
  readonly destroyAll: () => void
}

/**
 * Requests of one connection that may wait for their answers, pipelined; what comes behind them is not read until one of them has ended.
 * A client that pipelines has a few on their way. A request that waits takes some five kilobytes, and one that is answered already has its
 * answer in memory too.
 */
const MOST_WAITING = 16

/** Bytes that Node is given at a time of what may hold several requests: of the smallest there is, these are three. */
const LEAST_GIVEN = 64
const MOST_GIVEN = 1024
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/**
 * Requests that Node is given in one round of the event loop, but for those to the API: it and the site need a twentieth of a
 * millisecond for each, and a crowd sends a thousand at once.
 */
const GIVEN_IN_A_ROUND = 8

/** Watches over all connections that a server will have. */
export function watchConnections(server: Server, options: ConnectionsOptions): Connections {
  const { lane, isStopping, nowMs, unread } = options
  const rounds = createRounds(GIVEN_IN_A_ROUND)
  const connections = new Map<Duplex, Connection>()
  const known = rememberFields()
  let [open, byLane] = [0, 0]

  class Connection {
    readonly #socket: Socket
    readonly #open = new Set<Exchange>()
    /** Has Node's parser read a piece. */
    #parse: ((chunk: Buffer) => void) | null = null
    readonly #onData = (chunk: Buffer): void => this.#take(chunk)
    /** Who reads just now: Node until its answer has gone out, the lane until its own has, nobody. */
    #reader: 'node' | 'lane' | null = null
    #isFirst = true
    /** For good. */
    #isNodes = lane === null
    /** Whether this has paused the stream: what came since waits in its buffer. */
    #isPaused = false
    /** Whether it has waited for its round, so that what it reads next is given to Node. */
    #isItsTurn = false
    #stalled: NodeJS.Timeout | null = null
    #lane: LaneAnswers | null = null
    #byLane: Exchange | null = null
    latest: Exchange | undefined = undefined

    constructor(socket: Socket) {
      this.#socket = socket
      // Whatever else there is to be told: Node says nothing of responses that wait behind another one when their connection ends.
      socket.once('close', () => {
        connections.delete(socket)
        if (this.#stalled !== null) clearTimeout(this.#stalled)
        for (const exchange of this.#open) this.#end(exchange)
      })
    }

    /** Reads what comes, from now on. */
    read(): void {
      const socket = this.#socket
      const listeners = socket.listeners('data')
      // A Node whose server listens otherwise has all to itself.
      if (listeners.length !== 1) return
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- whoever listens to 'data' of a socket takes pieces of it
      const parse = listeners[0] as (chunk: Buffer) => void
      this.#parse = parse
      socket.off('data', parse)
      socket.on('data', this.#onData)
      if (lane === null) return
      const isDue = (): boolean =>
        this.#reader === null &&
        !this.#isNodes &&
        socket.readableFlowing === true &&
        socket.readableLength === 0
      readPast(socket, isDue, this.#onData)
    }

    /** Nothing that comes is a request any more. */
    release(): void {
      this.#parse = null
      this.#socket.off('data', this.#onData)
    }

    /** Requests that wait behind another one are answered too. */
    readonly #isLast = (exchange: Exchange): boolean => isStopping() && exchange === this.latest

    begin(request: Asked, writer: AnswerWriter): Exchange {
      const exchange = new Exchange(request, writer, nowMs())
      this.#open.add(exchange)
      this.latest = exchange
      open++
      return exchange
    }

    /** Begins the exchange of a request that Node has read. */
    beginNodes(request: IncomingMessage, response: ServerResponse): Exchange {
      const exchange = this.begin(request, new NodeAnswer(response, unread, this.#isLast))
      response.once('close', () => this.#end(exchange))
      return exchange
    }

    #end(exchange: Exchange): void {
      if (!this.#open.delete(exchange)) return
      open--
      if (this.#open.size === 0) this.#reader = null
      if (exchange === this.latest && exchange.request.complete && exchange.writer.isWhole())
        this.latest = undefined
      exchange.end()
      options.ended(exchange)
      if (this.#open.size >= MOST_WAITING) this.#stalled?.refresh()
      else {
        if (this.#stalled !== null) clearTimeout(this.#stalled)
        this.#stalled = null
        if (this.#isPaused) this.#resume()
      }
    }

    #pause(chunk: Buffer): void {
      const socket = this.#socket
      socket.pause()
      this.#isPaused = true
      socket.unshift(chunk)
    }

    #resume(): void {
      this.#isPaused = false
      if (!this.#socket.destroyed) this.#socket.resume()
    }

    #take(chunk: Buffer): void {
      // Node may have ended the pause for a reason of its own.
      this.#isPaused = false
      if (this.#reader === 'lane') return this.#pause(chunk)
      if (this.#isItsTurn) {
        this.#isItsTurn = false
        return this.#give(chunk)
      }
      const plain = this.#reader !== null || this.#isNodes ? null : readPlain(chunk, known)
      if (plain === null || lane === null) {
        this.#isNodes = true
        return this.#giveFirst(chunk)
      }
      if (
        this.#isFirst ||
        plain.method !== 'GET' ||
        this.#socket.writableLength > 0 ||
        !lane.isHot(plain.target) ||
        !lane.isOpen()
      ) {
        this.#isFirst = false
        this.#reader = 'node'
        return this.#giveFirst(chunk)
      }
      this.#reader = 'lane'
      byLane++
      const { method, target, headers, newFields } = plain
      const answers = (this.#lane ??= new LaneAnswers(this.#socket, isStopping, () => {
        if (this.#byLane !== null) this.#end(this.#byLane)
      }))
      answers.begin()
      const request = { method, url: target, headers, socket: this.#socket, complete: true }
      const exchange = this.begin(request, answers)
      this.#byLane = exchange
      // What a client without a token sends is forgotten.
      if (newFields !== null) {
        exchange.holds(() => {
          if (exchange.accountId !== null) known.add(newFields, headers)
        })
      }
      lane.answer(exchange)
    }

    /** Gives Node a piece, in a later round where it begins a request that does not ask for the API. */
    #giveFirst(chunk: Buffer): void {
      if (this.#open.size > 0 || asksApi(chunk)) return this.#give(chunk)
      if (rounds.hasRoom()) return this.#give(chunk)
      this.#pause(chunk)
      rounds.wait(() => {
        this.#isItsTurn = true
        this.#resume()
      })
    }

    /** Gives Node a piece, and no more of it than there is room for requests. */
    #give(chunk: Buffer): void {
      const socket = this.#socket
      for (let rest = chunk; rest.length > 0;) {
        // Whoever has had a last answer is not read any more.
        if (this.#parse === null || !socket.writable) return
        // Node has paused it, and ends that itself.
        if (socket.isPaused()) {
          socket.unshift(rest)
          return
        }
        if (this.#open.size >= MOST_WAITING) {
          this.#stalled ??= setTimeout(() => socket.destroy(), STALLED_MS).unref()
          return this.#pause(rest)
        }
        const bytes = lengthOfNext(rest)
        this.#parse(rest.subarray(0, bytes))
        rest = rest.subarray(bytes)
      }
    }
  }

  /** A request without a connection (one of a test) has nothing that could end before it. */
  const connectionOf = (socket: Socket): Connection => connections.get(socket) ?? new Connection(socket)
  server.on('connection', (socket: Socket) => {
    const connection = new Connection(socket)
    connections.set(socket, connection)
    connection.read()
  })
  server.on('connect', (request: IncomingMessage) => connectionOf(request.socket).release())

  return {
    begin: (request, response) => connectionOf(request.socket).beginNodes(request, response),
    latestOn: (socket) => connections.get(socket)?.latest,
    busy: () => ({ open, waiting: rounds.waiting() }),
    byLane: () => byLane,
    destroyAll() {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

/** How much of a piece is given to Node at once: up to the end of a request's fields, where there may be more behind them. */
function lengthOfNext(chunk: Buffer): number {
  const end = chunk.indexOf(EMPTY_LINE, LEAST_GIVEN - EMPTY_LINE.length) + EMPTY_LINE.length
  return end < EMPTY_LINE.length || end > MOST_GIVEN ? Math.min(chunk.length, MOST_GIVEN) : end
}
