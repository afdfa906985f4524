// A password that a visitor chooses through a mailed link, at sign-up or for a reset.
import { passwordFault } from '../../accounts/passwords.ts'
import type { Page } from '../page.ts'
import { knownBy, senderOf, tooMuch } from './limits.ts'
import { busy, isSecret } from './parts.ts'
import type { FormVisit } from './visit.ts'

/** The pages of one kind of link. */
export interface LinkPages {
  readonly unknown: (status: 404 | 410) => Page
  /** Shows the form, with the fault of the password that was sent. */
  readonly showForm: (visit: FormVisit, status: Page['status'], fault: string | null) => Page
}

type Purpose = 'welcome' | 'reset'

/**
 * The page of a mailed link: its form, or that it no longer works. Opening it changes nothing: programs that scan mails follow links too. When
 * too many ask, the store is left alone, and the answer to the form says whether the link works.
 */
export async function linkPage(
  visit: FormVisit,
  link: string,
  purpose: Purpose,
  { unknown, showForm }: LinkPages,
): Promise<Page> {
  if (!isSecret(link)) return unknown(404)
  const isTooMuch = (await tooMuch(visit, 'link-page', await senderOf(visit, null))) !== null
  const state = isTooMuch ? 'good' : await stateOf(visit, link, purpose)
  return state === 'expired' || state === 'unknown'
    ? unknown(state === 'expired' ? 410 : 404)
    : showForm(visit, 200, null)
}

const stateOf = ({ backend, nowMs }: FormVisit, link: string, purpose: Purpose) =>
  backend.follow(() => backend.store.linkState(link, purpose, nowMs))

/**
 * The stored form of the typed password, or the page that says why there is none. A visitor without a valid link causes no hashing. One
 * with a valid link waits in the line of known clients.
 */
export async function chosenPassword(
  visit: FormVisit,
  link: string,
  purpose: Purpose,
  { unknown, showForm }: LinkPages,
): Promise<string | Page> {
  const { backend } = visit
  if (!isSecret(link)) return unknown(404)
  const refusal = await tooMuch(visit, 'link', await senderOf(visit, null))
  if (refusal !== null) return refusal
  const password = visit.form.get('password') ?? ''
  const fault = passwordFault(password)
  if (fault !== null) return showForm(visit, 422, fault)
  const state = await stateOf(visit, link, purpose)
  if (typeof state === 'object') return busy()
  if (state !== 'good') return unknown(state === 'expired' ? 410 : 404)
  return (await backend.passwords.hash(password, knownBy(visit, link))) ?? busy()
}
