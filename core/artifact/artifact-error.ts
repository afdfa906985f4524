// The one error of a broken artifact: a code, the facts, and a sentence made of them.

export type ArtifactErrorCode =
  | 'not-found'
  | 'manifest-missing'
  | 'manifest-malformed'
  | 'format-unknown'
  | 'id-mismatch'
  | 'file-missing'
  | 'file-size'
  | 'file-hash'
  | 'database-malformed'
  | 'database-schema'
  | 'zone-malformed'
  | 'file-too-short'
  | 'not-boundaries'
  | 'not-clocks'
  | 'clocks-malformed'
  | 'not-history'
  | 'history-malformed'
  | 'header-damaged'
  | 'section-out-of-range'
  | 'text-damaged'
  | 'zone-out-of-range'
  | 'result-out-of-range'
  | 'table-out-of-range'
  | 'node-out-of-range'
  | 'tile-out-of-range'
  | 'checksum-mismatch'
  | 'not-shapes'
  | 'shapes-malformed'
  | 'names-malformed'
  | 'names-version'

/** An artifact that broke its promise. `facts` say where, what was found and what was expected. */
export class ArtifactError extends Error {
  readonly code: ArtifactErrorCode
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: ArtifactErrorCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'ArtifactError'
    this.code = code
    this.facts = facts
  }
}
