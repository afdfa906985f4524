// Defines the clock change of a zone, in the list that stands next to the interface.
import { Type, type Static } from 'typebox'
import { Closed, DateTime, Nullable, PaginationMeta, UtcOffset } from './shapes.ts'
import { Direction } from './timezone.ts'

/** The reading of a clock just before or just after a change. */
export const TransitionSide = Closed({
  datetime: DateTime,
  utc_offset: Nullable(UtcOffset),
  utc_offset_seconds: Type.Integer(),
  abbreviation: Nullable(Type.String()),
  name: Nullable(Type.String()),
  is_dst: Type.Boolean(),
})

export const Transition = Closed({
  utc_datetime: DateTime,
  type: Nullable(Direction),
  at: DateTime,
  utc_offset_after: Nullable(UtcOffset),
  abbreviation_after: Nullable(Type.String()),
  clock_change_seconds: Type.Integer({
    description:
      'how far clocks go forward; negative when they go back, 0 when only a name or the season changes',
  }),
  before: TransitionSide,
  after: TransitionSide,
})

export const TransitionsMeta = Closed({
  ...PaginationMeta.properties,
  begins_at: Nullable(DateTime),
  timezone: Closed({
    iana: Type.String(),
    posix_tz: Nullable(
      Type.String({
        description:
          'the rule after the last listed change, as a POSIX TZ string without negative daylight saving; null where none can say it',
      }),
    ),
    aliases: Type.Array(Type.String(), { description: 'its other identifiers, in code-unit order' }),
    windows_names: Type.Array(Type.String(), {
      description: 'names in Windows that stand for it in some country, as CLDR has them; nearly always one',
    }),
  }),
})

export type Transition = Static<typeof Transition>
export type TransitionsMeta = Static<typeof TransitionsMeta>
