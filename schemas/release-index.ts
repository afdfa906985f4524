// The shape of index.json: the archives that a folder, a web server or an object store offers, newest first.
import { Type, type Static } from 'typebox'
import { Manifest } from './manifest.ts'
import { Closed } from './wire/shapes.ts'

export const PublishedRelease = Closed({
  id: Manifest.properties.id,
  tz: Manifest.properties.tz,
  boundaries: Manifest.properties.boundaries,
  reference_date: Manifest.properties.reference_date,
  tzref: Manifest.properties.tzref,
  archive: Type.String({ pattern: '^[\\w.-]+\\.tar$', description: 'file name, beside index.json' }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

export const ReleaseIndex = Closed({
  format: Type.Literal(1),
  releases: Type.Array(PublishedRelease),
})

export type PublishedRelease = Static<typeof PublishedRelease>
export type ReleaseIndex = Static<typeof ReleaseIndex>
