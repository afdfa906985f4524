// The account store's schema, as steps that are applied once each, in order, to SQLite or PostgreSQL.

/** The engines an account store can stand on. */
export type Engine = 'sqlite' | 'postgres'

/** One step. It is never edited once released; a change is a further step. */
export interface Migration {
  /** 1, 2, 3, … */
  readonly version: number
  readonly statements: (engine: Engine) => string[]
}

// Conventions: times are milliseconds since 1970 (bigint holds them in both engines), flags are 0 or 1, and ids are random
// text, so that no id says how many accounts there are. Names are snake_case and spell the words of the code.
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: (engine) => [
      // email is kept in lower case: two spellings of one mailbox are one account.
      `create table account (
        id text primary key,
        email text not null unique,
        verified smallint not null check (verified in (0, 1)),
        plan text not null,
        disabled smallint not null check (disabled in (0, 1)),
        created_at bigint not null
      )`,
      // sha256 is in hexadecimal; the token itself is nowhere. expires_at and revoked_at are null where that never happens.
      `create table token (
        id text primary key,
        account_id text not null references account (id),
        name text not null,
        sha256 text not null unique,
        created_at bigint not null,
        expires_at bigint,
        revoked_at bigint
      )`,
      'create index token_account on token (account_id)',
      // What was done to which account or token. detail is JSON and never holds a secret.
      `create table audit (
        id ${engine === 'sqlite' ? 'integer primary key' : 'bigint generated always as identity primary key'},
        at bigint not null,
        action text not null,
        account_id text not null,
        token_id text,
        detail text not null
      )`,
      ...appendOnly(engine, 'audit'),
    ],
  },
  {
    version: 2,
    statements: () => [
      // month is '2026-11', in UTC.
      `create table usage (
        account_id text not null references account (id),
        month text not null,
        requests bigint not null,
        primary key (account_id, month)
      )`,
      // The number of each server process's last batch of usage: one that is sent again is not added again.
      `create table usage_writer (
        writer text primary key,
        sequence bigint not null,
        written_at bigint not null
      )`,
    ],
  },
  {
    version: 3,
    statements: () => [
      // Mails to be sent and sent. key says what a mail is about: the same thing is told once, whoever wants to tell it.
      // next_try_at is when a server may take it; whoever takes it moves it ahead, so that no other does meanwhile.
      `create table mail (
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
      'create index mail_waiting on mail (next_try_at) where sent_at is null',
      // Links that confirm an address; the link's secret itself is in the mail alone.
      `create table verification (
        sha256 text primary key,
        account_id text not null references account (id),
        created_at bigint not null,
        expires_at bigint not null
      )`,
    ],
  },
]

/** Statements after which rows of a table can be added but neither changed nor removed. */
function appendOnly(engine: Engine, table: string): string[] {
  if (engine === 'sqlite') {
    return ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table}
         begin select raise(abort, '${table} is append-only'); end`,
    )
  }
  return [
    `create function ${table}_append_only() returns trigger language plpgsql as
     $$ begin raise exception '${table} is append-only'; end $$`,
    `create trigger ${table}_no_change before update or delete or truncate on ${table}
     for each statement execute function ${table}_append_only()`,
  ]
}
