// What a signed-in visitor shows once more before a change: the password, and a code where the account has a second factor.
import type { CodeRefusal } from '../../accounts/factors.ts'
import { isRight, knownBy, limit, limitCodes } from './limits.ts'
import { codeFault, typedCode } from './parts.ts'
import type { OwnVisit } from './visit.ts'

/** What is wrong with what was shown, by field. */
export interface ProofFault {
  readonly current?: string
  readonly code?: string
}

/** Null when the typed password is that of the account. Otherwise its fault. */
export async function currentFault(visit: OwnVisit): Promise<ProofFault | null> {
  // Counted for the session. So a thief of the session cannot guess more often, and does not slow down other visitors.
  const sender = knownBy(visit, visit.session)
  await limit(visit, 'password', sender)
  const found = await visit.backend.store.passwordOf(visit.account.email)
  return (await isRight(visit, visit.form.get('current'), found?.password ?? null, sender))
    ? null
    : { current: 'This is not the password of this account.' }
}

/** Counts the visitor's typed code before it is checked. */
export const limitOwnCodes = (visit: OwnVisit): Promise<void> =>
  limitCodes(visit, visit.account, knownBy(visit, visit.session))

/** The fault of a refused code, for the visitor who typed it or left it out. */
export const faultOfCode = (visit: OwnVisit, why: CodeRefusal): ProofFault => ({
  code: codeFault(typedCode(visit) === '' ? 'missing' : why),
})

/** Null when the password is right and so is the code, which is used up, or when the account has no second factor. */
export async function proofFault(visit: OwnVisit): Promise<ProofFault | null> {
  const { account, backend, nowMs, browser } = visit
  const fault = await currentFault(visit)
  if (fault !== null || (await backend.store.factor(account.id)) === null) return fault
  await limitOwnCodes(visit)
  const check = await backend.store.useCode(account.id, typedCode(visit), { nowMs, browser })
  return check === 'wrong' || check === 'used' ? faultOfCode(visit, check) : null
}
