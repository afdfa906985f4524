// Findings of a build about its sources: faults stop the build, notes are only printed.
import { CommandError } from '#open/program/command-error.ts'
import type { Finding } from '#core/finding.ts'
import { tablePath } from './paths.ts'
import type { Report } from './report.ts'

export interface SourceFinding extends Finding {
  /** A fault stops the build. A note is printed. */
  readonly severity: 'fault' | 'note'
  /** The file and the row that correct it, ready to paste. Absent where no row is known to. */
  readonly fix?: string
}

export const fault = (code: string, about: string, message: string, fix?: string): SourceFinding => ({
  severity: 'fault',
  code,
  about,
  message,
  ...(fix === undefined ? {} : { fix }),
})

/** Returns the advice to add a row to a curated table: its file, and the row ready to paste. */
export const addRow = (table: string, ...cells: readonly string[]): string =>
  `${tablePath(table)}, add: ${[...cells, '(source)', '(today)'].join(' | ')}`

/** Returns the advice to remove a row from a curated table. */
export const removeRow = (table: string, what: string | number): string =>
  `${tablePath(table)}, remove the row of ${what}`

/** Returns the fault of a row that nothing needs any more. `why` says what has become true without it. */
export const rowWithoutReason = (table: string, row: string, why: string): SourceFinding =>
  fault('row-without-reason', row, `${tablePath(table)}: ${why}`, removeRow(table, row))

export const note = (code: string, about: string, message: string): SourceFinding => ({
  severity: 'note',
  code,
  about,
  message,
})

const MOST_LINES = 20

/** Returns the first texts as the indented lines at the end of a message, and how many more there are. */
export const linesOf = (texts: readonly string[]): string => {
  const more = texts.length - MOST_LINES
  const lines = [...texts.slice(0, MOST_LINES), ...(more > 0 ? [`and ${more} more`] : [])]
  return lines.map((line) => `\n  ${line}`).join('')
}

/** Prints the notes. Ends the build if there are faults, and lists all of them, a line each. */
export function settleFindings(findings: readonly SourceFinding[], report: Report): void {
  for (const { severity, code, message } of findings) {
    if (severity === 'note') report.note(`note: ${code}: ${message}`)
  }
  const faults = findings.filter(({ severity }) => severity === 'fault')
  if (faults.length === 0) return
  const lines = faults.map(
    ({ code, message, fix }) => `${code}: ${message}${fix === undefined ? '' : `\n    to fix it: ${fix}`}`,
  )
  throw new CommandError(
    `the sources have ${faults.length} fault${faults.length === 1 ? '' : 's'}, nothing was built:${linesOf(lines)}`,
    1,
    faults.some(({ code }) => code === 'slug-missing') ? 'npm run tzref -- slugs update' : null,
  )
}
