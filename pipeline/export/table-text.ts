// A table as bytes: CSV (RFC 4180), NDJSON or Parquet, and the description of its columns.
import { parquetWriteBuffer, type BasicType } from 'hyparquet-writer'
import type { Cell, Content, ExportColumn, ExportTable } from './form.ts'

/** How a table can be written, by the ending of its file. */
export const TABLE_WRITERS: Readonly<Record<string, (table: ExportTable) => Content>> = {
  csv,
  ndjson,
  parquet,
}

/** A header line and a line for each row, each ended by CR LF. Null is an empty cell, an empty text is `""`. */
function csv({ columns, rows }: ExportTable): string {
  return [columns.map(({ name }) => name), ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = String(cell)
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** An object a line. */
function ndjson({ columns, rows }: ExportTable): string {
  return rows
    .map(
      (row) =>
        `${JSON.stringify(Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])))}\n`,
    )
    .join('')
}

const PARQUET_TYPE: Readonly<Record<ExportColumn['type'], BasicType>> = {
  text: 'STRING',
  integer: 'INT64',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
}

function parquet({ columns, rows }: ExportTable): Uint8Array {
  const columnData = columns.map(({ name, type }, index) => ({
    name,
    type: PARQUET_TYPE[type],
    data: rows.map((row) => {
      const cell = row[index] ?? null
      return type === 'integer' && typeof cell === 'number' ? BigInt(cell) : cell
    }),
  }))
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

/** What lies beside a table: which release it is of, and its columns. */
export const tableDescription = (
  about: { readonly form: string; readonly artifact: string; readonly tz: string },
  { columns, rows }: ExportTable,
): string => `${JSON.stringify({ ...about, rows: rows.length, columns }, null, 2)}\n`
