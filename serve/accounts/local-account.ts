// Creates the account of a first start: on the Business plan, verified, with a token that is shown once.
import type { Account } from './accounts.ts'
import type { AccountStore } from './store.ts'
import type { NewToken } from './tokens.ts'

/** `.invalid` is reserved: no mail can ever be delivered there. */
const LOCAL_EMAIL = 'local@tzref.invalid'
const LOCAL_PLAN = 'business'

export interface LocalAccount {
  readonly account: Account
  readonly token: NewToken
}

/** Creates the local account and its token. Null when the account exists already. */
export async function createLocalAccount(store: AccountStore, nowMs: number): Promise<LocalAccount | null> {
  const account = await store.createAccount({ email: LOCAL_EMAIL, plan: LOCAL_PLAN, verified: true, nowMs })
  if (account === null) return null
  const token = await store.createToken({
    accountId: account.id,
    name: 'first start',
    expiresAtMs: null,
    nowMs,
  })
  return { account, token }
}
