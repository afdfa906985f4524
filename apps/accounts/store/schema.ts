// The account store's tables, defined once: the types of rows derive from here, and a test compares this with both engines.
import type { Generated, Selectable } from 'kysely'

/**
 * Type of a column. `integer` is a whole number below 2^53: a count, or an instant in milliseconds since 1970. `flag` is 0 or 1. The engine
 * gives `serial` its value. A question mark allows null.
 */
export type ColumnKind = 'text' | 'text?' | 'integer' | 'integer?' | 'flag' | 'serial'

// The meaning of the columns is in `migrations.ts`, where they are created.
export const TABLES = {
  account: {
    id: 'text',
    email: 'text',
    verified: 'flag',
    plan: 'text',
    disabled: 'flag',
    created_at: 'integer',
    deleted_at: 'integer?',
    password: 'text?',
    generation: 'integer',
    frozen_until: 'integer?',
  },
  token: {
    id: 'text',
    account_id: 'text',
    name: 'text',
    sha256: 'text',
    created_at: 'integer',
    expires_at: 'integer?',
    revoked_at: 'integer?',
    used_at: 'integer?',
    last_four: 'text?',
    replaced_by: 'text?',
  },
  audit: {
    id: 'serial',
    at: 'integer',
    action: 'text',
    account_id: 'text',
    token_id: 'text?',
    detail: 'text',
    browser: 'text?',
  },
  usage: { account_id: 'text', month: 'text', requests: 'integer' },
  usage_day: { account_id: 'text', day: 'text', token_id: 'text', status: 'integer', requests: 'integer' },
  usage_writer: { writer: 'text', sequence: 'integer', written_at: 'integer' },
  mail: {
    id: 'text',
    key: 'text',
    kind: 'text',
    account_id: 'text?',
    recipient: 'text?',
    generation: 'integer',
    detail: 'text',
    created_at: 'integer',
    next_try_at: 'integer',
    tries: 'integer',
    sent_at: 'integer?',
  },
  link: {
    sha256: 'text',
    purpose: 'text',
    account_id: 'text?',
    email: 'text?',
    generation: 'integer',
    detail: 'text?',
    created_at: 'integer',
    expires_at: 'integer',
  },
  session: {
    sha256: 'text',
    account_id: 'text',
    created_at: 'integer',
    expires_at: 'integer',
    generation: 'integer',
    id: 'text',
    browser: 'text?',
  },
  factor: { account_id: 'text', secret: 'text', created_at: 'integer', last_step: 'integer' },
  recovery_code: { sha256: 'text', account_id: 'text' },
  device: {
    sha256: 'text',
    account_id: 'text',
    generation: 'integer',
    created_at: 'integer',
    used_at: 'integer',
  },
  signing_key: { use: 'text', secret: 'text' },
} as const satisfies Record<string, Record<string, ColumnKind>>

interface ValueOf {
  text: string
  'text?': string | null
  integer: number
  'integer?': number | null
  flag: 0 | 1
  serial: Generated<number>
}

/** The tables as kysely sees them. */
export type AccountTables = {
  [T in keyof typeof TABLES]: {
    -readonly [C in keyof (typeof TABLES)[T]]: (typeof TABLES)[T][C] extends ColumnKind
      ? ValueOf[(typeof TABLES)[T][C]]
      : never
  }
}

/** A row as it is read. */
export type Row<T extends keyof AccountTables> = Selectable<AccountTables[T]>

export const flag = (isSet: boolean): 0 | 1 => (isSet ? 1 : 0)
