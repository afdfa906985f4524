// Creates the account of a first start: on the Business plan, verified, with a token that is shown once.
import type { AccountStore } from './store.ts'

/** `.invalid` is reserved: no mail can ever be delivered there. */
const LOCAL_EMAIL = 'local@tzref.invalid'
const LOCAL_PLAN = 'business'

export type LocalAccount = NonNullable<Awaited<ReturnType<typeof createLocalAccount>>>

/** Creates the local account and its token. Null when the account exists already. */
export async function createLocalAccount(store: AccountStore, nowMs: number) {
  const account = await store.createAccount({ email: LOCAL_EMAIL, plan: LOCAL_PLAN, verified: true, nowMs })
  if (account === null) return null
  const wanted = { accountId: account.id, name: 'first start', expiresAtMs: null }
  const token = await store.createToken({ ...wanted, nowMs })
  return { account, token }
}
