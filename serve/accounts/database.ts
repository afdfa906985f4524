// An opened account store for its parts: kysely over the tables of the newest schema, and the statements that many parts need.
import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { AccountTables, Row } from './tables.ts'

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

/** An account with these values in its columns, deleted ones too. At least one column is given. Undefined: there is none. */
export const accountRow = (db: Database, of: Partial<Row<'account'>>): Promise<Row<'account'> | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where((is) => is.and(of))
    .executeTakeFirst()

/** Adds a row to a table. */
export async function addRow<Table extends keyof AccountTables>(
  db: Database,
  table: Table,
  row: Insertable<AccountTables[Table]>,
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
  await sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(db)
}

/** Removes the rows of a table that have these values in their columns. Returns how many there were. */
export async function erase<Table extends keyof AccountTables>(
  db: Database,
  table: Table,
  of: Partial<Row<Table>>,
): Promise<number> {
  const conditions = Object.entries(of).map(([column, value]) =>
    value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
  )
  const erased = await sql`delete from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`.execute(
    db,
  )
  return Number(erased.numAffectedRows)
}
