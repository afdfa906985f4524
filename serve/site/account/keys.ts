// API keys: created and shown once, listed, revoked, and rolled into a new one.
import { html, type Html, type Insert } from '../html.ts'
import type { AccountAnswer, Page } from '../page.ts'
import { button, choice, field, notice, panel, section, table } from '../parts.ts'
import { isFrozen } from '../../accounts/accounts.ts'
import type { NewToken, Token } from '../../accounts/tokens.ts'
import { frozen } from './freeze.ts'
import { knownBy, tooMuch } from './limits.ts'
import { type MadeKey, showOnce, takeMadeKey } from './made-key.ts'
import { done, form, page, time, wrong } from './parts.ts'
import { signedOut } from './sign-in.ts'
import type { OwnVisit } from './visit.ts'

const TITLE = 'API keys'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Most working keys at one time. */
const MOST = 100

const EXPIRES: ReadonlyMap<string, readonly [text: string, days: number | null]> = new Map([
  ['never', ['never', null]],
  ['30', ['30 days', 30]],
  ['90', ['90 days', 90]],
  ['365', ['a year', 365]],
])
const KEEP: ReadonlyMap<string, readonly [text: string, hours: number]> = new Map([
  ['24', ['24 hours', 24]],
  ['1', ['1 hour', 1]],
  ['168', ['7 days', 168]],
  ['0', ['not at all', 0]],
])

const isLive = (key: Token, nowMs: number): boolean =>
  key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs)

/** The state of a key that no longer works. Null for a working key. */
const ended = (key: Token, nowMs: number): Html | null => {
  if (key.revokedAtMs !== null) return html`revoked ${time(key.revokedAtMs)}`
  return isLive(key, nowMs) ? null : html`expired`
}

function row(visit: OwnVisit, key: Token): readonly Insert[] {
  const { csrf, nowMs } = visit
  const which = (what: string): Html =>
    html`<input type="hidden" name="do" value="${what}" /><input
        type="hidden"
        name="key"
        value="${key.id}"
      />`
  const about = { 'aria-describedby': key.id }
  const keep = choice({
    label: 'Keep the old key for',
    name: 'keep',
    id: `keep-${key.id}`,
    options: [...KEEP].map(([value, [text]]) => [value, text]),
  })
  return [
    html`<span id="${key.id}">${key.name}</span>`,
    ended(key, nowMs) ??
      html`${form(csrf, html`${which('revoke')}${button('Revoke', 'danger', about)}`)}
        <details>
          <summary>Roll</summary>
          ${form(csrf, html`${which('roll')}${keep}${button('Roll', 'quiet', about)}`)}
        </details>`,
    time(key.createdAtMs),
    key.usedAtMs === null ? 'never' : time(key.usedAtMs),
    key.expiresAtMs === null ? 'never' : time(key.expiresAtMs),
  ]
}

interface Said {
  readonly status?: Page['status']
  readonly made?: MadeKey
  /** The id of a revoked key. */
  readonly revoked?: string | null
  readonly fault?: string
  readonly nameFault?: string
}

async function keysPage(visit: OwnVisit, said: Said = {}): Promise<Page> {
  const { account, desk, csrf, catalogue } = visit
  const keys = (await desk.store.tokens(account.id)).toReversed()
  const revoked = keys.find((key) => key.id === said.revoked && key.revokedAtMs !== null)
  const name = field({
    label: 'Name',
    name: 'name',
    required: true,
    hint: 'What it is for, such as “website”.',
    value: said.nameFault === undefined ? '' : (visit.form.get('name') ?? ''),
    ...(said.nameFault === undefined ? {} : { fault: said.nameFault }),
    more: { autocomplete: 'off', maxlength: 100 },
  })
  const expires = choice({
    label: 'Expires',
    name: 'expires',
    options: [...EXPIRES].map(([value, [text]]) => [value, text]),
  })
  const creation = html`<input type="hidden" name="do" value="create" />
    <div class="row">${name} ${expires}</div>
    ${button('Create key')}`
  const unverified = html`<p>
    Verify your e-mail address first: <a href="/account/verify">have the mail sent again</a>.
  </p>`
  return {
    ...page(
      said.status ?? 200,
      TITLE,
      html`${revoked === undefined ? null : done(`The key “${revoked.name}” is revoked, and refused within five seconds.`)}
        ${wrong(said.fault)} ${said.made === undefined ? null : shown(said.made, catalogue.urls.base)}
        ${section('Create a key', account.verified ? panel(form(csrf, creation)) : unverified)}
        ${section(
          'Your keys',
          keys.length === 0
            ? html`<p>You have none yet.</p>`
            : html`<div class="keys">
                ${table(
                  'All keys of this account, the newest first',
                  ['Name', 'State', 'Created', 'Last used', 'Expires'],
                  keys.map((key) => row(visit, key)),
                )}
              </div>`,
        )}
        <p>
          A key is sent as <code>Authorization: Bearer …</code>. A revoked key is refused within five seconds.
          To roll a key is to get a new one in its place, while the old one goes on working until the hour you
          choose.
        </p>`,
    ),
    ...(said.made === undefined ? {} : { scripts: ['copy.js'] }),
  }
}

/** Shows a key's text. This is the only time. */
const shown = (key: MadeKey, base: string): Html =>
  notice(
    'good',
    html`<h2 id="made">Your new key: ${key.name}</h2>
      <p>Copy it now. It is shown this once and kept nowhere.</p>
      <p><code class="secret" data-copy>${key.text}</code></p>
      <p>Try it:</p>
      <pre
        tabindex="0"
      ><code>curl -H "Authorization: Bearer ${key.text}" ${base}/timezones/Europe/Dublin</code></pre>`,
  )

/** `/account/keys`. A form leads to `?made=…`, which shows the new key once, or to `?revoked=…`. */
export async function showKeys(visit: OwnVisit): Promise<Page> {
  const secret = visit.query.get('made')
  if (secret === null) return keysPage(visit, { revoked: visit.query.get('revoked') })
  const made = await takeMadeKey(visit, secret)
  return keysPage(
    visit,
    made === null
      ? { fault: 'A new key is shown once. If you have not copied it, revoke it and create another.' }
      : { made },
  )
}

/** Handles a form of `/account/keys`: creates, revokes or rolls a key. */
export async function createKey(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, desk, form: sent, nowMs } = visit
  const [what, keyId] = [sent.get('do'), sent.get('key') ?? '']
  // No limit for revoking: a visitor who has lost many keys is in a hurry.
  if (what === 'revoke') {
    const revoked = await desk.store.revokeToken(keyId, nowMs, account.id)
    return revoked === null
      ? keysPage(visit, { status: 404, fault: 'There is no such key.' })
      : { kind: 'see-other', path: `/account/keys?revoked=${keyId}` }
  }
  const refusal = await tooMuch(visit, 'key', knownBy(visit, account.id))
  if (refusal !== null) return refusal
  if (what !== 'roll') return create(visit)
  const [, hours] = KEEP.get(sent.get('keep') ?? '') ?? []
  if (hours === undefined)
    return keysPage(visit, { status: 422, fault: 'Choose how long the old key is kept.' })
  const goodUntilMs = nowMs + hours * HOUR_MS
  return shownOnce(visit, await desk.store.rollToken(keyId, account, { goodUntilMs, most: MOST, nowMs }))
}

/** The answer after a key was requested: the page that shows it, or the refusal. */
function shownOnce(
  visit: OwnVisit,
  key: NewToken | 'too-many' | 'frozen' | null,
): AccountAnswer | Promise<AccountAnswer> {
  if (key === null) return keysPage(visit, { status: 404, fault: 'There is no such key that works.' })
  // When this visit's account is not frozen, it was changed since it was read. That change also ended this session.
  if (key === 'frozen') return isFrozen(visit.account, visit.nowMs) ? frozen() : signedOut(visit, 'overtaken')
  if (key !== 'too-many') return showOnce(visit, key)
  return keysPage(visit, {
    status: 422,
    fault: `There may be ${MOST} keys that work, and a rolled one counts until it ends. Revoke one first.`,
  })
}

async function create(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, desk, form: sent, nowMs } = visit
  if (!account.verified) return keysPage(visit, { status: 403 })
  const name = sent.get('name')?.trim() ?? ''
  const [, days] = EXPIRES.get(sent.get('expires') ?? 'never') ?? []
  if (days === undefined) return keysPage(visit, { status: 422, fault: 'Choose when the key expires.' })
  if (name === '' || name.length > 100 || /\p{Cc}/u.test(name)) {
    return keysPage(visit, { status: 422, nameFault: 'Give a name of 1 to 100 characters.' })
  }
  const expiresAtMs = days === null ? null : nowMs + days * DAY_MS
  return shownOnce(visit, await desk.store.createKey(account, { name, expiresAtMs, most: MOST, nowMs }))
}
