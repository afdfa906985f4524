// The first page of an account: its plan, its limits, and its use this month.
import { monthAt, resetOf } from '../../access/month.ts'
import { type Plan, servedPerMonth } from '../../access/plans.ts'
import { html, type Html, type Insert } from '../html.ts'
import type { Page } from '../page.ts'
import { type Column, factList, notice, table } from '../parts.ts'
import { figure, page } from './parts.ts'
import { pictures } from './usage.ts'
import type { OwnVisit } from './visit.ts'

const price = ({ priceUsd }: Plan): string => (priceUsd === 0 ? 'free' : `$${priceUsd} a month, plus taxes`)

const planText = (plan: Plan): string => (plan.priceUsd === 0 ? plan.name : `${plan.name}, ${price(plan)}`)

const PLAN_COLUMNS: readonly Column[] = [
  'Plan',
  'Price',
  { head: 'Requests a month', figures: true },
  { head: 'A second', figures: true },
  'Besides',
]

const planRow = (plan: Plan, own: string): readonly Insert[] => [
  plan.id === own ? html`${plan.name} <span class="tag">yours</span>` : plan.name,
  price(plan),
  figure(plan.requestsPerMonth),
  figure(plan.requestsPerSecond),
  plan.extras.join(', '),
]

const notVerified = notice(
  'bad',
  html`<p>
    Your e-mail address is not verified: keys are answered with 403 until it is.
    <a href="/account/verify">Have the mail sent again</a>.
  </p>`,
)

function limits(plan: Plan, enforcesMonth: boolean): Html {
  const served = servedPerMonth(plan)
  const month = enforcesMonth
    ? html`<li>
        ${figure(plan.requestsPerMonth)} requests a
        month${served > plan.requestsPerMonth ? html`, and up to ${figure(served)} are served` : null}; beyond
        that the answer is 429.
      </li>`
    : html`<li>${figure(plan.requestsPerMonth)} requests a month, counted and not enforced here.</li>`
  return html`<ul>
    <li>${figure(plan.requestsPerSecond)} requests a second, over all keys of the account.</li>
    ${month}
  </ul>`
}

/** `/account` */
export async function showOverview(visit: OwnVisit): Promise<Page> {
  const { account, desk, nowMs } = visit
  const month = monthAt(nowMs)
  const [used, days] = await Promise.all([
    desk.store.usage(account.id, month.id),
    desk.store.usageByDay(account.id, `${month.id}-01`),
  ])
  const plan = desk.plans.get(account.plan)
  return page(
    200,
    'Your account',
    html`${account.verified ? null : notVerified}
      ${factList([
        ['E-mail', account.email],
        ['Plan', plan === undefined ? account.plan : planText(plan)],
      ])}
      <h2>Usage this month</h2>
      <p>
        <strong>${figure(used)}</strong>
        ${plan === undefined ? null : html`of ${figure(plan.requestsPerMonth)}`} requests since the first of
        the month, in UTC. It begins again on ${resetOf(month)}.
      </p>
      ${pictures(month, days)}
      <p><a href="/account/usage">By key and status, earlier months, CSV</a></p>
      <h2>Limits</h2>
      ${plan === undefined ? null : limits(plan, desk.enforcesMonth)}
      <h2>Plans</h2>
      ${table(
        'What this service offers',
        PLAN_COLUMNS,
        [...desk.plans.values()].map((row) => planRow(row, account.plan)),
      )}
      <p>
        A larger plan is given by the operator of this service: write to them with the e-mail address above.
      </p>`,
  )
}
