// What a signed-in visitor shows once more before a change: the password, and a code where the account has a second factor.
import type { CodeRefusal } from '../../accounts/factors.ts'
import type { Page } from '../page.ts'
import { knownBy, tooManyCodes, tooMuch } from './limits.ts'
import { busy, codeFault, typedCode } from './parts.ts'
import type { OwnVisit } from './visit.ts'

/** What is wrong with what was shown, by field. */
export interface ProofFault {
  readonly current?: string
  readonly code?: string
}

/** Null when the typed password is that of the account. Otherwise its fault, or the page that refuses the visitor for now. */
export async function passwordRefusal(visit: OwnVisit): Promise<ProofFault | Page | null> {
  const { account, backend } = visit
  // Counted for the session. So a thief of the session cannot guess more often, and does not slow down other visitors.
  const sender = knownBy(visit, visit.session)
  const refusal = await tooMuch(visit, 'password', sender)
  if (refusal !== null) return refusal
  const found = await backend.store.passwordOf(account.email)
  const typed = visit.form.get('current') ?? ''
  const matches = await backend.passwords.matches(typed, found?.password ?? null, sender)
  if (matches === 'busy') return busy()
  return matches === 'yes' ? null : { current: 'This is not the password of this account.' }
}

/** Counts the visitor's typed code. Null: it may be checked. */
export const codesRefusal = (visit: OwnVisit): Promise<Page | null> =>
  tooManyCodes(visit, visit.account, knownBy(visit, visit.session))

/** The fault of a refused code, for the visitor who typed it or left it out. */
export const faultOfCode = (visit: OwnVisit, why: CodeRefusal): ProofFault => ({
  code: codeFault(typedCode(visit) === '' ? 'missing' : why),
})

/** Null when the password is right and so is the code, which is used up, or when the account has no second factor. */
export async function ownRefusal(visit: OwnVisit): Promise<ProofFault | Page | null> {
  const { account, backend, nowMs, browser } = visit
  const refusal = await passwordRefusal(visit)
  if (refusal !== null || (await backend.store.factor(account.id)) === null) return refusal
  const tooMany = await codesRefusal(visit)
  if (tooMany !== null) return tooMany
  const check = await backend.store.useCode(account.id, typedCode(visit), { nowMs, browser })
  return check === 'wrong' || check === 'used' ? faultOfCode(visit, check) : null
}
