// The address of a client: that of its connection, or the one given by a proxy that the operator trusts.
import proxyAddress from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { IncomingMessage } from 'node:http'
import type { RequestFields } from './exchange.ts'

/** Whether an address belongs to a trusted proxy. `hop` counts from 0 at this server's end. */
export type Trust = (address: string | undefined, hop: number) => boolean

/** Names every client of a socket file: such a connection has no address. */
const SOCKET_FILE = 'unix'

/**
 * Reads addresses, subnets and names of ranges (`loopback`, `uniquelocal`); `unix` stands for every client of a socket file. Throws a
 * TypeError for anything else.
 */
export function trustOf(proxies: readonly string[]): Trust {
  const isTrusted = proxyAddress.compile(proxies.filter((proxy) => proxy !== SOCKET_FILE))
  const trustsSocket = proxies.includes(SOCKET_FILE)
  /** The latest peer of a connection: usually one proxy, which sends all requests. */
  let [peer, trustsPeer] = ['', isTrusted('', 0)]
  return (address, hop) => {
    if (address === undefined) return trustsSocket
    if (hop > 0) return isTrusted(withoutPort(address), hop)
    if (address !== peer) [peer, trustsPeer] = [address, isTrusted(withoutPort(address), 0)]
    return trustsPeer
  }
}

/** The client's address. Empty when its connection has ended already, or is not an IP connection. */
export const clientAddress = (request: RequestFields, trust: Trust): string =>
  request.headers['x-forwarded-for'] === undefined
    ? (request.socket.remoteAddress ?? '')
    : // On a socket file the address of the connection itself is undefined, whatever the types say.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads the fields and the socket, nothing else
      withoutPort(proxyAddress(request as IncomingMessage, trust) ?? '')

/**
 * Whether a request comes through a proxy that nobody named: it has X-Forwarded-For, and its connection comes from this machine or a private
 * network. From elsewhere everybody could write that field, and would no longer be limited as one network.
 */
export function isBehindUnknownProxy({ headers, socket }: RequestFields, trust: Trust): boolean {
  if (headers['x-forwarded-for'] === undefined || trust(socket.remoteAddress, 0)) return false
  const { remoteAddress } = socket
  return remoteAddress === undefined || !isPublic(withoutPort(remoteAddress))
}

const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast'

/** Some proxies write the client's port too (`192.0.2.1:4711`, `[2001:db8::1]:4711`). It differs for each of the client's connections. */
const withoutPort = (address: string): string =>
  /^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address
