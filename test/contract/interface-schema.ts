// The interface's bodies as closed JSON schemas, written by hand from its specification: nothing here is made from schemas/wire.
type Schema = Readonly<Record<string, unknown>>

/** A field that may be absent. */
class Optional {
  readonly schema: Schema
  constructor(schema: Schema) {
    this.schema = schema
  }
}
const optional = (schema: Schema): Optional => new Optional(schema)

/** An object with exactly these fields. */
function object(fields: Readonly<Record<string, Schema | Optional>>): Schema {
  const entries = Object.entries(fields)
  return {
    type: 'object',
    additionalProperties: false,
    required: entries.filter(([, field]) => !(field instanceof Optional)).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, field]) => [name, field instanceof Optional ? field.schema : field]),
    ),
  }
}
const array = (items: Schema): Schema => ({ type: 'array', items })
const oneOf = (...values: string[]): Schema => ({ type: 'string', enum: values })
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const boolean = { type: 'boolean' }
const uri = { type: 'string', format: 'uri' }
const dateTime = { type: 'string', format: 'date-time' }
const utcOffset = { type: 'string', pattern: '^[+-]\\d{2}:\\d{2}$' }

// Shared objects
const countryRef = object({ code: orNull(string), name: string })
const coordinates = object({ latitude: orNull(number), longitude: orNull(number) })
const currentCompact = object({
  utc_offset: orNull(utcOffset),
  abbreviation: orNull(string),
  is_dst: boolean,
})
const current = object({
  datetime: dateTime,
  utc_datetime: dateTime,
  utc_offset: orNull(utcOffset),
  utc_offset_seconds: integer,
  abbreviation: orNull(string),
  name: orNull(string),
  is_dst: boolean,
})
const standard = object({
  utc_offset: orNull(utcOffset),
  utc_offset_seconds: integer,
  abbreviation: orNull(string),
  name: orNull(string),
})
const dst = object({
  savings_seconds: integer,
  next_transition: orNull(
    object({
      type: oneOf('spring_forward', 'fall_back'),
      at: dateTime,
      utc_offset_after: orNull(utcOffset),
      abbreviation_after: orNull(string),
      clock_change_seconds: integer,
    }),
  ),
})
const meta = object({ tzdb_version: string, generated_at: dateTime })
const paginationLinks = object({
  first: orNull(uri),
  last: orNull(uri),
  prev: orNull(uri),
  next: orNull(uri),
})
const paginationMeta = object({
  current_page: integer,
  from: orNull(integer),
  last_page: integer,
  links: array(
    object({ url: orNull(string), label: string, page: optional(orNull(integer)), active: boolean }),
  ),
  path: uri,
  per_page: integer,
  to: orNull(integer),
  total: integer,
  tzdb_version: string,
  generated_at: dateTime,
})

// Time zone
const timezoneRow = object({
  iana: string,
  display_name: orNull(string),
  country: orNull(countryRef),
  current: currentCompact,
  observes_dst: boolean,
  links: object({ self: orNull(uri) }),
})
const timezoneDetail = object({
  iana: string,
  display_name: orNull(string),
  observes_dst: boolean,
  is_mainland: boolean,
  coordinates,
  country: orNull(countryRef),
  current,
  standard,
  dst,
  links: object({ self: orNull(uri), country: orNull(uri), abbreviation: orNull(uri), web: orNull(uri) }),
})
const timezones = { anyOf: [array(timezoneRow), array(timezoneDetail)] }

// Abbreviation
const abbreviationCurrent = object({ utc_offset: orNull(utcOffset), is_dst: boolean })
const abbreviationRow = object({
  code: orNull(string),
  name: string,
  slug: string,
  current: abbreviationCurrent,
  observes_dst: boolean,
  links: object({ self: uri }),
})
const abbreviationDetail = object({
  code: orNull(string),
  name: string,
  slug: string,
  current: abbreviationCurrent,
  observes_dst: boolean,
  continent: orNull(string),
  counts: object({ timezones: integer, countries: integer }),
  counterpart: orNull(object({ code: orNull(string), name: string, utc_offset: orNull(utcOffset) })),
  links: object({ self: uri, timezones: uri, web: uri }),
  timezones: optional(timezones),
  countries: optional(array(countryRef)),
})

// City
const cityRow = object({
  slug: string,
  name: string,
  is_capital: boolean,
  country: countryRef,
  timezone: object({ iana: string, abbreviation: orNull(string) }),
  current: object({ utc_offset: orNull(utcOffset), is_dst: boolean }),
  links: object({ self: uri }),
})
const cityDetail = object({
  slug: string,
  name: string,
  is_capital: boolean,
  population: orNull(integer),
  coordinates,
  country: countryRef,
  timezone: object({ iana: string, abbreviation: orNull(string), display_name: orNull(string) }),
  current,
  sun: object({
    sunrise: orNull(dateTime),
    sunset: orNull(dateTime),
    daylight_minutes: orNull(integer),
  }),
  links: object({ self: orNull(uri), timezone: orNull(uri), country: orNull(uri), web: orNull(uri) }),
})

// Country
const countryRow = object({
  iso2: string,
  name: string,
  slug: string,
  emoji: orNull(string),
  region: orNull(string),
  links: object({ self: uri }),
})
const countryDetail = object({
  iso2: string,
  iso3: orNull(string),
  numeric_code: orNull(string),
  name: string,
  slug: string,
  emoji: orNull(string),
  region: orNull(string),
  sub_region: orNull(string),
  population: orNull(integer),
  default_timezone: orNull(object({ iana: string, display_name: orNull(string) })),
  counts: object({ timezones: integer, abbreviations: integer, cities: integer, dependencies: integer }),
  dst: object({ observes: boolean, timezones_in_dst: integer, timezones_without_dst: integer }),
  dependencies: array(object({ code: orNull(string), name: string, slug: string })),
  links: object({ self: uri, timezones: uri, cities: uri, web: uri }),
  timezones: optional(timezones),
  abbreviations: optional({ anyOf: [array(abbreviationRow), array(abbreviationDetail)] }),
  cities: optional({ anyOf: [array(cityRow), array(cityDetail)] }),
})

// Conversion
const conversionSide = object({
  iana: string,
  datetime: dateTime,
  utc_offset: orNull(utcOffset),
  utc_offset_seconds: integer,
  abbreviation: orNull(string),
  name: orNull(string),
  is_dst: boolean,
  links: object({ self: orNull(uri) }),
})
/** `resolution` and `note` are there exactly when the wall time was ambiguous or skipped. */
const ambiguity = {
  anyOf: [
    object({ is_ambiguous: { const: false }, is_skipped: { const: false } }),
    ...[true, false].map((isAmbiguous) =>
      object({
        is_ambiguous: { const: isAmbiguous },
        is_skipped: { const: !isAmbiguous },
        resolution: oneOf('earliest', 'latest'),
        note: string,
      }),
    ),
  ],
}
const conversion = object({
  from: conversionSide,
  to: { type: 'array', items: conversionSide, minItems: 1, maxItems: 10 },
  utc: dateTime,
  ambiguity,
})

// Look-up
const lookupResult = object({
  query: object({ latitude: number, longitude: number }),
  kind: oneOf('land', 'ocean'),
  timezone: timezoneDetail,
  alternatives: array(object({ reason: oneOf('overlap', 'antimeridian'), timezone: timezoneRow })),
})
const lookupMeta = object({
  tzdb_version: string,
  generated_at: dateTime,
  boundaries: object({ version: string, attribution: string }),
})

// Errors
const error = object({ message: string })
const validationError = object({
  message: string,
  errors: { type: 'object', minProperties: 1, additionalProperties: { ...array(string), minItems: 1 } },
})
const abbreviationCandidate = object({
  code: orNull(string),
  name: string,
  slug: string,
  continent: orNull(string),
  current: abbreviationCurrent,
  links: object({ self: uri }),
})
const timezoneCandidate = object({
  iana: string,
  display_name: orNull(string),
  current: currentCompact,
  links: object({ self: uri }),
})
const multipleChoices = object({
  message: string,
  candidates: array({ anyOf: [abbreviationCandidate, timezoneCandidate] }),
})

const listOf = (row: Schema): Schema =>
  object({ data: array(row), links: paginationLinks, meta: paginationMeta })
const single = (data: Schema): Schema => object({ data, meta })

/** The whole body of each kind of answer. */
export const BODIES = {
  'timezones concise': listOf(timezoneRow),
  'timezones full': listOf(timezoneDetail),
  'abbreviations concise': listOf(abbreviationRow),
  'abbreviations full': listOf(abbreviationDetail),
  'countries concise': listOf(countryRow),
  'countries full': listOf(countryDetail),
  'cities concise': listOf(cityRow),
  'cities full': listOf(cityDetail),
  timezone: single(timezoneDetail),
  abbreviation: single(abbreviationDetail),
  country: single(countryDetail),
  city: single(cityDetail),
  conversion: single(conversion),
  lookup: object({ data: lookupResult, meta: lookupMeta }),
  300: multipleChoices,
  401: error,
  403: error,
  404: error,
  422: validationError,
  429: error,
  503: error,
} as const satisfies Readonly<Record<string | number, Schema>>
