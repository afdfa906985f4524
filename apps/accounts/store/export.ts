// Collects everything that is stored about one account, for its owner's download and for the operator.
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { Account } from './accounts.ts'
import type { AccountStore } from './store.ts'
import { maskOf, type Token } from './tokens.ts'

/** An instant as the service prints UTC everywhere, in whole seconds. */
export const utcOf = (atMs: number): string => formatUtc(epochSeconds(Math.floor(atMs / 1000)))
const utc = (atMs: number | null): string | null => (atMs === null ? null : utcOf(atMs))

/** An account for programs. */
export const accountJson = (account: Account) => ({
  id: account.id,
  email: account.email,
  verified: account.verified,
  plan: account.plan,
  disabled: account.disabled,
  created_at: utcOf(account.createdAtMs),
  frozen_until: utc(account.frozenUntilMs),
})

/** A key for programs, without its text. */
export const keyJson = (key: Token) => ({
  id: key.id,
  name: key.name,
  key: maskOf(key),
  created_at: utcOf(key.createdAtMs),
  expires_at: utc(key.expiresAtMs),
  revoked_at: utc(key.revokedAtMs),
  last_used_at: utc(key.usedAtMs),
  replaced_by: key.replacedBy,
})

/**
 * Everything that the store has about an account, except secrets and their digests. Days of usage cover the last months. Sessions are those
 * that are valid at an instant.
 */
export async function exportAccount(store: AccountStore, account: Account, nowMs: number) {
  const { id, email } = account
  const [password, factor, keys, months, days, sessions, devices, mails, links, audit] = await Promise.all([
    store.passwordOf(email),
    store.factor(id),
    store.tokens(id),
    store.usageByMonth(id),
    store.usageByDay(id, ''),
    store.sessions(id, nowMs),
    store.devices(id),
    store.mails(id),
    store.links(id),
    store.audit(id),
  ])
  return {
    account: { ...accountJson(account), has_password: (password?.password ?? null) !== null },
    factor:
      factor === null
        ? null
        : { created_at: utcOf(factor.createdAtMs), recovery_codes_left: factor.recoveryCodesLeft },
    keys: keys.map(keyJson),
    usage: {
      months: months.map(({ month, requests }) => ({ month, requests })),
      days: days.map(({ day, tokenId, status, requests }) => ({ day, key: tokenId, status, requests })),
    },
    sessions: sessions.map((session) => ({
      id: session.id,
      browser: session.browser,
      created_at: utcOf(session.createdAtMs),
      expires_at: utcOf(session.expiresAtMs),
    })),
    devices: devices.map((device) => ({
      created_at: utcOf(device.created_at),
      used_at: utcOf(device.used_at),
    })),
    mails: mails.map((mail) => ({
      kind: mail.kind,
      queued_at: utcOf(mail.queuedAtMs),
      sent_at: utc(mail.sentAtMs),
    })),
    links: links.map((link) => ({
      purpose: link.purpose,
      email: link.email,
      created_at: utcOf(link.created_at),
      expires_at: utcOf(link.expires_at),
    })),
    audit: audit.map((entry) => ({
      at: utcOf(entry.atMs),
      action: entry.action,
      key: entry.tokenId,
      browser: entry.browser,
      detail: entry.detail,
    })),
  }
}
