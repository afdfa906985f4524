// Defines the answer of /lookup: the point, its zone, and the other zones that could be meant.
import { Type, type Static } from 'typebox'
import { Closed, Meta } from './shapes.ts'
import { TimezoneDetail, TimezoneRow } from './timezone.ts'

export const LookupAlternative = Closed({
  reason: Type.Union([Type.Literal('overlap'), Type.Literal('antimeridian')], {
    description:
      "`overlap`: this zone's boundary also contains the point. `antimeridian`: this is the zone across the 180° line.",
  }),
  timezone: TimezoneRow,
})

export const LookupResult = Closed({
  query: Closed(
    {
      latitude: Type.Number({ minimum: -90, maximum: 90 }),
      longitude: Type.Number({ minimum: -180, maximum: 180 }),
    },
    'The point that was looked up, rounded to six decimals',
  ),
  kind: Type.Union([Type.Literal('land'), Type.Literal('ocean')], {
    description: "`ocean` where no country's zone applies; `land` includes territorial waters.",
  }),
  timezone: TimezoneDetail,
  alternatives: Type.Array(LookupAlternative),
})

export const LookupMeta = Closed({
  tzdb_version: Meta.properties.tzdb_version,
  boundaries: Closed({
    version: Type.String({
      description: "the boundary release that answered; a point's zone changes only when this changes",
    }),
    attribution: Type.String({ description: "the credit that the boundary data's licence requires" }),
  }),
  generated_at: Meta.properties.generated_at,
})

export type LookupResult = Static<typeof LookupResult>
export type LookupMeta = Static<typeof LookupMeta>
