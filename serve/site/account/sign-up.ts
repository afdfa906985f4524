// Making an account: the same answer whether or not the address has one; a mail tells its owner which.
import { isEmail } from '../../accounts/email.ts'
import { passwordFault } from '../../accounts/passwords.ts'
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { button, panel } from '../parts.ts'
import { tooMuch } from './limits.ts'
import { busy, emailField, form, newPasswordField, page } from './parts.ts'
import type { FormVisit } from './visit.ts'

export const NOT_AN_ADDRESS = 'Give one e-mail address, such as ann@example.org.'

const TITLE = 'Create an account'

const CLOSED = page(
  403,
  TITLE,
  html`<p>Nobody can sign up here. Accounts are made by the operator of this service.</p>`,
)

interface Faults {
  readonly email?: string | null
  readonly password?: string | null
}

function showForm(visit: FormVisit, faults: Faults = {}): Html {
  const email = emailField('E-mail', { value: visit.form.get('email') ?? '', fault: faults.email ?? null })
  const password = newPasswordField('Password', { fault: faults.password ?? null })
  return html`${panel(form(visit.csrf, html`${email} ${password} ${button('Create account')}`))}
    <p>You have one? <a href="/account/sign-in">Sign in</a>.</p>`
}

export const showSignUp = (visit: FormVisit): Page =>
  visit.desk.signUp === 'closed' ? CLOSED : page(200, TITLE, showForm(visit))

/** What everyone reads who has asked for a mail. */
export const checkYourMail = (text: Html): Page => page(202, 'Check your e-mail', text)

/** Makes the account, on the first plan of the plans file. */
export async function signUp(visit: FormVisit): Promise<Page> {
  const { desk, nowMs } = visit
  if (desk.signUp === 'closed') return CLOSED
  const email = visit.form.get('email')?.trim() ?? ''
  const password = visit.form.get('password') ?? ''
  const faults: Faults = {
    email: isEmail(email) ? null : NOT_AN_ADDRESS,
    password: passwordFault(password),
  }
  if (desk.passwords.isFull()) return busy()
  const refusal = await tooMuch(visit, 'sign-up', email)
  if (refusal !== null) return refusal
  if (faults.email !== null || faults.password !== null) return page(422, TITLE, showForm(visit, faults))
  const hash = await desk.passwords.hash(password)
  if (hash === null) return busy()
  const [plan = 'free'] = desk.plans.keys()
  await desk.store.signUp({ email, plan, password: hash, nowMs })
  return checkYourMail(html`
    <p>
      A mail is on its way to <strong>${email}</strong>. Open the link in it and press the button: then you
      can create keys.
    </p>
    <p>
      Nothing there after some minutes? Look among the unwanted mails, or
      <a href="/account/verify">have it sent again</a>.
    </p>
  `)
}
