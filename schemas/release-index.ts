// Defines index.json: the archives that a folder, a web server or an object store offers, and which of them is current.
import { Type, type Static } from 'typebox'
import { FORMAT_VERSION, Manifest } from './manifest.ts'
import { Nullable } from './wire/shapes.ts'

/** A later version may add keys. Readers ignore those that they do not know; those of 0.2.0 and before refused them. */
const Open = Type.Object

const Instant = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$', description })

const Serial = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const size = Type.Integer({ minimum: 0 })

export const PublishedRelease = Open({
  id: Manifest.properties.id,
  serial: Serial('its place in the order of all publications: a later one has a higher number'),
  published_at: Instant('when it was published first'),
  tz: Manifest.properties.tz,
  boundaries: Manifest.properties.boundaries,
  reference_date: Manifest.properties.reference_date,
  tzref: Manifest.properties.tzref,
  format: Type.Optional(
    Type.String({
      pattern: FORMAT_VERSION,
      description:
        'version of the artifact format; absent: 4.x, since readers before this key refuse an index that has it',
    }),
  ),
  archive: Type.String({ pattern: '^[\\w.-]+\\.tar\\.gz$', description: 'file name, beside index.json' }),
  size,
  sha256,
  notes: Nullable(
    Open({ size, sha256 }, { description: 'its release notes, `<id>.notes.md` beside index.json' }),
  ),
})

/** A publisher's public key in its written form: `ed25519:` and its 32 bytes in base64. */
export const PublisherKey = Type.String({ pattern: '^ed25519:[A-Za-z0-9+/]{43}=$' })

export const ReleaseIndex = Open({
  format: Type.Literal(3),
  serial: Serial('one more with each publication; who has seen a higher one takes no lower one'),
  published_at: Instant('when this index was written'),
  expires_at: Instant('from then on nothing is installed by it; what is installed goes on being served'),
  keys: Type.Array(PublisherKey, {
    description: 'who signed, in index.json.sig; the last is whom to trust from now on; empty: nobody',
  }),
  current: Open({
    id: Manifest.properties.id,
    since: Instant('when it became the current one'),
  }),
  releases: Type.Array(PublishedRelease, { minItems: 1, description: 'latest published first' }),
})

export type PublishedRelease = Static<typeof PublishedRelease>
export type ReleaseIndex = Static<typeof ReleaseIndex>
