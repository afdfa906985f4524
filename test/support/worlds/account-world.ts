// A small world of accounts for tests: its own store, verified accounts on any plan, and a clock that moves in steps.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#open/sqlite-driver.ts'
import { openAccountStore } from '#apps/accounts/store/open-store.ts'
import type { Account } from '#apps/accounts/store/accounts.ts'
import type { AccountStore } from '#apps/accounts/store/store.ts'
import type { NewToken } from '#apps/accounts/store/tokens.ts'

/** 2026-11-20T10:00:00Z: the start of a second, far from the ends of the day and of the month. */
export const MORNING = Date.UTC(2026, 10, 20, 10)

/** An empty place for an account store, made for one test. */
export interface StorePlace {
  readonly place: string
  readonly engine: 'sqlite' | 'postgres'
  /** Runs statements in the database, not through the store. */
  raw(statements: string): Promise<void>
  /** Asks the database, not through the store. */
  ask(question: string): Promise<Record<string, unknown>[]>
  remove(): Promise<void>
}

export interface AccountWorld extends StorePlace {
  readonly store: AccountStore
  /** A verified account and its token. */
  make(plan: string, options?: { verified?: boolean }): Promise<{ account: Account; token: NewToken }>
  close(): Promise<void>
}

async function sqlitePlace(): Promise<StorePlace> {
  const folder = mkdtempSync(join(tmpdir(), 'tzref-accounts-'))
  const place = join(folder, 'accounts.sqlite')
  return {
    place,
    engine: 'sqlite',
    async raw(statement) {
      const db = openDatabase(place)
      try {
        db.exec(statement)
      } finally {
        db.close()
      }
    },
    async ask(question) {
      const db = openDatabase(place)
      try {
        return db.prepare<[], Record<string, unknown>>(question).all()
      } finally {
        db.close()
      }
    },
    async remove() {
      rmSync(folder, { recursive: true })
    },
  }
}

let makePlace: () => Promise<StorePlace> = sqlitePlace

/** Makes the worlds of this test file use another engine. */
export function standOn(engine: () => Promise<StorePlace>): void {
  makePlace = engine
}

/** A place for an account store, still empty. */
export const emptyPlace = (): Promise<StorePlace> => makePlace()

/** An empty account store. `close` removes it. */
export async function accountWorld(): Promise<AccountWorld> {
  const place = await makePlace()
  const store = await openAccountStore(place.place, 'create')
  let made = 0
  return {
    ...place,
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
      await place.remove()
    },
  }
}
