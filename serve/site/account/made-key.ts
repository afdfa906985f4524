// A new key on its way to the page that shows it once: encrypted for the session that created it.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { NewToken } from '../../accounts/tokens.ts'
import type { SeeOther } from '../page.ts'
import type { OwnVisit } from './visit.ts'

export type MadeKey = Pick<NewToken, 'name' | 'text'>

/** Milliseconds from the form's answer until the key must be shown. */
const LASTS_MS = 60_000
const CIPHER = 'aes-256-gcm'
const [IV_BYTES, TAG_BYTES] = [12, 16]

/** The encryption key, made from the session's secret. The store has only a digest of that secret. */
const sealOf = (session: string): Buffer => Buffer.from(hkdfSync('sha256', session, '', 'tzref made key', 32))

/** Leads to the page that shows a key. Loading that page again creates no other key. */
export async function showOnce(visit: OwnVisit, { name, text }: MadeKey): Promise<SeeOther> {
  const { account, desk, nowMs, session } = visit
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sealOf(session), iv)
  const sealed = [iv, cipher.update(JSON.stringify({ name, text })), cipher.final(), cipher.getAuthTag()]
  const secret = await desk.store.createLink({
    purpose: 'show-key',
    accountId: account.id,
    email: null,
    generation: account.generation,
    detail: Buffer.concat(sealed).toString('base64url'),
    expiresAtMs: nowMs + LASTS_MS,
    nowMs,
  })
  return { kind: 'see-other', path: `/account/keys?made=${secret}` }
}

/** The key that this address is to show. Null when it was shown before, is too old, or was created by another session. */
export async function takeMadeKey(visit: OwnVisit, secret: string): Promise<MadeKey | null> {
  const use = await visit.desk.store.useLink(secret, 'show-key', visit.nowMs)
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
