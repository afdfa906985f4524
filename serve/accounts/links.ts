// Links in mails, as rows: short-lived, for one purpose, kept as digests of their secrets.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, type Accounts, changeAccount } from './accounts.ts'
import type { Database } from './database.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

/** What following the link of a verification mail came to. */
export type Confirmation = { kind: 'confirmed'; account: Account } | { kind: 'expired' } | { kind: 'unknown' }

/** What a link that works once is for: a new password, a new address. */
export type LinkPurpose = 'reset' | 'change-email'

/** What using such a link came to. Whatever was used, another purpose's or never made is unknown. */
export type LinkUse =
  { kind: 'used'; accountId: string; detail: string | null } | { kind: 'expired' } | { kind: 'unknown' }

export interface Links {
  /** The secret of a new link that confirms the account's address. */
  createVerification(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Follows such a link: its account is verified from then on. Followed again it says the same. */
  confirm(secret: string, nowMs: number): Promise<Confirmation>
  /** The secret of a new link that works once. */
  createLink(wanted: {
    purpose: LinkPurpose
    accountId: string
    detail: string | null
    expiresAtMs: number
    nowMs: number
  }): Promise<string>
  /** Uses up such a link; of two that use it at once, one does. */
  useLink(secret: string, purpose: LinkPurpose, nowMs: number): Promise<LinkUse>
}

/** For so long an expired link is answered with "expired" rather than "unknown". */
const EXPIRED_KNOWN_MS = 30 * 86_400_000

export function linksIn(
  db: Database,
  { findAccount }: Pick<Accounts, 'findAccount'>,
  bytes?: ByteSource,
): Links {
  async function create(
    purpose: LinkPurpose | 'verify',
    accountId: string,
    detail: string | null,
    expiresAtMs: number,
    nowMs: number,
  ): Promise<string> {
    const secret = randomBase62(32, bytes)
    await db
      .insertInto('link')
      .values({
        sha256: tokenDigest(secret),
        account_id: accountId,
        created_at: nowMs,
        expires_at: expiresAtMs,
        purpose,
        detail,
      })
      .execute()
    return secret
  }
  return {
    createVerification: (accountId, expiresAtMs, nowMs) =>
      create('verify', accountId, null, expiresAtMs, nowMs),
    async confirm(secret, nowMs) {
      const link = await db
        .selectFrom('link')
        .selectAll()
        .where('sha256', '=', tokenDigest(secret))
        .where('purpose', '=', 'verify')
        .executeTakeFirst()
      if (link === undefined) return { kind: 'unknown' }
      if (nowMs >= link.expires_at) return { kind: 'expired' }
      const confirmed = { set: { verified: 1 }, action: 'account.confirm', detail: {} } as const
      await db.transaction().execute((write) => changeAccount(write, link.account_id, confirmed, nowMs))
      const account = await findAccount(link.account_id)
      return account === null ? { kind: 'unknown' } : { kind: 'confirmed', account }
    },
    createLink: ({ purpose, accountId, detail, expiresAtMs, nowMs }) =>
      create(purpose, accountId, detail, expiresAtMs, nowMs),
    async useLink(secret, purpose, nowMs) {
      const digest = tokenDigest(secret)
      const used = await db
        .deleteFrom('link')
        .where('sha256', '=', digest)
        .where('purpose', '=', purpose)
        .where('expires_at', '>', nowMs)
        .returning(['account_id', 'detail'])
        .executeTakeFirst()
      if (used !== undefined) return { kind: 'used', accountId: used.account_id, detail: used.detail }
      const expired = await db
        .selectFrom('link')
        .select('sha256')
        .where('sha256', '=', digest)
        .where('purpose', '=', purpose)
        .executeTakeFirst()
      return { kind: expired === undefined ? 'unknown' : 'expired' }
    },
  }
}

/** Forgets links that expired long ago. */
export async function pruneLinks(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('link')
    .where('expires_at', '<', nowMs - EXPIRED_KNOWN_MS)
    .execute()
}
