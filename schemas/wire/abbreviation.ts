// Defines the named time standard of the wire contract: the row of a list and the full detail.
import { Type, type Static } from 'typebox'
import { Closed, CountryRef, Nullable, Uri, UtcOffset } from './shapes.ts'
import { TimezoneDetail, TimezoneRow } from './timezone.ts'

export const AbbreviationCurrent = Closed(
  {
    utc_offset: Nullable(UtcOffset),
    is_dst: Type.Boolean({ description: 'true for a daylight-saving standard' }),
  },
  "The standard's definition, whatever the season",
)

const fields = {
  code: Nullable(Type.String()),
  name: Type.String(),
  slug: Type.String({ description: 'always unique' }),
  current: AbbreviationCurrent,
  observes_dst: Type.Boolean({ description: 'whether it has a counterpart in the other season' }),
}

export const AbbreviationRow = Closed({ ...fields, links: Closed({ self: Uri }) })

export const AbbreviationDetail = Closed({
  ...fields,
  continent: Nullable(Type.String()),
  counts: Closed({ timezones: Type.Integer(), countries: Type.Integer() }),
  counterpart: Nullable(
    Closed({ code: Nullable(Type.String()), name: Type.String(), utc_offset: Nullable(UtcOffset) }),
  ),
  links: Closed({ self: Uri, timezones: Uri, web: Uri }),
  timezones: Type.Optional(Type.Array(Type.Union([TimezoneDetail, TimezoneRow]))),
  countries: Type.Optional(Type.Array(CountryRef)),
})

export type AbbreviationRow = Static<typeof AbbreviationRow>
export type AbbreviationDetail = Static<typeof AbbreviationDetail>
