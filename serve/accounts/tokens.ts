// Tokens as rows: made, listed, revoked, and asked for by the digest that a request brings.
import type { CompiledQuery } from 'kysely'
import type { CredentialSource } from '#serve/access/credentials.ts'
import { tokenDigest } from '#serve/access/token.ts'
import { note } from './audit.ts'
import type { Database } from './database.ts'
import { type ByteSource, mintToken, randomBase62 } from './secrets.ts'
import type { Row } from './tables.ts'

/** A token as it is known after its creation: without its text. */
export interface Token {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAtMs: number
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null
  /** Null: it was not revoked. */
  readonly revokedAtMs: number | null
}

/** A token just made, with the only copy of its text. */
export interface NewToken extends Token {
  readonly text: string
}

export interface Tokens extends CredentialSource {
  createToken(wanted: {
    accountId: string
    name: string
    expiresAtMs: number | null
    nowMs: number
  }): Promise<NewToken>
  /** Of one account, or of all, in order of creation. */
  tokens(accountId?: string): Promise<Token[]>
  /** Null where there is no such token. Revoking twice changes nothing. */
  revokeToken(tokenId: string, nowMs: number): Promise<Token | null>
}

const tokenOf = (row: Omit<Row<'token'>, 'sha256'>): Token => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  revokedAtMs: row.revoked_at,
})

const COLUMNS = ['id', 'account_id', 'name', 'created_at', 'expires_at', 'revoked_at'] as const

export function tokensIn(db: Database, bytes?: ByteSource): Tokens {
  // Compiled once: this is the one query that requests wait for.
  const credentialQuery = db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select([
      'token.id as token_id',
      'token.account_id',
      'token.expires_at',
      'token.revoked_at',
      'account.plan',
      'account.verified',
      'account.disabled',
    ])
    .where('token.sha256', '=', '')
    .compile()
  type CredentialRow = typeof credentialQuery extends CompiledQuery<infer Found> ? Found : never

  return {
    async credential(digest) {
      const { rows } = await db.executeQuery<CredentialRow>({ ...credentialQuery, parameters: [digest] })
      const row = rows[0]
      if (row === undefined) return null
      return {
        tokenId: row.token_id,
        accountId: row.account_id,
        plan: row.plan,
        verified: row.verified === 1,
        disabled: row.disabled === 1,
        revoked: row.revoked_at !== null,
        expiresAtMs: row.expires_at,
      }
    },
    async createToken({ accountId, name, expiresAtMs, nowMs }) {
      const text = mintToken(bytes)
      const row: Row<'token'> = {
        id: `tok_${randomBase62(12, bytes)}`,
        account_id: accountId,
        name,
        sha256: tokenDigest(text),
        created_at: nowMs,
        expires_at: expiresAtMs,
        revoked_at: null,
      }
      await db.transaction().execute(async (write) => {
        await write.insertInto('token').values(row).execute()
        const detail = { name, expiresAtMs }
        await note(write, { atMs: nowMs, action: 'token.create', accountId, tokenId: row.id, detail })
      })
      return { ...tokenOf(row), text }
    },
    async tokens(accountId) {
      let query = db.selectFrom('token').select(COLUMNS).orderBy('created_at').orderBy('id')
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.execute()).map(tokenOf)
    },
    async revokeToken(tokenId, nowMs) {
      await db.transaction().execute(async (write) => {
        const changed = await write
          .updateTable('token')
          .set({ revoked_at: nowMs })
          .where('id', '=', tokenId)
          .where('revoked_at', 'is', null)
          .returning('account_id')
          .executeTakeFirst()
        if (changed === undefined) return
        const accountId = changed.account_id
        await note(write, { atMs: nowMs, action: 'token.revoke', accountId, tokenId, detail: {} })
      })
      const row = await db.selectFrom('token').select(COLUMNS).where('id', '=', tokenId).executeTakeFirst()
      return row === undefined ? null : tokenOf(row)
    },
  }
}
