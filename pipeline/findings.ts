// What a build has to say about its sources: faults that stop it, notes that it prints and lives with.
import type { Finding } from '#core/finding.ts'

export interface SourceFinding extends Finding {
  /** A fault stops the build; a note is printed. */
  readonly severity: 'fault' | 'note'
  /** The file and the row that mend it, ready to paste; absent where nobody can say. */
  readonly mend?: string
}

export const fault = (code: string, about: string, message: string, mend?: string): SourceFinding => ({
  severity: 'fault',
  code,
  about,
  message,
  ...(mend === undefined ? {} : { mend }),
})

/** A mend that adds a row to a curated table: the file, the table and the row. */
export const addRow = (file: string, table: string, row: string): string =>
  `pipeline/curated/${file}, add to ${table}: ${row}`

/** A mend that takes a row out of a curated table. */
export const removeRow = (file: string, table: string, what: string): string =>
  `pipeline/curated/${file}, remove from ${table}: the row of ${what}`

export const note = (code: string, about: string, message: string): SourceFinding => ({
  severity: 'note',
  code,
  about,
  message,
})
