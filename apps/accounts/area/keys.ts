// API keys: created and shown once, listed, revoked, rolled; how many may work, when they can end, and how long a rolled one still works.
import { figure } from '#core/text/figure.ts'
import { isPrintable } from '#core/text/printable.ts'
import { DAY_MS, dayNamed } from '#core/time/civil.ts'
import { monthAt } from '#open/access/month.ts'
import { isFrozen } from '../store/accounts.ts'
import { maskOf, newTokenId, type NewToken, type Token } from '../store/tokens.ts'
import { countsForMonth } from '../store/usage.ts'
import { attributes, html, type Html, type Insert } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Page } from '#apps/site/frame/page.ts'
import {
  button,
  choice,
  code,
  type Column,
  field,
  figures,
  hidden,
  notice,
  panel,
  section,
  stacked,
  table,
} from '#apps/site/frame/parts.ts'
import { frozen } from './freeze.ts'
import { knownBy, limit } from './limits.ts'
import { date, done, form, type OwnVisit, page, seeOther, time, wrong } from './parts.ts'
import { madeBy } from './sent-twice.ts'
import { keptForOnce, takeOnce } from './shown-once.ts'
import { signedOut } from './sign-in.ts'
import { sumBy } from './usage.ts'

/** A new key on its way to the page that shows it once. */
type MadeKey = Pick<NewToken, 'name' | 'text'>

const TITLE = 'API keys'
const PATH = '/account/keys'
const HOUR_MS = 3_600_000
/** Most working keys at one time. */
const MOST = 100

/** The ends that a key can get: days, and how they are shown. */
const EXPIRES = [
  ['never', 'never'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'a year'],
  ['date', 'on a date'],
] as const
/** How many hours a rolled key still works. */
const KEEP = [
  ['24', '24 hours'],
  ['1', '1 hour'],
  ['168', '7 days'],
  ['0', 'not at all'],
] as const

const offers = (options: readonly (readonly [value: string, text: string])[], chosen: string): boolean =>
  options.some(([value]) => value === chosen)

const isLive = (key: Token, nowMs: number): boolean =>
  key.revokedAtMs === null && (key.expiresAtMs === null || key.expiresAtMs > nowMs)

/** How a key is named to its owner: by name, and by the part of its text that is stored. */
const named = (key: Token): Html => {
  const mask = maskOf(key)
  return html`“<span class="long">${key.name}</span>”${mask === null ? null : html` (${code(mask)})`}`
}

const ask = (what: 'roll' | 'revoke', { id }: Token): Html => {
  const [look, word] = what === 'roll' ? ['button quiet-button', 'Roll'] : ['button danger', 'Revoke']
  return html`<a${attributes({ class: look, href: `${PATH}?${what}=${id}`, 'data-ask': true, 'aria-describedby': id })}>${word}</a>`
}

type KeyColumn = readonly [head: Column, cell: (key: Token) => Insert]

/** The columns of all keys. */
const KEY: readonly KeyColumn[] = [
  [
    'Name',
    ({ id, name, replacedBy }) =>
      html`<span id="${id}" class="cut" title="${name}">${name}</span
        >${replacedBy === null ? null : html` <span class="tag">rolled</span>`}`,
  ],
  [
    'Key',
    (key) => {
      const mask = maskOf(key)
      return mask === null ? html`<span class="quiet">not stored</span>` : code(mask)
    },
  ],
  ['Created', ({ createdAtMs }) => date(createdAtMs)],
  ['Last used', ({ usedAtMs }) => (usedAtMs === null ? 'never' : time(usedAtMs))],
]

const EXPIRY: KeyColumn = [
  'Expires',
  ({ expiresAtMs }) =>
    html`<span class="expires">${expiresAtMs === null ? 'never' : time(expiresAtMs)}</span>`,
]

const CHANGE: KeyColumn = [
  'Change',
  (key) =>
    html`<span class="actions"
      >${key.replacedBy === null ? ask('roll', key) : null} ${ask('revoke', key)}</span
    >`,
]

const ENDED: KeyColumn = [
  'Ended',
  ({ revokedAtMs, expiresAtMs }) =>
    revokedAtMs === null ? html`expired ${time(expiresAtMs ?? 0)}` : html`revoked ${time(revokedAtMs)}`,
]

/** A table of keys. `which` they are, for its caption. */
const keyTable = (which: string, columns: readonly KeyColumn[], keys: readonly Token[]): Html =>
  stacked(
    table(
      `The keys of this account that ${which}, the newest first`,
      columns.map(([head]) => head),
      keys.map((key) => columns.map(([, cell]) => cell(key))),
    ),
    'keys',
  )

interface Said {
  readonly made?: MadeKey
  /** The id of a revoked key. */
  readonly revoked?: string | null
  readonly fault?: string
  readonly nameFault?: string
  readonly untilFault?: string
}

function creation(visit: OwnVisit, said: Said): Html {
  const { nowMs, form: sent } = visit
  const isFaulty = said.nameFault !== undefined || said.untilFault !== undefined
  const kept = (name: string): string => (isFaulty ? (sent.get(name) ?? '') : '')
  const name = field({
    label: 'Name',
    name: 'name',
    required: true,
    hint: 'What it is for, such as “website”.',
    value: kept('name'),
    fault: said.nameFault,
    // Browsers count in UTF-16, where a character can count twice.
    more: { autocomplete: 'off', maxlength: 200 },
  })
  const expires = choice({
    label: 'Expires',
    name: 'expires',
    value: kept('expires'),
    options: EXPIRES,
  })
  const until = field({
    label: 'Date',
    name: 'until',
    type: 'date',
    value: kept('until'),
    hint: 'For “on a date”. The key ends when this day begins, in UTC.',
    fault: said.untilFault,
    more: { min: new Date(nowMs + DAY_MS).toISOString().slice(0, 10) },
  })
  return form(
    visit,
    html`<div class="row expiring">
        ${name} ${expires}
        <div class="until">${until}</div>
      </div>
      ${button('Create key')}`,
    'create',
    PATH,
  )
}

async function keysPage(visit: OwnVisit, status: Page['status'], said: Said = {}): Promise<Page> {
  const { account, backend, catalogue, nowMs } = visit
  const [keys, days] = await Promise.all([
    backend.store.tokens(account.id),
    backend.store.usageByDay(account.id, `${monthAt(nowMs).id}-01`),
  ])
  const requests = sumBy(days.filter(countsForMonth), ({ tokenId }) => tokenId)
  const month: KeyColumn = [figures('This month'), ({ id }) => figure(requests.get(id) ?? 0)]
  const newest = keys.toReversed()
  const live = newest.filter((key) => isLive(key, nowMs))
  const ended = newest.filter((key) => !isLive(key, nowMs))
  const revoked = keys.find((key) => key.id === said.revoked && key.revokedAtMs !== null)
  const unverified = html`<p>
    Verify your e-mail address first: <a href="/account/verify">have the mail sent again</a>.
  </p>`
  return {
    ...page(
      status,
      TITLE,
      html`${revoked === undefined ? null : done(html`The key ${named(revoked)} is revoked, and refused within five seconds.`)}
      ${wrong(said.fault)} ${said.made === undefined ? null : shown(said.made, catalogue.urls.base)}
      ${section('Create a key', account.verified ? panel(creation(visit, said)) : unverified)}
      ${section(
        'Your keys',
        html`${
            live.length === 0
              ? html`<p>You have no working key.</p>`
              : keyTable('work', [...KEY, EXPIRY, month, CHANGE], live)
          }
          ${
            ended.length === 0
              ? null
              : html`<details>
                  <summary>Keys that no longer work: ${ended.length}</summary>
                  ${keyTable('no longer work', [...KEY, ENDED, month], ended)}
                </details>`
          }
          <p>
            A key is sent as <code>Authorization: Bearer …</code>. Only its last four characters are stored as
            text. A revoked key is refused within five seconds. Roll: replace a key with a new one. The old
            one works until the hour that you choose.
          </p>`,
      )}`,
    ),
    scripts: said.made === undefined ? ['ask.js'] : ['ask.js', 'copy.js'],
  }
}

/** The question before a key is revoked or rolled. With scripts, `ask.js` shows its part in a dialog. */
function question(visit: OwnVisit, what: 'roll' | 'revoke', key: Token): Page {
  const content =
    what === 'revoke'
      ? html`<h2 id="asked">Revoke this key?</h2>
          <p>The key ${named(key)} is refused within five seconds, for ever.</p>`
      : html`<h2 id="asked">Roll this key?</h2>
          <p>You get a new key in place of ${named(key)}, with the same name and end.</p>
          ${choice({ label: 'Keep the old key for', name: 'keep', options: KEEP })}`
  return page(
    200,
    TITLE,
    html`<div class="panel ask">
      ${form(
        visit,
        html`${hidden('key', key.id)} ${content}
          <p class="actions">
            ${what === 'revoke' ? button('Revoke', 'danger') : button('Roll')}
            <a class="button quiet-button" href="${PATH}" data-stay>Cancel</a>
          </p>`,
        what,
        PATH,
      )}
    </div>`,
  )
}

/** The page for a key that the account does not have. */
const noSuchKey = (visit: OwnVisit, fault = 'There is no such key.'): Promise<Page> =>
  keysPage(visit, 404, { fault })

/** The same for a form. The attempt goes into the audit. */
async function refusedKey(visit: OwnVisit, fault?: string): Promise<Page> {
  await visit.backend.store.noteRefused(visit.account.id, 'refused.key', visit.nowMs, visit.browser)
  return noSuchKey(visit, fault)
}

/** Shows a key's text. This is the only time. */
const shown = (key: MadeKey, base: string): Html =>
  notice(
    'good',
    html`<h2 id="made">Your new key: ${key.name}</h2>
      <p>Copy it now. It is shown only once. Later you see its last four characters.</p>
      <p><code class="secret" data-copy>${key.text}</code></p>
      <p>Try it:</p>
      <pre
        tabindex="0"
      ><code>curl -H "Authorization: Bearer ${key.text}" ${base}/timezones/Europe/Dublin</code></pre>`,
  )

/** `/account/keys`. `?revoke=…` and `?roll=…` ask first. A form leads to `?made=…`, which shows the new key once, or to `?revoked=…`. */
export async function showKeys(visit: OwnVisit): Promise<Page> {
  const { account, backend, nowMs, query } = visit
  for (const what of ['revoke', 'roll'] as const) {
    if (!query.has(what)) continue
    const key = (await backend.store.tokens(account.id)).find(({ id }) => id === query.get(what))
    if (key === undefined) return noSuchKey(visit)
    return isLive(key, nowMs)
      ? question(visit, what, key)
      : keysPage(visit, 410, { fault: 'This key has ended already.' })
  }
  const secret = query.get('made')
  if (secret === null) return keysPage(visit, 200, { revoked: query.get('revoked') })
  const made = await takeOnce<MadeKey>(visit, 'show-key', secret)
  const fault = 'A new key is shown once. If you have not copied it, revoke it and create another.'
  return keysPage(visit, 200, made === null ? { fault } : { made })
}

/** Handles a form of `/account/keys`: creates, revokes or rolls a key. */
export async function createKey(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, backend, browser, form: sent, nowMs } = visit
  const [what, keyId] = [sent.get('do'), sent.get('key') ?? '']
  // No limit for revoking: a visitor who has lost many keys is in a hurry.
  if (what === 'revoke') {
    const revoked = await backend.store.revokeToken(keyId, nowMs, account.id, browser)
    return revoked === null ? refusedKey(visit) : seeOther(`${PATH}?revoked=${keyId}`)
  }
  await limit(visit, 'key', knownBy(visit, account.id))
  if (what !== 'roll') return create(visit)
  const hours = sent.get('keep') ?? ''
  if (!offers(KEEP, hours)) return keysPage(visit, 422, { fault: 'Choose how long the old key works.' })
  const goodUntilMs = nowMs + Number(hours) * HOUR_MS
  const wanted = { id: keyIdBy(visit), goodUntilMs, most: MOST, nowMs, browser }
  return shownOnce(visit, await backend.store.rollToken(keyId, account, wanted))
}

/** The id of the key that a form makes. */
const keyIdBy = (visit: OwnVisit): string => newTokenId(madeBy(visit, 'key', 12))

/** The answer after a key was requested: the page that shows it, or the refusal. */
async function shownOnce(
  visit: OwnVisit,
  key: NewToken | 'repeated' | 'too-many' | 'frozen' | null,
): Promise<AccountAnswer> {
  if (key === null) return refusedKey(visit, 'There is no such key that works.')
  // When this visit's account is not frozen, it was changed since it was read. That change also ended this session.
  if (key === 'frozen')
    return isFrozen(visit.account, visit.nowMs) ? frozen(visit) : signedOut(visit, 'overtaken')
  if (key === 'too-many') {
    const fault = `An account has at most ${MOST} working keys, and a rolled one counts until it ends. Revoke one first.`
    return keysPage(visit, 422, { fault })
  }
  // Loading that page again creates no other key.
  const secret = madeBy(visit, 'page')
  if (key !== 'repeated') {
    const made: MadeKey = { name: key.name, text: key.text }
    await visit.backend.store.createLink(keptForOnce(visit, 'show-key', made, secret))
  }
  return seeOther(`${PATH}?made=${secret}`)
}

async function create(visit: OwnVisit): Promise<AccountAnswer> {
  const { account, backend, browser, form: sent, nowMs } = visit
  if (!account.verified) return keysPage(visit, 403)
  const name = sent.get('name')?.trim() ?? ''
  const until = readExpires(sent.get('expires') ?? 'never', sent.get('until') ?? '', nowMs)
  if (!('expiresAtMs' in until)) return keysPage(visit, 422, until)
  if (!isPrintable(name, 100)) {
    const nameFault =
      'Give a name of 1 to 100 characters. If you have pasted it, type it: it may have invisible characters.'
    return keysPage(visit, 422, { nameFault })
  }
  const wanted = { id: keyIdBy(visit), name, expiresAtMs: until.expiresAtMs, most: MOST, nowMs, browser }
  return shownOnce(visit, await backend.store.createKey(account, wanted))
}

/** The chosen end of a key, where null is never; or what is wrong with the choice. */
function readExpires(
  chosen: string,
  until: string,
  nowMs: number,
): { readonly expiresAtMs: number | null } | Pick<Said, 'fault' | 'untilFault'> {
  if (chosen === 'date') {
    const day = dayNamed(until)
    return day !== null && day * DAY_MS > nowMs
      ? { expiresAtMs: day * DAY_MS }
      : { untilFault: 'Give a future date, as year, month and day: 2027-01-31.' }
  }
  if (!offers(EXPIRES, chosen)) return { fault: 'Choose when the key expires.' }
  // A date next to another choice would be lost silently.
  if (until.trim() !== '') {
    return { untilFault: 'Choose “on a date” in “Expires” to use this date, or leave it out.' }
  }
  return { expiresAtMs: chosen === 'never' ? null : nowMs + Number(chosen) * DAY_MS }
}
