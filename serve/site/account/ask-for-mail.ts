// The forms that ask for a mail (sign-up, reset, verification). They answer every address alike; the mail tells its owner the rest.
import { isEmail } from '../../accounts/email.ts'
import type { AskedKind } from '../../accounts/mails.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { limit, senderOf } from './limits.ts'
import { emailForm, page } from './parts.ts'
import type { FormVisit } from './visit.ts'

export const NOT_AN_ADDRESS = 'Give one e-mail address, such as ann@example.org.'
/** The title of the pages about verification. */
export const VERIFY = 'Verify your e-mail'
const SIGN_UP = 'Create an account'

export const CLOSED = page(
  403,
  SIGN_UP,
  html`<p>Nobody can sign up here. Accounts are made by the operator of this service.</p>`,
)

/** The form that has the mail of an account sent again. */
export const sendAgainForm = (visit: FormVisit, fault: string | null = null): Html =>
  emailForm(visit, 'Send again', fault, '/account/verify')

const TITLES: Readonly<Record<AskedKind, string>> = {
  'sign-up': SIGN_UP,
  reset: 'Reset your password',
  verification: VERIFY,
}

/** The form of each mail. `fault`: what is wrong with the typed address. */
const FORMS: Readonly<Record<AskedKind, (visit: FormVisit, fault: string | null) => Html>> = {
  'sign-up': (visit, fault) =>
    html`<p>Enter your e-mail address. We mail you a link to a page where you choose a password.</p>
      ${emailForm(visit, 'Send the link', fault)}
      <p>Already have an account? <a href="/account/sign-in">Sign in</a>.</p>`,
  reset: (visit, fault) =>
    html`<p>A link by which you choose a new password is sent to the address of your account.</p>
      ${emailForm(visit, 'Send the link', fault)}
      <p>Remembered it? <a href="/account/sign-in">Sign in</a>.</p>`,
  verification: sendAgainForm,
}

/** What the page after asking for a mail says. */
const ASKED: Readonly<Record<AskedKind, (email: string) => Html>> = {
  'sign-up': (email) =>
    html`<p>
        A mail is on its way to <strong>${email}</strong>. Open the link in it and choose a password: then you
        have an account. The link works for two days.
      </p>
      <p>
        Nothing there after some minutes? Look in the spam folder, or
        <a href="/account/sign-up">have it sent again</a>. It is sent at most once in five minutes.
      </p>`,
  reset: () =>
    html`<p>
      If there is an account with this address, a mail with a link is on its way to it. The link works for an
      hour; a mail is sent at most once in five minutes.
    </p>`,
  verification: () =>
    html`<p>
      If an account with this address waits for verification, a mail is on its way to it. It is sent at most
      once in five minutes.
    </p>`,
}

const formOf =
  (kind: AskedKind) =>
  (visit: FormVisit): Page =>
    kind === 'sign-up' && visit.backend.signUp === 'closed'
      ? CLOSED
      : page(200, TITLES[kind], FORMS[kind](visit, null))

export const showSignUp = formOf('sign-up')
export const showForgot = formOf('reset')

/** Asks for the address of the account whose mail is to be sent again. */
export const showVerifyForm = (visit: FormVisit): Page =>
  page(
    200,
    VERIFY,
    html`<p>
        If an account was made for you, its mail has a link to a page where you choose a password. Have that
        mail sent again:
      </p>
      ${sendAgainForm(visit)}
      <p>No account yet? <a href="/account/sign-up">Create an account</a>.</p>`,
  )

/**
 * Queues a mail to the typed address, or shows its form again. The answer and its time are the same for every address: whether it has an
 * account is checked later.
 */
const ask =
  (kind: AskedKind) =>
  async (visit: FormVisit): Promise<Page> => {
    if (kind === 'sign-up' && visit.backend.signUp === 'closed') return CLOSED
    const email = visit.form.get('email')?.trim() ?? ''
    await limit(visit, 'mail', await senderOf(visit, email))
    if (!isEmail(email)) return page(422, TITLES[kind], FORMS[kind](visit, NOT_AN_ADDRESS))
    await visit.backend.outbox.ask(kind, email, visit.nowMs)
    return page(202, 'Check your e-mail', ASKED[kind](email))
  }

/** Queues the mail with the link that creates the account. Nothing is created before. */
export const signUp = ask('sign-up')
export const askForReset = ask('reset')
export const sendAgain = ask('verification')
