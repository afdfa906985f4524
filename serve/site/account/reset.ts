// A forgotten password: a link by mail, with which a new one is chosen.
import { html, type Html } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, panel } from '../parts.ts'
import { cookieOf } from './cookies.ts'
import { frozen } from './freeze.ts'
import { chosenPassword, linkPage } from './chosen-password.ts'
import { tooManyFor } from './limits.ts'
import { codeFault, codeField, emailForm, form, newPasswordField, page, typedCode } from './parts.ts'
import { deviceCookie, signedIn } from './sign-in.ts'
import { askForMail } from './sign-up.ts'
import type { FormVisit } from './visit.ts'

const FORGOT = 'Reset your password'
const CHOOSE = 'Choose a new password'

const forgotForm = (visit: FormVisit, fault: string | null): Html =>
  html`<p>A link by which you choose a new password is sent to the address of your account.</p>
    ${emailForm(visit, 'Send the link', fault)}
    <p>Remembered it? <a href="/account/sign-in">Sign in</a>.</p>`

export const showForgot = (visit: FormVisit): Page => page(200, FORGOT, forgotForm(visit, null))

export const askForReset = (visit: FormVisit): Promise<Page> => askForMail(visit, 'reset', FORGOT, forgotForm)

function unknown(status: 404 | 410): Page {
  const text =
    status === 410
      ? 'This link has expired.'
      : 'This link is not one of ours, was used before, or was ended by a later change of the account.'
  return page(
    status,
    status === 410 ? 'Link expired' : 'Unknown link',
    html`<p>${text}</p>
      <p><a href="/account/forgot">Have another one sent</a>.</p>`,
  )
}

/** The mail of an account with a second factor says so in its link, so that the page need not ask the store. */
const WITH_CODE = 'code'

function showForm(
  visit: FormVisit,
  status: Page['status'],
  fault: string | null,
  codeIs: string | null = null,
): Page {
  const password = newPasswordField('New password', { fault })
  const asksCode = codeIs !== null || visit.query.has(WITH_CODE)
  const code = asksCode ? codeField({ fault: codeIs }) : null
  return page(status, CHOOSE, panel(form(visit.csrf, html`${password} ${code} ${button('Save')}`)))
}

const PAGES = { unknown, showForm }

/** The page of the mailed link. */
export const showReset = (visit: FormVisit): Promise<Page> =>
  linkPage(visit, visit.query.get('link') ?? '', 'reset', PAGES)

/** Sets the password, uses up the link and ends all sessions. An account with a second factor needs a code too. */
export async function resetPassword(visit: FormVisit): Promise<AccountAnswer> {
  const { backend, nowMs } = visit
  const link = visit.query.get('link') ?? ''
  const hash = await chosenPassword(visit, link, 'reset', PAGES)
  if (typeof hash === 'object') return hash
  const code = typedCode(visit)
  const owner = await backend.store.linkOwner(link, 'reset', nowMs)
  const refusal = await tooManyFor(visit, owner?.account ?? null)
  if (refusal !== null) return refusal
  const done = await backend.store.resetPassword(link, hash, nowMs, { code, browser: visit.browser })
  if (done.kind === 'code') return showForm(visit, 422, null, codeFault(done.why))
  if (done.kind === 'frozen') return frozen(visit)
  if (done.kind !== 'done') return unknown(done.kind === 'expired' ? 410 : 404)
  // Mailbox and factor were shown. Asking for a code again would only make the visitor wait for the next one.
  if (done.hasFactor) return signedIn(visit, done.account, '/account')
  return {
    kind: 'see-other',
    path: '/account/sign-in?done=reset',
    // The visitor can read the mailbox, so this browser becomes a known device. Then strangers do not delay the sign-in that follows.
    cookies: [cookieOf('session', backend.secure, null), await deviceCookie(visit, done.account)],
  }
}
