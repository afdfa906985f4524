// The address of a client: that of its connection, or the one that a proxy which the operator named says.
import proxyAddress from '@fastify/proxy-addr'
import type { IncomingMessage } from 'node:http'

/** Whether an address belongs to a proxy that is believed; `hop` counts from 0 at the connection's own end. */
export type Trust = (address: string, hop: number) => boolean

/** Reads addresses, subnets and names of ranges (`loopback`, `uniquelocal`). Throws a TypeError for what is none of them. */
export const trustOf = (proxies: readonly string[]): Trust => proxyAddress.compile([...proxies])

/** The client's address; empty where its connection has ended already, or is no IP connection. */
export const clientAddress = (request: IncomingMessage, trust: Trust): string =>
  request.headers['x-forwarded-for'] === undefined
    ? (request.socket.remoteAddress ?? '')
    : proxyAddress(request, trust)
