// The usage of an account: month by month, by day, key and status, as pictures, as tables and as CSV.
import { figure } from '#core/text/figure.ts'
import { type Month, monthAt, monthNamed, resetOf } from '../../access/month.ts'
import { maskOf, type Token } from '../../accounts/tokens.ts'
import { countsForMonth, type DayAnswers } from '../../accounts/usage.ts'
import { html, type Html } from '../html.ts'
import type { AccountAnswer, Download, Page } from '../page.ts'
import { button, choice, code, figures, notice, section, table } from '../parts.ts'
import { type OwnVisit, page } from './parts.ts'
import { daysOf, usagePicture } from './usage-picture.ts'

const TITLE = 'Usage'
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/

/** Answers that refuse a request for what its account is or has used. */
const REFUSALS = new Set([403, 429])
const isRefusal = ({ status }: DayAnswers): boolean => status !== null && REFUSALS.has(status)

const sum = (rows: readonly DayAnswers[]): number => rows.reduce((all, { requests }) => all + requests, 0)

/** The requests of some answers, by a key of each. */
export function sumBy<Key>(rows: readonly DayAnswers[], keyOf: (row: DayAnswers) => Key): Map<Key, number> {
  const sums = new Map<Key, number>()
  for (const row of rows) sums.set(keyOf(row), row.requests + (sums.get(keyOf(row)) ?? 0))
  return sums
}

const byDay = (rows: readonly DayAnswers[]): Map<string, number> => sumBy(rows, ({ day }) => day)

/** What a visitor asks for. Null: the month is none, or the key is not the account's. */
interface Asked {
  /** Null: all days that are stored. */
  readonly month: Month | null
  /** Null: all keys. */
  readonly key: Token | null
  readonly keys: readonly Token[]
}

async function readAsked({ account, backend, browser, nowMs, query }: OwnVisit): Promise<Asked | null> {
  const keys = await backend.store.tokens(account.id)
  const [month, keyId] = [query.get('month') ?? '', query.get('key') ?? '']
  const key = keys.find(({ id }) => id === keyId) ?? null
  if (keyId !== '' && key === null) {
    await backend.store.noteRefused(account.id, 'refused.key', nowMs, browser)
    return null
  }
  if (month !== '' && !MONTH.test(month)) return null
  return { month: month === '' ? null : monthNamed(month), key, keys }
}

const nothing = (): Page =>
  page(
    404,
    TITLE,
    html`${notice('bad', 'There is no such month, or no such key of this account.')}
      <p><a href="/account/usage">The usage of this month</a></p>`,
  )

async function rowsOf({ account, backend }: OwnVisit, { month, key }: Asked): Promise<DayAnswers[]> {
  const [from, before] = month === null ? [''] : [`${month.id}-01`, `${monthAt(month.endMs).id}-01`]
  const rows = await backend.store.usageByDay(account.id, from ?? '', before)
  return key === null ? rows : rows.filter(({ tokenId }) => tokenId === key.id)
}

const nameOf = ({ name, lastFour }: Token): Html => {
  const mask = maskOf({ lastFour })
  return html`<span class="long">${name}</span>${mask === null ? null : html` ${code(mask)}`}`
}

/** A key in a list of choices, where text is all that there is. */
const labelOf = (one: Token): string => {
  const mask = maskOf(one)
  const name = one.name.length > 40 ? `${one.name.slice(0, 39)}…` : one.name
  return mask === null ? name : `${name} (${mask})`
}

/** A table. Null when it has no rows. */
const tableOf = (...[caption, columns, rows]: Parameters<typeof table>): Html | null =>
  rows.length === 0 ? null : table(caption, columns, rows)

/** The chooser of month and key. */
function chooser(months: readonly string[], month: Month, { key, keys }: Asked): Html {
  return html`<form action="/account/usage" class="row choosing">
    ${choice({ label: 'Month', name: 'month', value: month.id, options: months.map((id) => [id, id]) })}
    ${choice({
      label: 'Key',
      name: 'key',
      value: key?.id ?? '',
      options: [['', 'all keys'], ...keys.toReversed().map((one) => [one.id, labelOf(one)] as const)],
    })}
    <div class="field">${button('Show', 'quiet')}</div>
  </form>`
}

/** A month's pictures: what counted, and apart from it what was refused. */
export function pictures(month: Month, rows: readonly DayAnswers[]): Html {
  const refused = rows.filter(isRefusal)
  return html`<figure>
      ${usagePicture(month, byDay(rows.filter(countsForMonth)), { what: 'Requests', fill: 'f-used' })}
      <figcaption>Requests that count, on each day of ${month.id} in UTC</figcaption>
    </figure>
    ${
      refused.length === 0
        ? null
        : html`<figure>
            ${usagePicture(month, byDay(refused), { what: 'Refused requests', fill: 'f-bad' })}
            <figcaption>Refused requests (403, 429), which never count; with a scale of their own</figcaption>
          </figure>`
    }`
}

/** `/account/usage`; `?month=2026-10` and `?key=tok_…` choose. */
export async function showUsage(visit: OwnVisit): Promise<Page> {
  const { account, backend, nowMs } = visit
  const asked = await readAsked(visit)
  if (asked === null) return nothing()
  const current = monthAt(nowMs)
  const { key, keys } = asked
  const month = asked.month ?? current
  const [rows, months] = await Promise.all([
    rowsOf(visit, { ...asked, month }),
    backend.store.usageByMonth(account.id),
  ])
  const [counted, refused] = [rows.filter(countsForMonth), rows.filter(isRefusal)]
  const failed = rows.filter((row) => !countsForMonth(row) && !isRefusal(row))
  const total = key === null ? (months.find(({ month: id }) => id === month.id)?.requests ?? 0) : sum(counted)
  const missing = total - sum(counted)
  /** Whether this is what the quota is for. */
  const isCurrent = key === null && month.id === current.id
  const quota = backend.plans.get(account.plan)?.requestsPerMonth ?? null
  const ids = [...new Set([current.id, month.id, ...months.map(({ month: id }) => id)])].toSorted((a, b) =>
    a < b ? 1 : -1,
  )
  const chosen = new URLSearchParams({ month: month.id, ...(key === null ? {} : { key: key.id }) })
  const days = daysOf(month).filter((day) => Date.parse(day) <= nowMs)
  const [countedBy, refusedBy] = [byDay(counted), byDay(refused)]
  const keyed = [...new Set(rows.map(({ tokenId }) => tokenId))].map((id) => {
    const own = (some: readonly DayAnswers[]): number => sum(some.filter(({ tokenId }) => tokenId === id))
    const found = keys.find((one) => one.id === id)
    return [found === undefined ? id : nameOf(found), own(counted), own(refused)] as const
  })
  const statuses = [...sumBy(rows, ({ status }) => status)].toSorted(([a], [b]) => (a ?? 0) - (b ?? 0))
  return page(
    200,
    TITLE,
    html`${chooser(ids, month, asked)}
      <h2>${month.id}${key === null ? null : html`: ${nameOf(key)}`}</h2>
      <p>
        <strong>${figure(total)}</strong>
        ${isCurrent && quota !== null ? html`of ${figure(quota)}` : null} requests counted.
        <strong>${figure(sum(refused))}</strong> were refused (403,
        429)${failed.length === 0 ? null : html`, and <strong>${figure(sum(failed))}</strong> failed (5xx)`}:
        these never count. ${isCurrent ? html`The count begins again on ${resetOf(month)}.` : null}
      </p>
      ${
        missing > 0 && month.id !== current.id
          ? html`<p>Of ${figure(missing)} of them the days, keys and statuses are no longer stored.</p>`
          : null
      }
      ${
        rows.length === 0 && total > 0
          ? null
          : html`${pictures(month, rows)}
              <details>
                <summary>The days as a table</summary>
                ${table(
                  `Requests of ${month.id} by day`,
                  ['Day', figures('Counted'), figures('Refused')],
                  days.map((day) => [day, figure(countedBy.get(day) ?? 0), figure(refusedBy.get(day) ?? 0)]),
                )}
              </details>`
      }
      <p>
        <a href="/account/usage.csv?${chosen.toString()}" download>This as CSV</a>, or
        <a href="/account/usage.csv" download>all days that are stored as CSV</a>.
      </p>
      <div class="narrow">
        ${section(
          'By key',
          tableOf(
            `Requests of ${month.id} by key`,
            ['Key', figures('Counted'), figures('Refused')],
            keyed
              .toSorted(([, a], [, b]) => b - a)
              .map(([name, used, not]) => [name, figure(used), figure(not)]),
          ),
        )}
        ${section(
          'By status',
          tableOf(
            `Answers of ${month.id} by status`,
            ['Status', figures('Answers'), 'Counts'],
            statuses.map(([status, requests]) => [
              status ?? 'not stored',
              figure(requests),
              countsForMonth({ status }) ? 'yes' : 'no',
            ]),
          ),
        )}
        ${section(
          'All months',
          table(
            'Requests that counted, by month',
            ['Month', figures('Requests')],
            ids.map((id) => [
              html`<a href="/account/usage?month=${id}">${id}</a>`,
              figure(months.find(({ month: one }) => one === id)?.requests ?? 0),
            ]),
          ),
        )}
      </div>
      <p>
        Every answer to one of your keys counts, those with 300, 304, 404, 405 and 422 too; those with 401,
        403, 429 and 5xx do not. Days are those of UTC. Days, keys and statuses are stored for 400 days,
        months for as long as the account is there. Figures are about a second old.
      </p>`,
  )
}

/** A field of CSV. A text that a spreadsheet would compute gets an apostrophe before it. */
const csvField = (value: string | number): string => {
  const text = typeof value === 'string' && /^[=+\-@]/.test(value) ? `'${value}` : `${value}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** `/account/usage.csv`: answers by day, key and status; of one month or key when asked so. */
export async function downloadUsage(visit: OwnVisit): Promise<AccountAnswer> {
  const asked = await readAsked(visit)
  if (asked === null) return nothing()
  const names = new Map(asked.keys.map((key) => [key.id, key.name]))
  const lines = (await rowsOf(visit, asked)).map((row) => [
    row.day,
    row.tokenId,
    names.get(row.tokenId) ?? '',
    row.status ?? '',
    row.requests,
    countsForMonth(row) ? 'yes' : 'no',
  ])
  const head = ['day', 'key', 'name', 'status', 'requests', 'counted']
  return {
    kind: 'download',
    name: `usage${asked.month === null ? '' : `-${asked.month.id}`}.csv`,
    type: 'text/csv; charset=utf-8',
    body: [head, ...lines].map((line) => `${line.map(csvField).join(',')}\r\n`).join(''),
  } satisfies Download
}
