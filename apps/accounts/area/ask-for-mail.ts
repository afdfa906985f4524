// The forms that ask for a mail (sign-up, reset, verification), and the page of the link that verifies a changed address. The forms answer
// every address alike; the mail tells its owner the rest.
import { isEmail } from '../store/email.ts'
import type { AskedKind } from '../store/mails.ts'
import { html, type Html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import { button } from '#apps/site/frame/parts.ts'
import { cookieOf } from './cookies.ts'
import { limit, senderOf } from './limits.ts'
import {
  deadLink,
  emailForm,
  type Faults,
  formPanel,
  type FormVisit,
  isSecret,
  page,
  refuseBusy,
  statusOf,
} from './parts.ts'
import { deviceCookies } from './sign-in.ts'

export const NOT_AN_ADDRESS = 'Give one e-mail address, such as ann@example.org.'
/** The title of the pages about verification. */
const VERIFY = 'Verify your e-mail'
const SIGN_UP = 'Create an account'

export const CLOSED = page(
  403,
  SIGN_UP,
  html`<p>Nobody can sign up here. Accounts are made by the operator of this service.</p>`,
)

/** The form that has the mail of an account sent again. */
const sendAgainForm = (visit: FormVisit, faults: Faults = {}): Html =>
  emailForm(visit, 'Send again', faults, '/account/verify')

interface AskedMail {
  readonly title: string
  readonly form: (visit: FormVisit, faults: Faults) => Html
  /** The message on the page after the form. */
  readonly asked: (email: string) => Html
}

const MAILS: Readonly<Record<AskedKind, AskedMail>> = {
  'sign-up': {
    title: SIGN_UP,
    form: (visit, faults) =>
      html`<p>Enter your e-mail address. We mail you a link to a page where you choose a password.</p>
        ${emailForm(visit, 'Send the link', faults)}
        <p>Already have an account? <a href="/account/sign-in">Sign in</a>.</p>`,
    asked: (email) =>
      html`<p>
          A mail is on its way to <strong>${email}</strong>. Open the link in it and choose a password: then
          you have an account. The link works for two days.
        </p>
        <p>
          Nothing there after some minutes? Look in the spam folder, or
          <a href="/account/sign-up">have it sent again</a>. It is sent at most once in five minutes.
        </p>`,
  },
  reset: {
    title: 'Reset your password',
    form: (visit, faults) =>
      html`<p>A link by which you choose a new password is sent to the address of your account.</p>
        ${emailForm(visit, 'Send the link', faults)}
        <p>Remembered it? <a href="/account/sign-in">Sign in</a>.</p>`,
    asked: () =>
      html`<p>
        If there is an account with this address, a mail with a link is on its way to it. The link works for
        an hour; a mail is sent at most once in five minutes.
      </p>`,
  },
  verification: {
    title: VERIFY,
    form: sendAgainForm,
    asked: () =>
      html`<p>
        If an account with this address waits for verification, a mail is on its way to it. It is sent at most
        once in five minutes.
      </p>`,
  },
}

const isClosed = (kind: AskedKind, { backend }: FormVisit): boolean =>
  kind === 'sign-up' && backend.signUp === 'closed'

const formPage = (kind: AskedKind, visit: FormVisit, faults: Faults = {}): Page =>
  isClosed(kind, visit) ? CLOSED : page(statusOf(faults), MAILS[kind].title, MAILS[kind].form(visit, faults))

export const showSignUp = (visit: FormVisit): Page => formPage('sign-up', visit)
export const showForgot = (visit: FormVisit): Page => formPage('reset', visit)

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
    if (isClosed(kind, visit)) return CLOSED
    const email = visit.form.get('email')?.trim() ?? ''
    const sender = await senderOf(visit, email)
    await limit(visit, 'mail', sender)
    if (!isEmail(email)) return formPage(kind, visit, { email: NOT_AN_ADDRESS })
    const isOwn = kind === 'reset' && sender.isKnown
    await visit.backend.outbox.ask({ kind, email, isOwn }, visit.nowMs)
    return page(202, 'Check your e-mail', MAILS[kind].asked(email))
  }

/** Queues the mail with the link that creates the account. Nothing is created before. */
export const signUp = ask('sign-up')
export const askForReset = ask('reset')
export const sendAgain = ask('verification')

/**
 * The page of the link in a mail to a new address. It only shows a button and does not ask the account store: programs that scan mails follow
 * links, and must not verify any address.
 */
export const showVerifyButton = (visit: FormVisit): Page =>
  isSecret(visit.identifier)
    ? page(
        200,
        VERIFY,
        html`<p>Press this button, and the address that the mail came to is the one of your account.</p>
          ${formPanel(visit, button('Verify this address'))}`,
      )
    : unknown(visit)

const unknown = (visit: FormVisit): Page =>
  deadLink(
    'unknown',
    html`<p>
        This link is not one of ours, was used before, or was ended by a later change of the account. If you
        have pressed its button, the address is verified and you can
        <a href="/account/sign-in">sign in</a>. An account that waits for verification gets another mail here:
      </p>
      ${sendAgainForm(visit)}`,
  )

/** Handles the button: the address to which the link was mailed becomes the account's. */
export async function confirmLink(visit: FormVisit): Promise<AccountAnswer> {
  const { identifier, backend, browser, nowMs } = visit
  if (!isSecret(identifier)) return unknown(visit)
  await limit(visit, 'link', await senderOf(visit, null))
  const found = await backend.follow(() => backend.store.changeEmail(identifier, nowMs, browser), refuseBusy)
  switch (found.kind) {
    case 'changed':
      return {
        ...page(
          200,
          'Address verified',
          html`<p>
              This is the e-mail address of your account from now on. The old one was told, and all sessions
              have ended.
            </p>
            <p><a href="/account/sign-in">Sign in</a></p>`,
        ),
        cookies: [cookieOf(visit, 'session', null), ...(await deviceCookies(visit, found.account))],
      }
    case 'taken':
      return page(
        410,
        'This address has an account',
        html`<p>Another account has this e-mail address by now, so yours keeps the one it has.</p>`,
      )
    case 'expired':
      return deadLink(
        'expired',
        html`<p>This link has expired. <a href="/account/settings">Ask for the change again</a>.</p>`,
      )
    case 'frozen':
    case 'unknown':
      return unknown(visit)
  }
}
