// The page of the link that an old address gets: it freezes the account for two weeks and, with the old password, restores the address.
import { passwordFault } from '../store/passwords.ts'
import type { WantedSession } from '../store/secret-rows.ts'
import { html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import { button, section } from '#apps/site/frame/parts.ts'
import { tokenDigest } from '#open/access/token.ts'
import { hashed, isRight, knownBy, limit, limitCodesOf, senderOf } from './limits.ts'
import {
  type AccountVisit,
  CODE_FAULTS,
  deadLink,
  done,
  type Faults,
  formPanel,
  type FormVisit,
  input,
  isSecret,
  operator,
  page,
  refuseBusy,
  statusOf,
  time,
  typedCode,
} from './parts.ts'
import { reopening } from './sent-twice.ts'

/** How long a freeze lasts, unless the operator lifts it or the old address is restored. */
const FROZEN_FOR_MS = 14 * 86_400_000

/** The page for an action that is refused because the account is frozen. */
export const frozen = (visit: AccountVisit): Page =>
  page(
    403,
    'This account is frozen',
    html`<p>
      Its address and password stay as they are, and no keys are made, because somebody said that a change of
      its address was not the owner’s. Write to ${operator(visit)}, who can lift that.
    </p>`,
  )

/** The page of the link. `faults`: of the form that takes the address back. `frozenUntilMs`: the account was frozen by the other form. */
function freezePage(visit: FormVisit, faults: Faults = {}, frozenUntilMs?: number): Page {
  // Whether the account has a second factor is only known once the store was asked.
  const code = faults.code === undefined ? null : input('code', faults)
  return page(
    statusOf(faults),
    'Freeze your account',
    html`${
        frozenUntilMs === undefined
          ? html`<p>
                Somebody asked to change the e-mail address of your account. If it was you, there is nothing
                to do. If it was not:
              </p>
              ${formPanel(
                visit,
                html`<p>
                    All sessions end. For 14 days address and password stay as they are, no keys are made, and
                    the account cannot be deleted. Existing keys still work.
                  </p>
                  ${button('Freeze the account', 'danger')}`,
                'freeze',
              )}`
          : done(
              html`The account is frozen until ${time(frozenUntilMs)}: all sessions have ended, and address,
              password and keys stay as they are.`,
            )
      }
      ${section(
        'Take the address back',
        formPanel(
          visit,
          html`<p>
              With the password that the account had before the change, it gets this address back. You choose
              a new password, and all sessions end.
            </p>
            ${input('current', faults, { label: 'Password before the change' })}
            ${input('new-password', faults)} ${code} ${button('Take the address back')}`,
          'back',
        ),
      )}
      <p>You do not know that password? Write to ${operator(visit)}.</p>`,
  )
}

const unknown = (visit: AccountVisit, state = 'unknown'): Page =>
  deadLink(
    state,
    html`<p>
      ${
        state === 'expired'
          ? 'This link worked for seven days, which are over.'
          : 'This link is not one of ours, or the address was restored with it.'
      }
      If an account of yours was changed by somebody else, write to ${operator(visit)}.
    </p>`,
  )

/** The page of the mailed link. It does not ask the account store, so programs that scan mails freeze nothing. */
export const showFreeze = (visit: FormVisit): Page =>
  isSecret(visit.identifier) ? freezePage(visit) : unknown(visit)

/** Handles a form of the page. */
export async function freezeOrTakeBack(visit: FormVisit): Promise<AccountAnswer> {
  const { identifier: link, backend, browser, nowMs, form: sent } = visit
  if (!isSecret(link)) return unknown(visit)
  await limit(visit, 'link', await senderOf(visit, null))
  if (sent.get('do') === 'back') {
    return reopening(visit, '/account', (session) => takeBack(visit, session))
  }
  const found = await backend.follow(
    () => backend.store.freezeByLink(link, nowMs + FROZEN_FOR_MS, nowMs, browser),
    refuseBusy,
  )
  return found.kind === 'frozen-now'
    ? freezePage(visit, {}, found.account.frozenUntilMs ?? nowMs)
    : unknown(visit, found.kind)
}

async function takeBack(visit: FormVisit, session: WantedSession): Promise<Page | null> {
  const { identifier: link, backend, browser, nowMs, form: sent } = visit
  const password = sent.get('password') ?? ''
  const fault = passwordFault(password)
  if (fault !== null) return freezePage(visit, { password: fault })
  const before = await backend.follow(() => backend.store.beforeFreeze(link, nowMs), refuseBusy)
  if (before === null) return unknown(visit)
  // Guesses at the password count for the account, whichever of its links they use.
  const guesser = knownBy(visit, tokenDigest(before.accountId))
  await limit(visit, 'password', guesser)
  if (!(await isRight(visit, sent.get('current'), before.password, guesser))) {
    return freezePage(visit, { current: 'This is not the password from before the change.' })
  }
  const hash = await hashed(visit, password, guesser)
  await limitCodesOf(visit, await backend.store.findAccount(before.accountId))
  const proof = { code: typedCode(visit), browser, session }
  const back = await backend.store.takeBack(link, hash, nowMs, proof)
  if (back.kind === 'code') return freezePage(visit, { code: CODE_FAULTS[back.why] })
  if (back.kind === 'taken-back') return null
  if (back.kind !== 'taken') return unknown(visit, back.kind)
  return page(
    410,
    'This address has an account',
    html`<p>Another account has this e-mail address by now. Write to ${operator(visit)}.</p>`,
  )
}
