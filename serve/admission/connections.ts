// Connections: which exchanges are open on each one, and how many of its requests may wait. Node reads all requests.
//
// All open exchanges of a connection end with it at the latest.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange } from '../http/exchange.ts'
import { NodeAnswer } from '../http/node-answer.ts'
import { MOST_OF_CONNECTION, REQUEST_MS } from './numbers.ts'
import type { Sender, Senders } from './senders.ts'

export interface ConnectionsOptions {
  /** Whether the server is stopping. Then each connection ends with its latest answer. */
  readonly isStopping: () => boolean
  readonly nowMs: () => number
  readonly senders: Senders
  /** The network or proxy of a new connection. */
  readonly senderOf: (socket: Socket) => Sender
  /** Called once for each exchange: its answer has gone out, or its connection is gone. */
  readonly ended: (exchange: Exchange) => void
}

/** Whether a request has a body that has not arrived whole. Nobody will read the rest, and to go on parsing it is a cost without an end. */
function hasUnreadBody({ headers, complete }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/**
 * Whether a connection was reset before Node took it: then its peer has no address any more. A socket file has none either, on both sides.
 * Node would read all that it had sent: sixty connections that were reset again and again after 20 ms let others wait a second to be taken.
 */
const isGone = ({ remoteAddress, localAddress }: Socket): boolean =>
  remoteAddress === undefined && localAddress !== undefined

/** What Node reads of a connection. */
class Reading {
  readonly #socket: Socket
  #isStopped = false

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /**
   * Lets Node read no more, because nobody wants it: it would read on to find the end of a body, or the next request, up to two megabytes in
   * one turn, and again once the answer has gone out.
   */
  stop(): void {
    // A request in a test may come without a connection, of which nothing was read.
    if (this.#isStopped || !(this.#socket instanceof Socket)) return
    this.#isStopped = true
    this.#socket.pause()
    this.#socket.on('resume', () => this.#socket.pause())
  }

  /** Whether more of the body of a request is to come, which then is not read. */
  leaveBody(request: IncomingMessage): boolean {
    if (!hasUnreadBody(request)) return false
    // Chunks that have come are thrown away: ten thousand of each connection were kept, and collections of garbage took up to 180 ms. A request
    // that flows would let its connection be read on.
    // oxlint-disable-next-line no-underscore-dangle -- what a stream does to get more, which Node gives this name
    request._read = () => undefined
    request.resume()
    this.stop()
    return true
  }
}

/** An exchange that begins, and whether it is one too many of its connection. Null: the connection ends with an earlier answer. */
type Begun = { readonly exchange: Exchange; readonly isTooMany: boolean } | null

/** What all connections of a server have in common. */
interface Watched {
  readonly options: ConnectionsOptions
  readonly connections: Map<Duplex, Connection>
  /** Exchanges that are open, and those that have begun since the start. */
  open: number
  begun: number
}

/** A connection, and the exchanges that are open on it. */
class Connection {
  readonly #all: Watched
  readonly #senders: Senders
  readonly #socket: Socket
  /** The network or proxy that has it. */
  readonly #peer: Sender
  readonly #open = new Set<Exchange>()
  /** Whether no further request is answered: too many wait, on it or of its sender, a body is left unread, or it is cut. */
  #isClosing = false
  readonly #reading: Reading
  /** The latest request: one before it has arrived whole. Null: what is left of its body is not read. */
  #request: IncomingMessage | null = null
  latest: Exchange | undefined = undefined

  constructor(socket: Socket, all: Watched) {
    this.#all = all
    this.#senders = all.options.senders
    this.#socket = socket
    this.#reading = new Reading(socket)
    this.#peer = all.options.senderOf(socket)
  }

  /** Ends all exchanges: when a connection ends, Node does not report responses that wait behind another one. */
  leave(): void {
    this.#all.connections.delete(this.#socket)
    this.#isClosing = true
    for (const exchange of this.#open) this.#end(exchange)
  }

  /** Counts it for its network, until it closes or is cut. */
  count(): void {
    this.#all.connections.set(this.#socket, this)
    this.#senders.connected(this.#socket, this.#peer, () => this.leave())
  }

  /** Answers no request that comes after the latest one, unless its answer has begun already: it has said that the connection goes on. */
  refuseMore(): void {
    if (this.latest?.writer.status() === null) this.#close()
  }

  #close(): void {
    this.#isClosing = true
    this.#reading.stop()
  }

  /** Reads no more of the body of a request, if more is to come: the connection ends with its answer. */
  leaveBody(exchange: Exchange): void {
    if (this.#request === null || !this.#reading.leaveBody(this.#request)) return
    this.#request = null
    this.#isClosing = true
    // What has come of it is parsed after the first work for its request, which is charged by itself. That may take as long as a whole turn.
    process.nextTick(() => this.#senders.chargeRest(exchange.sender ?? this.#peer))
    this.#senders.holdUp(this.#peer)
  }

  /** Only the latest request is the last one: requests that wait behind another one are answered too. */
  isLast(exchange: Exchange): boolean {
    this.leaveBody(exchange)
    return exchange === this.latest && (this.#isClosing || this.#all.options.isStopping())
  }

  /** Begins the exchange of a request. Null: the connection ends with an earlier answer. */
  begin(request: IncomingMessage, response: ServerResponse): Exchange | null {
    this.#senders.endRest()
    if (this.#senders.isTurnLong()) this.#senders.holdUp(this.#peer)
    if (this.#isClosing) {
      // Node hands over all that has arrived. Each such request costs this much and is in no list.
      this.#senders.chargeByNode(this.latest?.sender ?? this.#peer, REQUEST_MS)
      return null
    }
    if (this.#open.size >= MOST_OF_CONNECTION) this.#close()
    this.#peer.idle.delete(this.#socket)
    const exchange = new Exchange(
      request,
      new NodeAnswer(response, this.#senders, this),
      this.#all.options.nowMs(),
    )
    this.#open.add(exchange)
    this.#request = request
    this.latest = exchange
    this.#all.open++
    this.#all.begun++
    response.once('close', () => this.#end(exchange))
    return exchange
  }

  /** Whether this request is one too many, with which the connection ends. */
  isTooMany(exchange: Exchange): boolean {
    return this.#isClosing && exchange === this.latest
  }

  #end(exchange: Exchange): void {
    if (!this.#open.delete(exchange)) return
    this.#all.open--
    if (exchange === this.latest && exchange.request.complete && exchange.writer.isWhole())
      this.latest = undefined
    exchange.end()
    if (this.#open.size === 0 && !this.#isClosing) this.#peer.idle.add(this.#socket)
    this.#all.options.ended(exchange)
  }
}

/** Watches all connections that a server will have. */
export function watchConnections(server: Server, options: ConnectionsOptions) {
  const connections = new Map<Duplex, Connection>()
  const watched: Watched = { options, connections, open: 0, begun: 0 }

  /** Cut ones too: Node may still hand over what it had read of them. A request without a known connection (in a test) gets a new one. */
  const ofSockets = new WeakMap<Socket, Connection>()
  function connectionOf(socket: Socket): Connection {
    let connection = ofSockets.get(socket)
    if (connection === undefined) {
      connection = new Connection(socket, watched)
      ofSockets.set(socket, connection)
      socket.once('close', () => connection?.leave())
    }
    return connection
  }
  server.on('connection', (socket: Socket) => {
    if (isGone(socket)) socket.destroy()
    else connectionOf(socket).count()
  })

  return {
    /** Begins the exchange of a request. */
    begin(request: IncomingMessage, response: ServerResponse): Begun {
      const connection = connectionOf(request.socket)
      const exchange = connection.begin(request, response)
      return exchange === null ? null : { exchange, isTooMany: connection.isTooMany(exchange) }
    },
    /** The latest exchange of a connection. */
    latestOn: (socket: Duplex): Exchange | undefined => connections.get(socket)?.latest,
    /** Exchanges that are open. */
    open: () => watched.open,
    /** Exchanges that have begun since the start. */
    begun: () => watched.begun,
    /** Ends every connection at once. */
    destroyAll(): void {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}
