// A form of export: its name, its result, and how it is written. A table is made from things and columns.
import type { Artifact } from '#open/artifact.ts'
import type { Report } from '../report.ts'
import type { Reading } from '#core/formats/release-clock.ts'
import type { Packrat } from '../parse/tz-release.ts'

export interface ExportOptions {
  /** Clocks in the rearguard reading: winter is standard time everywhere, and SAVE is never negative. */
  readonly rearguard?: boolean
  /** `tzif`: which pasts the clocks have. When absent, those of the artifact. */
  readonly packrat?: Packrat
  /** `tzif`: the block of 32 bits is empty, and what the footer says is not listed. */
  readonly slim?: boolean
  /** `web`: bundles in one file, for hosts that serve ranges, instead of a file for each bundle. */
  readonly ranges?: boolean
  /** Called with how far a slow form is. */
  readonly progress?: Report['progress']
  /** Called with what the export has to leave out. */
  readonly note?: Report['note']
}

/** The reading of the clocks that an export was asked for. */
export const readingOf = ({ rearguard }: ExportOptions): Reading => (rearguard ? 'rearguard' : 'release')

export type Content = string | Uint8Array

/** Writes a file into the export's folder. Its path is relative to that folder, with slashes. */
export type PutFile = (path: string, content: Content) => void

/** A column of a table. */
export interface ExportColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean'
  /** Its meaning, its unit, and when it is null. */
  readonly meaning: string
}

export type Cell = string | number | boolean | null

export interface ExportTable {
  readonly columns: readonly ExportColumn[]
  /** A cell for each column. The rows can be read only once. */
  readonly rows: Iterable<readonly Cell[]>
}

/** A form of export. The same artifact gives the same bytes. */
export type Form = {
  readonly name: string
  /** The form and its users, in one line. */
  readonly summary: string
} & (
  | {
      readonly to: 'folder'
      readonly write: (artifact: Artifact, put: PutFile, options: ExportOptions) => void
    }
  | {
      readonly to: 'file'
      /** The parts of the file, in order. */
      readonly write: (artifact: Artifact, options: ExportOptions) => Promise<Iterable<Content>>
    }
  /** A file whose ending decides how its rows are written: .csv, .ndjson or .parquet. */
  | { readonly to: 'table'; readonly table: (artifact: Artifact, options: ExportOptions) => ExportTable }
)

interface ColumnOf<Thing> extends ExportColumn {
  /** Its cell of a thing. JSON leaves functions out, so the description of a table does not have it. */
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
): ExportTable => ({ columns, rows: rowsOf(things, columns) })

function* rowsOf<Thing>(things: Iterable<Thing>, columns: readonly ColumnOf<Thing>[]): Generator<Cell[]> {
  for (const thing of things) yield columns.map(({ cellOf }) => cellOf(thing))
}
