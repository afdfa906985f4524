// Compares the same table of two databases by key: rows added, removed and changed.
import type { Artifact } from '#open/artifact.ts'
import { columnsThere } from '#open/sqlite-reference.ts'
import { TABLES, type Column, type TableName } from '#schemas/reference-tables.ts'

/** The part of an artifact that is needed here: rows by SQL statement. */
type Queried = Pick<Artifact, 'query'>
type Value = string | number | null
type Row = Readonly<Record<string, Value>>

interface ChangedRow {
  readonly key: string
  /** The name that a person would use. The key where there is no name. */
  readonly name: string
  readonly fields: readonly { readonly field: string; readonly was: Value; readonly is: Value }[]
}

export type TableDiff = NonNullable<ReturnType<typeof compareTable>>

/** A table as it is compared: all columns except those left out, each row under its key. */
interface ComparedTable {
  readonly table: TableName
  /** The column or expression that identifies a row. Rows with equal keys describe the same thing. */
  readonly key: string
  /** The column with the name that a person would use. */
  readonly name: string
  readonly leftOut?: readonly string[]
  /** Extra values of a row next to its columns: name → SQL expression. */
  readonly more?: Readonly<Record<string, string>>
}

/** The tables that are compared. */
export const COMPARED = {
  /** Zones, without their clocks. */
  zones: { table: 'zone', key: 'iana', name: 'iana', leftOut: ['id', 'footer', 'posix_tz'] },
  /** All other identifiers, each with its zone. */
  aliases: { table: 'zone_alias', key: 'name', name: 'name', leftOut: ['source_line'] },
  countries: {
    table: 'country',
    key: 'iso2',
    name: 'name',
    leftOut: ['one_clock_since'],
    more: {
      dependencies:
        "(SELECT group_concat(territory, ' ' ORDER BY position) FROM dependency WHERE dependency.country = iso2)",
    },
  },
  cities: { table: 'city', key: 'id', name: 'name' },
  standards: { table: 'standard', key: 'slug', name: 'name' },
} as const satisfies Readonly<Record<string, ComparedTable>>

/** Zones appear by name, not by number: a new zone shifts every id after it. */
function queryOf(
  { table, key, name, leftOut = [], more = {} }: ComparedTable,
  there: ReadonlySet<string>,
): string {
  const shown = Object.entries<Column>(TABLES[table].columns)
    .filter(([column]) => column !== key && there.has(column) && !leftOut.includes(column))
    .map(([column, { refersTo }]) =>
      refersTo === 'zone.id' ? `(SELECT iana FROM zone WHERE id = ${table}.${column}) AS ${column}` : column,
    )
  const terms = [
    `${key} AS "key"`,
    ...(shown.includes(name) ? [] : [`${name} AS name`]),
    ...shown,
    ...Object.entries(more).map(([as, expression]) => `${expression} AS ${as}`),
  ]
  return `SELECT ${terms.join(', ')} FROM ${table} ORDER BY ${table}.${key}`
}

/** Compares a table. Null where both artifacts lack it or have it empty. A column that one side lacks is not compared. */
export function compareTable(older: Queried, newer: Queried, compared: ComparedTable) {
  const was = rowsOf(older, compared)
  const is = rowsOf(newer, compared)
  if (was.size === 0 && is.size === 0) return null
  const changed: ChangedRow[] = []
  for (const [key, row] of is) {
    const before = was.get(key)
    if (before === undefined) continue
    const fields = Object.keys(row)
      .filter((field) => field in before && row[field] !== before[field])
      .map((field) => ({ field, was: before[field] ?? null, is: row[field] ?? null }))
    if (fields.length > 0) changed.push({ key, name: nameOf(row), fields })
  }
  return { added: missingFrom(was, is), removed: missingFrom(is, was), changed }
}

/** The rows that the other side lacks. */
const missingFrom = (other: ReadonlyMap<string, Row>, rows: ReadonlyMap<string, Row>) =>
  [...rows].flatMap(([key, row]) => (other.has(key) ? [] : [{ key, name: nameOf(row) }]))

const nameOf = (row: Row): string => String(row['name'] ?? row['key'])

function rowsOf({ query }: Queried, compared: ComparedTable): Map<string, Row> {
  const columns = columnsThere(query, compared.table)
  if (columns.size === 0) return new Map()
  const rows = query<Row>(queryOf(compared, columns))
  return new Map(rows.map((row) => [String(row['key']), row]))
}
