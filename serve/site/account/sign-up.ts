// The form for a new account asks only for an address and answers every address alike; a mail tells its owner the rest.
import { isEmail } from '../../accounts/email.ts'
import type { AskedKind } from '../../accounts/mails.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { senderOf, tooMuch } from './limits.ts'
import { emailForm, page } from './parts.ts'
import type { FormVisit } from './visit.ts'

export const NOT_AN_ADDRESS = 'Give one e-mail address, such as ann@example.org.'

const TITLE = 'Create an account'

export const CLOSED = page(
  403,
  TITLE,
  html`<p>Nobody can sign up here. Accounts are made by the operator of this service.</p>`,
)

const showForm = (visit: FormVisit, fault: string | null): Html =>
  html`<p>Enter your e-mail address. We mail you a link to a page where you choose a password.</p>
    ${emailForm(visit, 'Send the link', fault)}
    <p>Already have an account? <a href="/account/sign-in">Sign in</a>.</p>`

export const showSignUp = (visit: FormVisit): Page =>
  visit.backend.signUp === 'closed' ? CLOSED : page(200, TITLE, showForm(visit, null))

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

/**
 * Queues a mail to the typed address, or shows its form again. The answer and its time are the same for every address: whether it has an
 * account is checked later.
 */
export async function askForMail(
  visit: FormVisit,
  kind: AskedKind,
  title: string,
  formOf: (visit: FormVisit, fault: string) => Html,
): Promise<Page> {
  const email = visit.form.get('email')?.trim() ?? ''
  const refusal = await tooMuch(visit, 'mail', await senderOf(visit, email))
  if (refusal !== null) return refusal
  if (!isEmail(email)) return page(422, title, formOf(visit, NOT_AN_ADDRESS))
  await visit.backend.outbox.ask(kind, email, visit.nowMs)
  return page(202, 'Check your e-mail', ASKED[kind](email))
}

/** Queues the mail with the link that creates the account. Nothing is created before. */
export const signUp = async (visit: FormVisit): Promise<Page> =>
  visit.backend.signUp === 'closed' ? CLOSED : askForMail(visit, 'sign-up', TITLE, showForm)
