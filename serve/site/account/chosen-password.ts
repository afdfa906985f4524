// A password that a visitor chooses through a mailed link, at sign-up or for a reset.
import { passwordFault } from '../../accounts/passwords.ts'
import type { Page } from '../page.ts'
import { knownBy, senderOf, tooMuch } from './limits.ts'
import { busy, isSecret } from './parts.ts'
import type { FormVisit } from './visit.ts'

/** The pages of one kind of link. */
export interface LinkPages {
  readonly unknown: (status: 404 | 410) => Page
  /** Shows the form again, with the fault of the password. */
  readonly showForm: (visit: FormVisit, status: Page['status'], fault: string | null) => Page
}

/**
 * The stored form of the typed password, or the page that says why there is none. A visitor without a valid link causes no hashing. One
 * with a valid link waits in the line of known clients.
 */
export async function chosenPassword(
  visit: FormVisit,
  link: string,
  purpose: 'welcome' | 'reset',
  { unknown, showForm }: LinkPages,
): Promise<string | Page> {
  const { backend, nowMs } = visit
  if (!isSecret(link)) return unknown(404)
  const refusal = await tooMuch(visit, 'link', await senderOf(visit, null))
  if (refusal !== null) return refusal
  const password = visit.form.get('password') ?? ''
  const fault = passwordFault(password)
  if (fault !== null) return showForm(visit, 422, fault)
  const state = await backend.follow(() => backend.store.linkState(link, purpose, nowMs))
  if (typeof state === 'object') return busy()
  if (state !== 'good') return unknown(state === 'expired' ? 410 : 404)
  return (await backend.passwords.hash(password, knownBy(visit, link))) ?? busy()
}
