// Makes and reads the publisher's keys (ed25519). Signs bytes with a key, and says whether a key made a signature.
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CommandError } from '#open/program/command-error.ts'
import { expectPlace, notWritten } from '#open/program/file-kind.ts'
import { shellWord } from '#open/program/hint.ts'

const PREFIX = 'ed25519:'
/** The bytes before the 32 bytes of a key in the DER form that node:crypto reads. */
const DER_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const KEY = /^ed25519:[A-Za-z0-9+/]{43}=$/

/** A private key of a publisher, and the public key as text. */
export type SigningKey = ReturnType<typeof readSigningKey>

/** Makes a key and writes it to a file that only its owner may read. Returns the public key. Never overwrites a file. */
export function newKey(file: string): string {
  if (existsSync(file)) {
    throw new CommandError(`${file}: exists already, and a key is never overwritten`, 2, null)
  }
  expectPlace(file)
  const { privateKey } = generateKeyPairSync('ed25519')
  try {
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    throw notWritten(file, error)
  }
  return publicOf(privateKey)
}

/** Reads a private key (PKCS #8, PEM), as `newKey` or `openssl genpkey -algorithm ed25519` writes it. */
export function readSigningKey(file: string) {
  if (!existsSync(file)) {
    throw new CommandError(
      `${file}: found nothing, expected a key`,
      2,
      `name the publisher's key; only before the first release: npm run tzref -- keys new ${shellWord(file)}`,
    )
  }
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(file))
  } catch {
    throw new CommandError(`${file}: expected a private key in PEM`, 2, null)
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    throw new CommandError(
      `${file}: a key of ${key.asymmetricKeyType ?? 'no kind'}, expected ed25519`,
      2,
      null,
    )
  }
  return { key, publicKey: publicOf(key) }
}

const publicOf = (key: KeyObject): string =>
  PREFIX +
  createPublicKey(key).export({ type: 'spki', format: 'der' }).subarray(DER_HEAD.length).toString('base64')

/** Checks a public key that was given as text and returns it. Throws a CommandError with exit code 2 for anything else. */
export function readPublicKey(text: string): string {
  if (KEY.test(text)) return text
  throw new CommandError(
    `--key ${text}: expected ed25519: and 44 characters, as \`tzref keys show\` prints it`,
    2,
  )
}

/** Returns the signatures over some bytes. Each key gives a line: the public key, a space, the signature in base64. */
export const signaturesOf = (bytes: Buffer, keys: readonly SigningKey[]): string =>
  keys.map(({ key, publicKey }) => `${publicKey} ${sign(null, bytes, key).toString('base64')}\n`).join('')

/** Returns whether a base64 signature was made by a public key over some bytes. */
export function isSignatureOf(publicKey: string, bytes: Buffer, signature: string): boolean {
  const der = Buffer.concat([DER_HEAD, Buffer.from(publicKey.slice(PREFIX.length), 'base64')])
  const key = createPublicKey({ key: der, type: 'spki', format: 'der' })
  return verify(null, bytes, key, Buffer.from(signature, 'base64'))
}
