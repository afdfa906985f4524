// The account area as rows of the route table: who may see a page, and which forms are believed.
import { randomBase62 } from '../../accounts/secrets.ts'
import { attributes, html } from '../html.ts'
import type { AccountAnswer, AccountPage, AccountVisit, Cookie, Page, SiteRoute } from '../page.ts'
import { button } from '../parts.ts'
import { cookieOf, formToken, isFormOf, secretOf } from './cookies.ts'
import { createKey, showKeys } from './keys.ts'
import { showOverview } from './overview.ts'
import { form, page } from './parts.ts'
import { askForReset, resetPassword, showForgot, showReset } from './reset.ts'
import { changeSettings, showSettings } from './settings.ts'
import { showSignIn, signIn, signOut } from './sign-in.ts'
import { showSignUp, signUp } from './sign-up.ts'
import type { FormVisit, OwnVisit } from './visit.ts'
import { confirmLink, sendAgain, showVerifyButton, showVerifyForm } from './verify.ts'

type Show<Visit> = (visit: Visit) => AccountAnswer | Promise<AccountAnswer>
type Methods<Visit> = Readonly<Partial<Record<'GET' | 'POST', Show<Visit>>>>

const expired = (path: string): Page =>
  page(
    403,
    'This form has expired',
    html`<p>
      It was made for another visit, or this browser keeps no cookies.
      <a href="${path.includes('{') ? '' : path}">Open it again</a> and send it once more.
    </p>`,
  )

const withCookie = (answer: AccountAnswer, cookie: Cookie): AccountAnswer =>
  answer.kind === 'download' ? answer : { ...answer, cookies: [...(answer.cookies ?? []), cookie] }

/** Pages for everyone. A browser that is shown a form keeps a secret, of which the form's token is made. */
function open(path: string, { GET, POST }: Methods<FormVisit>): AccountRoute {
  const methods: Partial<Record<'GET' | 'POST', AccountPage>> = {}
  if (GET !== undefined) {
    methods.GET = async (visit) => {
      const kept = secretOf(visit, 'form')
      const secret = kept ?? randomBase62(32)
      const answer = await GET({ ...visit, csrf: formToken(secret) })
      return kept === null ? withCookie(answer, cookieOf('form', visit.desk.secure, secret)) : answer
    }
  }
  if (POST !== undefined) {
    methods.POST = (visit) => {
      const secret = secretOf(visit, 'form')
      if (secret === null || !isFormOf(secret, visit.form.get('csrf'))) return expired(path)
      return POST({ ...visit, csrf: formToken(secret) })
    }
  }
  return { kind: 'account', pattern: path, methods }
}

/** Null: nobody is signed in. */
async function enter(visit: AccountVisit): Promise<OwnVisit | null> {
  const session = secretOf(visit, 'session')
  const account = session === null ? null : await visit.desk.store.sessionAccount(session, visit.nowMs)
  return session === null || account === null
    ? null
    : { ...visit, account, session, csrf: formToken(session) }
}

/** Pages for whoever is signed in; everyone else is sent to sign in first. */
function own(path: string, { GET, POST }: Methods<OwnVisit>, home = path): AccountRoute {
  const outside: AccountAnswer = {
    kind: 'see-other',
    path: home === '/account' ? '/account/sign-in' : `/account/sign-in?next=${home}`,
  }
  const methods: Partial<Record<'GET' | 'POST', AccountPage>> = {}
  if (GET !== undefined) {
    methods.GET = async (visit) => {
      const entered = await enter(visit)
      return entered === null ? outside : framed(entered, await GET(entered))
    }
  }
  if (POST !== undefined) {
    methods.POST = async (visit) => {
      const entered = await enter(visit)
      if (entered === null) return outside
      if (!isFormOf(entered.session, visit.form.get('csrf'))) return expired(home)
      return framed(entered, await POST(entered))
    }
  }
  return { kind: 'account', pattern: path, methods }
}

const PAGES: readonly (readonly [path: string, name: string])[] = [
  ['/account', 'Your account'],
  ['/account/keys', 'API keys'],
  ['/account/settings', 'Settings'],
]

/** Where the area's own pages are, above each of them. */
function framed({ csrf }: OwnVisit, answer: AccountAnswer): AccountAnswer {
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
          <li>${form(csrf, button('Sign out', 'quiet'), '/account/sign-out')}</li>
        </ul>
      </nav>
      ${answer.content}`,
  }
}

type AccountRoute = Extract<SiteRoute, { kind: 'account' }>

export const ACCOUNT_ROUTES: readonly AccountRoute[] = [
  open('/account/sign-up', { GET: showSignUp, POST: signUp }),
  open('/account/verify', { GET: showVerifyForm, POST: sendAgain }),
  open('/account/verify/{link}', { GET: showVerifyButton, POST: confirmLink }),
  open('/account/sign-in', { GET: showSignIn, POST: signIn }),
  open('/account/forgot', { GET: showForgot, POST: askForReset }),
  open('/account/reset', { GET: showReset, POST: resetPassword }),
  own('/account', { GET: showOverview }),
  own('/account/keys', { GET: showKeys, POST: createKey }),
  own('/account/settings', { GET: showSettings, POST: changeSettings }),
  own('/account/sign-out', { POST: signOut }, '/account'),
]
