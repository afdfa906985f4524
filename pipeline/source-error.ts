// Errors for sources that cannot be read: where the fault is, what was found and what was expected.
import type { SourceLine } from '#core/zone/compiled-zone.ts'

export type SourceErrorCode =
  | 'bad-character'
  | 'bad-quotes'
  | 'bad-fields'
  | 'bad-keyword'
  | 'bad-name'
  | 'bad-year'
  | 'bad-month'
  | 'bad-day'
  | 'bad-time'
  | 'bad-offset'
  | 'bad-save'
  | 'bad-rules'
  | 'bad-type'
  | 'bad-format'
  | 'bad-abbreviation'
  | 'bad-continuation'
  | 'until-not-after'
  | 'unsupported'
  | 'unknown-rule'
  | 'same-instant'
  | 'duplicate-name'
  | 'link-missing'
  | 'link-cycle'
  | 'bad-row'
  | 'missing-file'
  | 'no-release'
  | 'source-missing'
  | 'source-unreadable'
  | 'source-shape'
  | 'geojson-damaged'
  | 'zip-damaged'
  | 'slug-registry'

export interface SourceFacts {
  /** File name as in the release or package. */
  readonly file: string
  /** 1-based. Null when the fault concerns the whole file. */
  readonly line: number | null
  /** The text of the line. Null when the fault concerns the whole file. */
  readonly text: string | null
  /** The subject of the line (`Rule EU`, `Zone Europe/Dublin`, `byte 12`, `/a/b`). Null when it is not known yet. */
  readonly subject: string | null
  /** A sentence with what was found and what was expected. */
  readonly problem: string
}

/** A source that breaks its format. The message is `file:line: subject: problem`. */
export class SourceError extends Error {
  readonly code: SourceErrorCode
  readonly facts: SourceFacts

  constructor(code: SourceErrorCode, facts: SourceFacts) {
    const place = facts.line === null ? facts.file : `${facts.file}:${facts.line}`
    super([place, ...(facts.subject === null ? [] : [facts.subject]), facts.problem].join(': '))
    this.name = 'SourceError'
    this.code = code
    this.facts = facts
  }
}

/** Makes the error for a fault in one line. `problem` is a sentence with what was found and what was expected. */
export type FaultOf = (code: SourceErrorCode, problem: string) => SourceError

/** Returns the function that makes the errors for one line of a source. `subject` is the subject of the line, if it is known yet. */
export const faultsIn =
  ({ file, line, text }: SourceLine, subject: string | null = null): FaultOf =>
  (code, problem) =>
    new SourceError(code, { file, line, text, subject, problem })

/** Returns the error for a source whose lines are not quoted. `problem` is the whole sentence; `where` says which part of the file. */
export const faultInFile = (
  code: SourceErrorCode,
  file: string,
  problem: string,
  where: Partial<Pick<SourceFacts, 'line' | 'subject'>> = {},
): SourceError => new SourceError(code, { file, line: null, text: null, subject: null, ...where, problem })

const QUOTED_AT_MOST = 60

/** Returns text of a source in double quotes, shortened and with control characters escaped, so that a message stays one readable line. */
export function quoted(text: string): string {
  const shown = text.length > QUOTED_AT_MOST ? `${text.slice(0, QUOTED_AT_MOST)}…` : text
  return JSON.stringify(shown)
}
