// A value that a page shows once, such as a new key: encrypted for the session that made it, for at most a minute, until that page takes it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { LinkPurpose, WantedLink } from '../store/secret-rows.ts'
import type { OwnVisit } from './parts.ts'

type Purpose = Extract<LinkPurpose, `show-${string}`>

/** Milliseconds from the form's answer until it must be shown. */
const LASTS_MS = 60_000
const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES] = [12, 16]

/** The encryption key, made from the session's secret. The store has only a digest of that secret. */
const sealOf = (session: string): Buffer => Buffer.from(hkdfSync('sha256', session, '', 'tzref made key', 32))

/** The link that keeps a value until its page is opened. `secret`: for that page's address, unguessable. */
export function keptForOnce(
  { account, nowMs, session }: Pick<OwnVisit, 'account' | 'nowMs' | 'session'>,
  purpose: Purpose,
  value: unknown,
  secret: string,
): WantedLink {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealOf(session), iv)
  const sealed = [iv, cipher.update(JSON.stringify(value)), cipher.final(), cipher.getAuthTag()]
  return {
    purpose,
    accountId: account.id,
    email: null,
    generation: account.generation,
    detail: Buffer.concat(sealed).toString('base64url'),
    expiresAtMs: nowMs + LASTS_MS,
    nowMs,
    secret,
  }
}

/** The value that an address is to show. Null when it was shown before, is too old, or was kept by another session. */
export async function takeOnce<T>(visit: OwnVisit, purpose: Purpose, secret: string): Promise<T | null> {
  const use = await visit.backend.store.useLink(secret, purpose, visit.nowMs)
  if (use.kind !== 'used' || use.detail === null) return null
  const sealed = Buffer.from(use.detail, 'base64url')
  const decipher = createDecipheriv(CIPHER, sealOf(visit.session), sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const opened = [decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]
    return JSON.parse(Buffer.concat(opened).toString())
  } catch {
    return null
  }
}
