// Defines the city of the wire contract: the row of a list, and the full detail with live time and sun.
import { Type, type Static } from 'typebox'
import { Closed, Coordinates, CountryRef, Current, DateTime, Nullable, Uri, UtcOffset } from './shapes.ts'

export const CityRow = Closed({
  slug: Type.String(),
  name: Type.String(),
  is_capital: Type.Boolean(),
  country: CountryRef,
  timezone: Closed({ iana: Type.String(), abbreviation: Nullable(Type.String()) }),
  current: Closed({ utc_offset: Nullable(UtcOffset), is_dst: Type.Boolean() }),
  links: Closed({ self: Uri }),
})

export const Sun = Closed(
  {
    sunrise: Nullable(DateTime),
    sunset: Nullable(DateTime),
    daylight_minutes: Nullable(Type.Integer({ minimum: 0, maximum: 1440 })),
  },
  'The solar day whose noon falls on the local date; null sunrise and sunset on polar days (1440 minutes) and nights (0)',
)

export const CityDetail = Closed({
  slug: Type.String(),
  name: Type.String(),
  is_capital: Type.Boolean(),
  population: Nullable(Type.Integer()),
  coordinates: Coordinates,
  country: CountryRef,
  timezone: Closed({
    iana: Type.String(),
    abbreviation: Nullable(Type.String()),
    display_name: Nullable(Type.String()),
  }),
  current: Current,
  sun: Sun,
  links: Closed({
    self: Nullable(Uri),
    timezone: Nullable(Uri),
    country: Nullable(Uri),
    web: Nullable(Uri),
  }),
})

export type CityRow = Static<typeof CityRow>
export type CityDetail = Static<typeof CityDetail>
export type Sun = Static<typeof Sun>
