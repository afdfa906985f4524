// The security log: what was done to the account, when and in which browser, the newest first.
import { html, type Html } from '../html.ts'
import type { Page } from '../page.ts'
import { stacked, table } from '../parts.ts'
import { wordsOf } from './log-words.ts'
import { page, time } from './parts.ts'
import type { OwnVisit } from './visit.ts'

const ON_A_PAGE = 50
const MOST_PAGES = 1000

/** Lines of the log as a table, and whether there are more after them. */
export async function logTable(
  { account, backend }: OwnVisit,
  most: number,
  skip = 0,
): Promise<{ table: Html; hasMore: boolean }> {
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
