// Checks the signature of an installed file, and signs files: name, purpose, serial and sha256, in `<file>.sig` next to it.
import { hash } from 'node:crypto'
import { refused } from '../sources/upstream-error.ts'
import { isSignatureOf, signaturesOf, type SigningKey } from './keys.ts'

/** The ending of the file next to a signed file. It has the statement, then a line for each signature over the statement. */
export const SIGNATURES = '.sig'

/** The purpose of a file. A file that is signed for one purpose is refused for any other. */
export type Purpose = 'index' | 'archive' | 'notes' | 'history' | 'feed' | 'program'

/** The statement that is signed. */
export interface Statement {
  readonly purpose: Purpose
  /** Name of the file, without its folder. */
  readonly name: string
  /** For an archive and its notes: the serial of the release. For a program: a number of its version. For all others: the serial of the index that they were published with. */
  readonly serial: number
  readonly sha256: string
}

const FIRST_LINE = 'tzref signed file 1'

const textOf = ({ purpose, name, serial, sha256 }: Statement): string =>
  `${FIRST_LINE}\npurpose: ${purpose}\nname: ${name}\nserial: ${serial}\nsha256: ${sha256}\n`

/** Returns the text of a `.sig` file. */
export function signedStatement(statement: Statement, keys: readonly SigningKey[]): string {
  const text = textOf(statement)
  return text + signaturesOf(Buffer.from(text), keys)
}

const SIGNED =
  /^tzref signed file 1\npurpose: (index|archive|notes|history|feed|program)\nname: ([\w.-]+)\nserial: ([1-9]\d{0,15})\nsha256: ([0-9a-f]{64})\n((?:ed25519:[A-Za-z0-9+/]{43}= [A-Za-z0-9+/]{86}==\n)+)$/

/**
 * Returns the statement that a key has signed, from the text of a `.sig` file. `what` is the file's name in messages. Throws an
 * UpstreamError: `signature-malformed` where the text is not such a file, `other-key` where only other keys signed, `wrong-signature`
 * where the key's own signature is not over this statement, `other-file` where the purpose or name differs from `expected`.
 */
export function expectStatement(
  what: string,
  text: string,
  publicKey: string,
  expected: { readonly purpose: Purpose; readonly name: string },
): Statement {
  const [, purpose = '', name = '', serial = '', sha256 = '', lines = ''] = SIGNED.exec(text) ?? []
  if (lines === '') {
    throw refused(
      'signature-malformed',
      `${what}: found no signed statement beside it, expected one that begins with "${FIRST_LINE}"`,
      'ask the publisher; tzref 0.1 signed in another way, and its releases must be published again',
    )
  }
  const signatures = new Map(lines.trimEnd().split('\n').map(pairOf))
  const own = signatures.get(publicKey)
  if (own === undefined) {
    throw refused(
      'other-key',
      `${what}: signed by ${[...signatures.keys()].join(', ')}, expected ${publicKey}`,
    )
  }
  const statement = { ...expected, name, serial: Number(serial), sha256 }
  if (!isSignatureOf(publicKey, Buffer.from(text.slice(0, text.length - lines.length)), own))
    throw refused('wrong-signature', `${what}: the signature of ${publicKey} does not match this statement`)
  if (purpose === expected.purpose && name === expected.name) return statement
  throw refused(
    'other-file',
    `${what}: it is signed as ${purpose} "${name}", expected ${expected.purpose} "${expected.name}"`,
  )
}

const pairOf = (line: string): [string, string] => {
  const [key = '', signature = ''] = line.split(' ')
  return [key, signature]
}

/** Throws `wrong-signature` where the bytes do not have the sha256 of the statement. */
export function expectBytes(what: string, bytes: Buffer, { sha256 }: Pick<Statement, 'sha256'>): void {
  const found = hash('sha256', bytes, 'hex')
  if (found === sha256) return
  throw refused('wrong-signature', `${what}: its sha256 is ${found}, the signed one is ${sha256}`)
}
