// An opened account store as its parts see it: kysely over the tables of the newest schema.
import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables.ts'

export type Database = Kysely<AccountTables>
export type Write = Transaction<AccountTables>

/** Hears, in words for an operator, that the place of the store has changed under it. */
export type Notice = (message: string) => void

/** A database of the newest schema, and what ends its connections, asked once or twice. */
export interface OpenedEngine {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Database
  /** Sees to it that nothing of rows that were removed or changed is left in the files, as far as that is up to this process. */
  forget(): Promise<void>
  close(): Promise<void>
}
