// The pages of e-mail verification: ask for an account's mail again, and confirm a changed address by a button.
import { html } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, panel } from '../parts.ts'
import { cookieOf } from './cookies.ts'
import { senderOf, tooMuch } from './limits.ts'
import { busy, emailForm, form, isSecret, page } from './parts.ts'
import { deviceCookie } from './sign-in.ts'
import { askForMail } from './sign-up.ts'
import type { FormVisit } from './visit.ts'

const TITLE = 'Verify your e-mail'

const again = (visit: FormVisit, fault: string | null = null) =>
  emailForm(visit, 'Send again', fault, '/account/verify')

/** Asks for the address of the account whose mail is to be sent again. */
export const showVerifyForm = (visit: FormVisit): Page =>
  page(
    200,
    TITLE,
    html`<p>
        If an account was made for you, its mail has a link to a page where you choose a password. Have that
        mail sent again:
      </p>
      ${again(visit)}
      <p>No account yet? <a href="/account/sign-up">Create an account</a>.</p>`,
  )

/**
 * The page of a mail's link. It only shows a button and does not ask the account store: programs that scan mails follow links, and must not
 * verify any address.
 */
export const showVerifyButton = (visit: FormVisit): Page =>
  isSecret(visit.identifier)
    ? page(
        200,
        TITLE,
        html`<p>Press this button, and the address that the mail came to is the one of your account.</p>
          ${panel(form(visit.csrf, button('Verify this address')))}`,
      )
    : unknown(visit)

const unknown = (visit: FormVisit): Page =>
  page(
    404,
    'Unknown link',
    html`<p>
        This link is not one of ours, was used before, or was ended by a later change of the account. If you
        have pressed its button, the address is verified and you can
        <a href="/account/sign-in">sign in</a>. An account that waits for verification gets another mail here:
      </p>
      ${again(visit)}`,
  )

/** Handles the button: the address to which the link was mailed becomes the account's. */
export async function confirmLink(visit: FormVisit): Promise<AccountAnswer> {
  const { identifier, backend, browser, nowMs } = visit
  if (!isSecret(identifier)) return unknown(visit)
  const refusal = await tooMuch(visit, 'link', await senderOf(visit, null))
  if (refusal !== null) return refusal
  const found = await backend.follow(() => backend.store.changeEmail(identifier, nowMs, browser))
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
        cookies: [cookieOf('session', backend.secure, null), await deviceCookie(visit, found.account)],
      }
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
        html`<p>This link has expired. <a href="/account/settings">Ask for the change again</a>.</p>`,
      )
    case 'busy':
      return busy()
    case 'frozen':
    case 'unknown':
      return unknown(visit)
  }
}

export const sendAgain = (visit: FormVisit): Promise<Page> => askForMail(visit, 'verification', TITLE, again)
