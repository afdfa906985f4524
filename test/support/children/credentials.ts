// A source of credentials and a sink of usage in memory: all that the interface needs of accounts.
import { randomInt } from 'node:crypto'
import type { Credential, CredentialSource } from '#serve/access/credential-cache.ts'
import type { UsageStore } from '#serve/access/monthly.ts'
import { TOKEN_PREFIX, TOKEN_RANDOM_LENGTH, tokenDigest, withCheck } from '#open/access/token.ts'

/** A token with a good check that nobody has. */
export const newToken = (): string =>
  withCheck(
    TOKEN_PREFIX + Array.from({ length: TOKEN_RANDOM_LENGTH }, () => randomInt(36).toString(36)).join(''),
  )

export class Credentials implements CredentialSource, UsageStore {
  readonly #credentials = new Map<string, Credential>()
  readonly #counts = new Map<string, number>()

  /** Lets a token in, for an account of its own on a plan. */
  add(token: string, plan: string, verified: boolean): void {
    const id = String(this.#credentials.size)
    const active = { verified, disabled: false, revoked: false, expiresAtMs: null }
    this.#credentials.set(tokenDigest(token), { tokenId: id, accountId: id, plan, ...active })
  }

  #add(accountId: string, month: string, requests: number): number {
    const total = (this.#counts.get(`${accountId} ${month}`) ?? 0) + requests
    this.#counts.set(`${accountId} ${month}`, total)
    return total
  }

  credential: CredentialSource['credential'] = async (digest) => this.#credentials.get(digest) ?? null
  usage: UsageStore['usage'] = async (accountId, month) => this.#add(accountId, month, 0)
  claimUsage: UsageStore['claimUsage'] = async (accountId, month, most) =>
    this.#add(accountId, month, 0) < most ? this.#add(accountId, month, 1) : null
  addUsage: UsageStore['addUsage'] = async ({ rows }) =>
    rows.map((row) => ({ ...row, requests: this.#add(row.accountId, row.month, row.requests) }))
}
