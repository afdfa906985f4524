// Settings: password, e-mail address, second factor, sessions, security log, the data of the account, and its deletion.
import { isFrozen } from '../../accounts/accounts.ts'
import { isEmail, normalEmail } from '../../accounts/email.ts'
import { exportAccount } from '../../accounts/export.ts'
import type { Factor } from '../../accounts/factors.ts'
import { passwordFault } from '../../accounts/passwords.ts'
import type { Session } from '../../accounts/sessions.ts'
import { html, type Html } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, panel, section, stacked, table } from '../parts.ts'
import { frozen } from './freeze.ts'
import { hashed, knownBy, limit } from './limits.ts'
import { logTable } from './log.ts'
import { proofFault, type ProofFault } from './own-proof.ts'
import {
  codeField,
  done,
  emailField,
  form,
  formTo,
  newPasswordField,
  page,
  passwordField,
  refuse,
  time,
  wrong,
} from './parts.ts'
import { signedIn, signedOut } from './sign-in.ts'
import { NOT_AN_ADDRESS } from './ask-for-mail.ts'
import type { OwnVisit } from './visit.ts'

/** Actions that are refused while the account is frozen. */
const HELD: ReadonlySet<string> = new Set(['password', 'email', 'delete'])

/** The forms of the page, by their `do` field. */
type Form = 'password' | 'email' | 'session' | 'others' | 'sessions' | 'data' | 'delete'

/** The faults of a form, by field. */
interface Faults extends ProofFault {
  readonly of: Form
  readonly password?: string
  readonly email?: string
  /** A message above the page. */
  readonly above?: string
}

/** Lines of the security log on this page. The log itself has all. */
const LINES = 5

const DONE = new Map(
  Object.entries({
    password:
      'Your password is changed. All other sessions and every link that was mailed before have ended.',
    session: 'The session has ended.',
    others: 'All other sessions have ended.',
    email:
      'A mail is on its way to the new address: open its link and press the button, and the address counts. The present address got a mail too.',
  }),
)

const part = (visit: OwnVisit, what: Form, title: string, content: Html): Html | null =>
  section(title, panel(formTo(visit.csrf, what, content)))

function sessionsPart(visit: OwnVisit, sessions: readonly Session[]): Html {
  const others = sessions.filter(({ isOwn }) => !isOwn)
  const rows = sessions.toReversed().map(({ id, browser, createdAtMs, isOwn }) => [
    html`<span id="${id}">${browser ?? 'A browser that is not known'}</span>`,
    time(createdAtMs),
    isOwn
      ? html`<span class="tag">this one</span>`
      : form(
          visit.csrf,
          html`<input type="hidden" name="do" value="session" />
            <input type="hidden" name="session" value="${id}" />
            ${button('End', 'quiet', { 'aria-describedby': id })}`,
        ),
  ])
  const end = (what: Form, label: string): Html => formTo(visit.csrf, what, button(label, 'quiet'))
  return html`${stacked(table('Sessions of this account, the newest first', ['Browser', 'Signed in', 'State'], rows))}
    <div class="actions">
      ${others.length === 0 ? null : end('others', 'End all others')}
      ${end('sessions', 'Sign out everywhere')}
    </div>
    <p class="hint">
      “Sign out everywhere” ends this session too, and every link that was mailed before. Keys still work.
    </p>`
}

const factorPart = (factor: Factor | null): Html =>
  panel(
    html`<p>
        ${
          factor === null
            ? 'It is off: the password alone opens the account.'
            : html`It is on since ${time(factor.createdAtMs)}: signing in takes a code too. Recovery codes
              left: ${factor.recoveryCodesLeft}.`
        }
      </p>
      <p><a href="/account/second-factor">${factor === null ? 'Turn it on' : 'Change it'}</a></p>`,
  )

async function settingsPage(visit: OwnVisit, status: Page['status'], faults: Faults | null): Promise<Page> {
  const { account, backend, nowMs, session } = visit
  const [factor, sessions, log] = await Promise.all([
    backend.store.factor(account.id),
    backend.store.sessions(account.id, nowMs, session),
    logTable(visit, LINES),
  ])
  const faultOf = (what: Form, name: 'current' | 'code' | 'password' | 'email'): string | null =>
    faults?.of === what ? (faults[name] ?? null) : null
  const current = (what: Form): Html =>
    html`${passwordField('Current password', 'current', {
      form: `${what}-`,
      fault: faultOf(what, 'current'),
    })}
    ${factor === null ? null : codeField({ form: `${what}-`, fault: faultOf(what, 'code') })}`
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
    html`${done(faults === null ? DONE.get(visit.query.get('done') ?? '') : null)} ${wrong(faults?.above)}
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
    ${section('Second factor', factorPart(factor))} ${section('Sessions', sessionsPart(visit, sessions))}
    ${section(
      'Security log',
      html`${stacked(log.table)} ${log.hasMore ? html`<p><a href="/account/log">The whole log</a></p>` : null}`,
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
          Its keys are refused within five seconds, and your address is deleted. This cannot be undone. Its
          usage and its log are stored without your address, until the operator of this service erases them.
        </p>
        ${current('delete')} ${button('Delete the account', 'danger')}`,
    )}`,
  )
}

export const showSettings = (visit: OwnVisit): Promise<Page> => settingsPage(visit, 200, null)

const doneAt = (what: 'password' | 'email' | 'session' | 'others'): string => `/account/settings?done=${what}`

/** Refuses a visitor who has not shown the password, and a code where one is needed. */
async function expectProof(visit: OwnVisit, what: Form): Promise<void> {
  const fault = await proofFault(visit)
  if (fault !== null) refuse(await settingsPage(visit, 422, { of: what, ...fault }))
}

/** Handles a form of the page. */
export async function changeSettings(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, browser, backend, form: sent, nowMs, session } = visit
  const what = sent.get('do') ?? ''
  if (isFrozen(account, nowMs) && HELD.has(what)) return frozen(visit)
  switch (what) {
    case 'password': {
      const password = sent.get('password') ?? ''
      const fault = passwordFault(password)
      if (fault !== null) return settingsPage(visit, 422, { of: 'password', password: fault })
      await expectProof(visit, 'password')
      const hash = await hashed(visit, password, knownBy(visit, session))
      // When it is refused, the account was changed since this page was requested. That change also ended this session.
      if (!(await backend.store.setPassword(account.id, hash, nowMs, account.generation, browser)))
        return signedOut(visit, 'overtaken')
      // The visitor stays signed in, with a new secret.
      return signedIn(visit, { ...account, generation: account.generation + 1 }, doneAt('password'))
    }
    case 'email': {
      const email = normalEmail(sent.get('email') ?? '')
      if (!isEmail(email)) return settingsPage(visit, 422, { of: 'email', email: NOT_AN_ADDRESS })
      await limit(visit, 'mail', knownBy(visit, session))
      await expectProof(visit, 'email')
      if (!(await backend.store.askForEmail(account, email, nowMs, browser)))
        return signedOut(visit, 'overtaken')
      return { kind: 'see-other', path: doneAt('email') }
    }
    case 'session': {
      await limit(visit, 'session', knownBy(visit, account.id))
      if (await backend.store.endSessionOf(account.id, sent.get('session') ?? '', nowMs, browser))
        return { kind: 'see-other', path: doneAt('session') }
      return settingsPage(visit, 404, { of: 'session', above: 'There is no such session of this account.' })
    }
    case 'others':
      await backend.store.endOtherSessions(account.id, session, nowMs, browser)
      return { kind: 'see-other', path: doneAt('others') }
    case 'sessions':
      await backend.store.endSessions(account.id, nowMs, browser)
      return signedOut(visit, 'signed-out')
    case 'data':
      return {
        kind: 'download',
        name: 'account.json',
        type: 'application/json; charset=utf-8',
        body: `${JSON.stringify(await exportAccount(backend.store, account, nowMs), null, 2)}\n`,
      }
    case 'delete':
      await expectProof(visit, 'delete')
      await backend.store.deleteAccount(account.id, nowMs)
      return signedOut(visit, 'deleted')
    default:
      return settingsPage(visit, 422, null)
  }
}
