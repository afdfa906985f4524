// The account store: accounts, tokens and the audit of every change to them, outside the artifact, behind kysely.
import { type CompiledQuery, Kysely, type Dialect, type Generated, type Transaction } from 'kysely'
import type { Credential, CredentialSource } from '#serve/access/credentials.ts'
import type { Usage, UsageStore } from '#serve/access/monthly.ts'
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

export type MailKind = 'verification' | 'quota'

/** A mail that waits to be sent. */
export interface QueuedMail {
  readonly id: string
  readonly kind: MailKind
  readonly accountId: string
  /** What `mail-texts.ts` needs besides the account. */
  readonly detail: unknown
  readonly createdAtMs: number
  /** This one included. */
  readonly tries: number
}

/** What following the link of a verification mail came to. */
export type Confirmation = { kind: 'confirmed'; account: Account } | { kind: 'expired' } | { kind: 'unknown' }

/** Accounts and tokens. Every change writes its line of the audit in the same transaction. */
export interface AccountStore extends CredentialSource, UsageStore {
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
  /** Of one account, newest month first. */
  usageByMonth(accountId: string): Promise<Usage[]>
  /** Queues a mail, unless one with its key was ever queued: then false. */
  queueMail(wanted: {
    key: string
    kind: MailKind
    accountId: string
    detail: unknown
    nowMs: number
  }): Promise<boolean>
  /** Takes a mail that is due, for one try; until `againAtMs` no other server takes it. Null where none is due. */
  takeMail(nowMs: number, againAtMs: number): Promise<QueuedMail | null>
  mailSent(id: string, nowMs: number): Promise<void>
  /** The try failed; the mail is due again at `againAtMs`. */
  mailFailed(id: string, againAtMs: number): Promise<void>
  /** The secret of a new link that confirms the account's address. */
  createVerification(accountId: string, expiresAtMs: number, nowMs: number): Promise<string>
  /** Follows such a link: its account is verified from then on. */
  confirm(secret: string, nowMs: number): Promise<Confirmation>
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

interface UsageRow {
  account_id: string
  month: string
  requests: number
}

interface UsageWriterRow {
  writer: string
  sequence: number
  written_at: number
}

interface MailRow {
  id: string
  key: string
  kind: MailKind
  account_id: string
  detail: string
  created_at: number
  next_try_at: number
  tries: number
  sent_at: number | null
}

interface VerificationRow {
  sha256: string
  account_id: string
  created_at: number
  expires_at: number
}

/** The tables of `migrations.ts`, as kysely sees them. */
export interface AccountTables {
  account: AccountRow
  token: TokenRow
  audit: AuditRow
  usage: UsageRow
  usage_writer: UsageWriterRow
  mail: MailRow
  verification: VerificationRow
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

const usageOf = (row: UsageRow): Usage => ({
  accountId: row.account_id,
  month: row.month,
  requests: row.requests,
})

/** Mails older than this are no longer worth sending. */
const MAIL_FORGOTTEN_MS = 3 * 86_400_000

/** Rows of one statement: well below what either engine allows as bound values. */
const CHUNK = 1000
/** A process that has not written usage for so long has ended, or has given up its last batch. */
const WRITER_FORGOTTEN_MS = 7 * 86_400_000

/** One spelling for one mailbox: the local part's case matters to no mail system in use. */
const normalEmail = (email: string): string => email.trim().toLowerCase()

/** Whether a text can be an e-mail address. It goes into mail headers, so neither spaces nor control characters pass. */
export const isEmail = (text: string): boolean =>
  text.length <= 254 && /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)*$/iu.test(text)

/** A database of the newest schema, and what ends its connections, asked once or twice. */
export interface OpenedEngine {
  readonly dialect: Dialect
  close(): Promise<void>
}

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
export function createAccountStore(engine: OpenedEngine, bytes?: ByteSource): AccountStore {
  const db = new Kysely<AccountTables>({ dialect: engine.dialect })

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
    async usage(accountId, month) {
      const row = await db
        .selectFrom('usage')
        .select('requests')
        .where('account_id', '=', accountId)
        .where('month', '=', month)
        .executeTakeFirst()
      return row?.requests ?? 0
    },
    async addUsage({ writer, sequence, rows }, nowMs) {
      return db.transaction().execute(async (write) => {
        const numbered = await write
          .insertInto('usage_writer')
          .values({ writer, sequence, written_at: nowMs })
          .onConflict((conflict) =>
            conflict
              .column('writer')
              .doUpdateSet({ sequence, written_at: nowMs })
              .where('usage_writer.sequence', '<', sequence),
          )
          .executeTakeFirst()
        const isNew = numbered.numInsertedOrUpdatedRows !== 0n
        if (isNew && sequence === 1) {
          await write
            .deleteFrom('usage_writer')
            .where('written_at', '<', nowMs - WRITER_FORGOTTEN_MS)
            .execute()
        }
        const totals: Usage[] = []
        for (let from = 0; from < rows.length; from += CHUNK) {
          const values = rows.slice(from, from + CHUNK).map((row) => ({
            account_id: row.accountId,
            month: row.month,
            requests: isNew ? row.requests : 0,
          }))
          const written = await write
            .insertInto('usage')
            .values(values)
            .onConflict((conflict) =>
              conflict.columns(['account_id', 'month']).doUpdateSet((row) => ({
                requests: row('usage.requests', '+', row.ref('excluded.requests')),
              })),
            )
            .returningAll()
            .execute()
          totals.push(...written.map(usageOf))
        }
        return totals
      })
    },
    async usageByMonth(accountId) {
      const rows = await db
        .selectFrom('usage')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('month', 'desc')
        .execute()
      return rows.map(usageOf)
    },
    async queueMail({ key, kind, accountId, detail, nowMs }) {
      const queued = await db
        .insertInto('mail')
        .values({
          id: `mail_${randomBase62(16, bytes)}`,
          key,
          kind,
          account_id: accountId,
          detail: JSON.stringify(detail),
          created_at: nowMs,
          next_try_at: nowMs,
          tries: 0,
          sent_at: null,
        })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .executeTakeFirst()
      return queued.numInsertedOrUpdatedRows !== 0n
    },
    async takeMail(nowMs, againAtMs) {
      // The conditions stand outside too: PostgreSQL asks them again of a row that another server has just taken.
      const row = await db
        .updateTable('mail')
        .set((set) => ({ next_try_at: againAtMs, tries: set('tries', '+', 1) }))
        .where('id', '=', (from) =>
          from
            .selectFrom('mail')
            .select('id')
            .where('sent_at', 'is', null)
            .where('next_try_at', '<=', nowMs)
            .where('created_at', '>', nowMs - MAIL_FORGOTTEN_MS)
            .orderBy('next_try_at')
            .limit(1),
        )
        .where('sent_at', 'is', null)
        .where('next_try_at', '<=', nowMs)
        .returningAll()
        .executeTakeFirst()
      if (row === undefined) return null
      return {
        id: row.id,
        kind: row.kind,
        accountId: row.account_id,
        detail: JSON.parse(row.detail),
        createdAtMs: row.created_at,
        tries: row.tries,
      }
    },
    async mailSent(id, nowMs) {
      await db.updateTable('mail').set({ sent_at: nowMs }).where('id', '=', id).execute()
    },
    async mailFailed(id, againAtMs) {
      await db.updateTable('mail').set({ next_try_at: againAtMs }).where('id', '=', id).execute()
    },
    async createVerification(accountId, expiresAtMs, nowMs) {
      const secret = randomBase62(32, bytes)
      const row = {
        sha256: tokenDigest(secret),
        account_id: accountId,
        created_at: nowMs,
        expires_at: expiresAtMs,
      }
      await db.insertInto('verification').values(row).execute()
      return secret
    },
    async confirm(secret, nowMs) {
      const link = await db
        .selectFrom('verification')
        .selectAll()
        .where('sha256', '=', tokenDigest(secret))
        .executeTakeFirst()
      if (link === undefined) return { kind: 'unknown' }
      if (nowMs >= link.expires_at) return { kind: 'expired' }
      const account = await change(link.account_id, 'verified', 1, 'account.confirm', {}, nowMs)
      return account === null ? { kind: 'unknown' } : { kind: 'confirmed', account }
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
    async close() {
      await db.destroy()
      await engine.close()
    },
  }
}
