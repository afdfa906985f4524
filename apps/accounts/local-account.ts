// Creates the account of a first start: on the widest plan, verified, with a token that is shown once.
import { type Plan, type Plans, readPlans } from '#open/access/plans.ts'
import type { AccountStore } from './store/store.ts'

/** `.invalid` is reserved: no mail can ever be delivered there. */
const LOCAL_EMAIL = 'local@tzref.invalid'

export type LocalAccount = NonNullable<Awaited<ReturnType<typeof createLocalAccount>>>

/** The plan with the most requests in a second, and of such the one with the most in a month. Of equal ones the first. */
export const widestOf = (plans: Plans): Plan =>
  [...plans.values()].reduce((widest, plan) =>
    (plan.requestsPerSecond - widest.requestsPerSecond || plan.requestsPerMonth - widest.requestsPerMonth) > 0
      ? plan
      : widest,
  )

/** Creates the local account and its token. Null when the account exists already. */
export async function createLocalAccount(store: AccountStore, nowMs: number, plans: Plans = readPlans()) {
  const plan = widestOf(plans)
  const account = await store.createAccount({ email: LOCAL_EMAIL, plan: plan.id, verified: true, nowMs })
  if (account === null) return null
  const wanted = { accountId: account.id, name: 'first start', expiresAtMs: null }
  const token = await store.createToken({ ...wanted, nowMs })
  return { account, plan, token }
}
