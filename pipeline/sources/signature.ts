// Checks a detached OpenPGP signature of a tz release: who made it, when, and whether the key has expired since.
import { readFileSync } from 'node:fs'
import type { PublicKey } from 'openpgp'
import { UpstreamError } from './upstream-error.ts'

/** Loaded on use: an installation that only serves does not have it. */
const openpgp = () => import('openpgp')

/** A signer, by the fingerprint of its key. */
export interface Signer {
  /** The public key. */
  readonly armoredKey: string
  /** The fingerprint that the key must have, as 40 hex digits in upper case. */
  readonly fingerprint: string
  /** Another copy of the key, from whomever: its own signatures may extend or revoke the key. */
  readonly renewedKey?: string
}

/** Returns the maintainer who signs tz releases: Paul Eggert. The key is in this repository. Its fingerprint is pinned here, by hand. */
export const tzSigner = (): Signer => ({
  armoredKey: readFileSync(new URL('tz-signing-key.asc', import.meta.url), 'utf8'),
  fingerprint: '7E3792A9D8ACF7D633BC1588ED97E90E62AA7E34',
})

/**
 * Checks a detached signature over `bytes` by `signer`'s key at the instant `now`. Returns when it was made, and when our copy of the key
 * expired; null where it has not by `now`. Throws an UpstreamError where the signature is not good. An expired key is not a fault of the
 * signature, so the caller decides.
 */
export async function checkSignature(
  bytes: Uint8Array,
  armoredSignature: string,
  signer: Signer,
  now: Date,
): Promise<{ readonly madeAt: Date; readonly expiredAt: Date | null }> {
  const { createMessage, enums, readSignature } = await openpgp()
  const key = await keyOf(signer, now)
  const signature = await readSignature({ armoredSignature }).catch((error: unknown) => {
    throw new UpstreamError('signature-malformed', `the signature cannot be read: ${messageOf(error)}`)
  })
  const [packet, ...others] = signature.packets
  if (packet === undefined || others.length > 0 || packet.created === null) {
    throw new UpstreamError(
      'signature-malformed',
      `found ${signature.packets.length} signatures, expected one with its time`,
    )
  }
  if (packet.signatureType !== enums.signature.binary) {
    throw new UpstreamError(
      'signature-malformed',
      `the signature is of type ${packet.signatureType}, expected one over bytes (0)`,
    )
  }
  if (!packet.issuerKeyID.equals(key.keyPacket.getKeyID())) {
    throw new UpstreamError(
      'other-key',
      `the signature is of key ${packet.issuerKeyID.toHex().toUpperCase()}, expected ${signer.fingerprint}`,
    )
  }
  if (await key.isRevoked(undefined, undefined, now)) {
    throw new UpstreamError('key-revoked', `the signing key ${signer.fingerprint} has been revoked`)
  }
  const [literal] = (await createMessage({ binary: bytes })).packets
  // This is the packet's own check, not the message's. The message's check refuses signatures made after our copy of the key expired, and
  // does not tell them from bad signatures.
  await packet
    .verify(key.keyPacket, enums.signature.binary, literal ?? {}, now, true)
    .catch((error: unknown) => {
      throw new UpstreamError(
        'wrong-signature',
        `the signature is not ${signer.fingerprint}'s over these ${bytes.length} bytes: ${messageOf(error)}`,
      )
    })
  const expiredAt = await key.getExpirationTime()
  if (expiredAt === null) {
    throw new UpstreamError(
      'key-malformed',
      `the signing key ${signer.fingerprint} has no valid self-signature`,
    )
  }
  const hasExpired = expiredAt instanceof Date && expiredAt <= now
  return { madeAt: packet.created, expiredAt: hasExpired ? expiredAt : null }
}

/** The signer's key, with what its other copy says. Only the key itself can sign that, so the copy's bearer need not be trusted. */
async function keyOf({ armoredKey, renewedKey, fingerprint }: Signer, now: Date): Promise<PublicKey> {
  const embedded = await pinnedKey(
    armoredKey,
    fingerprint,
    'git checkout -- pipeline/sources/tz-signing-key.asc',
  )
  if (renewedKey === undefined) return embedded
  return embedded.update(
    await pinnedKey(renewedKey, fingerprint, 'a copy of the key with the pinned fingerprint'),
    now,
  )
}

async function pinnedKey(armoredKey: string, pinned: string, fix: string): Promise<PublicKey> {
  const { readKey } = await openpgp()
  const key = await readKey({ armoredKey }).catch((error: unknown) => {
    throw new UpstreamError('key-malformed', `the signing key cannot be read: ${messageOf(error)}`)
  })
  const fingerprint = key.getFingerprint().toUpperCase()
  if (fingerprint === pinned) return key
  throw new UpstreamError(
    'key-not-pinned',
    `the signing key has fingerprint ${fingerprint}, pinned is ${pinned}`,
    fix,
  )
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
