// The one error of the upstream channel: a code for scripts and tests, a sentence, and the command that mends it.
import { CommandError } from '#cli/command-error.ts'

export type UpstreamErrorCode =
  /** The address is not one that is downloaded from. */
  | 'bad-address'
  /** No connection, or it broke before an answer. */
  | 'unreachable'
  /** The server answered with a status that is no success. */
  | 'http-status'
  /** Redirects that do not end, or lead from https to http. */
  | 'bad-redirect'
  /** The body ended before the length that was announced. */
  | 'cut-off'
  /** Nothing came for too long. */
  | 'stalled'
  /** It all took too long. */
  | 'too-slow'
  /** More bytes than are allowed or pinned. */
  | 'too-large'
  /** Other bytes than the lock pins. */
  | 'hash-mismatch'
  | 'signature-malformed'
  /** The signature is not the key's over these bytes. */
  | 'wrong-signature'
  /** The signature is another key's. */
  | 'other-key'
  | 'key-malformed'
  /** The key at hand is not the one whose fingerprint is pinned. */
  | 'key-not-pinned'
  | 'key-revoked'
  /** The signature is good, and the key has expired. */
  | 'key-expired'
  /** The bytes are of another release than was asked for. */
  | 'other-release'
  /** Nobody has signed it, and somebody's signature is asked for. */
  | 'not-signed'
  /** It comes from the web, and nobody was named whose signature it must have. */
  | 'no-key'
  /** It is signed as another file, or for another purpose, than the one it was found as. */
  | 'other-file'
  /** An index with a lower serial than one that was taken already. */
  | 'replayed'
  /** The index is past the instant until which its publisher stands by it. */
  | 'expired'
  /** An archive, asked for by its own address, with a lower serial than the release that was taken last. */
  | 'downgrade'
  /** The cache does not hold a pinned source. */
  | 'not-fetched'

/** What went wrong between us and upstream. */
export class UpstreamError extends CommandError {
  readonly code: UpstreamErrorCode

  constructor(code: UpstreamErrorCode, message: string, mend: string | null = null) {
    super(`${code}: ${message}`, 1, mend)
    this.name = 'UpstreamError'
    this.code = code
  }
}
