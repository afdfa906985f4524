// Access tokens as text: how one is made, how a typo is told from a token, and the digest that stands for it everywhere else.
import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const PREFIX = 'tzr_'
const RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const TOKEN_LENGTH = PREFIX.length + RANDOM_LENGTH + CHECK_LENGTH
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = /^tzr_[0-9A-Za-z]{36}$/

/** Gives `length` unpredictable bytes. */
export type ByteSource = (length: number) => Uint8Array

/** `length` base62 characters, each equally likely. */
export function randomBase62(length: number, bytes: ByteSource = randomBytes): string {
  let text = ''
  while (text.length < length) {
    for (const byte of bytes(length)) {
      // 248 is 4 × 62: a byte above it would make the first characters of the alphabet likelier than the last.
      if (byte < 248 && text.length < length) text += ALPHABET.charAt(byte % 62)
    }
  }
  return text
}

/** The CRC-32 of a token's first 34 characters, as 6 base62 digits with leading zeros (62^6 exceeds 2^32). */
function checkOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECK_LENGTH; place++) {
    digits = ALPHABET.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** A new token (decisions §7, docs/decisions/0015). It is shown once; what is kept of it is `tokenDigest`. */
export function mintToken(bytes: ByteSource = randomBytes): string {
  const body = PREFIX + randomBase62(RANDOM_LENGTH, bytes)
  return body + checkOf(body)
}

/** Whether a text has a token's shape and its check digits agree: a typo or a cut is refused before any look-up. */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== TOKEN_LENGTH || !SHAPE.test(text)) return false
  const body = TOKEN_LENGTH - CHECK_LENGTH
  return checkOf(text.slice(0, body)) === text.slice(body)
}

/** The SHA-256 of a token in hexadecimal: all that is stored, and the key of every look-up. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'hex')
}

const SCHEME = 'Bearer '
const HEADER_LENGTH = SCHEME.length + TOKEN_LENGTH

/** The text that may be a token in an Authorization header, or null where it cannot be one. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null
  // As nearly every client writes it; any other spelling of the scheme is read by the expression.
  if (authorization.length === HEADER_LENGTH && authorization.startsWith(SCHEME)) {
    return authorization.slice(SCHEME.length)
  }
  // What is far too long is not hashed: the header may have thousands of characters.
  if (authorization.length > 2 * HEADER_LENGTH) return null
  return /^bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null
}
