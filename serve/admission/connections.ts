// Connections: which exchanges are open on each one, and how many of its requests may wait. Node reads all requests.
//
// All open exchanges of a connection end with it at the latest.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange } from '../http/exchange.ts'
import { NodeAnswer } from '../http/node-answer.ts'
import { MOST_OF_CONNECTION, REQUEST_MS, UNREAD_BYTE_MS } from './numbers.ts'
import type { Sender, Senders } from './senders.ts'

export interface ConnectionsOptions {
  /** Whether the server is stopping. Then each connection ends with its latest answer. */
  readonly isStopping: () => boolean
  readonly nowMs: () => number
  readonly senders: Senders
  /** The sender of a new connection. Null: it is a proxy's, whose requests name their senders. */
  readonly senderOf: (socket: Socket) => Sender | null
  /** Called once for each exchange: its answer has gone out, or its connection is gone. */
  readonly ended: (exchange: Exchange) => void
}

/** Whether a request has a body that has not arrived whole. Nobody will read the rest, and to go on parsing it is a cost without an end. */
function hasUnreadBody({ request: { headers, complete } }: Exchange): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
}

/** A body that nobody reads, at the end of a connection. */
class UnreadBody {
  readonly #socket: Socket
  #isLeft = false

  constructor(socket: Socket) {
    this.#socket = socket
  }

  /**
   * Whether more of the body of a request is to come. It is not read: Node would read on to find its end, up to two megabytes in one turn, and
   * again once the answer has gone out.
   */
  leave(exchange: Exchange): boolean {
    if (!hasUnreadBody(exchange)) return false
    // A request in a test may come without a connection, of which nothing was read.
    if (this.#isLeft || !(this.#socket instanceof Socket)) return true
    this.#isLeft = true
    this.#socket.pause()
    this.#socket.on('resume', () => this.#socket.pause())
    return true
  }

  /** Charges it once, at the end of its connection: only then it is known how much of it Node has parsed. */
  charge(senders: Senders, payer: Sender | null): void {
    if (this.#isLeft && payer !== null) senders.charge(payer, this.#socket.bytesRead * UNREAD_BYTE_MS)
    this.#isLeft = false
  }
}

/** An exchange that begins, and whether it is one too many of its connection. Null: the connection ends with an earlier answer. */
type Begun = { readonly exchange: Exchange; readonly isTooMany: boolean } | null

/** Watches all connections that a server will have. */
export function watchConnections(server: Server, options: ConnectionsOptions) {
  const { isStopping, nowMs, senders } = options
  const connections = new Map<Duplex, Connection>()
  let [open, begun] = [0, 0]

  class Connection {
    readonly #socket: Socket
    /** The network that has it. Null: a proxy's. */
    readonly #network: Sender | null
    readonly #open = new Set<Exchange>()
    /** Whether no further request is answered: too many wait, on it or of its sender, a body is left unread, or it is cut. */
    #isClosing = false
    readonly #body: UnreadBody
    latest: Exchange | undefined = undefined

    constructor(socket: Socket) {
      this.#socket = socket
      this.#body = new UnreadBody(socket)
      this.#network = options.senderOf(socket)
    }

    /** Ends all exchanges: when a connection ends, Node does not report responses that wait behind another one. */
    leave(): void {
      connections.delete(this.#socket)
      this.#body.charge(senders, this.latest?.sender ?? this.#network)
      this.#isClosing = true
      for (const exchange of this.#open) this.#end(exchange)
    }

    /** Counts it for its network, until it closes or is cut. */
    count(): void {
      connections.set(this.#socket, this)
      senders.connected(this.#socket, this.#network, () => this.leave())
    }

    /** Answers no request that comes after the latest one, unless its answer has begun already: it has said that the connection goes on. */
    refuseMore(): void {
      if (this.latest?.writer.status() === null) this.#isClosing = true
    }

    /** Reads no more of the body of a request, if more is to come: the connection ends with its answer. */
    leaveBody(exchange: Exchange): void {
      if (this.#body.leave(exchange)) this.#isClosing = true
    }

    /** Only the latest request is the last one: requests that wait behind another one are answered too. */
    isLast(exchange: Exchange): boolean {
      this.leaveBody(exchange)
      return exchange === this.latest && (this.#isClosing || isStopping())
    }

    /** Begins the exchange of a request. Null: the connection ends with an earlier answer. */
    begin(request: IncomingMessage, response: ServerResponse): Exchange | null {
      if (this.#isClosing) {
        // Node hands over all that has arrived. Each such request costs this much and is in no list.
        const payer = this.latest?.sender ?? this.#network
        if (payer !== null) senders.charge(payer, REQUEST_MS)
        return null
      }
      this.#isClosing = this.#open.size >= MOST_OF_CONNECTION
      this.#network?.idle.delete(this.#socket)
      const exchange = new Exchange(request, new NodeAnswer(response, senders, this), nowMs())
      this.#open.add(exchange)
      this.latest = exchange
      open++
      begun++
      response.once('close', () => this.#end(exchange))
      return exchange
    }

    /** Whether this request is one too many, with which the connection ends. */
    isTooMany(exchange: Exchange): boolean {
      return this.#isClosing && exchange === this.latest
    }

    #end(exchange: Exchange): void {
      if (!this.#open.delete(exchange)) return
      open--
      if (exchange === this.latest && exchange.request.complete && exchange.writer.isWhole())
        this.latest = undefined
      exchange.end()
      if (this.#open.size === 0 && !this.#isClosing) this.#network?.idle.add(this.#socket)
      options.ended(exchange)
    }
  }

  /** Cut ones too: Node may still hand over what it had read of them. A request without a known connection (in a test) gets a new one. */
  const ofSockets = new WeakMap<Socket, Connection>()
  function connectionOf(socket: Socket): Connection {
    let connection = ofSockets.get(socket)
    if (connection === undefined) {
      connection = new Connection(socket)
      ofSockets.set(socket, connection)
      socket.once('close', () => connection?.leave())
    }
    return connection
  }
  server.on('connection', (socket: Socket) => connectionOf(socket).count())

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
    open: () => open,
    /** Exchanges that have begun since the start. */
    begun: () => begun,
    /** Ends every connection at once. */
    destroyAll(): void {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}
