// A small world of accounts for tests: a store in a private folder, an account on each plan, and a clock that is stepped.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAccountStore } from '#serve/accounts/open-store.ts'
import type { Account, AccountStore, NewToken } from '#serve/accounts/store.ts'

/** 2026-11-20T10:00:00Z: the start of a second, far from the borders of day and month. */
export const MORNING = Date.UTC(2026, 10, 20, 10)

export interface AccountWorld {
  readonly folder: string
  readonly path: string
  readonly store: AccountStore
  /** A verified account and its token. */
  make(plan: string, options?: { verified?: boolean }): Promise<{ account: Account; token: NewToken }>
  close(): Promise<void>
}

/** An empty account store. `close` removes it. */
export async function accountWorld(): Promise<AccountWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-accounts-'))
  const path = join(folder, 'accounts.sqlite')
  const store = await openAccountStore(path, 'create')
  let made = 0
  return {
    folder,
    path,
    store,
    async make(plan, { verified = true } = {}) {
      const email = `${plan}-${++made}@example.org`
      const account = await store.createAccount({ email, plan, verified, nowMs: MORNING })
      if (account === null) throw new Error(`${email} exists`)
      const token = await store.createToken({
        accountId: account.id,
        name: 'test',
        expiresAtMs: null,
        nowMs: MORNING,
      })
      return { account, token }
    },
    async close() {
      await store.close()
      rmSync(folder, { recursive: true })
    },
  }
}
