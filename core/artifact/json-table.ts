// A reference table as a text of JSON, columns first, for those who have no SQLite. Encoder and decoder, side by side.
//
// docs/formats/tables.md describes it.
import { TABLES, type Row, type TableName } from '#schemas/reference-tables.ts'
import { ArtifactError } from './artifact-error.ts'

/** A reader of major N reads every N.x. */
const FORMAT = { major: 1, minor: 0 } as const

/** The name of a table's file. */
export const tableFile = (table: TableName): string => `${table}.json`

/** The text of a table, with its rows in order of the primary key. Equal rows give equal texts. */
export function encodeTable<Name extends TableName>(
  table: Name,
  rows: readonly Row<Name>[],
  artifact: string,
): string {
  const names = Object.keys(TABLES[table].columns)
  const cells = rows.map((row): Readonly<Record<string, unknown>> => row)
  const columns = Object.fromEntries(names.map((name) => [name, cells.map((row) => row[name])]))
  const format = `${FORMAT.major}.${FORMAT.minor}`
  return `${JSON.stringify({ format, table, artifact, rows: rows.length, columns })}\n`
}

/** The rows of a table. Throws an ArtifactError for a text of another table, another major format or another shape. */
export function decodeTable<Name extends TableName>(table: Name, text: string): Row<Name>[] {
  const refuse = (what: string): ArtifactError =>
    new ArtifactError('database-malformed', `${tableFile(table)}: ${what}`, { table })
  const content = parsed(text)
  if (content === null) throw refuse('not a JSON object')
  const { format, rows, columns, table: named } = content
  if (typeof format !== 'string' || !format.startsWith(`${FORMAT.major}.`))
    throw new ArtifactError('format-unknown', `${tableFile(table)}: format ${String(format)}`, { table })
  if (named !== table) throw refuse(`the table ${String(named)}`)
  if (typeof rows !== 'number' || !isObject(columns)) throw refuse('no rows or columns')
  const kept = Object.keys(TABLES[table].columns).map((name) => {
    const values: unknown = columns[name]
    if (!Array.isArray(values) || values.length !== rows)
      throw refuse(`column ${name} does not have ${rows} values`)
    return [name, values] as const
  })
  return Array.from({ length: rows }, (_, row) => {
    const cells = Object.fromEntries(kept.map(([name, values]): [string, unknown] => [name, values[row]]))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file's columns are what the format says
    return cells as Row<Name>
  })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
