// Checks the schema of reference.sqlite without any query that the schema itself could make endless.
import type Database from 'better-sqlite3'
import { TABLES, type Table } from '#schemas/reference-tables.ts'

interface Entry {
  readonly type: string
  readonly name: string
  readonly rootpage: number
  readonly sql: string | null
}

interface FoundColumn {
  readonly name: string
  readonly type: string
  readonly notnull: number
  readonly pk: number
  readonly hidden: number
}

/**
 * The error in the schema; null when the database is safe to query. It must hold only plain tables. So no view, trigger, virtual
 * table or generated column runs when rows are read. It must have each table of the format with its columns, except what a minor version
 * added. More tables and columns come from a later minor version and are no fault.
 */
export function faultInSchema(db: Database.Database): string | null {
  const entries = db.prepare<[], Entry>('SELECT type, name, rootpage, sql FROM sqlite_schema').all()
  for (const { type, name, rootpage, sql } of entries) {
    // An index without SQL text belongs to a UNIQUE or PRIMARY KEY.
    const isPlain = (type === 'table' && rootpage > 0) || (type === 'index' && sql === null)
    if (!isPlain)
      return `it contains a ${rootpage > 0 || type !== 'table' ? type : 'virtual table'} ${JSON.stringify(name)}`
  }
  const columnsOf = db.prepare<[string], FoundColumn>('SELECT * FROM pragma_table_xinfo(?)')
  for (const { type, name } of entries) {
    const generated = type === 'table' ? columnsOf.all(name).find(({ hidden }) => hidden !== 0) : undefined
    if (generated !== undefined) return `${name}.${generated.name} is computed when it is read`
  }
  const strict = new Set(
    db
      .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND strict = 1")
      .pluck()
      .all(),
  )
  for (const [name, table] of Object.entries<Table>(TABLES)) {
    if (table.since !== null && !entries.some((entry) => entry.name === name)) continue
    if (!strict.has(name)) return `there is no STRICT table ${name}`
    const fault = faultInColumns(table, columnsOf.all(name))
    if (fault !== null) return `${name}.${fault}`
  }
  return null
}

function faultInColumns({ columns, primaryKey }: Table, found: readonly FoundColumn[]): string | null {
  const byName = new Map(found.map((column) => [column.name, column]))
  for (const [name, { type, nullable, since }] of Object.entries(columns)) {
    const column = byName.get(name)
    if (column === undefined && since !== null) continue
    if (column === undefined) return `${name} is not there`
    if (column.type !== type) return `${name} is ${column.type}, expected ${type}`
    if (column.pk !== primaryKey.indexOf(name) + 1) return `${name} has another place in the primary key`
    // The key of a rowid table is never null, although SQLite does not mark it NOT NULL.
    const isNeverNull =
      column.notnull === 1 || (column.pk === 1 && primaryKey.length === 1 && type === 'INTEGER')
    if (nullable === isNeverNull)
      return `${name} is ${nullable ? 'never' : 'sometimes'} null, expected otherwise`
  }
  return null
}
