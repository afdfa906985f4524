// Reads the tables' rows and the zones' clocks from reference.sqlite. No other file knows that they lie in SQLite.
import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import type Driver from 'better-sqlite3'
import { CommandError } from './program/command-error.ts'
import { ArtifactError } from '#core/artifact/artifact-error.ts'
import { zoneReader } from '#core/artifact/zone-rows.ts'
import type { SourceLine } from '#core/zone/compiled-zone.ts'
import type { Reference } from '#core/ask/reference-data.ts'
import { select, TABLES, type ColumnName, type Row, type TableName } from '#schemas/reference-tables.ts'
import { faultInSchema } from './reference-schema.ts'
import { openDatabase } from './sqlite-driver.ts'

export interface ReferenceFile extends Pick<Reference, 'rows' | 'pages' | 'withLines'> {
  /** The rows of an SQL statement, for checks and comparisons that no single table can answer. */
  readonly query: <Result>(sql: string, ...values: readonly (string | number)[]) => Result[]
  readonly close: () => void
}

/** Opens the file read-only. Throws an ArtifactError for a file that is not a database, or not one of this format. */
export function openReference(path: string): ReferenceFile {
  const db = openReadOnly(path)
  const statements = new Map<string, Driver.Statement>()
  const query = <Result>(sql: string, ...values: readonly (string | number)[]): Result[] => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      statements.set(sql, statement)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a statement's rows are what its words say
    return statement.all(...values) as Result[]
  }
  return {
    query,
    rows: rowsReader(query),
    pages: pagesReader(query),
    withLines: zonesIn(query),
    close: () => db.close(),
  }
}

/** Size of a database's header in bytes, and the position of its SQLite version. */
const HEADER_BYTES = 100
export const SQLITE_VERSION_AT = 96

/** The first 100 bytes of a database. A shorter file is filled up with zeros. */
export function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, HEADER_BYTES, 0)
    return header
  } finally {
    closeSync(file)
  }
}

/**
 * The value of the two bytes for rollback-journal mode. A database in WAL mode is refused, because opening it would write files next to it.
 */
const ROLLBACK = 0x0101

function openReadOnly(path: string): Driver.Database {
  if (existsSync(path) && headerOf(path).readUInt16BE(18) !== ROLLBACK) {
    throw new ArtifactError('database-malformed', `${path}: not a SQLite database in rollback-journal mode`, {
      path,
    })
  }
  let db: Driver.Database | undefined
  try {
    db = openDatabase(path, { readonly: true, fileMustExist: true })
    // Each table is read once and whole, and the operating system caches the file's pages. SQLite's own cache would hold 16 MB more.
    db.pragma('cache_size = -512')
    const fault = faultInSchema(db)
    if (fault !== null) throw new ArtifactError('database-schema', `${path}: ${fault}`, { path })
    return db
  } catch (error) {
    db?.close()
    if (error instanceof CommandError || error instanceof ArtifactError) throw error
    throw new ArtifactError(
      'database-malformed',
      `${path}: ${error instanceof Error ? error.message : String(error)}`,
      { path },
    )
  }
}

/** The columns that a table has in the file. Empty: the file does not have the table. */
export const columnsThere = (query: ReferenceFile['query'], table: string): ReadonlySet<string> =>
  new Set(query<{ name: string }>('SELECT name FROM pragma_table_info(?)', table).map(({ name }) => name))

/**
 * The columns to select from a table. A column of a later minor version is selected as null when the file does not have it. Empty: the file
 * does not have the table, which a later minor version added.
 */
function columnsOf<Name extends TableName>(table: Name, query: ReferenceFile['query']): ColumnName<Name>[] {
  const found = columnsThere(query, table)
  if (found.size === 0) return []
  const names = Object.keys(TABLES[table].columns).map((name) => (found.has(name) ? name : `NULL AS ${name}`))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of its own columns
  return names as ColumnName<Name>[]
}

/** All rows of a table in order of the primary key. Columns that a later minor version added are ignored. */
function rowsReader(query: ReferenceFile['query']): Reference['rows'] {
  return <Name extends TableName>(table: Name) => {
    const { primaryKey } = TABLES[table]
    const names = columnsOf(table, query)
    if (names.length === 0) return []
    return query<Row<Name>>(select(table, names, `ORDER BY ${primaryKey.join(', ')}`).sql)
  }
}

const keyValue = (value: unknown): string | number => (typeof value === 'number' ? value : String(value))

/** Reading this many rows takes about two milliseconds. */
const ROWS_A_PAGE = 1000

/** The same rows in pages. Each page starts after the last key of the page before. */
function pagesReader(query: ReferenceFile['query']): Reference['pages'] {
  return function* <Name extends TableName>(table: Name) {
    const { primaryKey } = TABLES[table]
    const names = columnsOf(table, query)
    if (names.length === 0) return
    const keys = primaryKey.join(', ')
    const end = `ORDER BY ${keys} LIMIT ${ROWS_A_PAGE}`
    const first = select(table, names, end).sql
    const next = select(
      table,
      names,
      `WHERE (${keys}) > (${primaryKey.map(() => '?').join(', ')}) ${end}`,
    ).sql
    let page = query<Row<Name>>(first)
    for (;;) {
      yield page
      const last: Readonly<Record<string, unknown>> | undefined = page.at(-1)
      if (last === undefined || page.length < ROWS_A_PAGE) return
      page = query<Row<Name>>(next, ...primaryKey.map((key) => keyValue(last[key])))
    }
  }
}

function zonesIn(query: ReferenceFile['query']): Reference['withLines'] {
  const ofZone = <Name extends TableName, Key extends ColumnName<Name>>(
    table: Name,
    columns: readonly Key[],
    rest = '',
  ) => {
    const { sql } = select(table, columns, rest)
    return (id: number) => query<Pick<Row<Name>, Key>>(sql, id)
  }
  const heads = ofZone('zone', ['iana', 'footer', 'posix_tz'], 'WHERE id = ?')
  const types = ofZone(
    'local_time_type',
    ['position', 'utc_offset', 'stdoff', 'save', 'is_dst', 'release_save', 'release_is_dst', 'abbreviation'],
    'WHERE zone = ? ORDER BY position',
  )
  const intervals = ofZone('interval', ['position', 'starts_at', 'type'], 'WHERE zone = ? ORDER BY position')
  const intervalLines = ofZone(
    'interval_line',
    ['interval', 'position', 'source_line'],
    'WHERE zone = ? ORDER BY interval, position',
  )
  const releaseChanges = ofZone('release_change', ['starts_at', 'type'], 'WHERE zone = ? ORDER BY starts_at')
  const changes = ofZone('yearly_change', ['change', 'type'], 'WHERE zone = ?')
  const changeLines = ofZone(
    'yearly_change_line',
    ['change', 'position', 'source_line'],
    'WHERE zone = ? ORDER BY change, position',
  )
  const sourceLine = select('source_line', ['file', 'line', 'text'], 'WHERE id = ?').sql
  return zoneReader(
    {
      zone: (id) => heads(id)[0],
      types,
      intervals,
      intervalLines,
      releaseChanges,
      changes,
      changeLines,
    },
    (id) => query<SourceLine>(sourceLine, id)[0],
    'reference.sqlite',
  )
}
