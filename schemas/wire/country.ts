// Defines the country or territory of the wire contract: the row of a list and the full detail.
import { Type, type Static } from 'typebox'
import { AbbreviationDetail, AbbreviationRow } from './abbreviation.ts'
import { CityDetail, CityRow } from './city.ts'
import { Closed, Nullable, Uri } from './shapes.ts'
import { TimezoneDetail, TimezoneRow } from './timezone.ts'

export const CountryRow = Closed({
  iso2: Type.String(),
  name: Type.String(),
  slug: Type.String(),
  emoji: Nullable(Type.String()),
  region: Nullable(Type.String()),
  links: Closed({ self: Uri }),
})

export const CountryDetail = Closed({
  iso2: Type.String(),
  iso3: Nullable(Type.String()),
  numeric_code: Nullable(Type.String()),
  name: Type.String(),
  slug: Type.String(),
  emoji: Nullable(Type.String()),
  region: Nullable(Type.String()),
  sub_region: Nullable(Type.String()),
  population: Nullable(Type.Integer()),
  default_timezone: Nullable(Closed({ iana: Type.String(), display_name: Nullable(Type.String()) })),
  counts: Closed({
    timezones: Type.Integer(),
    abbreviations: Type.Integer(),
    cities: Type.Integer(),
    dependencies: Type.Integer(),
  }),
  dst: Closed({
    observes: Type.Boolean(),
    timezones_in_dst: Type.Integer({ description: 'zones that observe DST' }),
    timezones_without_dst: Type.Integer({ description: 'zones that do not' }),
  }),
  dependencies: Type.Array(
    Closed({ code: Nullable(Type.String()), name: Type.String(), slug: Type.String() }),
  ),
  links: Closed({ self: Uri, timezones: Uri, cities: Uri, web: Uri }),
  timezones: Type.Optional(Type.Array(Type.Union([TimezoneDetail, TimezoneRow]))),
  abbreviations: Type.Optional(Type.Array(Type.Union([AbbreviationDetail, AbbreviationRow]))),
  cities: Type.Optional(Type.Array(Type.Union([CityDetail, CityRow]))),
})

export type CountryRow = Static<typeof CountryRow>
export type CountryDetail = Static<typeof CountryDetail>
