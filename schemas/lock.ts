// Defines tzdb.lock: the inputs of a build. `tzref lock` writes it, all commands read it, and nobody edits it by hand.
import { Type, type Static } from 'typebox'
import { Closed, Nullable } from './wire/shapes.ts'

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** One input: a file of this repository, a file of a pinned npm package, or a download. */
const Source = Closed({
  name: Type.String({ description: 'what the pipeline calls it' }),
  part: Type.Union(
    [
      Type.Literal('tz'),
      Type.Literal('boundaries'),
      Type.Literal('reference'),
      Type.Literal('hold'),
      Type.Literal('overlay'),
    ],
    {
      description:
        'the part of the artifact made from it; hold: an older tz release, whose name the source begins with, for the zones that are kept at it; overlay: a correction of one’s own',
    },
  ),
  package: Nullable(
    Type.String({ description: 'npm package and version; null for a file of the repository' }),
  ),
  path: Type.String({
    description: 'relative to the package or the repository; of a download its file name',
  }),
  size: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  url: Type.Optional(Type.String({ description: 'where it is downloaded from; absent for files at hand' })),
  signed: Type.Optional(
    Closed(
      {
        by: Type.String({ pattern: '^[0-9A-F]{40}$', description: 'fingerprint of the OpenPGP key' }),
        at: Type.String({ description: 'UTC time of the signature' }),
      },
      'the signature that was found good; it is the source of the same name with .asc',
    ),
  ),
})

export const Lock = Closed({
  format: Type.Literal(1),
  tz: Type.String({
    pattern: '^\\d{4}[a-z]{1,2}(\\+(hold|overlay|hold\\.overlay)\\.[0-9a-f]{8})?$',
    description:
      'tz release; behind a + what was done to it: zones held at older releases, an overlay, and 8 digits of a hash of both',
  }),
  boundaries: Nullable(
    Type.String({
      pattern: '^[\\w.-]+$',
      description: 'boundary release paired with it; null when there is none',
    }),
  ),
  reference_date: Type.String({
    format: 'date',
    description: 'UTC day on which the tz release came out: the only present that a build knows',
  }),
  hold: Type.Optional(
    Type.Record(Type.String(), Type.String({ pattern: '^\\d{4}[a-z]{1,2}$' }), {
      description: 'zone → the older tz release that it is kept at; absent where none is',
    }),
  ),
  overlay: Type.Optional(
    Closed(
      {
        file: Type.String({ description: 'the name of its source' }),
        reason: Type.String({ description: 'why, in its author’s words' }),
        zones: Type.Array(Type.String()),
      },
      'a correction of one’s own, in place of what the tz release says of some zones; absent where there is none',
    ),
  ),
  sources: Type.Array(Source),
})

export type Lock = Static<typeof Lock>
export type LockedSource = Static<typeof Source>
