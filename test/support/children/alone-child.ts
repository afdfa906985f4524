// A server of /v1 alone over a file of tokens: a source of credentials and a sink of usage in memory. The test compiles it in a copy of some rooms.
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Credential, CredentialSource } from '#serve/access/credential-cache.ts'
import type { UsageStore } from '#serve/access/monthly.ts'
import { tokenDigest } from '#serve/access/token.ts'
import { startAlone } from '#serve/alone.ts'

const [, , artifact = '', tokens = '', plans = '', port = '', opsPort = ''] = process.argv

const credentials = new Map<string, Credential>()
for (const line of readFileSync(tokens, 'utf8').trim().split('\n')) {
  const [token = '', plan = '', state] = line.split(' ')
  const [id, verified] = [String(credentials.size), state === 'verified']
  const active = { verified, disabled: false, revoked: false, expiresAtMs: null }
  credentials.set(tokenDigest(token), { tokenId: id, accountId: id, plan, ...active })
}

const counts = new Map<string, number>()
const countOf = (accountId: string, month: string): number => counts.get(`${accountId} ${month}`) ?? 0
function add(accountId: string, month: string, requests: number): number {
  counts.set(`${accountId} ${month}`, countOf(accountId, month) + requests)
  return countOf(accountId, month)
}

const source: CredentialSource & UsageStore = {
  credential: async (digest) => credentials.get(digest) ?? null,
  usage: async (accountId, month) => countOf(accountId, month),
  claimUsage: async (accountId, month, most) =>
    countOf(accountId, month) < most ? add(accountId, month, 1) : null,
  addUsage: async ({ rows }) =>
    rows.map((row) => ({ ...row, requests: add(row.accountId, row.month, row.requests) })),
}

const [host, limits, updateUrl, artifactId] = ['127.0.0.1', null, null, basename(artifact)]
const limitsOf = { limits, plans, enforceMonthly: true, workers: 1, trustProxy: [], cors: true }
const at = { host, port: Number(port), opsPort: Number(opsPort), webUrl: 'https://example.org' }
await startAlone(
  { ...at, ...limitsOf, dist: dirname(artifact), artifact: artifactId, stopGrace: 0, updateUrl },
  source,
)
