// Writes a table as CSV (RFC 4180), NDJSON or Parquet.
import {
  ByteWriter,
  ParquetWriter,
  type ColumnSource,
  type KeyValue,
  type SchemaElement,
} from 'hyparquet-writer'
import type { Cell, Content, ExportColumn, ExportTable } from './form.ts'

/** File ending → the function that writes a table in that format, as bytes in parts. */
export const TABLE_WRITERS = new Map<string, (table: ExportTable) => Iterable<Content>>(
  Object.entries({ csv, ndjson, parquet }),
)

/** Rows that are written together. */
const TOGETHER = 10_000

/** Rows in groups, the last one shorter. */
function* groupsOf<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let group: Row[] = []
  for (const row of rows) {
    if (group.push(row) < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** A header line and a line for each row, each ended by CR LF. Null is an empty cell, an empty text is `""`. */
function* csv({ columns, rows }: ExportTable): Generator<string> {
  yield csvLine(columns.map(({ name }) => name))
  for (const group of groupsOf(rows, TOGETHER)) yield group.map(csvLine).join('')
}

const csvLine = (row: readonly Cell[]): string => `${row.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One JSON object in each line. */
function* ndjson({ columns, rows }: ExportTable): Generator<string> {
  for (const group of groupsOf(rows, TOGETHER)) {
    yield group
      .map(
        (row) =>
          `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))}\n`,
      )
      .join('')
  }
}

const PARQUET_TYPE: Readonly<Record<ExportColumn['type'], SchemaElement>> = {
  text: { name: '', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { name: '', type: 'INT64' },
  number: { name: '', type: 'DOUBLE' },
  boolean: { name: '', type: 'BOOLEAN' },
}
/** The number of rows in one row group. */
const ROW_GROUP = 100_000

function parquet({ columns, rows }: ExportTable): Content[] {
  const schema = columns.map(({ name, type }): SchemaElement => ({
    ...PARQUET_TYPE[type],
    name,
    repetition_type: 'OPTIONAL',
  }))
  const columnsOf = (group: readonly (readonly Cell[])[]): ColumnSource[] =>
    columns.map(({ name, type }, index) => ({
      name,
      data: group.map((row) => {
        const cell = row[index] ?? null
        return type === 'integer' && typeof cell === 'number' ? BigInt(cell) : cell
      }),
    }))
  return [parquetFile(schema, rows, ROW_GROUP, columnsOf)]
}

/** Returns a Parquet file with row groups of at most `rowGroupSize` rows. `columnsOf` gives the columns of a group. */
export function parquetFile<Row>(
  schema: readonly SchemaElement[],
  rows: Iterable<Row>,
  rowGroupSize: number,
  columnsOf: (group: readonly Row[]) => ColumnSource[],
  more: { readonly kvMetadata?: KeyValue[] } = {},
): Uint8Array {
  const writer = new ByteWriter()
  const root = { name: 'root', num_children: schema.length }
  const file = new ParquetWriter({ writer, schema: [root, ...schema], ...more })
  for (const group of groupsOf(rows, rowGroupSize)) {
    // Writing to memory returns no promise.
    void file.write({ columnData: columnsOf(group), rowGroupSize })
  }
  void file.finish()
  return writer.getBytes()
}
