// Limits floods of wrong tokens from one network, and tells which networks an address is in. apps/accounts/area/limits.ts counts forms and links.
import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'
import { type BurstWindow, createMemoryBurst } from './burst.ts'
import { GUARD_REFUSALS, GUARD_WINDOW_SECONDS, MAX_NETWORKS } from './numbers.ts'

const hex = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':')

/** The networks of an address, narrowest first. */
type Networks = readonly [string, ...string[]]

/** Those of addresses that asked of late: to read an address three times was a twentieth of a refusal. */
const known = new LRUCache<string, Networks>({ max: MAX_NETWORKS })

/**
 * The networks that contain a client address, narrowest first: an IPv4 address and its /24, an IPv6 /64, /56 and /48. The owner of a
 * network owns every address in it. An IPv4 address may arrive mapped into IPv6.
 */
export function networksOf(address: string): Networks {
  let networks = known.get(address)
  if (networks === undefined) known.set(address, (networks = readNetworks(address)))
  return networks
}

function readNetworks(address: string): Networks {
  if (!ipaddr.isValid(address)) return [address]
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return [ip.toString(), `${ip.octets.slice(0, 3).join('.')}.0/24`]
  const [a = 0, b = 0, c = 0, d = 0] = ip.parts
  return [hex([a, b, c, d]), `${hex([a, b, c, d & 0xff00])}/56`, `${hex([a, b, c])}/48`]
}

/** The network that pays for what a client costs: an IPv4 address, an IPv6 /48. */
export function widestNetworkOf(address: string): string {
  const networks = networksOf(address)
  return networks.length === 3 ? (networks[2] ?? address) : networks[0]
}

/**
 * A guard that counts for one process only, in fixed windows. `most` is the limit for each network and window. When it counted by /64, the
 * ten thousand of one /48 filled it, and all others shared one count, which was used up: new tokens of other networks got 429.
 */
export function createFloodGuard(most: number = GUARD_REFUSALS, maxNetworks: number = MAX_NETWORKS) {
  const burst = createMemoryBurst(maxNetworks)
  const take = (address: string, cost: 0 | 1, nowMs: number): BurstWindow =>
    burst.take(widestNetworkOf(address), most, cost, nowMs, GUARD_WINDOW_SECONDS)
  return {
    /** Whether the network of an address has reached its limit in this window. */
    isFlooding: (address: string, nowMs: number): boolean => !take(address, 0, nowMs).granted,
    /** Adds one to the network's count. */
    count: (address: string, nowMs: number): void => void take(address, 1, nowMs),
    /** Whole seconds until the window ends, at least 1. */
    retryAfter(nowMs: number): number {
      const windowMs = GUARD_WINDOW_SECONDS * 1000
      return Math.ceil((windowMs - (nowMs % windowMs)) / 1000)
    },
  }
}
