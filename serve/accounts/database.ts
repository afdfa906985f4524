// Types of an opened account store for its parts: kysely over the tables of the newest schema.
import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './tables.ts'

export type Database = Kysely<AccountTables>
export type Write = Transaction<AccountTables>

/** Called with a message for the operator when the file of the store was replaced. */
export type Notice = (message: string) => void

/** A database of the newest schema. `close` ends its connections and may be called twice. */
export interface OpenedEngine {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Database
  /** Removes the remains of deleted and changed rows from the files, as far as this process can. */
  forget(): Promise<void>
  close(): Promise<void>
}
