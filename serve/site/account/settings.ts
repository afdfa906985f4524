// Settings: password, e-mail address, sessions, the data of the account, and its deletion.
import { isFrozen } from '../../accounts/accounts.ts'
import { isEmail, normalEmail } from '../../accounts/email.ts'
import { exportAccount } from '../../accounts/export.ts'
import { passwordFault } from '../../accounts/passwords.ts'
import { html, type Html } from '../html.ts'
import type { AccountAnswer, Page, SeeOther } from '../page.ts'
import { button, panel, section } from '../parts.ts'
import { frozen } from './freeze.ts'
import { knownBy, tooMuch } from './limits.ts'
import { busy, done, emailField, form, newPasswordField, page, passwordField } from './parts.ts'
import { signedIn, signedOut } from './sign-in.ts'
import { NOT_AN_ADDRESS } from './sign-up.ts'
import type { OwnVisit } from './visit.ts'

/** Actions that are refused while the account is frozen. */
const HELD: ReadonlySet<string> = new Set(['password', 'email', 'delete'])

/** The forms of the page, by their `do` field. */
type Form = 'password' | 'email' | 'sessions' | 'data' | 'delete'

/** The faults of a form, by field. */
interface Faults {
  readonly of: Form
  readonly current?: string | null
  readonly password?: string | null
  readonly email?: string | null
}

const DONE: Readonly<Record<string, string>> = {
  password: 'Your password is changed. All other sessions and every link that was mailed before have ended.',
  email:
    'A mail is on its way to the new address: press the button behind its link, and the address counts. The one of now was told.',
}

const part = (visit: OwnVisit, what: Form, title: string, content: Html): Html | null => {
  const fields = html`<input type="hidden" name="do" value="${what}" />${content}`
  return section(title, panel(form(visit.csrf, fields)))
}

function settingsPage(visit: OwnVisit, status: Page['status'], faults: Faults | null): Page {
  const faultOf = (what: Form, name: 'current' | 'password' | 'email'): string | null =>
    faults?.of === what ? (faults[name] ?? null) : null
  const current = (what: Form): Html =>
    passwordField('Current password', 'current', {
      form: `${what}-`,
      fault: faultOf(what, 'current'),
    })
  const password = newPasswordField('New password', {
    form: 'password-',
    fault: faultOf('password', 'password'),
  })
  const email = emailField('New e-mail', {
    form: 'email-',
    value: faults?.of === 'email' ? (visit.form.get('email') ?? '') : '',
    fault: faultOf('email', 'email'),
  })
  return page(
    status,
    'Settings',
    html`${done(faults === null ? DONE[visit.query.get('done') ?? ''] : null)}
    ${part(
      visit,
      'password',
      'Change password',
      html`${current('password')} ${password} ${button('Change password')}`,
    )}
    ${part(
      visit,
      'email',
      'Change e-mail',
      html`<p>It is <strong>${visit.account.email}</strong> now.</p>
        ${email} ${current('email')} ${button('Change e-mail')}`,
    )}
    ${part(
      visit,
      'sessions',
      'Sessions',
      html`<p>
          Ends all sessions of this account, this one too, and every link that was mailed before. Keys go on
          working.
        </p>
        ${button('Sign out everywhere', 'quiet')}`,
    )}
    ${part(
      visit,
      'data',
      'Your data',
      html`<p>All that is stored of this account, as JSON.</p>
        ${button('Download my data', 'quiet')}`,
    )}
    ${part(
      visit,
      'delete',
      'Delete the account',
      html`<p>
          Its keys are refused within five seconds, and your address is forgotten. This cannot be taken back.
          What was counted and what was done to the account is kept without your address, until the operator
          of this service has it forgotten.
        </p>
        ${current('delete')} ${button('Delete the account', 'danger')}`,
    )}`,
  )
}

export const showSettings = (visit: OwnVisit): Page => settingsPage(visit, 200, null)

const doneAt = (what: 'password' | 'email'): string => `/account/settings?done=${what}`

/** The redirect after the account was changed elsewhere since this page was requested. That change also ended this session. */
const overtaken = (visit: OwnVisit): SeeOther => signedOut(visit, 'overtaken')

/** Null when the current password was given. Otherwise the answer. */
async function withoutPassword(visit: OwnVisit, what: Form): Promise<Page | null> {
  const { account, desk } = visit
  // Counted for the session. So a thief of the session cannot guess more often, and does not slow down other visitors.
  const sender = knownBy(visit, visit.session)
  const refusal = await tooMuch(visit, 'password', sender)
  if (refusal !== null) return refusal
  const found = await desk.store.passwordOf(account.email)
  const matches = await desk.passwords.matches(
    visit.form.get('current') ?? '',
    found?.password ?? null,
    sender,
  )
  if (matches === 'busy') return busy()
  return matches === 'yes'
    ? null
    : settingsPage(visit, 422, { of: what, current: 'This is not the password of this account.' })
}

/** Handles a form of the page. */
export async function changeSettings(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, desk, form: sent, nowMs, session } = visit
  const what = sent.get('do') ?? ''
  if (isFrozen(account, nowMs) && HELD.has(what)) return frozen()
  switch (what) {
    case 'password': {
      const password = sent.get('password') ?? ''
      const fault = passwordFault(password)
      if (fault !== null) return settingsPage(visit, 422, { of: 'password', password: fault })
      const refusal = await withoutPassword(visit, 'password')
      if (refusal !== null) return refusal
      const hash = await desk.passwords.hash(password, knownBy(visit, session))
      if (hash === null) return busy()
      if (!(await desk.store.setPassword(account.id, hash, nowMs, account.generation)))
        return overtaken(visit)
      // The visitor stays signed in, with a new secret.
      return signedIn(visit, { ...account, generation: account.generation + 1 }, doneAt('password'))
    }
    case 'email': {
      const email = normalEmail(sent.get('email') ?? '')
      if (!isEmail(email)) return settingsPage(visit, 422, { of: 'email', email: NOT_AN_ADDRESS })
      const refusal =
        (await withoutPassword(visit, 'email')) ?? (await tooMuch(visit, 'mail', knownBy(visit, session)))
      if (refusal !== null) return refusal
      if (!(await desk.store.askForEmail(account, email, nowMs))) return overtaken(visit)
      return { kind: 'see-other', path: doneAt('email') }
    }
    case 'sessions':
      await desk.store.endSessions(account.id, nowMs)
      return signedOut(visit, 'signed-out')
    case 'data':
      return {
        kind: 'download',
        name: 'account.json',
        type: 'application/json; charset=utf-8',
        body: `${JSON.stringify(await exportAccount(desk.store, account, nowMs), null, 2)}\n`,
      }
    case 'delete': {
      const refusal = await withoutPassword(visit, 'delete')
      if (refusal !== null) return refusal
      await desk.store.deleteAccount(account.id, nowMs)
      return signedOut(visit, 'deleted')
    }
    default:
      return settingsPage(visit, 422, null)
  }
}
