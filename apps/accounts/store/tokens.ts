// Tokens as rows: creates, lists and revokes them, and finds them by the digest of a request's token.
import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Credential } from '#serve/access/credential-cache.ts'
import { askedTogether } from '#open/program/together.ts'
import { TOKEN_PREFIX, tokenDigest } from '#open/access/token.ts'
import type { Account } from './accounts.ts'
import { type Browser, type Done, note } from './audit.ts'
import { addRow, type Database, type OpenedEngine, rowOf, type Write } from './database.ts'
import { unchanged } from './generation.ts'
import { mintToken, randomBase62 } from './secrets.ts'
import type { Row } from './schema.ts'

/** A token after its creation: without its text. */
export type Token = Readonly<ReturnType<typeof tokenOf>>

/** A new token, with the only copy of its text. */
export interface NewToken extends Token {
  readonly text: string
}

/** A new id of a token. */
export const newTokenId = (random = randomBase62(12)): string => `tok_${random}`

const tokenOf = (row: Row<'token'>) => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  createdAtMs: row.created_at,
  /** Null: it does not expire. */
  expiresAtMs: row.expires_at,
  /** Null: it was not revoked. */
  revokedAtMs: row.revoked_at,
  /** To the minute, and never before its creation: that minute may begin before it. Null: it was never used. */
  usedAtMs: row.used_at === null ? null : Math.max(row.used_at, row.created_at),
  /** The last four characters of its text. Null: it was created before they were stored. */
  lastFour: row.last_four,
  /** Id of the token that took its place. Null: it was not rolled. */
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

/** A token that is wanted. */
interface WantedToken {
  readonly name: string
  readonly expiresAtMs: number | null
  readonly nowMs: number
}

/** The owner's choice for a key: its id (absent: a new one), and the most tokens that may work at one time. */
interface WantedKey extends Done {
  readonly id?: string
  readonly most: number
}

/** Why an owner gets no key. `repeated`: there is a token of its id. `frozen`: or the account was changed since it was read, or is gone. */
type KeyRefusal = 'repeated' | 'too-many' | 'frozen'

/** Adds a token's row. */
async function insert(
  write: Write,
  accountId: string,
  { id, name, expiresAtMs, nowMs }: WantedToken & { readonly id: string },
): Promise<NewToken> {
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
  await addRow(write, 'token', row)
  return { ...tokenOf(row), text }
}

/** Adds a token that replaces no other: its row, its line of the audit, and the mail about it if the account is to be told. */
async function create(
  write: Write,
  accountId: string,
  wanted: WantedToken & { readonly id: string; readonly browser?: Browser },
  tell: boolean,
): Promise<NewToken> {
  const { name, expiresAtMs, nowMs, browser } = wanted
  const made = await insert(write, accountId, wanted)
  const [tokenId, detail] = [made.id, { expiresAtMs }]
  const mail = tell ? { kind: 'key-created' as const, detail: { name, key: maskOf(made) } } : undefined
  await note(write, { action: 'token.create', accountId, tokenId, detail, browser, nowMs, mail })
  return made
}

/** The tokens of an account that work at an instant. */
const liveIn = (write: Write, accountId: string, nowMs: number) =>
  write
    .selectFrom('token')
    .where((is) => is.and({ account_id: accountId, revoked_at: null }))
    .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', nowMs)]))

/** The reason to refuse one more token when `most` others work already. Locks the account's row until the token is added. */
async function refusal(
  write: Write,
  engine: OpenedEngine['kind'],
  account: Account,
  id: string,
  most: number,
  nowMs: number,
): Promise<KeyRefusal | null> {
  // SQLite has only one writer at a time anyway.
  if ((await unchanged(write, account, nowMs, engine === 'postgres')) === null) return 'frozen'
  if ((await rowOf(write, 'token', { id })) !== undefined) return 'repeated'
  const { live } = await liveIn(write, account.id, nowMs)
    .select((from) => from.fn.countAll().as('live'))
    .executeTakeFirstOrThrow()
  return Number(live) > most ? 'too-many' : null
}

/** The owner's choice for a key that takes another's place, which works until `goodUntilMs` at most. */
interface WantedRoll extends WantedKey {
  readonly goodUntilMs: number
}

/** Creates a token that replaces an account's old one: `rollToken` of a store. */
async function roll(
  write: Write,
  engine: OpenedEngine['kind'],
  tokenId: string,
  account: Account,
  { id = newTokenId(), goodUntilMs, most, nowMs, browser }: WantedRoll,
): Promise<NewToken | KeyRefusal | null> {
  const accountId = account.id
  // An old token that ends at once makes room for the new one.
  const refused = await refusal(write, engine, account, id, goodUntilMs <= nowMs ? most : most - 1, nowMs)
  if (refused !== null) return refused
  const live = liveIn(write, accountId, nowMs).where('id', '=', tokenId)
  const old = await live.selectAll().executeTakeFirst()
  if (old === undefined) return null
  const { name, expires_at: expiresAtMs } = old
  const made = await insert(write, accountId, { id, name, expiresAtMs, nowMs })
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
  const ofMail = { name, key: maskOf(made), old: maskOf(tokenOf(old)), endsAtMs }
  const mail = { kind: 'key-rolled' as const, detail: ofMail }
  await note(write, { action: 'token.roll', accountId, tokenId, detail, browser, nowMs, mail })
  return made
}

/** The tokens of a store: making, reading, renaming and revoking them. */
export function tokensIn(db: Database, engine: OpenedEngine['kind']) {
  // Compiled once: this is the one query that requests wait for.
  const credentialQuery = db
    .selectFrom('token')
    .innerJoin('account', 'account.id', 'token.account_id')
    .select(['token.sha256', 'token.id as tokenId', 'token.account_id as accountId', 'account.plan'])
    .select(['token.expires_at as expiresAtMs', 'token.revoked_at', 'account.verified', 'account.disabled'])
    .where(isListed(engine))
    .compile()
  type CredentialRow = typeof credentialQuery extends CompiledQuery<infer Found> ? Found : never

  return {
    /** The credential of a token's SHA-256. Null when no such token was ever made. */
    credential: askedTogether(
      MOST_AT_ONCE,
      async (digests: readonly string[]): Promise<(Credential | null)[]> => {
        const parameters = [JSON.stringify([...new Set(digests)])]
        const { rows } = await db.executeQuery<CredentialRow>({ ...credentialQuery, parameters })
        const found = new Map<string, Credential>()
        for (const row of rows) {
          // Each field is named: V8 gave each copy of a row made with `...` a shape of its own, and read it ten times more slowly.
          const { tokenId, accountId, plan, expiresAtMs } = row
          const verified = row.verified === 1
          const disabled = row.disabled === 1
          const revoked = row.revoked_at !== null
          found.set(row.sha256, { tokenId, accountId, plan, expiresAtMs, verified, disabled, revoked })
        }
        return digests.map((digest) => found.get(digest) ?? null)
      },
    ),
    /** Creates a token, for the operator. `tell`: whether the account gets a mail. */
    createToken: ({
      accountId,
      tell = false,
      ...wanted
    }: WantedToken & { readonly accountId: string; readonly tell?: boolean }): Promise<NewToken> =>
      db.transaction().execute((write) => create(write, accountId, { ...wanted, id: newTokenId() }, tell)),
    /** The same for the account's owner, with a mail. Refused when `most` of its tokens work already. */
    createKey: (
      account: Account,
      { id = newTokenId(), most, ...wanted }: WantedToken & WantedKey,
    ): Promise<NewToken | KeyRefusal> =>
      db.transaction().execute(async (write) => {
        const refused = await refusal(write, engine, account, id, most - 1, wanted.nowMs)
        return refused ?? create(write, account.id, { ...wanted, id }, true)
      }),
    /**
     * Creates a token that replaces an account's old one, with the same name and end. The old one works until `goodUntilMs` at most. Null
     * when the account has no such working token. Refused like `createKey`, when `most` would work at one time.
     */
    rollToken: (
      tokenId: string,
      account: Account,
      wanted: WantedRoll,
    ): Promise<NewToken | KeyRefusal | null> =>
      db.transaction().execute((write) => roll(write, engine, tokenId, account, wanted)),
    /** The tokens of one account, or of all, in order of creation. */
    async tokens(accountId?: string): Promise<Token[]> {
      let query = db.selectFrom('token').selectAll().orderBy('created_at').orderBy('id')
      if (accountId !== undefined) query = query.where('account_id', '=', accountId)
      return (await query.execute()).map(tokenOf)
    },
    /**
     * Revokes a token. With `accountId` it is for the account's owner, with a mail. Null when there is no such token, or it belongs to
     * another account. Revoking twice changes nothing.
     */
    async revokeToken(
      tokenId: string,
      nowMs: number,
      accountId?: string,
      browser?: Browser,
    ): Promise<Token | null> {
      const owned = { id: tokenId, ...(accountId === undefined ? {} : { account_id: accountId }) }
      await db.transaction().execute(async (write) => {
        const row = await write
          .updateTable('token')
          .set({ revoked_at: nowMs })
          .where((is) => is.and({ ...owned, revoked_at: null }))
          .returningAll()
          .executeTakeFirst()
        if (row === undefined) return
        const line = { action: 'token.revoke', accountId: row.account_id, tokenId, browser, nowMs }
        const mail = { kind: 'key-revoked' as const, detail: { name: row.name, key: maskOf(tokenOf(row)) } }
        await note(write, accountId === undefined ? line : { ...line, mail })
      })
      const row = await rowOf(db, 'token', owned)
      return row === undefined ? null : tokenOf(row)
    },
  }
}
