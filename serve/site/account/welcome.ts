// The page of a sign-up's link: the visitor chooses a password, and only then the account is created.
import { html } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, panel } from '../parts.ts'
import { chosenPassword, linkPage } from './chosen-password.ts'
import { form, newPasswordField, page } from './parts.ts'
import { signedIn } from './sign-in.ts'
import { CLOSED } from './sign-up.ts'
import type { FormVisit } from './visit.ts'

const TITLE = 'Choose a password'

function showForm(visit: FormVisit, status: Page['status'], fault: string | null): Page {
  const password = newPasswordField('Password', { fault })
  return page(
    status,
    TITLE,
    html`<p>The e-mail of your account is the address that this link was mailed to.</p>
      ${panel(form(visit.csrf, html`${password} ${button('Create account')}`))}`,
  )
}

const unknown = (status: 404 | 410): Page =>
  page(
    status,
    status === 410 ? 'Link expired' : 'Unknown link',
    html`<p>
        ${status === 410 ? 'This link has expired.' : 'This link is not one of ours, or was used before.'}
      </p>
      <p>
        <a href="/account/sign-up">Have another one sent</a>, or <a href="/account/sign-in">sign in</a> if you
        have an account.
      </p>`,
  )

const taken = (): Page =>
  page(
    410,
    'You have an account',
    html`<p>
      This address has an account already, and its password stays as it is.
      <a href="/account/sign-in">Sign in</a>, or <a href="/account/forgot">reset your password</a>.
    </p>`,
  )

const PAGES = { unknown, showForm }

/** The page of the mailed link. */
export const showWelcome = (visit: FormVisit): Promise<Page> =>
  linkPage(visit, visit.identifier, 'welcome', PAGES)

/** Creates or verifies the account of the address to which the link was mailed, and signs in. */
export async function createAccount(visit: FormVisit): Promise<AccountAnswer> {
  const { identifier: link, backend, browser, nowMs } = visit
  const hash = await chosenPassword(visit, link, 'welcome', PAGES)
  if (typeof hash === 'object') return hash
  const [first = 'free'] = backend.plans.keys()
  const plan = backend.signUp === 'closed' ? null : first
  const done = await backend.store.welcome(link, { password: hash, plan, nowMs, browser })
  switch (done.kind) {
    case 'welcome':
      return signedIn(visit, done.account, '/account')
    case 'taken':
      return taken()
    case 'closed':
      return CLOSED
    case 'expired':
    case 'unknown':
    case 'frozen':
      return unknown(done.kind === 'expired' ? 410 : 404)
  }
}
