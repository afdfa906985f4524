// Defines manifest.json: what an artifact is, its sources, and the hashes of its files. Readers let unknown fields pass.
import { Type, type Static } from 'typebox'
import { Lock } from './lock.ts'

/** A later minor version of the format may add keys to objects of a manifest. Readers ignore such keys. */
const Open = Type.Object
const Version = '(0|[1-9]\\d*)'
/** The form of a version of the artifact format. */
export const FORMAT_VERSION = `^${Version}\\.${Version}$`
/** The form of an artifact's id. */
export const ARTIFACT_ID = '^\\d{4}[a-z]{1,2}[.-][\\w.-]+-[0-9a-f]{8}$'

const FileEntry = Open({
  size: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})

/** An input, as it was in the lock. */
const Source = Open(Lock.properties.sources.items.properties)

export const Manifest = Open({
  format: Type.String({
    pattern: FORMAT_VERSION,
    description: 'version of the artifact format',
  }),
  id: Type.String({ pattern: ARTIFACT_ID }),
  tz: Lock.properties.tz,
  boundaries: Lock.properties.boundaries,
  boundaries_origin: Type.Optional(
    Type.String({ description: 'what is known of where the boundaries come from, and what is not' }),
  ),
  reference_date: Lock.properties.reference_date,
  hold: Lock.properties.hold,
  overlay: Type.Optional(Open(Lock.properties.overlay.properties)),
  tzref: Type.String({ minLength: 1, description: 'version of the software that built it' }),
  sqlite: Type.String({ description: 'the oldest version of SQLite that reads reference.sqlite' }),
  sources: Type.Array(Source),
  files: Type.Record(Type.String(), FileEntry),
  counts: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  transitions_sha256: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: 'sha256 of the canonical dump of all transitions before 2101',
  }),
})

export type Manifest = Static<typeof Manifest>

/** The schema as a separate document, for people who read artifacts without our code. */
export const manifestSchemaText = (): string =>
  `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'manifest.json of a tzref artifact, format 4',
      description:
        'docs/formats/artifact.md, section 4. Keys that are not named here may come with a later minor version.',
      ...Manifest,
    },
    null,
    2,
  )}\n`
