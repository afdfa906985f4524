// Reports the findings after the sources are compiled: notes are printed, faults end the build.
import { CommandError } from '#cli/command-error.ts'
import { linesOf, type SourceFinding } from '../findings.ts'
import type { Report } from '../report.ts'

/** Prints the notes. Ends the build if there are faults, and lists all of them, a line each. */
export function settleFindings(findings: readonly SourceFinding[], report: Report): void {
  for (const { severity, code, message } of findings) {
    if (severity === 'note') report.note(`note: ${code}: ${message}`)
  }
  const faults = findings.filter(({ severity }) => severity === 'fault')
  if (faults.length === 0) return
  const lines = faults.map(
    ({ code, message, mend }) =>
      `${code}: ${message}${mend === undefined ? '' : `\n    to mend it: ${mend}`}`,
  )
  throw new CommandError(
    `the sources have ${faults.length} fault${faults.length === 1 ? '' : 's'}, nothing was built:${linesOf(lines)}`,
    1,
    faults.some(({ code }) => code === 'slug-missing') ? 'npm run tzref -- slugs update' : null,
  )
}
