// Parts of the account area's pages, besides those that all pages have.
import { attributes, html, type Html } from '../html.ts'
import type { CodeRefusal } from '../../accounts/factors.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, field, hidden, notice, panel } from '../parts.ts'
import type { FormVisit } from './visit.ts'

const SECRET = /^[0-9A-Za-z]{32}$/

/** Whether a text can be the secret of a link. */
export const isSecret = (text: string): boolean => SECRET.test(text)

/** A page of the area. */
export const page = (
  status: Page['status'],
  title: string,
  content: Html,
  headers: Readonly<Record<string, string>> = {},
): Page => ({ kind: 'page', status, title, content, headers })

/** Ends the handling of a visit with another answer than the page's own. */
export class Refused extends Error {
  readonly answer: AccountAnswer
  constructor(answer: AccountAnswer) {
    super()
    this.answer = answer
  }
}

/** Refuses a visit: nothing more of its handling is done, and the visitor gets this answer. */
export function refuse(answer: AccountAnswer): never {
  throw new Refused(answer)
}

/** The page for a mailed link that does not work: it has expired, or it is none or none any more. */
export const deadLink = (state: string, content: Html): Page =>
  state === 'expired' ? page(410, 'Link expired', content) : page(404, 'Unknown link', content)

/** The page for too many waiting requests. */
export const busy = (): Page =>
  page(503, 'Busy', html`<p>Many people are here at once. Try again in a moment.</p>`, { 'retry-after': '2' })

/** Refuses a visit for which there is no room now. */
export const refuseBusy = (): never => refuse(busy())

/** The page for an account store that can neither be read nor written for now. */
export const away = (): Page =>
  page(
    503,
    'Not now',
    html`<p>Accounts are temporarily unavailable, and nothing was changed. Try again in a minute.</p>`,
    { 'retry-after': '60' },
  )

/** A form of the account area, sent to `action` or to its own page. Its token shows that it was made for this visitor. */
export const form = (csrf: string, content: Html, action?: string): Html =>
  html`<form${attributes({ method: 'post', action })}>
    <input type="hidden" name="csrf" value="${csrf}" />
    ${content}
  </form>`

/** A form of a page that has several. `what` is in its `do` field, and says which of them was sent. */
export const formTo = (csrf: string, what: string, content: Html): Html =>
  form(csrf, html`${hidden('do', what)}${content}`)

/** The entered value of a field and its fault. `form` is needed when several forms of the page have such a field. */
interface Filled {
  readonly value?: string
  readonly fault?: string | null | undefined
  readonly form?: string
}

const filled = (name: string, { value, fault, form: prefix }: Filled) => ({
  name,
  required: true,
  value,
  fault: fault ?? undefined,
  ...(prefix === undefined ? {} : { id: `${prefix}-${name}` }),
})

export const emailField = (label: 'E-mail' | 'New e-mail', of: Filled): Html => {
  const more = { autocomplete: 'email', maxlength: 254 }
  return field({ ...filled('email', of), label, type: 'email', more })
}

/** A field for an existing password. */
export const passwordField = (
  label: 'Password' | 'Current password' | 'Password before the change',
  name: 'password' | 'current',
  of: Filled = {},
): Html => {
  const more = { autocomplete: 'current-password' }
  return field({ ...filled(name, of), label, type: 'password', more })
}

/** A field for a code of the second factor. `isOfApp`: a recovery code is of no use there. */
export const codeField = ({ isOfApp, ...of }: Filled & { readonly isOfApp?: boolean } = {}): Html =>
  field({
    ...filled('code', of),
    label: 'Code',
    hint:
      isOfApp === true
        ? 'Six digits.'
        : 'Six digits from your authenticator app, or one of your recovery codes.',
    more: { autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: 'false', maxlength: 40 },
  })

/** The code of the second factor that a visitor typed. Empty for none. */
export const typedCode = ({ form: sent }: FormVisit): string => sent.get('code')?.trim() ?? ''

/** What is wrong with a code, for the one who typed it. */
export const codeFault = (why: CodeRefusal | 'missing'): string =>
  ({
    missing: 'This account has a second factor: type a code of it too.',
    wrong:
      'This code is wrong or too old. Codes change each half minute, and follow the clock of your device.',
    used: 'This code was used already. Wait for the next one.',
  })[why]

/** A field for a new password. */
export const newPasswordField = (label: 'Password' | 'New password', of: Filled): Html => {
  const more = { autocomplete: 'new-password' }
  const hint = 'At least 10 characters; several words are good.'
  return field({ ...filled('password', of), label, type: 'password', hint, more })
}

/** The form that asks for an e-mail address. Its button says which mail is sent there. */
export function emailForm(visit: FormVisit, label: string, fault: string | null, action?: string): Html {
  const email = emailField('E-mail', { value: visit.form.get('email') ?? '', fault })
  return panel(form(visit.csrf, html`${email} ${button(label)}`, action))
}

/** A message above the page about an action that was done. Shown once. */
export const done = (text: string | Html | null | undefined): Html | null =>
  text === null || text === undefined ? null : notice('good', text)

/** The error above a form. */
export const wrong = (text: string | null | undefined): Html | null =>
  text === null || text === undefined ? null : notice('bad', text)

/** Whom to write to: the contact of the plans file as a link, or the words for it. */
export const operator = (contact: string | null): Html =>
  contact === null
    ? html`the operator of this service`
    : html`<a href="${contact.startsWith('http') ? '' : 'mailto:'}${contact}">${contact}</a>`

/** An instant for a reader, to the minute. */
export const time = (atMs: number): Html => {
  const iso = new Date(atMs).toISOString()
  return html`<time datetime="${iso.slice(0, 19)}Z">${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC</time>`
}

/** The day of an instant, in UTC. */
export const date = (atMs: number): Html => {
  const day = new Date(atMs).toISOString().slice(0, 10)
  return html`<time datetime="${day}">${day}</time>`
}
