// Makes unguessable values: the text of a new token, the secret of a link, the random part of an id.
import { randomBytes } from 'node:crypto'
import { BASE62, TOKEN_PREFIX, TOKEN_RANDOM_LENGTH, withCheck } from '#serve/access/token.ts'

/** Gives `length` unpredictable bytes. */
export type ByteSource = (length: number) => Uint8Array

/** `length` base62 characters, each equally likely. */
export function randomBase62(length: number, bytes: ByteSource = randomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of bytes(length)) {
      // 248 is 4 × 62. Larger bytes would make the first characters of the alphabet more likely than the last.
      if (byte < 248 && text.length < length) text += BASE62.charAt(byte % 62)
    }
  }
  return text
}

/** A new token (docs/decisions/0015). It is shown once; only its digest is stored. */
export const mintToken = (bytes: ByteSource = randomBytes): string =>
  withCheck(TOKEN_PREFIX + randomBase62(TOKEN_RANDOM_LENGTH, bytes))
