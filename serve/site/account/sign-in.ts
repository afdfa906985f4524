// Signing in and out: a session is a row of the account store, and its secret is in a cookie.
import type { Account } from '../../accounts/accounts.ts'
import { html } from '../html.ts'
import type { AccountAnswer, Cookie, Page, SeeOther } from '../page.ts'
import { button, panel } from '../parts.ts'
import { cookieOf, secretOf } from './cookies.ts'
import { senderOf, tooMuch } from './limits.ts'
import { busy, done, emailField, form, page, passwordField, wrong } from './parts.ts'
import type { FormVisit, OwnVisit } from './visit.ts'

const SESSION_LASTS_S = 14 * 86_400
/** Browsers keep a cookie no longer than this. */
const DEVICE_LASTS_S = 400 * 86_400

/** Pages that may be opened after signing in: those of the area that a visitor can ask for before it. */
const NEXT = new Set(['/account', '/account/keys', '/account/usage', '/account/settings'])

const DONE: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  reset: 'Your password is changed. Sign in with it.',
  deleted: 'Your account is deleted. Its keys are refused within five seconds.',
  overtaken: 'The account was changed elsewhere meanwhile, and this session has ended. Sign in again.',
}

function showForm(visit: FormVisit, status: Page['status'], fault: string | null): Page {
  const email = emailField('E-mail', { value: visit.form.get('email') ?? '' })
  const password = passwordField('Password', 'password')
  const said = visit.form.size === 0 ? DONE[visit.query.get('done') ?? ''] : null
  return page(
    status,
    'Sign in',
    html`${done(said)} ${wrong(fault)}
      ${panel(form(visit.csrf, html`${email} ${password} ${button('Sign in')}`))}
      <p><a href="/account/forgot">Forgot your password?</a></p>
      ${
        visit.desk.signUp === 'closed'
          ? null
          : html`<p>No account yet? <a href="/account/sign-up">Create an account</a>.</p>`
      }`,
  )
}

export const showSignIn = (visit: FormVisit): Page => showForm(visit, 200, null)

/** Opens a session when the password is right. In all other cases: the same words and the same work. */
export async function signIn(visit: FormVisit): Promise<AccountAnswer> {
  const { desk } = visit
  const email = visit.form.get('email')?.trim() ?? ''
  const sender = await senderOf(visit, email)
  if (desk.passwords.isFull(sender)) return busy()
  const refusal = await tooMuch(visit, 'sign-in', sender)
  if (refusal !== null) return refusal
  const found = await desk.store.passwordOf(email)
  const matches = await desk.passwords.matches(
    visit.form.get('password') ?? '',
    found?.password ?? null,
    sender,
  )
  if (matches === 'busy') return busy()
  if (matches === 'no' || found === null || found.account.disabled || !found.account.verified) {
    return showForm(visit, 422, 'This e-mail address and password do not go together.')
  }
  const next = visit.query.get('next') ?? ''
  return signedIn(visit, found.account, NEXT.has(next) ? next : '/account')
}

/**
 * Signs a browser in to an account in the state in which it was read, and redirects it. The session always gets a new secret from this
 * server, so that a secret which someone planted in this browser becomes useless.
 */
export async function signedIn(visit: FormVisit, account: Account, path: string): Promise<SeeOther> {
  const { desk, nowMs } = visit
  const old = secretOf(visit, 'session')
  if (old !== null) await desk.store.endSession(old)
  const endsMs = nowMs + SESSION_LASTS_S * 1000
  const secret = await desk.store.createSession(account.id, endsMs, nowMs, account.generation)
  return {
    kind: 'see-other',
    path,
    cookies: [cookieOf('session', desk.secure, secret, SESSION_LASTS_S), await deviceCookie(visit, account)],
  }
}

/** The cookie that makes this browser known for the account from now on. */
export async function deviceCookie(visit: FormVisit, { id, generation }: Account): Promise<Cookie> {
  const { desk, nowMs } = visit
  const secret = await desk.store.noteDevice(id, secretOf(visit, 'device'), generation, nowMs)
  return cookieOf('device', desk.secure, secret, DEVICE_LASTS_S)
}

/** The redirect for a browser that is no longer signed in. */
export const signedOut = ({ desk }: FormVisit, why: 'signed-out' | 'deleted' | 'overtaken'): SeeOther => ({
  kind: 'see-other',
  path: `/account/sign-in?done=${why}`,
  cookies: [cookieOf('session', desk.secure, null)],
})

export async function signOut(visit: OwnVisit): Promise<AccountAnswer> {
  await visit.desk.store.endSession(visit.session)
  return signedOut(visit, 'signed-out')
}
