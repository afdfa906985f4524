// The pages of e-mail verification: press the button behind a mail's link, and ask for the mail again.
import { isEmail } from '../../accounts/email.ts'
import { html } from '../html.ts'
import type { Page } from '../page.ts'
import { button } from '../parts.ts'
import { tooMuch } from './limits.ts'
import { busy, form, page } from './parts.ts'
import { emailForm } from './reset.ts'
import { checkYourMail, NOT_AN_ADDRESS } from './sign-up.ts'
import type { FormVisit } from './visit.ts'

const SECRET = /^[0-9A-Za-z]{32}$/
const TITLE = 'Verify your e-mail'

const again = (visit: FormVisit, fault: string | null = null) =>
  emailForm(visit, 'Send again', fault, '/account/verify')

/** Asks for the address of an account whose mail is to be sent again. */
export const showVerifyForm = (visit: FormVisit): Page =>
  page(
    200,
    TITLE,
    html`<p>The address of an account counts once the button behind the link in its mail was pressed.</p>
      ${again(visit)}`,
  )

/**
 * What a mail's link leads to. It only shows a button and asks the account store nothing: programs that look into mails follow
 * links, and must verify nobody.
 */
export const showVerifyButton = (visit: FormVisit): Page =>
  SECRET.test(visit.identifier)
    ? page(
        200,
        TITLE,
        html`<p>Press this button, and the address that the mail came to counts for its account.</p>
          ${form(visit.csrf, button('Verify this address'))}`,
      )
    : unknown(visit)

const unknown = (visit: FormVisit): Page =>
  page(
    404,
    'Unknown link',
    html`<p>
        This link is not one of ours, or was used before: if you have pressed its button, the address is
        verified and you can <a href="/account/sign-in">sign in</a>. Otherwise ask for another:
      </p>
      ${again(visit)}`,
  )

/** The button was pressed: verifies the address that the link was mailed to. */
export async function confirmLink(visit: FormVisit): Promise<Page> {
  const { identifier, desk, nowMs } = visit
  if (!SECRET.test(identifier)) return unknown(visit)
  const refusal = await tooMuch(visit, 'link', null)
  if (refusal !== null) return refusal
  const signIn = html`<p><a href="/account/sign-in">Sign in</a></p>`
  const found = await desk.follow(identifier, nowMs)
  switch (found.kind) {
    case 'confirmed':
      return page(
        200,
        'Address verified',
        html`<p>Your e-mail address is verified. Keys of the account work within five seconds.</p>
          ${signIn}`,
      )
    case 'changed':
      return page(
        200,
        'Address verified',
        html`<p>This is the e-mail address of your account from now on. The old one was told.</p>
          ${signIn}`,
      )
    case 'taken':
      return page(
        410,
        'This address has an account',
        html`<p>Another account has this e-mail address by now, so yours keeps the one it has.</p>`,
      )
    case 'expired':
      return page(
        410,
        'Link expired',
        html`<p>This link has expired. Ask for another:</p>
          ${again(visit)}`,
      )
    case 'unknown':
      return unknown(visit)
    case 'busy':
      return busy()
  }
}

/** Queues the mail again; says the same, as fast, whether or not there is such an account. */
export async function sendAgain(visit: FormVisit): Promise<Page> {
  const email = visit.form.get('email')?.trim() ?? ''
  const refusal = await tooMuch(visit, 'mail', email)
  if (refusal !== null) return refusal
  if (!isEmail(email)) return page(422, TITLE, again(visit, NOT_AN_ADDRESS))
  // Looked into later: neither the words nor the time of this answer or the next say whether there is such an account.
  visit.desk.outbox.askForVerification(email)
  return checkYourMail(
    html`<p>
      If an account with this address waits for verification, a mail is on its way to it. It is sent at most
      once in five minutes.
    </p>`,
  )
}
