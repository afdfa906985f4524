// Signing in and out: a session is a row of the account store, its secret is in a cookie.
import { html } from '../html.ts'
import type { AccountAnswer, Page, SeeOther } from '../page.ts'
import { button, panel } from '../parts.ts'
import { cookieOf, secretOf } from './cookies.ts'
import { tooMuch } from './limits.ts'
import { busy, done, emailField, form, page, passwordField, wrong } from './parts.ts'
import type { FormVisit, OwnVisit } from './visit.ts'

const SESSION_LASTS_S = 14 * 86_400

/** Where somebody may be sent on to: pages of the area that can be asked for without being signed in. */
const NEXT = new Set(['/account', '/account/keys', '/account/settings'])

const DONE: Readonly<Record<string, string>> = {
  'signed-out': 'You are signed out.',
  reset: 'Your password is changed. Sign in with it.',
  deleted: 'Your account is deleted. Its keys are refused within five seconds.',
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

/** A new session for whoever knows the password; the same words and the same work for everyone else. */
export async function signIn(visit: FormVisit): Promise<AccountAnswer> {
  const { desk, nowMs } = visit
  const email = visit.form.get('email')?.trim() ?? ''
  if (desk.passwords.isFull()) return busy()
  const refusal = await tooMuch(visit, 'sign-in', email)
  if (refusal !== null) return refusal
  const found = await desk.store.passwordOf(email)
  const matches = await desk.passwords.matches(visit.form.get('password') ?? '', found?.password ?? null)
  if (matches === 'busy') return busy()
  if (matches === 'no' || found === null || found.account.disabled) {
    return showForm(visit, 422, 'This e-mail address and password do not go together.')
  }
  const old = secretOf(visit, 'session')
  if (old !== null) await desk.store.endSession(old)
  // Always a secret of our own making, and a new one: one that somebody planted in this browser becomes nobody's.
  const secret = await desk.store.createSession(found.account.id, nowMs + SESSION_LASTS_S * 1000, nowMs)
  const next = visit.query.get('next') ?? ''
  return {
    kind: 'see-other',
    path: NEXT.has(next) ? next : '/account',
    cookies: [cookieOf('session', desk.secure, secret, SESSION_LASTS_S)],
  }
}

/** What sends a browser away that is signed in no longer. */
export const signedOut = ({ desk }: FormVisit, why: 'signed-out' | 'deleted'): SeeOther => ({
  kind: 'see-other',
  path: `/account/sign-in?done=${why}`,
  cookies: [cookieOf('session', desk.secure, null)],
})

export async function signOut(visit: OwnVisit): Promise<AccountAnswer> {
  await visit.desk.store.endSession(visit.session)
  return signedOut(visit, 'signed-out')
}
