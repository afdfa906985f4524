// What a build has to say about its sources: faults that stop it, notes that it prints and lives with.
import type { Finding } from '#core/finding.ts'

export interface SourceFinding extends Finding {
  /** A fault stops the build; a note is printed. */
  readonly severity: 'fault' | 'note'
}

export const fault = (code: string, about: string, message: string): SourceFinding => ({
  severity: 'fault',
  code,
  about,
  message,
})

export const note = (code: string, about: string, message: string): SourceFinding => ({
  severity: 'note',
  code,
  about,
  message,
})
