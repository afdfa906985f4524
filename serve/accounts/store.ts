// The account store: accounts, tokens and the audit of every change to them, outside the artifact, behind kysely.
import { type CompiledQuery, Kysely, type Dialect, type Generated, type Transaction } from 'kysely'
import type { Credential, CredentialSource } from '#serve/access/credentials.ts'
import { type ByteSource, mintToken, randomBase62, tokenDigest } from '#serve/access/token.ts'

export interface Account {
  readonly id: string
  /** In lower case. */
  readonly email: string
  readonly verified: boolean
  readonly plan: string
  readonly disabled: boolean
  readonly createdAtMs: number
}

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

/** One line of the audit. */
export interface AuditEntry {
  readonly atMs: number
  readonly action: string
  readonly accountId: string
  readonly tokenId: string | null
  readonly detail: unknown
}

/** Accounts and tokens. Every change writes its line of the audit in the same transaction. */
export interface AccountStore extends CredentialSource {
  /** Null where the e-mail address already has an account. */
  createAccount(wanted: {
    email: string
    plan: string
    verified: boolean
    nowMs: number
  }): Promise<Account | null>
  /** By id or e-mail address. */
  findAccount(idOrEmail: string): Promise<Account | null>
  /** In order of creation. */
  accounts(): Promise<Account[]>
  /** Each change returns the account as it is then, or null where there is none; no change, no line in the audit. */
  setVerified(accountId: string, nowMs: number): Promise<Account | null>
  setPlan(accountId: string, plan: string, nowMs: number): Promise<Account | null>
  setDisabled(accountId: string, disabled: boolean, nowMs: number): Promise<Account | null>
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
  /** Oldest first. */
  audit(accountId: string): Promise<AuditEntry[]>
  close(): Promise<void>
}

interface AccountRow {
  id: string
  email: string
  verified: number
  plan: string
  disabled: number
  created_at: number
}

interface TokenRow {
  id: string
  account_id: string
  name: string
  sha256: string
  created_at: number
  expires_at: number | null
  revoked_at: number | null
}

interface AuditRow {
  id: Generated<number>
  at: number
  action: string
  account_id: string
  token_id: string | null
  detail: string
}

/** The tables of `migrations.ts`, as kysely sees them. */
export interface AccountTables {
  account: AccountRow
  token: TokenRow
  audit: AuditRow
}

const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  verified: row.verified === 1,
  plan: row.plan,
  disabled: row.disabled === 1,
  createdAtMs: row.created_at,
})

const tokenOf = (row: Omit<TokenRow, 'sha256'>): Token => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  revokedAtMs: row.revoked_at,
})

const TOKEN_COLUMNS = ['id', 'account_id', 'name', 'created_at', 'expires_at', 'revoked_at'] as const

/** One spelling for one mailbox: the local part's case matters to no mail system in use. */
export const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whether a text can be an e-mail address. It goes into mail headers, so neither spaces nor control characters pass. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu.test(text)

type Write = Transaction<AccountTables>

/** Adds one line to the audit, in the transaction of the change it tells of. */
async function note(write: Write, entry: AuditEntry): Promise<void> {
  await write
    .insertInto('audit')
    .values({
      at: entry.atMs,
      action: entry.action,
      account_id: entry.accountId,
      token_id: entry.tokenId,
      detail: JSON.stringify(entry.detail),
    })
    .execute()
}

/** A store over an opened database of the newest schema. */
export function createAccountStore(dialect: Dialect, bytes?: ByteSource): AccountStore {
  const db = new Kysely<AccountTables>({ dialect })

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
  type CredentialRow = typeof credentialQuery extends CompiledQuery<infer Row> ? Row : never

  const findAccount = async (idOrEmail: string): Promise<Account | null> => {
    const row = await db
      .selectFrom('account')
      .selectAll()
      .where((or) => or.or([or('id', '=', idOrEmail), or('email', '=', normalEmail(idOrEmail))]))
      .executeTakeFirst()
    return row === undefined ? null : accountOf(row)
  }

  /** Writes one column of an account, unless it has that value already. */
  async function change(
    accountId: string,
    column: 'verified' | 'plan' | 'disabled',
    value: string | number,
    action: string,
    detail: Record<string, unknown>,
    nowMs: number,
  ): Promise<Account | null> {
    // The update comes first: a transaction that began by reading could not be given SQLite's write lock later.
    await db.transaction().execute(async (write) => {
      const changed = await write
        .updateTable('account')
        .set({ [column]: value })
        .where('id', '=', accountId)
        .where(column, '!=', value)
        .executeTakeFirst()
      if (changed.numUpdatedRows === 0n) return
      await note(write, { atMs: nowMs, action, accountId, tokenId: null, detail })
    })
    return findAccount(accountId)
  }

  return {
    async credential(digest): Promise<Credential | null> {
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

    async createAccount({ email, plan, verified, nowMs }) {
      const row: AccountRow = {
        id: `acc_${randomBase62(12, bytes)}`,
        email: normalEmail(email),
        verified: verified ? 1 : 0,
        plan,
        disabled: 0,
        created_at: nowMs,
      }
      return db.transaction().execute(async (write) => {
        const made = await write
          .insertInto('account')
          .values(row)
          .onConflict((conflict) => conflict.column('email').doNothing())
          .executeTakeFirst()
        if (made.numInsertedOrUpdatedRows === 0n) return null
        const detail = { plan, verified }
        await note(write, { atMs: nowMs, action: 'account.create', accountId: row.id, tokenId: null, detail })
        return accountOf(row)
      })
    },
    findAccount,
    async accounts() {
      const rows = await db.selectFrom('account').selectAll().orderBy('created_at').orderBy('id').execute()
      return rows.map(accountOf)
    },
    setVerified: (accountId, nowMs) => change(accountId, 'verified', 1, 'account.verify', {}, nowMs),
    setPlan: (accountId, plan, nowMs) => change(accountId, 'plan', plan, 'account.set-plan', { plan }, nowMs),
    setDisabled: (accountId, disabled, nowMs) =>
      change(
        accountId,
        'disabled',
        disabled ? 1 : 0,
        disabled ? 'account.disable' : 'account.enable',
        {},
        nowMs,
      ),

    async createToken({ accountId, name, expiresAtMs, nowMs }) {
      const text = mintToken(bytes)
      const row: TokenRow = {
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
      let query = db.selectFrom('token').select(TOKEN_COLUMNS).orderBy('created_at').orderBy('id')
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
      const row = await db
        .selectFrom('token')
        .select(TOKEN_COLUMNS)
        .where('id', '=', tokenId)
        .executeTakeFirst()
      return row === undefined ? null : tokenOf(row)
    },
    async audit(accountId) {
      const rows = await db
        .selectFrom('audit')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        atMs: row.at,
        action: row.action,
        accountId: row.account_id,
        tokenId: row.token_id,
        detail: JSON.parse(row.detail),
      }))
    },
    close: () => db.destroy(),
  }
}
