// What a form of export is: what it is called, what it gives, and how it is written.
import type { Artifact } from '#open/artifact.ts'
import type { Packrat } from '../parse/tz-release.ts'

export interface ExportOptions {
  /** Clocks in the rearguard reading: winter is standard time everywhere, SAVE is never negative. */
  readonly rearguard: boolean
  /** `tzif`: which pasts the clocks have; what is not said is as the artifact has them. */
  readonly packrat?: Packrat
  /** `web`: bundles in one file, for hosts that serve ranges, not a file each. */
  readonly ranges?: boolean
}

export type Content = string | Uint8Array

/** Puts a file into the folder that is being written: its path below it, with slashes. */
export type PutFile = (path: string, content: Content) => void

interface Described {
  readonly name: string
  /** What it is and whom it serves, in a line. */
  readonly summary: string
}

/** What a table's column holds. */
export interface ExportColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean'
  /** What it means, its unit, and when it is null. */
  readonly meaning: string
}

export type Cell = string | number | boolean | null

export interface ExportTable {
  readonly columns: readonly ExportColumn[]
  /** A cell for each column. Read once. */
  readonly rows: Iterable<readonly Cell[]>
}

/** The same artifact gives the same bytes. */
export type Form = Described &
  (
    | {
        readonly to: 'folder'
        readonly write: (artifact: Artifact, put: PutFile, options: ExportOptions) => void
      }
    | {
        readonly to: 'file'
        /** The parts of the file, in order. */
        readonly write: (artifact: Artifact) => Promise<Iterable<Content>>
      }
    /** A file whose ending says how its rows are written: .csv, .ndjson or .parquet. */
    | { readonly to: 'table'; readonly table: (artifact: Artifact, options: ExportOptions) => ExportTable }
  )
