// The second factor: turned on with an app that shows codes, turned off by a code, and its recovery codes, which are shown once.
import { encodeQR } from 'qr'
import { isFrozen } from '../store/accounts.ts'
import type { Factor } from '../store/factors.ts'
import { isTotpSecret, mintTotpSecret, totpAddress } from '../store/totp.ts'
import { html, type Html } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import { button, hidden, notice, section } from '#apps/site/frame/parts.ts'
import { frozen } from './freeze.ts'
import { currentFault, faultOfCode, limitOwnCodes } from './limits.ts'
import {
  done,
  type Faults,
  formPanel,
  input,
  operator,
  type OwnVisit,
  page,
  seeOther,
  time,
  typedCode,
} from './parts.ts'
import { madeBy, reopening } from './sent-twice.ts'
import { keptForOnce, takeOnce } from './shown-once.ts'

const TITLE = 'Second factor'
const PATH = '/account/second-factor'
/** The empty edge that readers need, in modules. */
const EDGE = 4

/** The forms of the page, by their `do` field. */
type Form = 'add' | 'codes' | 'remove'

interface Said {
  /** The form that is shown again, with its faults. */
  readonly of?: Form
  readonly faults?: Faults
  /** The secret of that form. */
  readonly secret?: string
  /** New recovery codes. */
  readonly codes?: readonly string[]
  readonly message?: string
}

/** A text as a QR code: dark on light by day and by night, because not every app reads the reverse. */
export function qrPicture(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { border: EDGE })
  const size = rows.length
  const lines = rows.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join(''))
  const runs = lines.flatMap((line, y) =>
    Array.from(line.matchAll(/1+/g), ({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return html`<svg
    class="qr"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${size} ${size}"
    shape-rendering="crispEdges"
  >
    <rect width="${size}" height="${size}" fill="#fff" />
    <path d="${runs.join('')}" fill="#000" />
  </svg>`
}

const groups = (secret: string): string => secret.match(/.{4}/g)?.join(' ') ?? secret

function adding(visit: OwnVisit, { secret = mintTotpSecret(), ...said }: Said): Html {
  const faults = said.of === 'add' ? said.faults : {}
  const address = totpAddress(secret, visit.backend.outbox.service, visit.account.email)
  return html`<p>
      With a second factor, signing in takes your password and a code from an app on your phone or computer.
      Any authenticator app does. The code is also asked for after a mailed reset, and before the password,
      the address or the factor changes and before the account is deleted.
    </p>
    ${formPanel(
      visit,
      html`<h2>1. Add the account to your app</h2>
        <p>Scan this picture:</p>
        ${qrPicture(address, 'QR code for your authenticator app; the key below says the same')}
        <p>
          Or type this key: <code class="secret">${groups(secret)}</code> Is the app on this device?
          <a href="${address}">Open it there</a>.
        </p>
        <h2>2. Type the code that it shows</h2>
        ${hidden('secret', secret)} ${input('code', faults, { hint: 'Six digits.' })}
        ${input('current', faults)}
        <p class="hint">All other sessions end, and links in earlier mails no longer work.</p>
        ${button('Turn on')}`,
      'add',
    )}`
}

function managing(visit: OwnVisit, { createdAtMs, recoveryCodesLeft: left }: Factor, said: Said): Html {
  const part = (what: Form, title: string, about: Html, submit: Html): Html | null => {
    const [faults, before] = [said.of === what ? said.faults : {}, `${what}-`]
    const proof = html`${input('code', faults, { before })} ${input('current', faults, { before })}`
    return section(title, formPanel(visit, html`${about} ${proof} ${submit}`, what))
  }
  return html`<p>
      It is on since ${time(createdAtMs)}.
      ${left === 1 ? 'One recovery code is' : `${left === 0 ? 'No' : left} recovery codes are`} left.
    </p>
    ${part(
      'codes',
      'New recovery codes',
      html`<p>Makes ten new ones. The earlier ones no longer work.</p>`,
      button('Make new codes', 'quiet'),
    )}
    ${part(
      'remove',
      'Turn it off',
      html`<p>
        Then the password alone opens the account. To change to another app, turn it off and on again. All
        other sessions end.
      </p>`,
      button('Turn off', 'danger'),
    )}
    <p>Lost the app and all recovery codes? Only ${operator(visit)} can help.</p>`
}

/** Shows new recovery codes. This is the only time. The file is in the link itself, so no script and no second answer is needed. */
function shown({ account, catalogue, nowMs }: OwnVisit, codes: readonly string[]): Html {
  const host = new URL(catalogue.urls.web).hostname
  const file = `Recovery codes of ${account.email} at ${host}, made on ${new Date(nowMs).toISOString().slice(0, 10)}. Each works once.\n\n${codes.join('\n')}\n`
  return notice(
    'good',
    html`<h2>Your recovery codes</h2>
      <p>
        Keep them where your phone is not. Each works once in place of a code of the app. They are shown this
        once: only their digests are stored.
      </p>
      <ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p>
        <a
          class="button"
          download="recovery-codes.txt"
          href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}"
          >Download as text</a
        >
      </p>`,
  )
}

async function factorPage(visit: OwnVisit, status: Page['status'] = 200, said: Said = {}): Promise<Page> {
  const factor = await visit.backend.store.factor(visit.account.id)
  return page(
    status,
    TITLE,
    html`${done(said.message)} ${said.codes === undefined ? null : shown(visit, said.codes)}
      ${factor === null ? adding(visit, said) : managing(visit, factor, said)}
      <p><a href="/account/settings">Back to the settings</a></p>`,
  )
}

/** `/account/second-factor`. A form leads to `?codes=…`, which shows new recovery codes once, or to `?done=…`. */
export async function showFactor(visit: OwnVisit): Promise<Page> {
  const secret = visit.query.get('codes')
  if (secret === null) {
    const message = 'The second factor is off. All other sessions have ended.'
    return factorPage(visit, 200, visit.query.get('done') === 'removed' ? { message } : {})
  }
  const codes = await takeOnce<string[]>(visit, 'show-codes', secret)
  const message = 'Recovery codes are shown once. If you have not saved them, make new ones.'
  return factorPage(visit, 200, codes === null ? { message } : { codes })
}

/** Handles a form of the page. */
export async function changeFactor(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, backend, form: sent, nowMs, browser } = visit
  if (isFrozen(account, nowMs)) return frozen(visit)
  const what = sent.get('do')
  if (what !== 'add' && what !== 'codes' && what !== 'remove') return factorPage(visit, 422)
  const given = sent.get('secret') ?? ''
  if (what === 'add' && !isTotpSecret(given)) return factorPage(visit, 422)
  const again = (faults: Faults): Promise<Page> =>
    factorPage(visit, 422, { of: what, faults, ...(what === 'add' ? { secret: given } : {}) })
  const secret = madeBy(visit, 'page')
  const toCodes = `${PATH}?codes=${secret}`
  // The visitor stays signed in after a change, by a new session.
  return reopening(visit, what === 'remove' ? `${PATH}?done=removed` : toCodes, async (session) => {
    const fault = await currentFault(visit)
    if (fault !== null) return again(fault)
    await limitOwnCodes(visit)
    const proof = { code: typedCode(visit), nowMs, browser }
    const after =
      what === 'codes'
        ? visit
        : { nowMs, session: session.secret, account: { ...account, generation: account.generation + 1 } }
    const kept = {
      secret,
      link: (codes: readonly string[]) => keptForOnce(after, 'show-codes', codes, secret),
    }
    const outcome = await {
      add: () => backend.store.addFactor(account, { ...proof, secret: given, session, shown: kept }),
      codes: () => backend.store.renewRecoveryCodes(account, { ...proof, shown: kept }),
      remove: () => backend.store.removeFactor(account, { ...proof, session }),
    }[what]()
    if (outcome === 'wrong' || outcome === 'used') return again(faultOfCode(visit, outcome))
    return what === 'codes' && outcome !== 'overtaken' ? seeOther(toCodes) : null
  })
}
