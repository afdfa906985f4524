// What a build has to say about its sources: faults that stop it, notes that it prints and lives with.

export interface Finding {
  /** A fault stops the build; a note is printed. */
  readonly severity: 'fault' | 'note'
  /** Stable name of the kind of finding, for tests and scripts. */
  readonly code: string
  /** What it is about: a zone, a country, a city, a file. */
  readonly about: string
  /** Where, what was found, what was expected, in a sentence. */
  readonly message: string
}

export const fault = (code: string, about: string, message: string): Finding => ({
  severity: 'fault',
  code,
  about,
  message,
})

export const note = (code: string, about: string, message: string): Finding => ({
  severity: 'note',
  code,
  about,
  message,
})

/** A source that cannot be read any further. The build prints its finding, without a stack trace, and stops. */
export class SourceFault extends Error {
  readonly finding: Finding
  constructor(code: string, about: string, message: string) {
    super(message)
    this.name = 'SourceFault'
    this.finding = fault(code, about, message)
  }
}
