// Findings of a build about its sources: faults stop the build, notes are only printed.
import type { Finding } from '#core/finding.ts'

export interface SourceFinding extends Finding {
  /** A fault stops the build. A note is printed. */
  readonly severity: 'fault' | 'note'
  /** The file and the row that correct it, ready to paste. Absent where no row is known to. */
  readonly mend?: string
}

export const fault = (code: string, about: string, message: string, mend?: string): SourceFinding => ({
  severity: 'fault',
  code,
  about,
  message,
  ...(mend === undefined ? {} : { mend }),
})

/** Returns the advice to add a row to a curated table: the file, the table and the row. */
export const addRow = (file: string, table: string, row: string): string =>
  `pipeline/curated/${file}, add to ${table}: ${row}`

/** Returns the advice to remove a row from a curated table. */
export const removeRow = (file: string, table: string, what: string): string =>
  `pipeline/curated/${file}, remove from ${table}: the row of ${what}`

export const note = (code: string, about: string, message: string): SourceFinding => ({
  severity: 'note',
  code,
  about,
  message,
})
