// Links that verify an address, as rows: only the digest of a link's secret is kept.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, type Accounts, changeAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

/** What following the link of a verification mail came to. */
export type Confirmation = { kind: 'confirmed'; account: Account } | { kind: 'expired' } | { kind: 'unknown' }

export interface Verifications {
  /** The secret of a new link that confirms the account's address. */
  createVerification(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Follows such a link: its account is verified from then on. */
  confirm(secret: string, nowMs: number): Promise<Confirmation>
}

/** For so long an expired link is answered with "expired" rather than "unknown". */
const EXPIRED_KNOWN_MS = 30 * 86_400_000

export const verificationsIn = (
  db: Database,
  { findAccount }: Pick<Accounts, 'findAccount'>,
  bytes?: ByteSource,
): Verifications => ({
  async createVerification(accountId, expiresAtMs, nowMs) {
    const secret = randomBase62(32, bytes)
    await db
      .insertInto('verification')
      .values({
        sha256: tokenDigest(secret),
        account_id: accountId,
        created_at: nowMs,
        expires_at: expiresAtMs,
      })
      .execute()
    return secret
  },
  async confirm(secret, nowMs) {
    const link = await db
      .selectFrom('verification')
      .selectAll()
      .where('sha256', '=', tokenDigest(secret))
      .executeTakeFirst()
    if (link === undefined) return { kind: 'unknown' }
    if (nowMs >= link.expires_at) return { kind: 'expired' }
    const confirmed = { set: { verified: 1 }, action: 'account.confirm', detail: {} } as const
    await db.transaction().execute((write) => changeAccount(write, link.account_id, confirmed, nowMs))
    const account = await findAccount(link.account_id)
    return account === null ? { kind: 'unknown' } : { kind: 'confirmed', account }
  },
})

/** Forgets links that expired long ago. */
export async function pruneVerifications(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('verification')
    .where('expires_at', '<', nowMs - EXPIRED_KNOWN_MS)
    .execute()
}
