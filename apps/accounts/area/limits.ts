// Limits how often forms of the account area may be sent, checks their passwords and codes, and hashes passwords where there is room for this
// work.
import { networksOf } from '#serve/admission/guard.ts'
import { tokenDigest } from '#open/access/token.ts'
import type { Account } from '../store/accounts.ts'
import { normalEmail } from '../store/email.ts'
import type { CodeRefusal } from '../store/factors.ts'
import type { Asker } from '../store/passwords.ts'
import { html } from '#apps/site/frame/html.ts'
import type { Page } from '#apps/site/frame/page.ts'
import { secretOf } from './cookies.ts'
import {
  type AccountVisit,
  CODE_FAULTS,
  type Faults,
  type OwnVisit,
  page,
  refuse,
  refuseBusy,
  typedCode,
} from './parts.ts'

/** So many in so many seconds. */
type Limit = readonly [most: number, seconds: number]

/**
 * The limited actions. `network`: for a stranger's address or /64; twice that for a /56, four times for a /48 or /24. `account`: for all
 * strangers together, by the typed address, known or not. `own`: for one known device or one session.
 */
const LIMITS = {
  'sign-in': { network: [60, 60], account: [10, 600], own: [10, 600] },
  mail: { network: [10, 60], account: null, own: [20, 3600] },
  link: { network: [10, 10], account: null, own: null },
  'link-page': { network: [10, 10], account: null, own: null },
  password: { network: null, account: null, own: [10, 600] },
  // Three codes of a million are right at a time. With the password, 50 guesses on each of 365 days find one in a year in one case of twenty.
  code: { network: null, account: [10, 600], own: [10, 600] },
  'code-day': { network: null, account: [50, 86_400], own: [50, 86_400] },
  session: { network: null, account: null, own: [60, 3600] },
  key: { network: null, account: null, own: [60, 3600] },
} as const satisfies Record<string, { network: Limit | null; account: Limit | null; own: Limit | null }>
type Limited = keyof typeof LIMITS

/** How many times the limit a wider network has, by its position in `networksOf`. */
const WIDER = [1, 2, 4]
const WIDER_OF_IPV4 = [1, 4]

/** The sender of a form. Known by a secret: a device that has signed in to the account before, or a session. Otherwise a stranger. */
export interface Sender extends Asker {
  /** The secret under which a known sender is counted. Null for strangers. */
  readonly secret: string | null
  /** The account that a stranger is counted for, by its typed e-mail address. Null: for none. */
  readonly email: string | null
}

/** The sender of a form about an e-mail address. It is known when this browser has signed in to that account before. */
export async function senderOf(visit: AccountVisit, email: string | null): Promise<Sender> {
  const secret = email === null ? null : secretOf(visit, 'device')
  const isKnown = secret !== null && (await visit.backend.store.isKnownDevice(email ?? '', secret))
  return { isKnown, secret: isKnown ? secret : null, email, network: networkOf(visit), onGone: visit.onGone }
}

/** A known sender: signed in, by the secret of the session; or with a valid link, by the link's secret. */
export const knownBy = (visit: AccountVisit, secret: string): Sender => ({
  isKnown: true,
  secret,
  email: null,
  network: networkOf(visit),
  onGone: visit.onGone,
})

/** The stored form of a new password. Refuses the visitor when there is no room for the work. */
export const hashed = async ({ backend }: AccountVisit, password: string, sender: Sender): Promise<string> =>
  (await backend.passwords.hash(password, sender)) ?? refuseBusy()

/** Whether a typed password is the one of a stored form (null: there is none). Refuses the visitor when there is no room for the work. */
export async function isRight(
  { backend }: AccountVisit,
  typed: string | null,
  stored: string | null,
  sender: Sender,
): Promise<boolean> {
  const matches = await backend.passwords.matches(typed ?? '', stored, sender)
  return matches === 'busy' ? refuseBusy() : matches === 'yes'
}

/** The widest network of a visitor. Each network gets its share of the waiting places, however many addresses it has. */
const networkOf = ({ address }: AccountVisit): string => networksOf(address).at(-1) ?? address

/** Counts this action. Null while it is within its limits; otherwise the seconds until it may be tried again. */
export async function countAndWait(
  { backend, address, nowMs }: AccountVisit,
  what: Limited,
  { secret, email }: Sender,
): Promise<number | null> {
  const { network, account, own } = LIMITS[what]
  const networks = networksOf(address)
  const wider = networks.length === 2 ? WIDER_OF_IPV4 : WIDER
  const counted: (readonly [key: string, limit: Limit | null, times?: number | undefined])[] =
    secret !== null
      ? [[`own ${tokenDigest(secret)}`, own]]
      : networks.map((key, index) => [key, network, wider[index]])
  // Only a digest of the mail address: addresses do not belong in the limits store.
  if (secret === null && email !== null) counted.push([tokenDigest(normalEmail(email)), account])
  for (const [key, limited, times = 1] of counted) {
    if (limited === null) continue
    const [most, seconds] = limited
    const window = await backend.limits.take(`account ${what} ${key}`, most * times, 1, nowMs, seconds)
    if (!window.granted) return Math.max(1, Math.ceil(window.resetAt - nowMs / 1000))
  }
  return null
}

/** Counts this action, and refuses the visitor when it is beyond its limits. */
export async function limit(visit: AccountVisit, what: Limited, sender: Sender): Promise<void> {
  const wait = await countAndWait(visit, what, sender)
  if (wait !== null) refuse(tooMany(what, wait))
}

/** At most one line of the log in so many seconds says that codes were refused unread: a guesser must not fill the log. */
const LIMIT_NOTED_S = 600

/**
 * Counts a code of the second factor before it is checked, and refuses the visitor beyond its limits; the account's log has a line of that.
 * All strangers are counted together for the account. They are counted again after a change of it, which no guesser can make without a code.
 */
export async function limitCodes(visit: AccountVisit, account: Account, sender: Sender): Promise<void> {
  const { backend, nowMs } = visit
  const counted = { ...sender, email: `${account.id} ${account.generation}` }
  for (const what of ['code', 'code-day'] as const) {
    const wait = await countAndWait(visit, what, counted)
    if (wait === null) continue
    const line = await backend.limits.take(`account code-log ${account.id}`, 1, 1, nowMs, LIMIT_NOTED_S)
    if (line.granted) await backend.store.noteRefused(account.id, 'refused.code-limit', nowMs, visit.browser)
    refuse(tooMany(what, wait))
  }
}

/** The same for a stranger with a mailed link, whose code may be missing. Not counted when the account has no second factor. */
export async function limitCodesOf(visit: AccountVisit, account: Account | null): Promise<void> {
  if (account === null || (await visit.backend.store.factor(account.id)) === null) return
  await limitCodes(visit, account, await senderOf(visit, null))
}

/** Null when the typed password is that of the signed-in account. Otherwise its fault. */
export async function currentFault(visit: OwnVisit): Promise<Faults | null> {
  // Counted for the session. So a thief of the session cannot guess more often, and does not slow down other visitors.
  const sender = knownBy(visit, visit.session)
  await limit(visit, 'password', sender)
  const found = await visit.backend.store.passwordOf(visit.account.email)
  return (await isRight(visit, visit.form.get('current'), found?.password ?? null, sender))
    ? null
    : { current: 'This is not the password of this account.' }
}

/** Counts the code of a signed-in visitor before it is checked. */
export const limitOwnCodes = (visit: OwnVisit): Promise<void> =>
  limitCodes(visit, visit.account, knownBy(visit, visit.session))

/** The fault of a refused code, for the visitor who typed it or left it out. */
export const faultOfCode = (visit: OwnVisit, why: CodeRefusal): Faults => ({
  code: CODE_FAULTS[typedCode(visit) === '' ? 'missing' : why],
})

/** Null when the password is right and so is the code, which is used up, or when the account has no second factor. */
export async function proofFault(visit: OwnVisit): Promise<Faults | null> {
  const { account, backend, nowMs, browser } = visit
  const fault = await currentFault(visit)
  if (fault !== null || (await backend.store.factor(account.id)) === null) return fault
  await limitOwnCodes(visit)
  const check = await backend.store.useCode(account.id, typedCode(visit), { nowMs, browser })
  return check === 'wrong' || check === 'used' ? faultOfCode(visit, check) : null
}

const tooMany = (what: Limited, wait: number): Page =>
  page(
    429,
    'Too many requests',
    html`<p>
        This was tried too often. Try again in
        ${wait < 120 ? `${wait} seconds` : wait < 7200 ? `${Math.ceil(wait / 60)} minutes` : `${Math.ceil(wait / 3600)} hours`}.
      </p>
      ${
        what === 'sign-in'
          ? html`<p>
              If others try to get into your account, a browser that has signed in to it before is not held up
              by them. On a new one, <a href="/account/forgot">have a link sent</a>: with it you are in.
            </p>`
          : null
      }`,
    { 'retry-after': `${wait}` },
  )
