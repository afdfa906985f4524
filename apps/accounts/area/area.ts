// The account area as rows of the route table: who may see a page, and which forms are accepted.
import { randomBase62 } from '../store/secrets.ts'
import { isFrozen } from '../store/accounts.ts'
import { attributes, html, type Html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page, PrivatePage, SiteRoute } from '#apps/site/frame/page.ts'
import { button, notice } from '#apps/site/frame/parts.ts'
import type { Parameters } from '#apps/site/frame/query.ts'
import type { AccountBackend } from './backend.ts'
import { browserOf } from './browser.ts'
import { cookieOf, secretOf } from './cookies.ts'
import { isFormOf } from './csrf.ts'
import { createKey, showKeys } from './keys.ts'
import { showLog } from './log.ts'
import { downloadUsage, showUsage } from './usage.ts'
import { showOverview } from './overview.ts'
import {
  type AccountVisit,
  form,
  type FormVisit,
  operator,
  type OwnVisit,
  page,
  Refused,
  seeOther,
  time,
} from './parts.ts'
import { sessionBy } from './sent-twice.ts'
import { changeSettings, showSettings } from './settings.ts'
import { changeFactor, showFactor } from './second-factor.ts'
import { showCode, showSignIn, signIn, signInByCode, signOut } from './sign-in.ts'
import {
  askForReset,
  confirmLink,
  sendAgain,
  showForgot,
  showSignUp,
  showVerifyButton,
  showVerifyForm,
  signUp,
} from './ask-for-mail.ts'
import { createAccount, resetPassword, showReset, showWelcome } from './chosen-password.ts'
import { freezeOrTakeBack, showFreeze } from './freeze.ts'
import { isStoreAway } from '../store/store-away.ts'

type Handler<Visit> = (visit: Visit) => AccountAnswer | Promise<AccountAnswer>
type Methods<Visit> = Readonly<Partial<Record<'GET' | 'POST', Handler<Visit>>>>
type AccountPage = Handler<AccountVisit>

/** A row of the area, before its pages have the parts that they work with. */
interface AccountRow {
  readonly pattern: string
  readonly parameters: Parameters
  readonly methods: Methods<AccountVisit>
}

/** Without `home` it leads to the form's own address: an empty reference keeps its query too. */
const expired = (home = ''): Page =>
  page(
    403,
    'This form has expired',
    html`<p>
      It was made for another visit, or this browser keeps no cookies.
      <a href="${home}">Open it again</a> and send it once more.
    </p>`,
  )

/** The page for an account store that can neither be read nor written for now. */
const away = page(
  503,
  'Not now',
  html`<p>Accounts are temporarily unavailable, and nothing was changed. Try again in a minute.</p>`,
  { 'retry-after': '60' },
)

/**
 * A row of the route table. `admit` gives the page the visit that it needs, or answers itself. When the account store is unreachable or full,
 * the page is the one that says so.
 */
const routeOf = <Visit>(
  pattern: string,
  parameters: Parameters,
  pages: Methods<Visit>,
  admit: (visit: AccountVisit, show: Handler<Visit>, isForm: boolean) => Promise<AccountAnswer>,
): AccountRow => {
  const handlers = Object.entries(pages).map(([method, show]): [string, AccountPage] => [
    method,
    async (visit) => {
      try {
        return await admit(visit, show, method === 'POST')
      } catch (error) {
        if (!isStoreAway(error)) throw error
        visit.backend.onError?.(error)
        return away
      }
    },
  ])
  return { pattern, parameters, methods: Object.fromEntries(handlers) }
}

/** The answer of a page, or the reason why it was refused. */
async function answerOf<Visit>(show: Handler<Visit>, visit: Visit): Promise<AccountAnswer> {
  try {
    return await show(visit)
  } catch (error) {
    if (error instanceof Refused) return error.answer
    throw error
  }
}

/** Public pages. A browser that gets a form also gets a secret in a cookie; the form's token is made from it. */
const open = (path: string, parameters: Parameters, pages: Methods<FormVisit>): AccountRow =>
  routeOf(path, parameters, pages, async (visit, show, isForm) => {
    const kept = secretOf(visit, 'form')
    if (isForm && (kept === null || !isFormOf(kept, visit.form.get('csrf')))) return expired()
    const secret = kept ?? randomBase62(32)
    const answer = await answerOf(show, { ...visit, secret })
    if (kept !== null || answer.kind === 'download') return answer
    return { ...answer, cookies: [...(answer.cookies ?? []), cookieOf(visit, 'form', secret)] }
  })

/**
 * A visitor's session and its account; `secret` is that of the cookie. When a form comes again that has ended this session, they are those
 * that it opened. Null: the visitor is not signed in.
 */
async function entryOf(visit: AccountVisit, isForm: boolean) {
  const secret = secretOf(visit, 'session')
  if (secret === null) return null
  for (const session of isForm ? [secret, sessionBy({ ...visit, secret }).secret] : [secret]) {
    const account = await visit.backend.store.sessionAccount(session, visit.nowMs)
    if (account !== null) return { secret, session, account }
  }
  return null
}

/** Pages for signed-in visitors. All others are redirected to sign in first. */
const own = (path: string, parameters: Parameters, pages: Methods<OwnVisit>, home = path): AccountRow =>
  routeOf(path, parameters, pages, async (visit, show, isForm) => {
    const entry = await entryOf(visit, isForm)
    if (entry === null) return seeOther(`/account/sign-in${home === '/account' ? '' : `?next=${home}`}`)
    const entered = { ...visit, ...entry }
    if (isForm && !isFormOf(entry.secret, visit.form.get('csrf'))) {
      await visit.backend.store.noteRefused(entry.account.id, 'refused.form', visit.nowMs, visit.browser)
      return expired(home === path ? '' : home)
    }
    return framed(entered, await answerOf(show, entered))
  })

/** The pages of the navigation: path and title. */
const PAGES = [
  ['/account', 'Your account'],
  ['/account/keys', 'API keys'],
  ['/account/usage', 'Usage'],
  ['/account/settings', 'Settings'],
] as const

/** The notice above each page of a frozen account. */
const held = (visit: OwnVisit): Html =>
  notice(
    'bad',
    html`<p>
      This account is frozen until ${time(visit.account.frozenUntilMs ?? visit.nowMs)}: address and password
      stay as they are, no keys are made, and it cannot be deleted. Existing keys still work. To end the
      freeze, write to ${operator(visit)}.
    </p>`,
  )

/** Adds the area's navigation above a page. */
function framed(visit: OwnVisit, answer: AccountAnswer): AccountAnswer {
  if (answer.kind !== 'page') return answer
  const links = PAGES.map(
    ([href, name]) =>
      html`<li>
        <a${attributes({ href, 'aria-current': name === answer.title ? 'page' : null })}>${name}</a>
      </li>`,
  )
  return {
    ...answer,
    content: html`<nav aria-label="Account" class="area">
        <ul>
          ${links}
          <li>${form(visit, button('Sign out', 'quiet'), undefined, '/account/sign-out')}</li>
        </ul>
      </nav>
      ${isFrozen(visit.account, visit.nowMs) ? held(visit) : null} ${answer.content}`,
  }
}

/** Every path of the area. */
export const ACCOUNT_ROWS: readonly AccountRow[] = [
  open('/account/sign-up', [], { GET: showSignUp, POST: signUp }),
  open('/account/welcome/{link}', [], { GET: showWelcome, POST: createAccount }),
  open('/account/verify', [], { GET: showVerifyForm, POST: sendAgain }),
  open('/account/verify/{link}', [], { GET: showVerifyButton, POST: confirmLink }),
  open('/account/freeze/{link}', [], { GET: showFreeze, POST: freezeOrTakeBack }),
  open('/account/sign-in', ['done', 'next'], { GET: showSignIn, POST: signIn }),
  open('/account/sign-in/code', [], { GET: showCode, POST: signInByCode }),
  open('/account/forgot', [], { GET: showForgot, POST: askForReset }),
  open('/account/reset', ['link', 'code'], { GET: showReset, POST: resetPassword }),
  own('/account', [], { GET: showOverview }),
  own('/account/keys', ['revoke', 'roll', 'made', 'revoked'], { GET: showKeys, POST: createKey }),
  own('/account/usage', ['month', 'key'], { GET: showUsage }),
  own('/account/usage.csv', ['month', 'key'], { GET: downloadUsage }, '/account/usage'),
  own('/account/settings', ['done'], { GET: showSettings, POST: changeSettings }),
  own('/account/second-factor', ['codes', 'done'], { GET: showFactor, POST: changeFactor }),
  own('/account/log', ['page'], { GET: showLog }),
  own('/account/sign-out', [], { POST: signOut }, '/account'),
]

/** The area's rows of the site's table. Their pages work with these parts. */
export const accountRoutes = (backend: AccountBackend): readonly SiteRoute[] =>
  ACCOUNT_ROWS.map(({ pattern, parameters, methods }) => ({
    kind: 'account',
    pattern,
    parameters,
    isSecure: backend.secure,
    methods: Object.fromEntries(
      Object.entries(methods).map(([method, show]): [string, PrivatePage] => [
        method,
        (visit) => show({ ...visit, backend, browser: browserOf(visit.userAgent) }),
      ]),
    ),
  }))
