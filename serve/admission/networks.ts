// The network that a request or a connection is from, as its sender; and whether a proxy that nobody named hides it.
import type { Socket } from 'node:net'
import { widestNetworkOf } from './guard.ts'
import { isBehindUnknownProxy, type Trust } from '../http/client-address.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Sender, Senders } from './senders.ts'

/** The part of a logger that is needed here. */
interface Warns {
  readonly warn: (text: string) => void
}

/** The networks of one server's requests and connections. */
export class Networks {
  readonly #senders: Senders
  readonly #trust: Trust
  readonly #logger: Warns | undefined
  /** The proxy that writes X-Forwarded-For although nobody named it. Null: none was seen. */
  #unknownProxy: string | null = null

  constructor(senders: Senders, trust: Trust, logger: Warns | undefined) {
    this.#senders = senders
    this.#trust = trust
    this.#logger = logger
  }

  /**
   * The network of a request: that of its client, or of its peer when nobody named that one as a proxy. X-Forwarded-For from such a peer
   * changes nothing. The first time it says so, because an operator may have forgotten to name a proxy.
   */
  of({ request, address }: Exchange): Sender {
    if (this.#unknownProxy === null && isBehindUnknownProxy(request, this.#trust)) {
      const proxy = request.socket.remoteAddress ?? 'unix'
      this.#unknownProxy = proxy
      this.#logger?.warn(
        `requests come from a proxy at ${proxy}, which --trust-proxy does not name: all its clients share what one address may cost; to fix it: --trust-proxy ${proxy}`,
      )
    }
    return this.#senders.ofNetwork(widestNetworkOf(address))
  }

  /** The network of a connection, or the proxy that has it: the requests of that one name their networks. */
  ofConnection({ remoteAddress }: Socket): Sender {
    if (remoteAddress === undefined || this.#trust(remoteAddress, 0))
      return this.#senders.ofProxy(remoteAddress ?? 'unix')
    return this.#senders.ofNetwork(widestNetworkOf(remoteAddress))
  }

  /** Whether a proxy that nobody named hides the networks of some requests. */
  areHidden(): boolean {
    return this.#unknownProxy !== null
  }
}
