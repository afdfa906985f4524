// The first page of an account: its plan, its limits, and its use this month.
import { figure } from '#core/text/figure.ts'
import { monthAt, resetOf } from '#open/access/month.ts'
import { type Plan, servedPerMonth } from '#open/access/plans.ts'
import { html, type Html, type Insert } from '#apps/site/frame/html.ts'
import type { Page } from '#apps/site/frame/page.ts'
import { type Column, factList, figures, notice, section, table } from '#apps/site/frame/parts.ts'
import { operator, type OwnVisit, page } from './parts.ts'
import { pictures } from './usage.ts'

/** A price as it is shown. Null: the operator's file has none. */
const price = ({ priceUsd }: Plan): string | null =>
  priceUsd === undefined ? null : priceUsd === 0 ? 'free' : `$${priceUsd} a month, plus taxes`

const planText = (plan: Plan): string =>
  [plan.name, plan.priceUsd === 0 ? [] : (price(plan) ?? [])].flat().join(', ')

/** The plans of the operator's file. Columns that are empty for all of them are left out. */
function offer(plans: readonly Plan[], own: string): Html {
  const columns: readonly (readonly [Column, (plan: Plan) => Insert])[] = [
    ['Plan', (plan) => (plan.id === own ? html`${plan.name} <span class="tag">yours</span>` : plan.name)],
    ...(plans.some((plan) => price(plan) !== null) ? [['Price', price] as const] : []),
    [figures('Requests a month'), (plan) => figure(plan.requestsPerMonth)],
    [figures('A second'), (plan) => figure(plan.requestsPerSecond)],
    ...(plans.some(({ extras = [] }) => extras.length > 0)
      ? [['Besides', (plan: Plan) => (plan.extras ?? []).join(', ')] as const]
      : []),
  ]
  return table(
    'What this service offers',
    columns.map(([column]) => column),
    plans.map((plan) => columns.map(([, cell]) => cell(plan))),
  )
}

const notVerified = notice(
  'bad',
  html`<p>
    Your e-mail address is not verified: keys are answered with 403 until it is.
    <a href="/account/verify">Have the mail sent again</a>.
  </p>`,
)

const noKey = notice(
  'plain',
  html`<p>You have no API key yet: <a href="/account/keys">create your first key</a>.</p>`,
)

/** In the place of a picture without a bar. `base`: that of the API. */
const firstCall = (base: string): Html =>
  html`<p>There is no picture before a request. With your key in the place of <code>$TOKEN</code>:</p>
    <pre><code>curl -H "Authorization: Bearer $TOKEN" ${base}/timezones/Europe/Dublin</code></pre>`

function limits(plan: Plan, enforcesMonth: boolean): Html {
  const served = servedPerMonth(plan)
  const more = served > plan.requestsPerMonth ? `, and up to ${figure(served)} are served` : ''
  const month = enforcesMonth
    ? `requests a month${more}; beyond that the answer is 429.`
    : 'requests a month, counted and not enforced here.'
  return html`<ul>
    <li>${figure(plan.requestsPerSecond)} requests a second, over all keys of the account.</li>
    <li>${figure(plan.requestsPerMonth)} ${month}</li>
  </ul>`
}

/** `/account` */
export async function showOverview(visit: OwnVisit): Promise<Page> {
  const { account, backend, catalogue, nowMs } = visit
  const month = monthAt(nowMs)
  const [keys, used, days] = await Promise.all([
    backend.store.tokens(account.id),
    backend.store.usage(account.id, month.id),
    backend.store.usageByDay(account.id, `${month.id}-01`),
  ])
  const plan = backend.plans.get(account.plan)
  return page(
    200,
    'Your account',
    html`${!account.verified ? notVerified : keys.length === 0 ? noKey : null}
    ${factList([
      ['E-mail', account.email],
      ['Plan', !backend.plans.isOffer ? null : plan === undefined ? account.plan : planText(plan)],
    ])}
    ${section(
      'Usage this month',
      html`<p>
          <strong>${figure(used)}</strong>
          ${plan === undefined ? null : html`of ${figure(plan.requestsPerMonth)}`} requests since the first of
          the month, in UTC. It begins again on ${resetOf(month)}.
        </p>
        ${days.length === 0 && keys.length > 0 ? firstCall(catalogue.urls.base) : pictures(month, days)}
        <p><a href="/account/usage">By key and status, earlier months, CSV</a></p>`,
    )}
    ${section(
      'Limits',
      html`${plan === undefined ? null : limits(plan, backend.enforcesMonth)}
        <p>Do you need more? Write to ${operator(visit)} and name the e-mail address of your account.</p>`,
    )}
    ${backend.plans.isOffer ? section('Plans', offer([...backend.plans.values()], account.plan)) : null}`,
  )
}
