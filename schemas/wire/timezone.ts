// Defines the time zone of the wire contract: the row of a list and the full detail.
import { Type, type Static } from 'typebox'
import {
  Closed,
  Coordinates,
  CountryRef,
  Current,
  CurrentCompact,
  DateTime,
  Nullable,
  Uri,
  UtcOffset,
} from './shapes.ts'

export const TimezoneRow = Closed({
  iana: Type.String(),
  display_name: Nullable(Type.String()),
  country: Nullable(CountryRef),
  current: CurrentCompact,
  observes_dst: Type.Boolean(),
  links: Closed({ self: Nullable(Uri) }),
})

const Standard = Closed(
  {
    utc_offset: Nullable(UtcOffset),
    utc_offset_seconds: Type.Integer(),
    abbreviation: Nullable(Type.String()),
    name: Nullable(Type.String()),
  },
  "The zone's standard (winter) time",
)

/** Which way clocks move into or out of daylight saving time. */
export const Direction = Type.Union([Type.Literal('spring_forward'), Type.Literal('fall_back')])

const NextTransition = Closed({
  type: Direction,
  at: DateTime,
  utc_offset_after: Nullable(UtcOffset),
  abbreviation_after: Nullable(Type.String()),
  clock_change_seconds: Type.Integer({ description: 'negative when clocks go back' }),
})

export const TimezoneDetail = Closed({
  iana: Type.String(),
  display_name: Nullable(Type.String()),
  observes_dst: Type.Boolean(),
  is_mainland: Type.Boolean(),
  coordinates: Coordinates,
  country: Nullable(CountryRef),
  current: Current,
  standard: Standard,
  dst: Closed({
    savings_seconds: Type.Integer({ description: 'how far clocks move for DST; 0 without DST' }),
    next_transition: Nullable(NextTransition),
  }),
  links: Closed({
    self: Nullable(Uri),
    country: Nullable(Uri),
    abbreviation: Nullable(Uri),
    web: Nullable(Uri),
  }),
})

export type TimezoneRow = Static<typeof TimezoneRow>
export type TimezoneDetail = Static<typeof TimezoneDetail>
export type NextTransition = Static<typeof NextTransition>
