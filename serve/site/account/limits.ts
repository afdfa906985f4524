// How often forms of the account area may be sent: for each client address and each account, over the whole fleet where it shares a store.
import { tokenDigest } from '../../access/token.ts'
import { guardKey } from '../../access/guard.ts'
import { normalEmail } from '../../accounts/email.ts'
import { html } from '../html.ts'
import type { AccountVisit, Page } from '../page.ts'
import { page } from './parts.ts'

/** So many in so many seconds. */
type Limit = readonly [most: number, seconds: number]

/** What is limited: for an address of the network, and for an account or the e-mail address of one, known or not. */
const LIMITS = {
  'sign-in': { address: [60, 60], account: [10, 600] },
  'sign-up': { address: [60, 600], account: [5, 3600] },
  mail: { address: [10, 10], account: [20, 3600] },
  link: { address: [10, 10], account: null },
  password: { address: [60, 60], account: [10, 600] },
  key: { address: [60, 60], account: [60, 3600] },
} as const satisfies Record<string, { address: Limit; account: Limit | null }>

/** Null while this may be done; the refusal where it was done too often. Counts this time. */
export async function tooMuch(
  { desk, address, nowMs }: AccountVisit,
  what: keyof typeof LIMITS,
  email: string | null,
): Promise<Page | null> {
  const limit = LIMITS[what]
  const keys: (readonly [string, Limit])[] = [[`${what} ${guardKey(address)}`, limit.address]]
  // Of a mail address the digest: the limits store is no place for addresses.
  if (email !== null && limit.account !== null) {
    keys.push([`${what} ${tokenDigest(normalEmail(email))}`, limit.account])
  }
  for (const [key, [most, seconds]] of keys) {
    const window = await desk.limits.take(`account ${key}`, most, 1, nowMs, seconds)
    if (!window.granted) {
      const wait = Math.max(1, Math.ceil(window.resetAt - nowMs / 1000))
      return page(
        429,
        'Too many requests',
        html`<p>
          This was tried too often. Try again in
          ${wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`}.
        </p>`,
        { 'retry-after': `${wait}` },
      )
    }
  }
  return null
}
