// An opened account store for its parts: kysely over the tables of the newest schema, and the statements that many parts need.
import { type Insertable, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { AccountTables, Row } from './schema.ts'

export type Database = Kysely<AccountTables>
export type Write = Transaction<AccountTables>

/** Called with a message for the operator when the file of the store was replaced. */
export type Notice = (message: string) => void

/** A database of the newest schema. `close` ends its connections and may be called twice. */
export interface OpenedEngine {
  readonly kind: 'sqlite' | 'postgres'
  readonly db: Database
  /** Removes the remains of deleted and changed rows from the files, as far as this process can. */
  readonly forget: () => Promise<void>
  close(): Promise<void>
}

/** The condition that a row has these values in its columns. */
const matches = (of: object): RawBuilder<unknown> =>
  sql.join(
    Object.entries(of).map(([column, value]) =>
      value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`,
    ),
    sql` and `,
  )

/** The rows of a table that have these values in their columns, at least one of them, in the order of some columns. */
export async function rowsOf<Table extends keyof AccountTables>(
  db: Database,
  table: Table,
  of: Partial<Row<Table>>,
  ...order: readonly (string & keyof Row<Table>)[]
): Promise<Row<Table>[]> {
  const ordered =
    order.length === 0 ? sql`` : sql` order by ${sql.join(order.map((column) => sql.ref(column)))}`
  const query = sql<Row<Table>>`select * from ${sql.table(table)} where ${matches(of)}${ordered}`
  return (await query.execute(db)).rows
}

/** A row of a table that has these values in its columns, at least one of them. Undefined: there is none. */
export const rowOf = async <Table extends keyof AccountTables>(
  db: Database,
  table: Table,
  of: Partial<Row<Table>>,
): Promise<Row<Table> | undefined> => (await rowsOf(db, table, of))[0]

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
  const erased = await sql`delete from ${sql.table(table)} where ${matches(of)}`.execute(db)
  return Number(erased.numAffectedRows)
}
