// Tells which addresses only this machine can connect to.
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether an address is http on this machine. Then what is sent there crosses no network. */
export function isLoopbackHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

/** Whether a server that listens on this host is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost') return true
  const version = isIP(host)
  return version !== 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4')
}
