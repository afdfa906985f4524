// tz releases as upstream publishes them: a gzipped tarball and a detached signature, with a key made for the test.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createMessage, generateKey, reformatKey, revokeKey, sign, type PrivateKey } from 'openpgp'
import { ROOT } from '#open/program/root.ts'
import { writeTar } from '#pipeline/archive/tar.ts'
import type { Signer } from '#pipeline/sources/signature.ts'
import { filesOf, type AnyRelease } from './release-world.ts'

export interface ThrowawayKey {
  readonly signer: Signer
  /** A detached armoured signature with the given time. */
  readonly sign: (bytes: Buffer, at: Date) => Promise<string>
  /** The same key as its owner has prolonged it on a day, until another; as armoured text. */
  readonly renewed: (on: Date, until: Date) => Promise<string>
  /** The same key as its owner has revoked it. */
  readonly revoked: () => Promise<string>
}

/** The day on which the keys of the tests were made. */
const KEY_MADE = new Date('2030-01-01T00:00:00Z')

/** A key whose published copy expires at an instant, or never. Its owner has prolonged it and still signs. */
export async function throwawayKey(expiresAt?: Date, made = KEY_MADE): Promise<ThrowawayKey> {
  const userIDs = [{ name: 'Nobody', email: 'nobody@example.org' }]
  const { privateKey, publicKey: unlimited } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs,
    date: made,
    format: 'object',
  })
  const { publicKey } =
    expiresAt === undefined
      ? { publicKey: unlimited }
      : await reformatKey({
          privateKey,
          userIDs,
          date: made,
          keyExpirationTime: (expiresAt.getTime() - made.getTime()) / 1000,
          format: 'object',
        })
  return {
    signer: { armoredKey: publicKey.armor(), fingerprint: publicKey.getFingerprint().toUpperCase() },
    sign: async (bytes, at) => signedBy(privateKey, bytes, at),
    async renewed(on, until) {
      const keyExpirationTime = (until.getTime() - made.getTime()) / 1000
      const again = await reformatKey({ privateKey, userIDs, date: on, keyExpirationTime, format: 'object' })
      return again.publicKey.armor()
    },
    async revoked() {
      const again = await revokeKey({ key: privateKey, date: made, format: 'object' })
      return again.publicKey.armor()
    },
  }
}

const signedBy = async (signingKeys: PrivateKey, bytes: Buffer, date: Date): Promise<string> =>
  sign({ message: await createMessage({ binary: bytes }), signingKeys, detached: true, date })

/** A tar archive of files in memory. */
export const tarOf = (files: ReadonlyMap<string, Buffer>): Buffer =>
  Buffer.concat([...writeTar([...files].map(([name, bytes]) => ({ name, bytes })))])

/** The tarball of a release of the small world. */
export const tarballOf = (release: AnyRelease): Buffer => gzipSync(tarOf(filesOf(release)))

/** The tarball of a release that is made from the embedded 2026f: with its name, and a change of its zones. */
export function tarballLike2026f(release: string, change: (zi: string) => string = (zi) => zi): Buffer {
  const embedded = join(ROOT, 'pipeline/embedded/2026f')
  const files = new Map([['version', Buffer.from(`${release}\n`)]])
  for (const name of readdirSync(embedded)) {
    const text = readFileSync(join(embedded, name), 'utf8')
    const named = text.replace('# version 2026f', `# version ${release}`)
    files.set(name, Buffer.from(name === 'tzdata.zi' ? change(named) : text))
  }
  return gzipSync(tarOf(files))
}
