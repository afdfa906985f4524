// Defines the answer of a conversion, and the body that asks the caller to choose.
import { Type, type Static } from 'typebox'
import { AbbreviationCurrent } from './abbreviation.ts'
import { Closed, CurrentCompact, DateTime, Nullable, Uri, UtcOffset } from './shapes.ts'

export const ConversionSide = Closed({
  iana: Type.String({ description: 'IANA identifier, or the offset itself where no identifier has it' }),
  datetime: DateTime,
  utc_offset: Nullable(UtcOffset),
  utc_offset_seconds: Type.Integer(),
  abbreviation: Nullable(Type.String()),
  name: Nullable(Type.String()),
  is_dst: Type.Boolean(),
  links: Closed({ self: Nullable(Uri) }),
})

export const Conversion = Closed({
  from: ConversionSide,
  to: Type.Array(ConversionSide, { minItems: 1, maxItems: 10 }),
  utc: DateTime,
  ambiguity: Closed({
    is_ambiguous: Type.Boolean({ description: 'the wall time occurred twice' }),
    is_skipped: Type.Boolean({ description: 'the wall time never occurred' }),
    resolution: Type.Optional(Type.Union([Type.Literal('earliest'), Type.Literal('latest')])),
    note: Type.Optional(Type.String()),
  }),
})

export const AbbreviationCandidate = Closed({
  code: Nullable(Type.String()),
  name: Type.String(),
  slug: Type.String(),
  continent: Nullable(Type.String()),
  current: AbbreviationCurrent,
  links: Closed({ self: Uri }),
})

export const TimezoneCandidate = Closed({
  iana: Type.String(),
  display_name: Nullable(Type.String()),
  current: CurrentCompact,
  links: Closed({ self: Nullable(Uri) }),
})

export const MultipleChoices = Closed({
  message: Type.String(),
  candidates: Type.Array(Type.Union([AbbreviationCandidate, TimezoneCandidate]), { minItems: 2 }),
})

export type ConversionSide = Static<typeof ConversionSide>
export type Conversion = Static<typeof Conversion>
export type AbbreviationCandidate = Static<typeof AbbreviationCandidate>
export type TimezoneCandidate = Static<typeof TimezoneCandidate>
