// Links in mails and to what is shown once, as rows: short-lived, for one purpose, kept as digests of their secrets.
import { tokenDigest } from '#serve/access/token.ts'
import { type Account, type Accounts, accountOf, changeAccount } from './accounts.ts'
import { note } from './audit.ts'
import type { Database, Write } from './database.ts'
import { enqueue } from './mails.ts'
import { type ByteSource, randomBase62 } from './secrets.ts'

/** What following the link of a verification mail came to. */
export type Confirmation = { kind: 'confirmed'; account: Account } | { kind: 'expired' } | { kind: 'unknown' }

/** What a link that works once is for: a new password, a new address, the page that shows a new key. */
export type LinkPurpose = 'reset' | 'change-email' | 'show-key'

/** What using such a link came to. Whatever was used, another purpose's or never made is unknown. */
export type LinkUse =
  { kind: 'used'; accountId: string; detail: string | null } | { kind: 'expired' } | { kind: 'unknown' }

export interface Links {
  /** The secret of a new link that confirms the account's address. */
  createVerification(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Uses up such a link: its account is verified from then on. */
  confirm(secret: string, nowMs: number): Promise<Confirmation>
  /**
   * Uses up the link that a new address was sent: it is the account's from then on, verified, and the old one is told. `taken`: it
   * is another account's by now.
   */
  changeEmail(
    secret: string,
    nowMs: number,
  ): Promise<{ kind: 'changed'; account: Account } | { kind: 'expired' | 'unknown' | 'taken' }>
  /** The secret of a new link that works once. */
  createLink(wanted: {
    purpose: LinkPurpose
    accountId: string
    detail: string | null
    expiresAtMs: number
    nowMs: number
  }): Promise<string>
  /** Of one account, oldest first; what each is for, but not its secret. */
  links(accountId: string): Promise<{ purpose: string; createdAtMs: number; expiresAtMs: number }[]>
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
      const confirmed = { set: { verified: 1 }, action: 'account.confirm', detail: {} } as const
      // In one transaction: a link that is used up without its effect would leave nobody verified.
      const used = await db.transaction().execute(async (write) => {
        const use = await usedUp(write, secret, 'verify', nowMs)
        if (use.kind === 'used') await changeAccount(write, use.accountId, confirmed, nowMs)
        return use
      })
      if (used.kind !== 'used') return used
      const account = await findAccount(used.accountId)
      return account === null ? { kind: 'unknown' } : { kind: 'confirmed', account }
    },
    changeEmail: (secret, nowMs) =>
      db.transaction().execute(async (write) => {
        const use = await usedUp(write, secret, 'change-email', nowMs)
        if (use.kind !== 'used') return use
        const { accountId, detail: email } = use
        if (email === null) return { kind: 'unknown' }
        const old = await write
          .selectFrom('account')
          .selectAll()
          .where('id', '=', accountId)
          .where('deleted_at', 'is', null)
          .executeTakeFirst()
        if (old === undefined) return { kind: 'unknown' }
        const holder = await write
          .selectFrom('account')
          .select('id')
          .where('email', '=', email)
          .executeTakeFirst()
        if (holder !== undefined) return { kind: 'taken' }
        await write.updateTable('account').set({ email, verified: 1 }).where('id', '=', accountId).execute()
        await note(write, {
          atMs: nowMs,
          action: 'account.change-email',
          accountId,
          tokenId: null,
          detail: {},
        })
        await enqueue(write, { kind: 'email-changed', accountId, detail: { to: old.email }, nowMs }, bytes)
        return { kind: 'changed', account: accountOf({ ...old, email, verified: 1 }) }
      }),
    createLink: ({ purpose, accountId, detail, expiresAtMs, nowMs }) =>
      create(purpose, accountId, detail, expiresAtMs, nowMs),
    async links(accountId) {
      const rows = await db
        .selectFrom('link')
        .select(['purpose', 'created_at', 'expires_at'])
        .where('account_id', '=', accountId)
        .orderBy('created_at')
        .execute()
      return rows.map((row) => ({
        purpose: row.purpose,
        createdAtMs: row.created_at,
        expiresAtMs: row.expires_at,
      }))
    },
    useLink: (secret, purpose, nowMs) => usedUp(db, secret, purpose, nowMs),
  }
}

/** Uses up a link, in the transaction of what it is for where it is given one. */
export async function usedUp(
  write: Write | Database,
  secret: string,
  purpose: LinkPurpose | 'verify',
  nowMs: number,
): Promise<LinkUse> {
  const digest = tokenDigest(secret)
  const used = await write
    .deleteFrom('link')
    .where('sha256', '=', digest)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', nowMs)
    .returning(['account_id', 'detail'])
    .executeTakeFirst()
  if (used !== undefined) return { kind: 'used', accountId: used.account_id, detail: used.detail }
  const expired = await write
    .selectFrom('link')
    .select('sha256')
    .where('sha256', '=', digest)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  return { kind: expired === undefined ? 'unknown' : 'expired' }
}

/** Forgets links that expired long ago. */
export async function pruneLinks(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('link')
    .where('expires_at', '<', nowMs - EXPIRED_KNOWN_MS)
    .execute()
}
