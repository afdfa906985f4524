// A form that is sent twice, as by a double click, while the browser has the old cookie: it acts once, and both answers lead to one page.
import { derivedBase62, randomBase62 } from '../store/secrets.ts'
import type { WantedSession } from '../store/secret-rows.ts'
import type { AccountAnswer } from '#apps/site/frame/page.ts'
import { LASTS_S, secretOf } from './cookies.ts'
import { type FormVisit, type OwnVisit, seeOther } from './parts.ts'
import { sessionCookies, signedOut } from './sign-in.ts'

/**
 * The unguessable name of what a form makes. The same for the same form of this browser with the same content, and new for a form without
 * its part `once`.
 */
export function madeBy(
  { secret, form: sent }: FormVisit,
  what: 'key' | 'page' | 'session',
  length = 32,
): string {
  const part = sent.get('once') ?? randomBase62(16)
  return derivedBase62(length, secret, JSON.stringify([`tzref ${what}`, part, ...sent]))
}

/** The session that a form opens. */
export const sessionBy = (visit: FormVisit): WantedSession => ({
  secret: madeBy(visit, 'session'),
  expiresAtMs: visit.nowMs + LASTS_S.session * 1000,
})

/**
 * Handles a form whose work opens a session, and which then leads to a path. So does the same form again: the session is what says that the
 * work is done, by this request or by the one before. Without it the answer of the work counts. Null: the account was changed meanwhile.
 */
export async function reopening(
  visit: FormVisit | OwnVisit,
  path: string,
  work: (session: WantedSession) => Promise<AccountAnswer | null>,
): Promise<AccountAnswer> {
  const { backend, nowMs } = visit
  const session = sessionBy(visit)
  const isDone = 'session' in visit && visit.session === session.secret
  const answer = isDone ? null : await work(session)
  const account = await backend.store.sessionAccount(session.secret, nowMs)
  if (account === null) return answer ?? signedOut(visit, 'overtaken')
  const old = secretOf(visit, 'session')
  if (old !== null && old !== session.secret) await backend.store.endSession(old)
  return seeOther(path, await sessionCookies(visit, account, session.secret))
}
