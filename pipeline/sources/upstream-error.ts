// The error of the upstream channel: a code for scripts and tests, a sentence, and the command that solves it.
import { CommandError } from '#open/program/command-error.ts'

export type UpstreamErrorCode =
  /** Nothing can be downloaded from such an address. */
  | 'bad-address'
  /** There was no connection, or it broke before an answer. */
  | 'unreachable'
  /** The server answered with a status other than success. */
  | 'http-status'
  /** The redirects do not end, or lead from https to http. */
  | 'bad-redirect'
  /** The body ended before the announced length. */
  | 'cut-off'
  /** No data came for too long. */
  | 'stalled'
  /** The whole download took too long. */
  | 'too-slow'
  /** There were more bytes than are allowed or pinned. */
  | 'too-large'
  /** The bytes are not the ones that the lock pins. */
  | 'hash-mismatch'
  | 'signature-malformed'
  /** The signature does not fit the key and these bytes. */
  | 'wrong-signature'
  /** The signature was made by another key. */
  | 'other-key'
  | 'key-malformed'
  /** The present key does not have the pinned fingerprint. */
  | 'key-not-pinned'
  | 'key-revoked'
  /** The signature is good, but the key has expired. */
  | 'key-expired'
  /** The bytes are of another release than the requested one. */
  | 'other-release'
  /** It is not signed, and a signature is required. */
  | 'not-signed'
  /** It comes from the web, and no key was given to check its signature with. */
  | 'no-key'
  /** It is signed for another file name or purpose than the one it was found under. */
  | 'other-file'
  /** The index has a lower serial than one that was accepted before. */
  | 'replayed'
  /** The publisher's index has expired. */
  | 'expired'
  /** An archive, requested by its own address, has a lower serial than the release that was installed last. */
  | 'downgrade'
  /** The cache lacks a pinned source. */
  | 'not-fetched'

/** An error between us and upstream, or a publisher. */
export class UpstreamError extends CommandError {
  readonly code: UpstreamErrorCode

  constructor(code: UpstreamErrorCode, message: string, fix: string | null = null) {
    super(`${code}: ${message}`, 1, fix)
    this.name = 'UpstreamError'
    this.code = code
  }
}

/** Returns the error for what is not installed: an archive, an index, or what is signed next to it. */
export const refused = (code: UpstreamErrorCode, problem: string, fix?: string): UpstreamError =>
  new UpstreamError(code, `${problem}; nothing was installed`, fix)
