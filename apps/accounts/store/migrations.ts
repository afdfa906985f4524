// The account store's schema as steps: kysely's Migrator applies each once, in order, to SQLite or PostgreSQL.
import { type Migration, Migrator, sql } from 'kysely'
import { CommandError } from '#open/program/command-error.ts'
import { shellWord } from '#open/program/hint.ts'
import type { Database } from './database.ts'

/** The engines that an account store can use. */
export type Engine = 'sqlite' | 'postgres'

/** Statements of one step. A released step is never edited; a change is a new step. */
type Step = (engine: Engine) => readonly string[]

// Conventions: times are milliseconds since 1970 (bigint holds them in both engines), flags are 0 or 1. Ids are random text, so that no id
// tells how many accounts there are. Names are snake_case and use the same words as the code.
const STEPS: Readonly<Record<string, Step>> = {
  // Stores from before the Migrator have some or all of these tables already. Each statement leaves existing ones unchanged.
  '0001-accounts-tokens-usage-mails': (engine) => [
    // email is stored in lower case: two spellings of one mailbox are one account.
    `create table if not exists account (
      id text primary key,
      email text not null unique,
      verified smallint not null check (verified in (0, 1)),
      plan text not null,
      disabled smallint not null check (disabled in (0, 1)),
      created_at bigint not null
    )`,
    // sha256 is in hexadecimal. The token itself is not stored. expires_at and revoked_at are null when that never happens.
    `create table if not exists token (
      id text primary key,
      account_id text not null references account (id),
      name text not null,
      sha256 text not null unique,
      created_at bigint not null,
      expires_at bigint,
      revoked_at bigint
    )`,
    'create index if not exists token_account on token (account_id)',
    // The changes to accounts and tokens. detail is JSON and never contains a secret.
    `create table if not exists audit (
      id ${engine === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'},
      at bigint not null,
      action text not null,
      account_id text not null,
      token_id text,
      detail text not null
    )`,
    ...appendOnly(engine, 'audit'),
    // month is '2026-11', in UTC.
    `create table if not exists usage (
      account_id text not null references account (id),
      month text not null,
      requests bigint not null,
      primary key (account_id, month)
    )`,
    // The number of each server process's last batch of usage. A batch that is sent again is not added again.
    `create table if not exists usage_writer (
      writer text primary key,
      sequence bigint not null,
      written_at bigint not null
    )`,
    // Mails, sent and not yet sent. key identifies the message: each message is queued once, whichever server queues it. From next_try_at
    // on a server may take the mail. It then moves next_try_at ahead, so that no other server takes the mail at the same time.
    `create table if not exists mail (
      id text primary key,
      key text not null unique,
      kind text not null,
      account_id text not null references account (id),
      detail text not null,
      created_at bigint not null,
      next_try_at bigint not null,
      tries integer not null,
      sent_at bigint
    )`,
    'create index if not exists mail_waiting on mail (next_try_at) where sent_at is null',
    // Links that confirm an address. The link's secret is only in the mail.
    `create table if not exists verification (
      sha256 text primary key,
      account_id text not null references account (id),
      created_at bigint not null,
      expires_at bigint not null
    )`,
    ...refusedByOldVersions(engine),
  ],
  '0002-deletion-and-indexes': () => [
    // Set when the account was deleted. Its email is then its id, which is no one's address.
    'alter table account add column deleted_at bigint',
    'create index audit_account on audit (account_id)',
    'create index mail_account on mail (account_id)',
    'create index mail_created on mail (created_at)',
    'create index verification_account on verification (account_id)',
    'create index verification_expires on verification (expires_at)',
  ],
  '0003-passwords-sessions-links': () => [
    // As `passwords.ts` writes it. Null when none was set.
    'alter table account add column password text',
    // Links in mails have several purposes. detail is a further text that a purpose needs, such as a new address.
    'alter table verification rename to link',
    `alter table link add column purpose text not null default 'verify'`,
    'alter table link add column detail text',
    // A session that was ended has no row. sha256 is the digest of the secret in its cookie.
    `create table session (
      sha256 text primary key,
      account_id text not null references account (id),
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index session_account on session (account_id)',
    'create index session_expires on session (expires_at)',
  ],
  '0004-days-of-tokens': () => [
    // When a token was last used, to the minute. Null before its first use.
    'alter table token add column used_at bigint',
    // Counted requests of each token on each day in UTC, '2026-11-21'.
    `create table usage_day (
      account_id text not null references account (id),
      day text not null,
      token_id text not null,
      requests bigint not null,
      primary key (account_id, day, token_id)
    )`,
    'create index usage_day_day on usage_day (day)',
  ],
  '0005-generations-recipients-devices': (engine) => [
    // Number of changes of password or address. Earlier sessions, links, mails with links and devices are no longer valid.
    'alter table account add column generation bigint not null default 0',
    // Until then the address, password and new keys cannot change. Null or past: they can.
    'alter table account add column frozen_until bigint',
    'alter table session add column generation bigint not null default 0',
    // Before this step the password was chosen at sign-up. So whoever signed up may not be the owner of the address.
    'delete from session where account_id in (select id from account where verified = 0)',
    'update account set password = null where verified = 0',
    // A browser that has signed in to an account. sha256 is the digest of the secret in its cookie.
    `create table device (
      sha256 text primary key,
      account_id text not null references account (id),
      generation bigint not null,
      created_at bigint not null,
      used_at bigint not null
    )`,
    'create index device_account on device (account_id)',
    'create index device_used on device (used_at)',
    // recipient is the address for which a mail was queued; null once it was sent. Mails that anyone may ask for have no account.
    `create table mail_5 (
      id text primary key,
      key text not null unique,
      kind text not null,
      account_id text references account (id),
      recipient text,
      generation bigint not null,
      detail text not null,
      created_at bigint not null,
      next_try_at bigint not null,
      tries integer not null,
      sent_at bigint
    )`,
    `insert into mail_5 (id, key, kind, account_id, recipient, generation, detail, created_at, next_try_at, tries, sent_at)
      select mail.id, key, kind, account_id,
        case when sent_at is null then coalesce(${engine === 'sqlite' ? "detail ->> 'to'" : "cast(detail as jsonb) ->> 'to'"}, email) end,
        0, case when kind = 'account-deleted' then '{}' else detail end, mail.created_at, next_try_at, tries, sent_at
      from mail join account on account.id = account_id
      where sent_at is not null or kind not in ('reset', 'change-email')`,
    'drop table mail',
    'alter table mail_5 rename to mail',
    'create index mail_waiting on mail (next_try_at) where sent_at is null',
    'create index mail_account on mail (account_id)',
    'create index mail_created on mail (created_at)',
    // email: the address to which the link was mailed. A link that creates an account has no account yet. Older links end here.
    'drop table link',
    `create table link (
      sha256 text primary key,
      purpose text not null,
      account_id text references account (id),
      email text,
      generation bigint not null,
      detail text,
      created_at bigint not null,
      expires_at bigint not null
    )`,
    'create index link_account on link (account_id)',
    'create index link_email on link (email)',
    'create index link_expires on link (expires_at)',
    // The audit contains only ids and numbers. Before this step it also contained names of keys.
    engine === 'sqlite' ? 'drop trigger audit_no_update' : 'drop trigger audit_no_change on audit',
    engine === 'sqlite'
      ? `update audit set detail = json_remove(detail, '$.name') where action = 'token.create'`
      : `update audit set detail = cast(cast(detail as jsonb) - 'name' as text) where action = 'token.create'`,
    ...appendOnly(engine, 'audit'),
    `update token set name = '' where account_id in (select id from account where deleted_at is not null)`,
  ],
  '0006-sessions-factors': (engine) => [
    // id names a session on pages; it is not its secret. browser is a short family such as 'Firefox on Linux'; null when it is not known.
    `alter table session add column id text not null default ''`,
    'alter table session add column browser text',
    `update session set id = 'ses_' || ${
      engine === 'sqlite'
        ? 'lower(hex(randomblob(8)))'
        : `substr(replace(cast(gen_random_uuid() as text), '-', ''), 1, 16)`
    }`,
    // The browser in which a change was made; null when none was, or it is not known.
    'alter table audit add column browser text',
    // The second factor of an account. secret is the shared one, in base32: codes are computed from it. The code of last_step, a number of
    // half minutes since 1970, was the last one that was accepted; it and earlier ones are refused.
    `create table factor (
      account_id text primary key references account (id),
      secret text not null,
      created_at bigint not null,
      last_step bigint not null
    )`,
    // Recovery codes that were not used yet, as digests.
    `create table recovery_code (
      sha256 text primary key,
      account_id text not null references account (id)
    )`,
    'create index recovery_code_account on recovery_code (account_id)',
  ],
  '0007-keys-usage': () => [
    // The last four characters of a token's text. Null for tokens from before this step, and after the account's deletion.
    'alter table token add column last_four text',
    // Id of the token that took its place when it was rolled. Null: it was not rolled, or before this step.
    'alter table token add column replaced_by text',
    // Answers by HTTP status too, also those that do not count for the month. Status 0: counted before this step, when it was not stored.
    `create table usage_day_7 (
      account_id text not null references account (id),
      day text not null,
      token_id text not null,
      status integer not null,
      requests bigint not null,
      primary key (account_id, day, token_id, status)
    )`,
    `insert into usage_day_7 (account_id, day, token_id, status, requests)
      select account_id, day, token_id, 0, requests from usage_day`,
    'drop table usage_day',
    'alter table usage_day_7 rename to usage_day',
    'create index usage_day_day on usage_day (day)',
  ],
  // Cookies are signed with it, so that no request has to ask the store whether its browser is known.
  '0008-signing-key': () => [
    `create table signing_key (
      -- One row: what the key is for.
      use text primary key,
      secret text not null
    )`,
  ],
}

/** Statements that let rows be added to a table, but neither changed nor removed. */
export function appendOnly(engine: Engine, table: string): string[] {
  if (engine === 'sqlite') {
    const refused = `begin select raise(abort, '${table} is append-only'); end`
    return [
      ...['update', 'delete'].map(
        (change) =>
          `create trigger if not exists ${table}_no_${change} before ${change} on ${table} ${refused}`,
      ),
      // "insert or replace" removes the old row without firing the delete trigger.
      `create trigger if not exists ${table}_no_replace before insert on ${table}
       when exists (select 1 from ${table} where id = new.id) ${refused}`,
    ]
  }
  return [
    `create or replace function ${table}_append_only() returns trigger language plpgsql as
     $$ begin raise exception '${table} is append-only'; end $$`,
    `drop trigger if exists ${table}_no_change on ${table}`,
    `create trigger ${table}_no_change before update or delete or truncate on ${table}
     for each statement execute function ${table}_append_only()`,
  ]
}

/** Versions before the Migrator stored a number and knew it up to 3. They refuse a store with a higher one, with a clear message. */
const refusedByOldVersions = (engine: Engine): string[] =>
  engine === 'sqlite'
    ? ['pragma user_version = 4']
    : [
        'create table if not exists schema_version (version integer not null)',
        'delete from schema_version',
        'insert into schema_version values (4)',
      ]

/**
 * The treatment of a store of an older schema: refuse it unchanged, or migrate it. An SQLite file is copied before. A database is dumped
 * before, when a file for the dump is given.
 */
export type IfOlder = 'refuse' | 'migrate' | { readonly dumpTo: string }

/** The treatment of a store that is not there yet. `look` refuses too, and changes nothing of a store that is there. */
export type IfMissing = 'create' | 'refuse' | 'look'

export type Wishes = Readonly<{ ifMissing: IfMissing; ifOlder: IfOlder }>

/** There is no account store at a place, and one could be made there. */
export class NoStore extends CommandError {
  constructor(place: string) {
    super(
      `${place}: found nothing, expected an account store`,
      1,
      'npm run tzref -- account create --email you@example.org --plan free --verified',
    )
  }
}

/** The schema of stores from before the steps. */
export const BEFORE_STEPS = '0000'
/** The newest schema. */
const NEWEST = Object.keys(STEPS).at(-1) ?? ''

interface Migrating extends Wishes {
  readonly accepted?: () => Promise<void>
  readonly before: (schema: string) => Promise<void>
}

/**
 * Migrates a store to the newest schema. `place` is its name in messages. `accepted` is called when the place is a store or may become one,
 * then `before` with the old schema of an older store, both before anything is changed. Throws a CommandError for another program's tables,
 * when a later version of tzref made the store, or when it is older and must not be changed.
 */
export async function migrate(
  db: Database,
  engine: Engine,
  place: string,
  { ifMissing, ifOlder, accepted, before }: Migrating,
): Promise<void> {
  // In PostgreSQL other programs may share the database, each in its schema. A new store comes into the first one.
  const here =
    engine === 'postgres'
      ? (await sql<{ here: string[] }>`select current_schemas(false)::text[] as here`.execute(db)).rows[0]
          ?.here
      : undefined
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).filter(
    ({ schema }) => here === undefined || here.includes(schema ?? ''),
  )
  const applied = tables.some(({ name }) => name === 'kysely_migration') ? await appliedSteps(db) : []
  const isStore = tables.some(
    ({ name, columns }) => name === 'account' && columns.some((column) => column.name === 'plan'),
  )
  const unknown = applied.find((name) => !(name in STEPS))
  if (!isStore) {
    const other = tables.find(
      ({ name, schema, isView }) =>
        schema === here?.[0] && !isView && (unknown !== undefined || !name.startsWith('kysely_')),
    )
    if (other !== undefined) {
      throw new CommandError(
        `${place}: found another program's tables (${other.name}), expected an account store; nothing was changed`,
        1,
      )
    }
    if (ifMissing !== 'create') throw new NoStore(place)
  }
  if (unknown !== undefined) {
    throw new CommandError(
      `${place}: account store of schema ${unknown}, this tzref knows schemas up to ${NEWEST}`,
      1,
      'use the tzref that made it, or restore the copy that was made before: docs/releases.md',
    )
  }
  const isNewest = applied.length === Object.keys(STEPS).length
  const schema = applied.at(-1) ?? BEFORE_STEPS
  if (isStore && !isNewest && ifOlder === 'refuse') {
    throw new CommandError(
      `${place}: account store of schema ${schema}, expected ${NEWEST}; nothing was changed`,
      1,
      `npm run tzref -- account migrate --accounts ${shellWord(place)} (it makes a copy first; servers of an older tzref cannot start again after it)`,
    )
  }
  await accepted?.()
  // Checked first, because the Migrator takes the store's write lock even when there is nothing to do.
  if (isNewest) return
  if (isStore) await before(schema)
  const migrationOf = (step: (typeof STEPS)[string]): Migration => ({
    async up(write) {
      for (const statement of step(engine)) await sql.raw(statement).execute(write)
    },
  })
  const migrations = Object.entries(STEPS).map(([name, step]) => [name, migrationOf(step)] as const)
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  const { error } = await new Migrator({ db, provider }).migrateToLatest()
  if (error !== undefined) throw error
}

async function appliedSteps(db: Database): Promise<string[]> {
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
