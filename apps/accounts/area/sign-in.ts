// Signing in and out: a session is a row of the account store, and its secret is in a cookie. A second factor is asked for in between.
import type { Account } from '../store/accounts.ts'
import { html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Cookie, Page, SeeOther } from '#apps/site/frame/page.ts'
import { button } from '#apps/site/frame/parts.ts'
import { cookieOf, LASTS_S, secretOf } from './cookies.ts'
import { isRight, limit, limitCodes, senderOf } from './limits.ts'
import {
  busy,
  CODE_FAULTS,
  done,
  type Faults,
  formPanel,
  type FormVisit,
  input,
  operator,
  type OwnVisit,
  page,
  refuseBusy,
  seeOther,
  statusOf,
  typedCode,
  wrong,
} from './parts.ts'

/** Pages that may be opened after signing in: those of the area that a visitor can ask for before it. */
const NEXT = new Set([
  '/account',
  '/account/keys',
  '/account/usage',
  '/account/settings',
  '/account/second-factor',
  '/account/log',
])

const DONE = new Map([
  ['signed-out', 'You are signed out.'],
  ['reset', 'Your password is changed. Sign in with it.'],
  ['deleted', 'Your account is deleted. Its keys are refused within five seconds.'],
  ['late', 'That took too long. Sign in again.'],
  ['overtaken', 'The account was changed elsewhere, and this session has ended. Sign in again.'],
])

function showForm(visit: FormVisit, fault: string | null): Page {
  const email = input('email', {}, { value: visit.form.get('email') ?? '' })
  const said = visit.form.size === 0 ? DONE.get(visit.query.get('done') ?? '') : null
  return page(
    fault === null ? 200 : 422,
    'Sign in',
    html`${done(said)} ${wrong(fault)}
      ${formPanel(visit, html`${email} ${input('password')} ${button('Sign in')}`)}
      <p><a href="/account/forgot">Forgot your password?</a></p>
      ${
        visit.backend.signUp === 'closed'
          ? null
          : html`<p>No account yet? <a href="/account/sign-up">Create an account</a>.</p>`
      }`,
  )
}

export const showSignIn = (visit: FormVisit): Page => showForm(visit, null)

/** Opens a session when the password is right. In all other cases: the same words and the same work. */
export async function signIn(visit: FormVisit): Promise<AccountAnswer> {
  const { backend } = visit
  const email = visit.form.get('email')?.trim() ?? ''
  const sender = await senderOf(visit, email)
  if (backend.passwords.isFull(sender)) return busy()
  await limit(visit, 'sign-in', sender)
  const found = await backend.store.passwordOf(email)
  const isHolder = await isRight(visit, visit.form.get('password'), found?.password ?? null, sender)
  if (!isHolder || found === null || found.account.disabled || !found.account.verified) {
    return showForm(visit, 'Wrong e-mail or password.')
  }
  const asked = visit.query.get('next') ?? ''
  const next = NEXT.has(asked) ? asked : '/account'
  const { account } = found
  if ((await backend.store.factor(account.id)) === null)
    return seeOther(next, await openSession(visit, account))
  const secret = await backend.store.createLink({
    purpose: 'sign-in',
    accountId: account.id,
    email: null,
    generation: account.generation,
    detail: next,
    expiresAtMs: visit.nowMs + LASTS_S.factor * 1000,
    nowMs: visit.nowMs,
  })
  return seeOther('/account/sign-in/code', [cookieOf(visit, 'factor', secret)])
}

const codePage = (visit: FormVisit, faults: Faults = {}): Page =>
  page(
    statusOf(faults),
    'Enter your code',
    html`${formPanel(visit, html`${input('code', faults)} ${button('Sign in')}`)}
      <p>
        Lost the app and all recovery codes? Write to ${operator(visit)}: only they can help.
        <a href="/account/sign-in">Sign in to another account</a>.
      </p>`,
  )

const late = (visit: FormVisit): SeeOther =>
  seeOther('/account/sign-in?done=late', [cookieOf(visit, 'factor', null)])

/** `/account/sign-in/code`: the page after the password, for accounts with a second factor. */
export const showCode = (visit: FormVisit): AccountAnswer =>
  secretOf(visit, 'factor') === null ? late(visit) : codePage(visit)

/** Opens the session for which the password was checked before, when the code is right. */
export async function signInByCode(visit: FormVisit): Promise<AccountAnswer> {
  const { backend, nowMs, browser } = visit
  const secret = secretOf(visit, 'factor')
  if (secret === null) return late(visit)
  await limit(visit, 'link', await senderOf(visit, null))
  const half = await backend.follow(() => backend.store.linkOwner(secret, 'sign-in', nowMs), refuseBusy)
  if (half === null) return late(visit)
  const { account } = half
  await limitCodes(visit, account, await senderOf(visit, account.email))
  const check = await backend.store.useCode(account.id, typedCode(visit), { nowMs, browser })
  if (check === 'wrong' || check === 'used') return codePage(visit, { code: CODE_FAULTS[check] })
  if ((await backend.store.useLink(secret, 'sign-in', nowMs)).kind !== 'used') return late(visit)
  const cookies = await openSession(visit, account)
  return seeOther(half.detail ?? '/account', [...cookies, cookieOf(visit, 'factor', null)])
}

/**
 * Signs a browser in to an account in the state in which it was read, and returns its cookies. The session always gets a new secret from
 * this server, so that a secret which someone planted in this browser becomes useless.
 */
async function openSession(visit: FormVisit, account: Account): Promise<readonly Cookie[]> {
  const { backend, nowMs, browser } = visit
  const old = secretOf(visit, 'session')
  if (old !== null) await backend.store.endSession(old)
  const endsMs = nowMs + LASTS_S.session * 1000
  const secret = await backend.store.createSession(account.id, endsMs, nowMs, account.generation, browser)
  return sessionCookies(visit, account, secret)
}

/** The cookies of a browser that is signed in by the session with this secret. */
export const sessionCookies = async (
  visit: FormVisit,
  account: Account,
  secret: string,
): Promise<readonly Cookie[]> => [
  cookieOf(visit, 'session', secret),
  ...(await deviceCookies(visit, account)),
]

/** The cookies that make this browser known for the account from now on. */
export async function deviceCookies(
  visit: FormVisit,
  { id, generation }: Account,
): Promise<readonly Cookie[]> {
  const { backend, nowMs } = visit
  const secret = await backend.store.noteDevice(id, secretOf(visit, 'device'), generation, nowMs)
  return [cookieOf(visit, 'device', secret), cookieOf(visit, 'known', backend.browsers.signed(id))]
}

/** The redirect for a browser that is no longer signed in. */
export const signedOut = (visit: FormVisit, why: 'signed-out' | 'deleted' | 'overtaken'): SeeOther =>
  seeOther(`/account/sign-in?done=${why}`, [cookieOf(visit, 'session', null)])

export async function signOut(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, backend, session, nowMs, browser } = visit
  await backend.store.signOut(account.id, session, nowMs, browser)
  return signedOut(visit, 'signed-out')
}
