// Connections: who reads the requests of each one, how many of them may wait, and which exchanges are open on it.
//
// Node reads the first request of every connection. So its timeouts and its list of connections work as usual. Node also reads every
// request that is not hot, and everything that is not one whole plain request in one piece. The lane, when it is on, reads the others. When
// something arrives that the lane does not understand, Node reads that connection from then on: only Node can tell where the next request
// begins.
//
// All open exchanges of a connection end with it at the latest.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange, type Asked, type AnswerWriter } from './exchange.ts'
import { laneAnswers, readPast } from './lane.ts'
import { NodeAnswer } from './node-answer.ts'
import { readPlain, rememberFields } from './plain-request.ts'
import { createRounds } from './rounds.ts'
import { asksApi } from './target.ts'
import { STALLED_MS, type Unread } from './unread.ts'

export interface ConnectionsOptions {
  /** Which requests the lane answers. Null: the lane is off, and Node reads everything. */
  readonly lane: LaneOptions | null
  /** Whether the server is stopping. Then each connection ends with its latest answer. */
  readonly isStopping: () => boolean
  readonly nowMs: () => number
  readonly unread: Unread
  /** Called once for each exchange: its answer has gone out, or its connection is gone. */
  readonly ended: (exchange: Exchange) => void
}

export interface LaneOptions {
  /** Whether the lane takes requests now. */
  readonly isOpen: () => boolean
  /** Whether the lane may answer this request target. */
  readonly isHot: (target: string) => boolean
  readonly answer: (exchange: Exchange) => void
}

export type Connections = ReturnType<typeof watchConnections>

/**
 * How many pipelined requests of one connection may wait for their answers. Later ones are not read until one of these has ended. A client
 * that pipelines usually has a few under way. A waiting request takes some five kilobytes; one that is answered already also has its answer
 * in memory.
 */
const MOST_WAITING = 16

/** Least bytes that Node is given at a time from a piece with several requests. Three of the smallest requests fit in it. */
const LEAST_GIVEN = 64
const MOST_GIVEN = 1024
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/**
 * How many requests Node is given in one round of the event loop. Requests to the API do not count. Node and the site need a twentieth of a
 * millisecond for each request, and a crowd sends a thousand at once.
 */
const GIVEN_IN_A_ROUND = 8

/** Watches all connections that a server will have. */
export function watchConnections(server: Server, options: ConnectionsOptions) {
  const { lane, isStopping, nowMs, unread } = options
  const rounds = createRounds(GIVEN_IN_A_ROUND)
  const connections = new Map<Duplex, Connection>()
  const known = rememberFields()
  let [open, byLane] = [0, 0]

  class Connection {
    readonly #socket: Socket
    readonly #open = new Set<Exchange>()
    /** Hands a piece to Node's parser. */
    #parse: ((chunk: Buffer) => void) | null = null
    readonly #onData = (chunk: Buffer): void => this.#take(chunk)
    /** Who is reading now: Node or the lane, each until its answer has gone out. Null: no one. */
    #reader: 'node' | 'lane' | null = null
    #isFirst = true
    /** Whether only Node reads this connection from now on. */
    #isNodes = lane === null
    /** Whether this class has paused the stream. Bytes that come since then wait in the stream's buffer. */
    #isPaused = false
    /** Whether the connection has waited for its round. Then the next piece goes to Node. */
    #isItsTurn = false
    #stalled: NodeJS.Timeout | null = null
    #lane: ReturnType<typeof laneAnswers> | null = null
    #byLane: Exchange | null = null
    latest: Exchange | undefined = undefined

    constructor(socket: Socket) {
      this.#socket = socket
      // Closes exchanges here: when a connection ends, Node does not report responses that wait behind another one.
      socket.once('close', () => {
        connections.delete(socket)
        if (this.#stalled !== null) clearTimeout(this.#stalled)
        for (const exchange of this.#open) this.#end(exchange)
      })
    }

    /** Starts to read the connection. */
    read(): void {
      const socket = this.#socket
      const listeners = socket.listeners('data')
      // A Node version that listens differently reads everything itself.
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

    /** Stops reading: the bytes that follow are no requests. */
    release(): void {
      this.#parse = null
      this.#socket.off('data', this.#onData)
    }

    /** Only the latest request is the last one: requests that wait behind another one are answered too. */
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
      // Node may have ended the pause itself.
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
      const answers = (this.#lane ??= laneAnswers(this.#socket, isStopping, () => {
        if (this.#byLane !== null) this.#end(this.#byLane)
      }))
      answers.begin()
      const request = { method, url: target, headers, socket: this.#socket, complete: true }
      const exchange = this.begin(request, answers)
      this.#byLane = exchange
      // Only the fields of a client with a valid token are remembered.
      if (newFields !== null) {
        exchange.holds(() => {
          if (exchange.accountId !== null) known.set(newFields, headers)
        })
      }
      lane.answer(exchange)
    }

    /** Gives a piece to Node. When it begins a request that is not for the API, it may wait for a later round. */
    #giveFirst(chunk: Buffer): void {
      if (this.#open.size > 0 || asksApi(chunk) || rounds.hasRoom()) return this.#give(chunk)
      this.#pause(chunk)
      rounds.wait(() => {
        this.#isItsTurn = true
        this.#resume()
      })
    }

    /** Gives a piece to Node, but no more requests than there is room for. */
    #give(chunk: Buffer): void {
      const socket = this.#socket
      for (let rest = chunk; rest.length > 0;) {
        // After the last answer of a connection nothing more is read.
        if (this.#parse === null || !socket.writable) return
        // Node has paused the stream and will resume it itself.
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

  /** A request without a known connection (in a test) gets a new one. */
  const connectionOf = (socket: Socket): Connection => connections.get(socket) ?? new Connection(socket)
  server.on('connection', (socket: Socket) => {
    const connection = new Connection(socket)
    connections.set(socket, connection)
    connection.read()
  })
  server.on('connect', (request: IncomingMessage) => connectionOf(request.socket).release())

  return {
    /** Begins the exchange of a request that Node has read. */
    begin: (request: IncomingMessage, response: ServerResponse): Exchange =>
      connectionOf(request.socket).beginNodes(request, response),
    /** The latest exchange of a connection. */
    latestOn: (socket: Duplex): Exchange | undefined => connections.get(socket)?.latest,
    /** Exchanges that are open, requests that wait for Node to read them, and those that the lane has read so far. */
    work: () => ({ requests: open, waiting: rounds.waiting(), byLane }),
    /** Ends every connection at once. */
    destroyAll(): void {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}

/** How many bytes of a piece Node is given at once. When more requests may follow, only up to the end of a request's fields. */
function lengthOfNext(chunk: Buffer): number {
  const end = chunk.indexOf(EMPTY_LINE, LEAST_GIVEN - EMPTY_LINE.length) + EMPTY_LINE.length
  return end < EMPTY_LINE.length || end > MOST_GIVEN ? Math.min(chunk.length, MOST_GIVEN) : end
}
