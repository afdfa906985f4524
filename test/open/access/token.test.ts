// Facts about access tokens: their form, their check digits, their digest.
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { bearerToken, isWellFormedToken, tokenDigest } from '#open/access/token.ts'
import { mintToken } from '#apps/accounts/store/secrets.ts'

const zeros = (length: number): Uint8Array => new Uint8Array(length)

test('a token is tzr_, 30 random base62 characters and the CRC-32 of those 34 in base62 (decision 0015)', () => {
  // CRC-32 of "tzr_" and 30 zeros, computed independently from the definition by bits.
  const body = `tzr_${'0'.repeat(30)}`
  let crc = 0xffffffff
  for (const byte of Buffer.from(body)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let rest = BigInt((crc ^ 0xffffffff) >>> 0)
  let check = ''
  for (let place = 0; place < 6; place++) {
    check = digits.charAt(Number(rest % 62n)) + check
    rest /= 62n
  }
  expect(mintToken(zeros)).toBe(body + check)
})

test('a new token passes its own check', () => {
  for (let count = 0; count < 200; count++) {
    const token = mintToken()
    expect(token).toMatch(/^tzr_[0-9A-Za-z]{36}$/)
    expect(isWellFormedToken(token)).toBe(true)
  }
})

test('every single changed character and every swap of unlike neighbours is noticed', () => {
  const token = mintToken()
  const typos: string[] = []
  for (let at = 4; at < token.length; at++) {
    const [here, next] = [token.charAt(at), token.charAt(at + 1)]
    typos.push(token.slice(0, at) + (here === 'x' ? 'y' : 'x') + token.slice(at + 1))
    if (next !== '' && next !== here) typos.push(token.slice(0, at) + next + here + token.slice(at + 2))
  }
  expect(typos.filter(isWellFormedToken)).toEqual([])
})

test('every flipped bit and every cut is noticed', () => {
  const token = mintToken()
  for (let at = 0; at < token.length; at++) {
    for (let bit = 0; bit < 8; bit++) {
      const flipped = String.fromCharCode(token.charCodeAt(at) ^ (1 << bit))
      expect(isWellFormedToken(token.slice(0, at) + flipped + token.slice(at + 1))).toBe(false)
    }
    expect(isWellFormedToken(token.slice(0, at))).toBe(false)
    expect(isWellFormedToken(token.slice(at + 1))).toBe(false)
  }
  expect(isWellFormedToken(`${token}x`)).toBe(false)
})

test('bytes of 248 and more are drawn again, so that every character is equally likely', () => {
  const drawn: number[] = []
  const bytes = (length: number): Uint8Array => {
    drawn.push(length)
    return new Uint8Array(length).fill(drawn.length === 1 ? 255 : 61)
  }
  expect(mintToken(bytes).slice(4, 34)).toBe('z'.repeat(30))
  expect(drawn).toHaveLength(2)
})

test('the digest is plain SHA-256 in hexadecimal', () => {
  const token = mintToken()
  expect(tokenDigest(token)).toBe(createHash('sha256').update(token).digest('hex'))
})

test('a bearer token is read with its scheme in any case, and from nothing else', () => {
  expect(bearerToken('Bearer abc')).toBe('abc')
  expect(bearerToken('bEARER   abc')).toBe('abc')
  for (const other of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    'abc',
    'Basic abc',
    'Bearer a b',
    'Bearerabc',
    'Bearer abc ',
  ]) {
    expect(bearerToken(other)).toBeNull()
  }
})
