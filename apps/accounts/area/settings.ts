// Settings of an account, with its sessions, data and deletion: which changes need the password and a code, and which a freeze stops.
import { isFrozen } from '../store/accounts.ts'
import { isEmail, normalEmail } from '../store/email.ts'
import { exportAccount } from '../store/export.ts'
import type { Factor } from '../store/factors.ts'
import { passwordFault } from '../store/passwords.ts'
import type { WantedSession } from '../store/secret-rows.ts'
import type { Session } from '../store/sessions.ts'
import { html, type Html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import { button, hidden, panel, section, stacked, table } from '#apps/site/frame/parts.ts'
import { NOT_AN_ADDRESS } from './ask-for-mail.ts'
import { frozen } from './freeze.ts'
import { currentFault, faultOfCode, hashed, knownBy, limit, limitOwnCodes, proofFault } from './limits.ts'
import { logTable } from './log.ts'
import {
  done,
  type Faults,
  form,
  formPanel,
  input,
  type OwnVisit,
  page,
  refuse,
  seeOther,
  time,
  typedCode,
  wrong,
} from './parts.ts'
import { reopening } from './sent-twice.ts'
import { signedOut } from './sign-in.ts'

/** Actions that are refused while the account is frozen. */
const HELD: ReadonlySet<string> = new Set(['password', 'email', 'delete'])

/** The forms of the page, by their `do` field. */
type Form = 'password' | 'email' | 'session' | 'others' | 'sessions' | 'data' | 'delete'

/** Lines of the security log on this page. The log itself has all. */
const LINES = 5

const DONE = new Map([
  [
    'password',
    'Your password is changed. All other sessions and every link that was mailed before have ended.',
  ],
  ['session', 'The session has ended.'],
  ['others', 'All other sessions have ended.'],
  [
    'email',
    'A mail is on its way to the new address: open its link and press the button, and the address counts. The present address got a mail too.',
  ],
])

function sessionsPart(visit: OwnVisit, sessions: readonly Session[]): Html {
  const rows = sessions
    .toReversed()
    .map(({ id, browser, createdAtMs, isOwn }) => [
      html`<span id="${id}">${browser ?? 'A browser that is not known'}</span>`,
      time(createdAtMs),
      isOwn
        ? html`<span class="tag">this one</span>`
        : form(
            visit,
            html`${hidden('session', id)} ${button('End', 'quiet', { 'aria-describedby': id })}`,
            'session',
          ),
    ])
  return html`${stacked(table('Sessions of this account, the newest first', ['Browser', 'Signed in', 'State'], rows))}
    <div class="actions">
      ${sessions.every(({ isOwn }) => isOwn) ? null : form(visit, button('End all others', 'quiet'), 'others')}
      ${form(visit, button('Sign out everywhere', 'quiet'), 'sessions')}
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

/** The error in a form. */
interface Refusal {
  readonly of?: Form
  /** Of its fields. */
  readonly faults?: Faults
  /** A message above the page. */
  readonly above?: string
}

async function settingsPage(visit: OwnVisit, status: Page['status'], refusal?: Refusal): Promise<Page> {
  const { of, faults, above } = refusal ?? {}
  const { account, backend, nowMs, session } = visit
  const [factor, sessions, log] = await Promise.all([
    backend.store.factor(account.id),
    backend.store.sessions(account.id, nowMs, session),
    logTable(visit, LINES),
  ])
  const faultsOf = (what: Form): Faults | undefined => (of === what ? faults : {})
  const part = (what: Form, title: string, content: Html): Html | null =>
    section(title, formPanel(visit, content, what))
  const current = (what: Form): Html => {
    const [wrongs, before] = [faultsOf(what), `${what}--`]
    const code = factor === null ? null : input('code', wrongs, { before })
    return html`${input('current', wrongs, { before })} ${code}`
  }
  const fresh = input('new-password', faultsOf('password'), { before: 'password--' })
  const value = of === 'email' ? (visit.form.get('email') ?? '') : ''
  const email = input('email', faultsOf('email'), { before: 'email--', label: 'New e-mail', value })
  return page(
    status,
    'Settings',
    html`${done(refusal === undefined ? DONE.get(visit.query.get('done') ?? '') : null)} ${wrong(above)}
    ${part('password', 'Change password', html`${current('password')} ${fresh} ${button('Change password')}`)}
    ${part(
      'email',
      'Change e-mail',
      html`<p>It is <strong>${account.email}</strong> now.</p>
        ${email} ${current('email')} ${button('Change e-mail')}`,
    )}
    ${section('Second factor', factorPart(factor))} ${section('Sessions', sessionsPart(visit, sessions))}
    ${section(
      'Security log',
      html`${stacked(log.table)} ${log.hasMore ? html`<p><a href="/account/log">The whole log</a></p>` : null}`,
    )}
    ${part(
      'data',
      'Your data',
      html`<p>All that is stored of this account, as JSON.</p>
        ${button('Download my data', 'quiet')}`,
    )}
    ${part(
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

export const showSettings = (visit: OwnVisit): Promise<Page> => settingsPage(visit, 200)

const doneAt = (what: Form): string => `/account/settings?done=${what}`

/** Refuses a visitor who has not shown the password, and a code where one is needed. */
async function expectProof(visit: OwnVisit, what: Form): Promise<void> {
  const fault = await proofFault(visit)
  if (fault !== null) refuse(await settingsPage(visit, 422, { of: what, faults: fault }))
}

async function changePassword(visit: OwnVisit, opened: WantedSession): Promise<Page | null> {
  const { account, browser, backend, form: sent, nowMs, session } = visit
  const again = (faults: Faults): Promise<Page> => settingsPage(visit, 422, { of: 'password', faults })
  const password = sent.get('password') ?? ''
  const fault = passwordFault(password)
  if (fault !== null) return again({ password: fault })
  const wrongs = await currentFault(visit)
  if (wrongs !== null) return again(wrongs)
  if ((await backend.store.factor(account.id)) !== null) await limitOwnCodes(visit)
  const hash = await hashed(visit, password, knownBy(visit, session))
  const wanted = { password: hash, code: typedCode(visit), session: opened, nowMs, browser }
  const outcome = await backend.store.changePassword(account, wanted)
  return outcome === 'wrong' || outcome === 'used' ? again(faultOfCode(visit, outcome)) : null
}

/** Handles a form of the page. */
export async function changeSettings(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, browser, backend, form: sent, nowMs, session } = visit
  const what = sent.get('do') ?? ''
  if (isFrozen(account, nowMs) && HELD.has(what)) return frozen(visit)
  switch (what) {
    case 'password':
      // The visitor stays signed in, by a new session.
      return reopening(visit, doneAt('password'), (opened) => changePassword(visit, opened))
    case 'email': {
      const email = normalEmail(sent.get('email') ?? '')
      if (!isEmail(email)) return settingsPage(visit, 422, { of: 'email', faults: { email: NOT_AN_ADDRESS } })
      if (email === account.email) {
        return settingsPage(visit, 422, { of: 'email', faults: { email: 'This is your address already.' } })
      }
      await limit(visit, 'mail', knownBy(visit, session))
      await expectProof(visit, 'email')
      if (!(await backend.store.askForEmail(account, email, nowMs, browser)))
        return signedOut(visit, 'overtaken')
      return seeOther(doneAt('email'))
    }
    case 'session': {
      await limit(visit, 'session', knownBy(visit, account.id))
      if (await backend.store.endSessionOf(account.id, sent.get('session') ?? '', nowMs, browser))
        return seeOther(doneAt('session'))
      return settingsPage(visit, 404, { above: 'There is no such session of this account.' })
    }
    case 'others':
      await backend.store.endOtherSessions(account.id, session, nowMs, browser)
      return seeOther(doneAt('others'))
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
      return settingsPage(visit, 422)
  }
}
