// Makes unguessable values: the text of a new token, the secret of a link, the random part of an id.
import { createHmac, randomBytes } from 'node:crypto'
import { BASE62, TOKEN_PREFIX, TOKEN_RANDOM_LENGTH, withCheck } from '#open/access/token.ts'

/** Gives `length` unpredictable bytes. */
export type ByteSource = (length: number) => Uint8Array

/** `length` characters of an alphabet of at most 256, each equally likely. */
function randomText(length: number, alphabet: string, bytes: ByteSource = randomBytes): string {
  // Larger bytes would make the first characters of the alphabet more likely than the last.
  const end = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of bytes(length)) {
      if (byte < end && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

/** `length` base62 characters, each equally likely. */
export const randomBase62 = (length: number, bytes?: ByteSource): string => randomText(length, BASE62, bytes)

/** At most 64 base62 characters, always the same for a secret and a text. Nobody without the secret can guess them. */
export const derivedBase62 = (length: number, secret: string, text: string): string =>
  [...createHmac('sha512', secret).update(text).digest().subarray(0, length)]
    .map((byte) => BASE62.charAt(byte % BASE62.length))
    .join('')

/** Without letters and digits that look alike. 16 of them are 79 bits, so their digests tell nobody what they are. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A new recovery code, in four groups that a person can type. It is shown once; only its digest is stored. */
export const mintRecoveryCode = (): string => (randomText(16, READABLE).match(/.{4}/g) ?? []).join('-')

/** A new token (decision 15 of docs/decisions.md). It is shown once; only its digest is stored. */
export const mintToken = (bytes: ByteSource = randomBytes): string =>
  withCheck(TOKEN_PREFIX + randomBase62(TOKEN_RANDOM_LENGTH, bytes))
