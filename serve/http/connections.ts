// Connections: which exchanges are open on each one, and how many of its requests may wait. Node reads all requests.
//
// All open exchanges of a connection end with it at the latest.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Exchange } from './exchange.ts'
import { NodeAnswer } from './node-answer.ts'
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

/**
 * How many requests of one connection may wait for their answers. The next one is answered 503, and ends the connection. A client that
 * pipelines usually has a few under way.
 */
const MOST_OF_CONNECTION = 16

/** Watches all connections that a server will have. */
export function watchConnections(server: Server, options: ConnectionsOptions) {
  const { isStopping, nowMs, senders } = options
  const connections = new Map<Duplex, Connection>()
  let open = 0

  class Connection {
    readonly #open = new Set<Exchange>()
    /** Whether no further request is answered: too many wait. */
    #isClosing = false
    latest: Exchange | undefined = undefined

    constructor(socket: Socket) {
      // Closes exchanges here: when a connection ends, Node does not report responses that wait behind another one.
      socket.once('close', () => {
        connections.delete(socket)
        for (const exchange of this.#open) this.#end(exchange)
      })
    }

    /** Only the latest request is the last one: requests that wait behind another one are answered too. */
    readonly #isLast = (exchange: Exchange): boolean =>
      exchange === this.latest && (this.#isClosing || isStopping())

    /** Begins the exchange of a request. Null: the connection ends with an earlier answer. */
    begin(request: IncomingMessage, response: ServerResponse): Exchange | null {
      if (this.#isClosing) return null
      this.#isClosing = this.#open.size >= MOST_OF_CONNECTION
      const exchange = new Exchange(request, new NodeAnswer(response, senders, this.#isLast), nowMs())
      this.#open.add(exchange)
      this.latest = exchange
      open++
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
      options.ended(exchange)
    }
  }

  /** A request without a known connection (in a test) gets a new one. */
  const connectionOf = (socket: Socket): Connection => connections.get(socket) ?? new Connection(socket)
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket))
    senders.connected(socket, options.senderOf(socket))
  })

  return {
    /**
     * Begins the exchange of a request; `isTooMany` when too many of its connection wait. Null: nothing is to be answered, because the connection
     * ends with an earlier answer.
     */
    begin(
      request: IncomingMessage,
      response: ServerResponse,
    ): { exchange: Exchange; isTooMany: boolean } | null {
      const connection = connectionOf(request.socket)
      const exchange = connection.begin(request, response)
      return exchange === null ? null : { exchange, isTooMany: connection.isTooMany(exchange) }
    },
    /** The latest exchange of a connection. */
    latestOn: (socket: Duplex): Exchange | undefined => connections.get(socket)?.latest,
    /** Exchanges that are open. */
    open: () => open,
    /** Ends every connection at once. */
    destroyAll(): void {
      for (const socket of connections.keys()) socket.destroy()
    },
  }
}
