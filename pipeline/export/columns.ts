// Makes a table from things and columns: a column says what it holds and gives its cell of each thing.
import type { Cell, ExportColumn, ExportTable } from './form.ts'

interface ColumnOf<Thing> extends ExportColumn {
  readonly cellOf: (thing: Thing) => Cell
}

const column =
  (type: ExportColumn['type']) =>
  <Thing>(name: string, meaning: string, cellOf: (thing: Thing) => Cell): ColumnOf<Thing> => ({
    name,
    type,
    meaning,
    cellOf,
  })

export const text = column('text')
export const integer = column('integer')
export const number = column('number')
export const flag = column('boolean')

/** The meaning of a column with a zone's POSIX TZ text. */
export const POSIX_TZ = 'what its clocks do after the last listed change; null where no such text can say it'

/** Returns the table with a row for each thing. The things are read when the rows are. */
export const tableOf = <Thing>(
  things: Iterable<Thing>,
  columns: readonly ColumnOf<Thing>[],
): ExportTable => ({
  columns: columns.map(({ name, type, meaning }) => ({ name, type, meaning })),
  rows: rowsOf(things, columns),
})

function* rowsOf<Thing>(things: Iterable<Thing>, columns: readonly ColumnOf<Thing>[]): Generator<Cell[]> {
  for (const thing of things) yield columns.map(({ cellOf }) => cellOf(thing))
}
