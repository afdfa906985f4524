// The page of the link that confirms a changed address, by a button.
import { html } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, panel } from '../parts.ts'
import { sendAgainForm, VERIFY } from './ask-for-mail.ts'
import { cookieOf } from './cookies.ts'
import { limit, senderOf } from './limits.ts'
import { deadLink, form, isSecret, page, refuseBusy } from './parts.ts'
import { deviceCookie } from './sign-in.ts'
import type { FormVisit } from './visit.ts'

/**
 * The page of a mail's link. It only shows a button and does not ask the account store: programs that scan mails follow links, and must not
 * verify any address.
 */
export const showVerifyButton = (visit: FormVisit): Page =>
  isSecret(visit.identifier)
    ? page(
        200,
        VERIFY,
        html`<p>Press this button, and the address that the mail came to is the one of your account.</p>
          ${panel(form(visit.csrf, button('Verify this address')))}`,
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
        cookies: [cookieOf('session', backend.secure, null), await deviceCookie(visit, found.account)],
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
