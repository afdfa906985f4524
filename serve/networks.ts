// The network that a request or a connection is from, as its sender; and whether a proxy that nobody named hides it.
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { widestNetworkOf } from './access/guard.ts'
import { isBehindUnknownProxy, type Trust } from './http/client-address.ts'
import type { Exchange } from './http/exchange.ts'
import type { Sender, Senders } from './http/senders.ts'

/** The networks of one server's requests and connections. */
export class Networks {
  readonly #senders: Senders
  readonly #trust: Trust
  readonly #logger: Pick<Logger, 'warn'> | undefined
  /** The proxy that writes X-Forwarded-For although nobody named it. Null: none was seen. */
  #unknownProxy: string | null = null

  constructor(senders: Senders, trust: Trust, logger: Pick<Logger, 'warn'> | undefined) {
    this.#senders = senders
    this.#trust = trust
    this.#logger = logger
  }

  /**
   * The network of a request. Behind a proxy that nobody named it is not known, and everybody would be one sender: there each connection is
   * one.
   */
  of({ request, address }: Exchange): Sender {
    if (!isBehindUnknownProxy(request, this.#trust)) return this.#senders.ofNetwork(widestNetworkOf(address))
    if (this.#unknownProxy === null) {
      const proxy = request.socket.remoteAddress ?? 'unix'
      this.#unknownProxy = proxy
      this.#logger?.warn(
        `requests come from a proxy at ${proxy}, which --trust-proxy does not name: its clients cannot be told apart, so limits count for each of its connections; to fix it: --trust-proxy ${proxy}`,
      )
    }
    return this.#senders.ofConnection(request.socket)
  }

  /** The network of a connection. Null: it is a proxy's, whose requests name their networks. */
  ofConnection({ remoteAddress }: Socket): Sender | null {
    if (remoteAddress === undefined || this.#trust(remoteAddress, 0)) return null
    return this.#senders.ofNetwork(widestNetworkOf(remoteAddress))
  }

  /** Whether a proxy that nobody named hides the networks of some requests. */
  areHidden(): boolean {
    return this.#unknownProxy !== null
  }
}
