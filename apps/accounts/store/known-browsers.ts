// Signed cookies of browsers that have signed in before: they name an account, and give no access. No request asks the store about them.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.ts'
import { randomBase62 } from './secrets.ts'

const USE = 'known-browser'
/** Cookies whose signature was right. */
const MOST_READ = 10_000

export type KnownBrowsers = ReturnType<typeof knownBrowsers>

/** The key of a store: the same for all servers that share it. It is made when it is first asked for. */
export const signingKeysIn = (db: Database) => ({
  async signingKey(): Promise<string> {
    await db
      .insertInto('signing_key')
      .values({ use: USE, secret: randomBase62(43) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const row = await db
      .selectFrom('signing_key')
      .select('secret')
      .where('use', '=', USE)
      .executeTakeFirstOrThrow()
    return row.secret
  },
})

/** Writes and reads the value of the cookie: the id of the account and its signature. */
export function knownBrowsers(key: string) {
  const read = new LRUCache<string, string>({ max: MOST_READ })
  const signed = (accountId: string): string =>
    `${accountId}.${createHmac('sha256', key).update(accountId).digest('base64url')}`
  return {
    signed,
    /** The account in a Cookie field. Null: there is no such cookie, or its signature is wrong. */
    accountIn: (cookies: string): string | null => {
      const value = COOKIE.exec(cookies)?.[1]
      if (value === undefined) return null
      const known = read.get(value)
      if (known !== undefined) return known
      const accountId = value.slice(0, value.lastIndexOf('.'))
      const right = Buffer.from(signed(accountId))
      const given = Buffer.from(value)
      if (right.length !== given.length || !timingSafeEqual(right, given)) return null
      read.set(value, accountId)
      return accountId
    },
  }
}

/** Over TLS the name has a prefix, as every cookie of the account area. */
const COOKIE = /(?:^|;) *(?:__Host-)?tzref_known=([\w.-]{10,200})(?:;|$)/
