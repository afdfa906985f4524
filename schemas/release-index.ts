// Defines index.json: the archives that a folder, a web server or an object store offers, and which of them is current.
import { Type, type Static } from 'typebox'
import { Manifest } from './manifest.ts'
import { Closed, Nullable } from './wire/shapes.ts'

const Instant = (description: string) =>
  Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$', description })

const Serial = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description })

const sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const size = Type.Integer({ minimum: 0 })

export const PublishedRelease = Closed({
  id: Manifest.properties.id,
  serial: Serial('its place in the order of all publications: a later one has a higher number'),
  published_at: Instant('when it was published first'),
  tz: Manifest.properties.tz,
  boundaries: Manifest.properties.boundaries,
  reference_date: Manifest.properties.reference_date,
  tzref: Manifest.properties.tzref,
  archive: Type.String({ pattern: '^[\\w.-]+\\.tar\\.gz$', description: 'file name, beside index.json' }),
  size,
  sha256,
  notes: Nullable(Closed({ size, sha256 }, 'its release notes, `<id>.notes.md` beside index.json')),
})

/** A publisher's public key in its written form: `ed25519:` and its 32 bytes in base64. */
export const PublisherKey = Type.String({ pattern: '^ed25519:[A-Za-z0-9+/]{43}=$' })

export const ReleaseIndex = Closed({
  format: Type.Literal(3),
  serial: Serial('one more with each publication; who has seen a higher one takes no lower one'),
  published_at: Instant('when this index was written'),
  expires_at: Instant('from then on nothing is installed by it; what is installed goes on being served'),
  keys: Type.Array(PublisherKey, {
    description: 'who signed, in index.json.sig; the last is whom to trust from now on; empty: nobody',
  }),
  current: Closed({
    id: Manifest.properties.id,
    since: Instant('when it became the current one'),
  }),
  releases: Type.Array(PublishedRelease, { minItems: 1, description: 'latest published first' }),
})

export type PublishedRelease = Static<typeof PublishedRelease>
export type ReleaseIndex = Static<typeof ReleaseIndex>
