// Access tokens as text: tells a typing error from a token, and makes the digest that stands for the token everywhere else.
import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'

export const TOKEN_PREFIX = 'tzr_'
export const TOKEN_RANDOM_LENGTH = 30
const CHECK_LENGTH = 6
const TOKEN_LENGTH = TOKEN_PREFIX.length + TOKEN_RANDOM_LENGTH + CHECK_LENGTH
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SHAPE = /^tzr_[0-9A-Za-z]{36}$/

/** The CRC-32 of a token's first 34 characters, as 6 base62 digits with leading zeros (62^6 exceeds 2^32). */
function checkOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < CHECK_LENGTH; place++) {
    digits = BASE62.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** A token's prefix and random part, completed with the check digits. */
export const withCheck = (body: string): string => body + checkOf(body)

/**
 * Whether a text has a token's shape and correct check digits. So a token with a typing error or a missing end is refused before any
 * look-up.
 */
export function isWellFormedToken(text: string): boolean {
  if (text.length !== TOKEN_LENGTH || !SHAPE.test(text)) return false
  const body = TOKEN_LENGTH - CHECK_LENGTH
  return checkOf(text.slice(0, body)) === text.slice(body)
}

/** The SHA-256 of a token in hexadecimal. Only this is stored, and it is the key of every look-up. */
export function tokenDigest(token: string): string {
  return hash('sha256', token, 'hex')
}

const SCHEME = 'Bearer '
const HEADER_LENGTH = SCHEME.length + TOKEN_LENGTH

/** The text in an Authorization header that may be a token. Null when it cannot be one. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined) return null
  // Nearly every client writes the scheme like this. The regular expression reads any other spelling.
  if (authorization.length === HEADER_LENGTH && authorization.startsWith(SCHEME)) {
    return authorization.slice(SCHEME.length)
  }
  // Much longer text is not hashed: the header may have thousands of characters.
  if (authorization.length > 2 * HEADER_LENGTH) return null
  return /^bearer +([^ ]+)$/i.exec(authorization)?.[1] ?? null
}
