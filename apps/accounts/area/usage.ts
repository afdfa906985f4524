// The usage of an account: month by month, by day, key and status, as pictures, as tables and as CSV.
import { figure } from '#core/text/figure.ts'
import { DAY_MS } from '#core/time/civil.ts'
import { monthName } from '#apps/site/words/times.ts'
import { type Month, monthAt, monthNamed, resetOf } from '#open/access/month.ts'
import { maskOf, type Token } from '../store/tokens.ts'
import { countsForMonth, type DayAnswers } from '../store/usage.ts'
import { html, type Html, type Insert } from '#apps/site/frame/html.ts'
import type { AccountAnswer, Download, Page } from '#apps/site/frame/page.ts'
import { button, choice, code, figures, notice, section, table } from '#apps/site/frame/parts.ts'
import { type OwnVisit, page } from './parts.ts'

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

/** The month and key that a visitor asks for. Null: the month is none, or the key is not the account's. */
interface UsageQuestion {
  /** Null: all days that are stored. */
  readonly month: Month | null
  /** Null: all keys. */
  readonly key: Token | null
  readonly keys: readonly Token[]
}

async function readAsked({ account, backend, query }: OwnVisit): Promise<UsageQuestion | null> {
  const keys = await backend.store.tokens(account.id)
  const [month, keyId] = [query.get('month') ?? '', query.get('key') ?? '']
  const key = keys.find(({ id }) => id === keyId) ?? null
  if (keyId !== '' && key === null) return null
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

async function rowsOf({ account, backend }: OwnVisit, { month, key }: UsageQuestion): Promise<DayAnswers[]> {
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
  const signs = Array.from(one.name)
  const name = signs.length > 40 ? `${signs.slice(0, 39).join('')}…` : one.name
  return mask === null ? name : `${name} (${mask})`
}

/** The chooser of month and key. */
function chooser(months: readonly string[], month: Month, { key, keys }: UsageQuestion): Html {
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

const [LEFT, BAR, GAP, TOP, HEIGHT, FOOT] = [56, 14, 4, 12, 96, 24]

/** The days of a month, as `2026-11-21`. */
const daysOf = ({ startMs, endMs }: Month): string[] =>
  Array.from({ length: (endMs - startMs) / DAY_MS }, (_, index) =>
    new Date(startMs + index * DAY_MS).toISOString().slice(0, 10),
  )

/** The end of a scale: the smallest of 1, 2, 5, 10, 20, 50 and so on that is not below a count. */
function scaleOf(most: number): number {
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5]) if (step * power >= most) return step * power
  }
}

/** A round number in few characters: `250`, `2.5k`, `10M`. */
function short(value: number): string {
  for (const [size, letter] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (value >= size) return `${value / size}${letter}`
  }
  return `${value}`
}

/** A picture of a month: a bar for the requests of each day, next to a scale. `what` is the label for screen readers. */
function usagePicture(
  month: Month,
  rows: readonly DayAnswers[],
  what: string,
  fill: 'f-used' | 'f-bad',
  caption: string,
): Html {
  const counts = sumBy(rows, ({ day }) => day)
  const days = daysOf(month)
  const most = Math.max(0, ...days.map((day) => counts.get(day) ?? 0))
  const end = scaleOf(Math.max(1, most))
  const width = LEFT + days.length * (BAR + GAP)
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(2, Math.round((count / end) * HEIGHT))
  const marks = end === 1 ? [0, 1] : [0, end / 2, end]
  const scale = marks.map((mark) => {
    const y = TOP + HEIGHT - Math.round((mark / end) * HEIGHT)
    return html`<line x1="${LEFT - 4}" y1="${y}" x2="${width}" y2="${y}" class="s-grid" /><text
        x="${LEFT - 8}"
        y="${y + 4}"
        class="t-quiet end"
      >
        ${short(mark)}
      </text>`
  })
  const bars = days.map((day, index) => {
    const count = counts.get(day) ?? 0
    const height = heightOf(count)
    const x = LEFT + index * (BAR + GAP)
    // Wider than the bar, so that a day without requests can be pointed at too.
    return html`<g>
        <title>${day}: ${figure(count)}</title>
        <rect x="${x - GAP / 2}" y="${TOP}" width="${BAR + GAP}" height="${HEIGHT}" class="f-none" />
        <rect x="${x}" y="${TOP + HEIGHT - height}" width="${BAR}" height="${height}" class="${fill}" />
      </g>
      ${
        index % 7 === 0
          ? html`<text x="${x + BAR / 2}" y="${TOP + HEIGHT + FOOT - 4}" class="t-quiet mid"
              >${index + 1}</text
            >`
          : null
      }`
  })
  return html`<figure>
    <svg
      class="pic usage"
      role="img"
      aria-label="${what} on each day of ${month.id}, at most ${figure(most)}"
      viewBox="0 0 ${width} ${TOP + HEIGHT + FOOT}"
    >
      ${scale} ${bars}
    </svg>
    <figcaption>${caption}</figcaption>
  </figure>`
}

/** A month's pictures: what counted, and apart from it what was refused. */
export function pictures(month: Month, rows: readonly DayAnswers[]): Html {
  const [counted, refused] = [rows.filter(countsForMonth), rows.filter(isRefusal)]
  const caption = 'Refused requests (403, 429), which never count; with a scale of their own'
  return html`${usagePicture(month, counted, 'Requests', 'f-used', `Requests per day, ${monthName(Number(month.id.slice(5)))} ${month.id.slice(0, 4)} (UTC)`)}
  ${refused.length === 0 ? null : usagePicture(month, refused, 'Refused requests', 'f-bad', caption)}`
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
  const countedBy = sumBy(counted, ({ tokenId }) => tokenId)
  const keyIds = [...new Set(rows.map(({ tokenId }) => tokenId))].toSorted(
    (a, b) => (countedBy.get(b) ?? 0) - (countedBy.get(a) ?? 0),
  )
  const keyName = (id: string): Insert => {
    const found = keys.find((one) => one.id === id)
    return found === undefined ? id : nameOf(found)
  }
  /** Counted and refused requests of each day or key. */
  const split = (
    head: 'Day' | 'Key',
    of: readonly string[],
    by: 'day' | 'tokenId',
    named: typeof keyName,
  ) => {
    const [used, not] = [sumBy(counted, (row) => row[by]), sumBy(refused, (row) => row[by])]
    return table(
      `Requests of ${month.id} by ${head.toLowerCase()}`,
      [head, figures('Counted'), figures('Refused')],
      of.map((id) => [named(id), figure(used.get(id) ?? 0), figure(not.get(id) ?? 0)]),
    )
  }
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
                ${split('Day', days, 'day', (day) => day)}
              </details>`
      }
      <p>
        <a href="/account/usage.csv?${chosen.toString()}" download>This as CSV</a>, or
        <a href="/account/usage.csv" download>all days that are stored as CSV</a>.
      </p>
      <div class="narrow">
        ${
          rows.length === 0
            ? null
            : html`${section('By key', split('Key', keyIds, 'tokenId', keyName))}
              ${section(
                'By status',
                table(
                  `Answers of ${month.id} by status`,
                  ['Status', 'Counts', figures('Answers')],
                  statuses.map(([status, requests]) => [
                    status ?? 'not stored',
                    countsForMonth({ status }) ? 'yes' : 'no',
                    figure(requests),
                  ]),
                ),
              )}`
        }
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

/**
 * A field of CSV. A text that a spreadsheet would compute gets an apostrophe before it. Some separate fields by semicolons or tabs instead,
 * so a text with one in it counts from there on too.
 */
const csvField = (value: string | number): string => {
  const text = typeof value === 'string' ? value.replace(/(^|[;\t])(?=[\s"]*[=+\-@])/g, "$1'") : `${value}`
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
