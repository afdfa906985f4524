// The guard against floods of wrong tokens: counts refusals for each client address and says when one has had too many.
import { isIPv6 } from 'node:net'

/** Seconds of one window, and refusals (401) that one address may have in it. */
const GUARD_WINDOW_SECONDS = 10
export const GUARD_REFUSALS = 100
/** Addresses told apart in one window; those beyond share one count, so that memory stays bounded. */
const MAX_ADDRESSES = 10_000
const OTHERS = 'others'

/** Refusals by client address, in fixed windows. */
export interface RefusalGuard {
  /** Whether the address has had all the refusals of this window. */
  isFlooding(address: string, nowMs: number): boolean
  /** Counts one refusal. */
  refused(address: string, nowMs: number): void
  /** Whole seconds until the window ends, at least 1. */
  retryAfter(nowMs: number): number
}

/** What an address is counted under: an IPv6 client owns a whole /64, and an IPv4 address may arrive mapped into IPv6. */
export function guardKey(address: string): string {
  const plain = address.split('%', 1)[0] ?? address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  // A dotted quad at the end stands for two groups.
  const groups = before.length + after.length + (plain.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - groups) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':')
}

/** A guard for one process: it sees the refusals of this process only. */
export function createRefusalGuard(
  refusals: number = GUARD_REFUSALS,
  maxAddresses: number = MAX_ADDRESSES,
): RefusalGuard {
  let window = -1
  let counts = new Map<string, number>()
  const enter = (nowMs: number): void => {
    const current = Math.floor(nowMs / 1000 / GUARD_WINDOW_SECONDS)
    if (current === window) return
    window = current
    counts = new Map()
  }
  const keyOf = (address: string): string => {
    const key = guardKey(address)
    return counts.has(key) || counts.size < maxAddresses ? key : OTHERS
  }
  return {
    isFlooding(address, nowMs) {
      enter(nowMs)
      return counts.size > 0 && (counts.get(keyOf(address)) ?? 0) >= refusals
    },
    refused(address, nowMs) {
      enter(nowMs)
      const key = keyOf(address)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    },
    retryAfter(nowMs) {
      const windowMs = GUARD_WINDOW_SECONDS * 1000
      return Math.max(1, Math.ceil((windowMs - (nowMs % windowMs)) / 1000))
    },
  }
}
