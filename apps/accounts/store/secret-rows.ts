// Adds the rows that a secret opens, by its digest: a session, or a short-lived link. So a change can add them in its own transaction.
import { tokenDigest } from '#open/access/token.ts'
import { accountIn } from './accounts.ts'
import { type Done, note } from './audit.ts'
import { addRow, type Database, type Write } from './database.ts'
import type { FREEZE } from './generation.ts'
import { randomBase62 } from './secrets.ts'

/**
 * Purpose of a link: choose the first password of an account that it creates or verifies; choose a new password; confirm a new address;
 * stop a change of address; open the page that shows a new key or new recovery codes; finish a sign-in with the second factor.
 */
export type LinkPurpose =
  'welcome' | 'reset' | 'change-email' | typeof FREEZE | 'show-key' | 'show-codes' | 'sign-in'

export interface WantedLink {
  readonly purpose: LinkPurpose
  /** Null when the account does not exist yet. */
  readonly accountId: string | null
  /** The address that the mail goes to. */
  readonly email: string | null
  /** The link is valid while the account has this generation. */
  readonly generation: number
  readonly detail: string | null
  readonly expiresAtMs: number
  readonly nowMs: number
  /** Its secret, unguessable. Absent: a new one. */
  readonly secret?: string
}

/** Adds a link and returns its secret. */
export async function addLink(db: Database, wanted: WantedLink): Promise<string> {
  const { purpose, accountId, email, generation, detail, secret = randomBase62(32) } = wanted
  await addRow(db, 'link', {
    sha256: tokenDigest(secret),
    purpose,
    account_id: accountId,
    email,
    generation,
    detail,
    created_at: wanted.nowMs,
    expires_at: wanted.expiresAtMs,
  })
  return secret
}

/** A session that a change opens, in place of those that it ends. */
export interface WantedSession {
  /** Unguessable. */
  readonly secret: string
  readonly expiresAtMs: number
}

interface Opened extends Done {
  /** The session is valid while the account has this generation. Absent: the current one. */
  readonly generation?: number | undefined
}

/** Adds a session of an account, with a line of the audit. Nothing, where none is wanted. */
export async function addSession(
  write: Write,
  accountId: string,
  wanted: WantedSession | undefined,
  { nowMs, browser, generation }: Opened,
): Promise<void> {
  if (wanted === undefined) return
  await addRow(write, 'session', {
    sha256: tokenDigest(wanted.secret),
    account_id: accountId,
    created_at: nowMs,
    expires_at: wanted.expiresAtMs,
    generation: generation ?? (await accountIn(write, accountId)).generation,
    id: `ses_${randomBase62(16)}`,
    browser: browser ?? null,
  })
  await note(write, { action: 'session.create', accountId, browser, nowMs })
}
