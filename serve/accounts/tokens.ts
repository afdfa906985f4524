// Tokens as rows: creates, lists and revokes them, and finds them by the digest of a request's token.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Credential, CredentialSource } from '#serve/access/credential-cache.ts'
import { askedTogether } from '#serve/access/together.ts'
import { TOKEN_PREFIX, tokenDigest } from '#serve/access/token.ts'
import type { Account } from './accounts.ts'
import { type Browser, note } from './audit.ts'
import type { Database, OpenedEngine, Write } from './database.ts'
import { unchanged } from './generation.ts'
import { enqueue } from './mails.ts'
import { mintToken, randomBase62 } from './secrets.ts'
import type { Row } from './tables.ts'

/** A token after its creation: without its text. */
export interface Token {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly createdAtMs: number
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null
  /** Null: it was not revoked. */
  readonly revokedAtMs: number | null
  /** To the minute, and never before its creation. Null: it was never used. */
  readonly usedAtMs: number | null
  /** The last four characters of its text. Null: it was created before they were stored. */
  readonly lastFour: string | null
  /** Id of the token that took its place. Null: it was not rolled. */
  readonly replacedBy: string | null
}

/** A new token, with the only copy of its text. */
export interface NewToken extends Token {
  readonly text: string
}

export interface Tokens extends CredentialSource {
  createToken(wanted: {
    accountId: string
    name: string
    expiresAtMs: number | null
    nowMs: number
    /** Whether to tell the account by mail. */
    tell?: boolean
  }): Promise<NewToken>
  /**
   * The same for the account's owner, with a mail. Refused when `most` of its tokens work already, and when the account is frozen, was
   * changed since it was read, or is gone. `id`: its own; absent: a new one. `repeated`: there is a token of this id, and none was made.
   */
  createKey(
    account: Account,
    wanted: {
      id?: string
      name: string
      expiresAtMs: number | null
      most: number
      nowMs: number
      browser?: Browser
    },
  ): Promise<NewToken | 'repeated' | 'too-many' | 'frozen'>
  /** The tokens of one account, or of all, in order of creation. */
  tokens(accountId?: string): Promise<Token[]>
  /**
   * Revokes a token. With `accountId` it is for the account's owner, with a mail. Null when there is no such token, or it belongs to
   * another account. Revoking twice changes nothing.
   */
  revokeToken(tokenId: string, nowMs: number, accountId?: string, browser?: Browser): Promise<Token | null>
  /**
   * Creates a token that replaces an account's old one, with the same name and end. The old one works until `goodUntilMs` at most. Null
   * when the account has no such working token. Refused like `createKey`, when `most` would work at one time.
   */
  rollToken(
    tokenId: string,
    account: Account,
    wanted: { id?: string; goodUntilMs: number; most: number; nowMs: number; browser?: Browser },
  ): Promise<NewToken | 'repeated' | 'too-many' | 'frozen' | null>
}

/** A new id of a token. */
export const newTokenId = (random = randomBase62(12)): string => `tok_${random}`

const tokenOf = (row: Row<'token'>): Token => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  revokedAtMs: row.revoked_at,
  // The minute in which it was created may begin before that.
  usedAtMs: row.used_at === null ? null : Math.max(row.used_at, row.created_at),
  lastFour: row.last_four,
  replacedBy: row.replaced_by,
})

/** A token's prefix and last four characters, by which its owner knows it again. Null: it was created before they were stored. */
export const maskOf = ({ lastFour }: Pick<Token, 'lastFour'>): string | null =>
  lastFour === null ? null : `${TOKEN_PREFIX}…${lastFour}`

/** Most tokens that are looked up in one query: its answer is read in a millisecond or so. */
const MOST_AT_ONCE = 250

/** Whether a token is in a list. The list is bound as one value, so the statement is the same for any length. */
const isListed = (engine: OpenedEngine['kind']): RawBuilder<boolean> =>
  engine === 'sqlite'
    ? sql`token.sha256 in (select value from json_each(${'[]'}))`
    : sql`token.sha256 = any(array(select jsonb_array_elements_text(cast(${'[]'} as jsonb))))`

/** Adds a token's row. */
async function insert(
  write: Write,
  wanted: { id: string; accountId: string; name: string; expiresAtMs: number | null; nowMs: number },
): Promise<NewToken> {
  const { id, accountId, name, expiresAtMs, nowMs } = wanted
  const text = mintToken()
  const row: Row<'token'> = {
    id,
    account_id: accountId,
    name,
    sha256: tokenDigest(text),
    created_at: nowMs,
    expires_at: expiresAtMs,
    revoked_at: null,
    used_at: null,
    last_four: text.slice(-4),
    replaced_by: null,
  }
  await write.insertInto('token').values(row).execute()
  return { ...tokenOf(row), text }
}

/** Adds a token that replaces no other: its row, its line of the audit, and the mail about it. */
async function create(
  write: Write,
  wanted: {
    id: string
    accountId: string
    name: string
    expiresAtMs: number | null
    nowMs: number
    tell: boolean
    browser?: Browser
  },
): Promise<NewToken> {
  const { accountId, name, expiresAtMs, nowMs, browser } = wanted
  const made = await insert(write, wanted)
  const detail = { expiresAtMs }
  await note(write, { action: 'token.create', accountId, tokenId: made.id, detail, browser, nowMs })
  if (wanted.tell) {
    const told = { name, key: maskOf(made) }
    await enqueue(write, { kind: 'key-created', accountId, detail: told, nowMs })
  }
  return made
}

export function tokensIn(db: Database, engine: OpenedEngine['kind']): Tokens {
  // Compiled once: this is the one query that requests wait for.
  const credentialQuery = db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select([
      'token.sha256',
      'token.id as token_id',
      'token.account_id',
      'token.expires_at',
      'token.revoked_at',
      'account.plan',
      'account.verified',
      'account.disabled',
    ])
    .where(isListed(engine))
    .compile()
  type CredentialRow = typeof credentialQuery extends CompiledQuery<infer Found> ? Found : never

  const credentialOf = (row: CredentialRow): Credential => ({
    tokenId: row.token_id,
    accountId: row.account_id,
    plan: row.plan,
    verified: row.verified === 1,
    disabled: row.disabled === 1,
    revoked: row.revoked_at !== null,
    expiresAtMs: row.expires_at,
  })

  /** The reason to refuse one more token when `most` others work already. Locks the account's row until the token is added. */
  async function refusal(
    write: Write,
    account: Account,
    id: string,
    most: number,
    nowMs: number,
  ): Promise<'repeated' | 'too-many' | 'frozen' | null> {
    // SQLite has only one writer at a time anyway.
    if ((await unchanged(write, account, nowMs, engine === 'postgres')) === null) return 'frozen'
    const same = await write.selectFrom('token').select('id').where('id', '=', id).executeTakeFirst()
    if (same !== undefined) return 'repeated'
    const { live } = await write
      .selectFrom('token')
      .select((from) => from.fn.countAll().as('live'))
      .where('account_id', '=', account.id)
      .where('revoked_at', 'is', null)
      .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', nowMs)]))
      .executeTakeFirstOrThrow()
    return Number(live) > most ? 'too-many' : null
  }

  return {
    credential: askedTogether(MOST_AT_ONCE, async (digests: readonly string[]) => {
      const parameters = [JSON.stringify([...new Set(digests)])]
      const { rows } = await db.executeQuery<CredentialRow>({ ...credentialQuery, parameters })
      const found = new Map(rows.map((row) => [row.sha256, credentialOf(row)]))
      return digests.map((digest) => found.get(digest) ?? null)
    }),
    createToken: ({ tell = false, ...wanted }) =>
      db.transaction().execute((write) => create(write, { ...wanted, id: newTokenId(), tell })),
    createKey: (account, { most, id = newTokenId(), ...wanted }) =>
      db.transaction().execute(async (write) => {
        const refused = await refusal(write, account, id, most - 1, wanted.nowMs)
        return refused ?? create(write, { ...wanted, id, accountId: account.id, tell: true })
      }),
    rollToken: (tokenId, account, { id = newTokenId(), goodUntilMs, most, nowMs, browser }) =>
      db.transaction().execute(async (write) => {
        const accountId = account.id
        // An old token that ends at once makes room for the new one.
        const refused = await refusal(write, account, id, goodUntilMs <= nowMs ? most : most - 1, nowMs)
        if (refused !== null) return refused
        const old = await write
          .selectFrom('token')
          .selectAll()
          .where('id', '=', tokenId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', nowMs)]))
          .executeTakeFirst()
        if (old === undefined) return null
        const { name, expires_at: expiresAtMs } = old
        const made = await insert(write, { id, accountId, name, expiresAtMs, nowMs })
        const endsAtMs = goodUntilMs <= nowMs ? null : Math.min(goodUntilMs, expiresAtMs ?? goodUntilMs)
        await write
          .updateTable('token')
          .set({
            replaced_by: made.id,
            ...(endsAtMs === null ? { revoked_at: nowMs } : { expires_at: endsAtMs }),
          })
          .where('id', '=', tokenId)
          .execute()
        const detail = { to: made.id, goodUntilMs }
        await note(write, { action: 'token.roll', accountId, tokenId, detail, browser, nowMs })
        const told = { name, key: maskOf(made), old: maskOf(tokenOf(old)), endsAtMs }
        await enqueue(write, { kind: 'key-rolled', accountId, detail: told, nowMs })
        return made
      }),
    async tokens(accountId) {
      let query = db.selectFrom('token').selectAll().orderBy('created_at').orderBy('id')
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.execute()).map(tokenOf)
    },
    async revokeToken(tokenId, nowMs, accountId, browser) {
      const owned = accountId ?? db.selectFrom('token').select('account_id').where('id', '=', tokenId)
      await db.transaction().execute(async (write) => {
        const changed = await write
          .updateTable('token')
          .set({ revoked_at: nowMs })
          .where('id', '=', tokenId)
          .where('account_id', '=', owned)
          .where('revoked_at', 'is', null)
          .returning(['account_id', 'name', 'last_four'])
          .executeTakeFirst()
        if (changed === undefined) return
        await note(write, { action: 'token.revoke', accountId: changed.account_id, tokenId, browser, nowMs })
        if (accountId === undefined) return
        const told = { name: changed.name, key: maskOf({ lastFour: changed.last_four }) }
        await enqueue(write, { kind: 'key-revoked', accountId, detail: told, nowMs })
      })
      const row = await db
        .selectFrom('token')
        .selectAll()
        .where('id', '=', tokenId)
        .where('account_id', '=', owned)
        .executeTakeFirst()
      return row === undefined ? null : tokenOf(row)
    },
  }
}
