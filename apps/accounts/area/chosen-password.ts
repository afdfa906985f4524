// The pages of a mailed link for choosing a password: at sign-up, which creates the account on the first plan, or for a reset.
import { passwordFault } from '../store/passwords.ts'
import type { WantedSession } from '../store/secret-rows.ts'
import { html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import { button } from '#apps/site/frame/parts.ts'
import { CLOSED } from './ask-for-mail.ts'
import { cookieOf } from './cookies.ts'
import { frozen } from './freeze.ts'
import { hashed, knownBy, limit, limitCodesOf, countAndWait, senderOf } from './limits.ts'
import {
  CODE_FAULTS,
  deadLink,
  type Faults,
  formPanel,
  type FormVisit,
  input,
  isSecret,
  page,
  refuse,
  refuseBusy,
  seeOther,
  statusOf,
  typedCode,
} from './parts.ts'
import { reopening } from './sent-twice.ts'
import { deviceCookies } from './sign-in.ts'

type Purpose = 'welcome' | 'reset'

/** The texts on the pages of both links. `unknown` and `again`: when the link does not work. */
const WORDS = {
  welcome: {
    title: 'Choose a password',
    about: html`<p>The e-mail of your account is the address that this link was mailed to.</p>`,
    label: 'Password',
    button: 'Create account',
    unknown: 'This link is not one of ours, or was used before.',
    again: html`<p>
      <a href="/account/sign-up">Have another one sent</a>, or <a href="/account/sign-in">sign in</a> if you
      have an account.
    </p>`,
  },
  reset: {
    title: 'Choose a new password',
    about: null,
    label: 'New password',
    button: 'Save',
    unknown: 'This link is not one of ours, was used before, or was ended by a later change of the account.',
    again: html`<p>
      If you have just chosen a password with it, <a href="/account/sign-in">sign in</a> with that one. If
      not, <a href="/account/forgot">have another one sent</a>.
    </p>`,
  },
}

const linkIn = ({ identifier, query }: FormVisit, purpose: Purpose): string =>
  purpose === 'welcome' ? identifier : (query.get('link') ?? '')

/** The form of a link, with what is wrong with the password and the code that were sent. */
function formPage(visit: FormVisit, purpose: Purpose, faults: Faults = {}): Page {
  const { title, about, label, button: save } = WORDS[purpose]
  // The mail of an account with a second factor says so in its link, so that the page need not ask the store.
  const asksCode = purpose === 'reset' && (faults.code !== undefined || visit.query.has('code'))
  return page(
    statusOf(faults),
    title,
    html`${about}
    ${formPanel(
      visit,
      html`${input('new-password', faults, { label })} ${asksCode ? input('code', faults) : null}
      ${button(save)}`,
    )}`,
  )
}

/** The page of a link that does not work. */
const unknown = (purpose: Purpose, state = 'unknown'): Page =>
  deadLink(
    state,
    html`<p>${state === 'expired' ? 'This link has expired.' : WORDS[purpose].unknown}</p>
      ${WORDS[purpose].again}`,
  )

/**
 * The page of a mailed link: its form, or that it no longer works. Opening it changes nothing: programs that scan mails follow links too. When
 * too many ask, the store is left alone, and the answer to the form says whether the link works.
 */
const linkPage =
  (purpose: Purpose) =>
  async (visit: FormVisit): Promise<Page> => {
    const link = linkIn(visit, purpose)
    if (!isSecret(link)) return unknown(purpose)
    const isTooMuch = (await countAndWait(visit, 'link-page', await senderOf(visit, null))) !== null
    const state = isTooMuch ? 'good' : await stateOf(visit, link, purpose, () => 'good')
    return state === 'good' ? formPage(visit, purpose) : unknown(purpose, state)
  }

/** The page of a sign-up's link. */
export const showWelcome = linkPage('welcome')
/** The page of a reset's link. */
export const showReset = linkPage('reset')

const stateOf = ({ backend, nowMs }: FormVisit, link: string, purpose: Purpose, whenBusy: () => 'good') =>
  backend.follow(() => backend.store.linkState(link, purpose, nowMs), whenBusy)

/**
 * The stored form of the typed password, or the page of a link that does not work. A visitor without a valid link causes no hashing. One with
 * it waits in the line of known clients.
 */
async function chosenPassword(visit: FormVisit, link: string, purpose: Purpose): Promise<string | Page> {
  if (!isSecret(link)) refuse(unknown(purpose))
  await limit(visit, 'link', await senderOf(visit, null))
  const password = visit.form.get('password') ?? ''
  const fault = passwordFault(password)
  if (fault !== null) refuse(formPage(visit, purpose, { password: fault }))
  const state = await stateOf(visit, link, purpose, refuseBusy)
  if (state !== 'good') return unknown(purpose, state)
  return hashed(visit, password, knownBy(visit, link))
}

const taken = (): Page =>
  page(
    410,
    'You have an account',
    html`<p>
      This address has an account already, and its password stays as it is.
      <a href="/account/sign-in">Sign in</a>, or <a href="/account/forgot">reset your password</a>.
    </p>`,
  )

/** Creates or verifies the account of the address to which the link was mailed, and signs in. */
export const createAccount = (visit: FormVisit): Promise<AccountAnswer> =>
  reopening(visit, '/account', async (session) => {
    const { identifier: link, backend, browser, nowMs } = visit
    const password = await chosenPassword(visit, link, 'welcome')
    if (typeof password !== 'string') return password
    const [first = 'free'] = backend.plans.keys()
    const plan = backend.signUp === 'closed' ? null : first
    const done = await backend.store.welcome(link, { password, plan, nowMs, browser, session })
    if (done.kind === 'welcome') return null
    if (done.kind === 'taken') return taken()
    return done.kind === 'closed' ? CLOSED : unknown('welcome', done.kind)
  })

/** Sets the password, uses up the link and ends all sessions. An account with a second factor needs a code too. */
export const resetPassword = (visit: FormVisit): Promise<AccountAnswer> =>
  reopening(visit, '/account', (session) => reset(visit, session))

async function reset(visit: FormVisit, session: WantedSession): Promise<AccountAnswer | null> {
  const { backend, browser, nowMs } = visit
  const link = linkIn(visit, 'reset')
  const hash = await chosenPassword(visit, link, 'reset')
  if (typeof hash !== 'string') return hash
  const owner = await backend.store.linkOwner(link, 'reset', nowMs)
  await limitCodesOf(visit, owner?.account ?? null)
  const proof = { code: typedCode(visit), browser, session }
  const done = await backend.store.resetPassword(link, hash, nowMs, proof)
  if (done.kind === 'code') return formPage(visit, 'reset', { code: CODE_FAULTS[done.why] })
  if (done.kind === 'frozen') return frozen(visit)
  if (done.kind !== 'done') return unknown('reset', done.kind)
  // Mailbox and factor were shown. Asking for a code again would only make the visitor wait for the next one.
  if (done.hasFactor) return null
  // The visitor can read the mailbox, so this browser becomes a known device. Then strangers do not delay the sign-in that follows.
  const devices = await deviceCookies(visit, done.account)
  return seeOther('/account/sign-in?done=reset', [cookieOf(visit, 'session', null), ...devices])
}
