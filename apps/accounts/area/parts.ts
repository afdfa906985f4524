// The visits of the account area, and the parts of its pages besides those that all pages have.
import type { Account } from '../store/accounts.ts'
import type { CodeRefusal } from '../store/factors.ts'
import { randomBase62 } from '../store/secrets.ts'
import { attributes, html, type Html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Cookie, Page, PrivateVisit, SeeOther } from '#apps/site/frame/page.ts'
import { button, field, type Field, hidden, notice, panel } from '#apps/site/frame/parts.ts'
import type { AccountBackend } from './backend.ts'
import { formToken } from './csrf.ts'

/** A visit to the account area. */
export interface AccountVisit extends PrivateVisit {
  readonly backend: AccountBackend
  /** The family of its browser, such as `Firefox on Linux`. Null: it is not known. */
  readonly browser: string | null
}

/** A visit that can send forms. */
export interface FormVisit extends AccountVisit {
  /** The secret of a cookie of this browser: the tokens of its forms are made from it. */
  readonly secret: string
}

/** A visit by a signed-in visitor. */
export interface OwnVisit extends FormVisit {
  readonly account: Account
  /** The secret of the session. */
  readonly session: string
}

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

/** Sends the browser to another page: the form was handled. */
export const seeOther = (path: string, cookies: readonly Cookie[] = []): SeeOther => ({
  kind: 'see-other',
  path,
  cookies,
})

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

/**
 * A form of the account area, sent to `action` or to its own page. `what`: which of the forms of its page was sent, in the field `do`. By the
 * field `once` it is known again when it is sent twice.
 */
export const form = ({ secret }: FormVisit, content: Html, what?: string, action?: string): Html =>
  html`<form${attributes({ method: 'post', action })}>
    ${hidden('csrf', formToken(secret))} ${hidden('once', randomBase62(16))}
    ${what === undefined ? null : hidden('do', what)} ${content}
  </form>`

/** A form in a box. */
export const formPanel = (...of: Parameters<typeof form>): Html => panel(form(...of))

/** The errors in the values of a form, by field. */
export type Faults = Readonly<Partial<Record<'email' | 'password' | 'current' | 'code', string>>>

/** The status of a page with a form. */
export const statusOf = (faults: Faults): 200 | 422 => (Object.keys(faults).length === 0 ? 200 : 422)

const passwordField = (autocomplete: string) => ({ type: 'password', more: { autocomplete } })

/** The fields of the area's forms. A recovery code is one of the codes. */
const FIELDS = {
  email: { name: 'email', label: 'E-mail', type: 'email', more: { autocomplete: 'email', maxlength: 254 } },
  password: { name: 'password', label: 'Password', ...passwordField('current-password') },
  current: { name: 'current', label: 'Current password', ...passwordField('current-password') },
  'new-password': {
    name: 'password',
    label: 'New password',
    hint: 'At least 10 characters; several words are good.',
    ...passwordField('new-password'),
  },
  code: {
    name: 'code',
    label: 'Code',
    hint: 'Six digits from your authenticator app, or one of your recovery codes.',
    more: { autocomplete: 'one-time-code', autocapitalize: 'none', spellcheck: 'false', maxlength: 40 },
  },
} as const

/** A field with its fault. `before`: what its id begins with, where several forms of a page have such a field. `of`: what is not as usual. */
export function input(
  kind: keyof typeof FIELDS,
  faults: Faults = {},
  { before = '', ...of }: Partial<Omit<Field, 'name'>> & { readonly before?: string } = {},
): Html {
  const { name } = FIELDS[kind]
  return field({ required: true, id: `${before}${name}`, fault: faults[name], ...FIELDS[kind], ...of })
}

/** The code of the second factor that a visitor typed. Empty for none. */
export const typedCode = ({ form: sent }: FormVisit): string => sent.get('code')?.trim() ?? ''

/** The error in a code, for the person who typed it. */
export const CODE_FAULTS: Readonly<Record<CodeRefusal | 'missing', string>> = {
  missing: 'This account has a second factor: type a code of it too.',
  wrong: 'This code is wrong or too old. Codes change each half minute, and follow the clock of your device.',
  used: 'This code was used already. Wait for the next one.',
}

/** The form that asks for an e-mail address. Its button says which mail is sent there. */
export const emailForm = (visit: FormVisit, label: string, faults: Faults, action?: string): Html => {
  const email = input('email', faults, { value: visit.form.get('email') ?? '' })
  return formPanel(visit, html`${email} ${button(label)}`, undefined, action)
}

const noticeOf =
  (kind: 'good' | 'bad') =>
  (text: string | Html | null | undefined): Html | null =>
    text === null || text === undefined ? null : notice(kind, text)

/** A message above the page about an action that was done. Shown once. */
export const done = noticeOf('good')

/** The error above a form. */
export const wrong = noticeOf('bad')

/** Whom to write to: the contact of the plans file as a link, or the words for it. */
export const operator = ({ backend }: AccountVisit): Html => {
  const { contact } = backend.plans
  return contact === null
    ? html`the operator of this service`
    : html`<a href="${contact.startsWith('http') ? '' : 'mailto:'}${contact}">${contact}</a>`
}

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
