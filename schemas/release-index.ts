// The shape of index.json: the archives that a folder, a web server or an object store offers, newest first.
import { Type, type Static } from 'typebox'
import { Manifest } from './manifest.ts'
import { Closed, Nullable } from './wire/shapes.ts'

export const PublishedRelease = Closed({
  id: Manifest.properties.id,
  tz: Manifest.properties.tz,
  boundaries: Manifest.properties.boundaries,
  reference_date: Manifest.properties.reference_date,
  tzref: Manifest.properties.tzref,
  archive: Type.String({ pattern: '^[\\w.-]+\\.tar\\.gz$', description: 'file name, beside index.json' }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** A publisher's public key as it is written and given: `ed25519:` and its 32 bytes in base64. */
export const PublisherKey = Type.String({ pattern: '^ed25519:[A-Za-z0-9+/]{43}=$' })

export const ReleaseIndex = Closed({
  format: Type.Literal(2),
  signed: Nullable(
    Closed({
      at: Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$',
        description: 'when; whoever has seen a later one takes no earlier one',
      }),
      keys: Type.Array(PublisherKey, {
        minItems: 1,
        description: 'who signed, in index.json.sig; the last is whom to trust from now on',
      }),
    }),
  ),
  releases: Type.Array(PublishedRelease),
})

export type PublishedRelease = Static<typeof PublishedRelease>
export type ReleaseIndex = Static<typeof ReleaseIndex>
