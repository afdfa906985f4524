// The security log: what was done to the account, in the words of its owner, when and in which browser, the newest first.
import type { AuditEntry } from '../store/audit.ts'
import { numberIn, textIn } from '../store/detail.ts'
import { html, type Html } from '#apps/site/frame/html.ts'
import type { Page } from '#apps/site/frame/page.ts'
import { stacked, table } from '#apps/site/frame/parts.ts'
import { type OwnVisit, page, time } from './parts.ts'

const ON_A_PAGE = 50
const MOST_PAGES = 1000

/** The words for each action. `{key}` stands for the name of the key, or its id. */
const WORDS: Readonly<Record<string, string>> = {
  'account.create': 'The account was made',
  'account.verify': 'The operator verified the address',
  'account.confirm': 'The address was verified, and a password was chosen',
  'account.set-plan': 'The plan was changed',
  'account.disable': 'The operator disabled the account',
  'account.enable': 'The operator enabled the account again',
  'account.freeze': 'The account was frozen',
  'account.unfreeze': 'The operator ended the freeze',
  'account.ask-change-email': 'A change of the e-mail address was requested',
  'account.change-email': 'The e-mail address was changed',
  'account.take-back': 'The earlier e-mail address was restored',
  'account.set-password': 'The password was changed',
  'factor.add': 'The second factor was turned on',
  'factor.remove': 'The second factor was turned off',
  'factor.reset': 'The operator turned the second factor off',
  'factor.use-recovery-code': 'A recovery code was used',
  'factor.make-recovery-codes': 'New recovery codes were made',
  'session.create': 'Signed in',
  'session.sign-out': 'Signed out',
  'session.end': 'A session was ended',
  'session.end-others': 'All other sessions were ended',
  'session.end-all': 'All sessions were ended',
  'refused.session': 'Refused: the end of a session that is not one of this account',
  'refused.key': 'Refused: a change of a key that is not one of this account',
  'refused.form': 'Refused: a form that was not made for its session',
  'refused.code-limit': 'Refused: more codes of the second factor than are allowed',
  'token.create': 'The key “{key}” was made',
  'token.revoke': 'The key “{key}” was revoked',
  'token.roll': 'The key “{key}” was rolled',
}

const CODES: Readonly<Record<string, string>> = {
  wrong: 'Refused: a wrong code of the second factor',
  used: 'Refused: a code of the second factor that was used before',
  missing: 'Refused: a change without a code of the second factor',
}

/** A line of the audit as a sentence without its full stop. `nameOf` gives the name of a key by its id; null: it has none any more. */
function wordsOf({ action, tokenId, detail }: AuditEntry, nameOf: (id: string) => string | null): string {
  if (action === 'refused.code') return CODES[textIn(detail, 'why') ?? 'wrong'] ?? CODES['wrong'] ?? action
  const [left, plan] = [numberIn(detail, 'left'), textIn(detail, 'plan')]
  if (action === 'factor.use-recovery-code' && left !== null) return `${WORDS[action]}; ${left} left`
  if (action === 'account.set-plan' && plan !== null) return `${WORDS[action]} to “${plan}”`
  // A line of a later version.
  const words = WORDS[action] ?? action
  return tokenId === null ? words : words.replace('{key}', () => nameOf(tokenId) ?? tokenId)
}

/** Lines of the log as a table, and whether there are more after them. */
export async function logTable({ account, backend }: OwnVisit, most: number, skip = 0) {
  const [lines, keys] = await Promise.all([
    backend.store.latest(account.id, most + 1, skip),
    backend.store.tokens(account.id),
  ])
  const names = new Map(keys.map(({ id, name }) => [id, name]))
  const rows = lines.slice(0, most).map((line) => [
    wordsOf(line, (id) => names.get(id) ?? null),
    time(line.atMs),
    // An operator's act has none.
    line.browser ?? '—',
  ])
  const columns = ['What', 'When', 'In which browser']
  return { table: table('Security log, the newest first', columns, rows), hasMore: lines.length > most }
}

const to = (other: number, words: string): Html => html`<a href="/account/log?page=${other}">${words}</a>`

/** `/account/log`, a part at a time: `?page=2`. */
export async function showLog(visit: OwnVisit): Promise<Page> {
  const asked = Number(visit.query.get('page') ?? '1')
  const number = Number.isInteger(asked) && asked >= 1 && asked <= MOST_PAGES ? asked : 1
  const { table: lines, hasMore } = await logTable(visit, ON_A_PAGE, (number - 1) * ON_A_PAGE)
  return page(
    200,
    'Security log',
    html`<p>
        What was done to your account, the newest first. Is there something that was not you?
        <a href="/account/settings">Change your password</a>.
      </p>
      ${stacked(lines)}
      <p class="row">
        ${number > 1 ? to(number - 1, 'Newer') : null}
        ${hasMore && number < MOST_PAGES ? to(number + 1, 'Older') : null}
      </p>
      <p><a href="/account/settings">Back to the settings</a></p>`,
  )
}
