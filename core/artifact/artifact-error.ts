// Defines the error of a broken artifact: a code, the facts, and a message.

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
  | 'boundary-unknown'
  | 'manifest-form'
  | 'file-unlisted'
  | 'database-reference'
  | 'text-control'
  | 'text-form'
  | 'database-form'
  | 'notice-missing'
  | 'alias-name'
  | 'row-rule'
  | 'boundaries-pairing'
  | 'boundaries-release'
  | 'count'
  | 'transitions'
  | 'shapes-differ'
  | 'clocks-missing'
  | 'clocks-differ'
  | 'footer-flag'
  | 'footer-last'
  | 'footer-line-index'
  | 'footer-text'
  | 'footer-type-index'
  | 'release-change'
  | 'type-abbreviation'
  | 'type-offset'
  | 'type-release-save'
  | 'type-save'
  | 'type-sum'
  | 'zone-id'
  | 'zone-lengths'
  | 'zone-line-index'
  | 'zone-no-change'
  | 'zone-no-lines'
  | 'zone-order'
  | 'zone-start'
  | 'zone-type-index'

/**
 * An artifact is not as promised. `facts` say where, what was found and what was expected.
 *
 * @example
 * ```js
 * import { ArtifactError, openClocks } from 'tzref/clocks'
 *
 * try {
 *   openClocks(new Uint8Array(100))
 * } catch (error) {
 *   error instanceof ArtifactError && error.code // → 'not-clocks'
 * }
 * ```
 */
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
