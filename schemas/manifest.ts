// The shape of manifest.json: what an artifact is, what it was made of and what its files must hash to.
import { Type, type Static } from 'typebox'
import { Lock } from './lock.ts'
import { Closed } from './wire/shapes.ts'

const FileEntry = Closed({
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

export const Manifest = Closed({
  format: Type.String({ pattern: '^\\d+\\.\\d+$', description: 'version of the artifact format' }),
  id: Type.String({ pattern: '^\\d{4}[a-z]{1,2}-[\\w.-]+-[0-9a-f]{8}$' }),
  tz: Lock.properties.tz,
  boundaries: Lock.properties.boundaries,
  reference_date: Lock.properties.reference_date,
  tzref: Type.String({ description: 'version of the software that built it' }),
  sqlite: Type.String({ description: 'the oldest version of SQLite that reads reference.sqlite' }),
  sources: Lock.properties.sources,
  files: Type.Record(Type.String(), FileEntry),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  transitions_sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'hash of the canonical transition dump, 1800–2100',
  }),
})

export type Manifest = Static<typeof Manifest>
