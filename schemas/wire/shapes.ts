// Defines TypeBox schemas that several resources of the wire contract share.
import { Type, type Static, type TProperties, type TSchema } from 'typebox'

/** An object with only the fields named here. Any other field in an answer is a fault of ours; openapi.json lets clients ignore it. */
export const Closed = <Properties extends TProperties>(properties: Properties, description?: string) =>
  Type.Object(properties, {
    additionalProperties: false,
    ...(description === undefined ? {} : { description }),
  })

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

export const UtcOffset = Type.String({ pattern: '^[+-]\\d{2}:\\d{2}$', description: 'ISO 8601 offset' })
export const DateTime = Type.String({
  format: 'date-time',
  description: 'local time with its offset, whole seconds',
})
export const Uri = Type.String({ format: 'uri' })

export const CountryRef = Closed({ code: Nullable(Type.String()), name: Type.String() })
export const Coordinates = Closed({
  latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
  longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
})

export const CurrentCompact = Closed(
  { utc_offset: Nullable(UtcOffset), abbreviation: Nullable(Type.String()), is_dst: Type.Boolean() },
  "The zone's state right now",
)

export const Current = Closed(
  {
    datetime: DateTime,
    utc_datetime: DateTime,
    utc_offset: Nullable(UtcOffset),
    utc_offset_seconds: Type.Integer(),
    abbreviation: Nullable(Type.String()),
    name: Nullable(Type.String()),
    is_dst: Type.Boolean(),
  },
  'State at the requested moment; now by default',
)

export const Meta = Closed({
  tzdb_version: Type.String({
    description:
      'the IANA tz release that answered; behind a + what its operator did to it: zones held at older releases, an overlay',
  }),
  generated_at: DateTime,
})

export const PaginationLinks = Closed({
  first: Nullable(Uri),
  last: Nullable(Uri),
  prev: Nullable(Uri),
  next: Nullable(Uri),
})

export const PaginationMeta = Closed({
  current_page: Type.Integer(),
  from: Nullable(Type.Integer()),
  last_page: Type.Integer(),
  links: Type.Array(
    Closed({
      url: Nullable(Type.String()),
      label: Type.String(),
      page: Type.Optional(Nullable(Type.Integer())),
      active: Type.Boolean(),
    }),
  ),
  path: Uri,
  per_page: Type.Integer(),
  to: Nullable(Type.Integer()),
  total: Type.Integer(),
  tzdb_version: Type.String(),
  generated_at: DateTime,
})

export type CountryRef = Static<typeof CountryRef>
export type Coordinates = Static<typeof Coordinates>
export type CurrentCompact = Static<typeof CurrentCompact>
export type Current = Static<typeof Current>
export type PaginationMeta = Static<typeof PaginationMeta>
export type PaginationLinks = Static<typeof PaginationLinks>

/** The body of an answer with a single resource. */
export const Single = <Data extends TSchema>(data: Data) => Closed({ data, meta: Meta })

/** The body of an answer with a list. */
export const Page = <Row extends TSchema>(row: Row) =>
  Closed({ data: Type.Array(row), links: PaginationLinks, meta: PaginationMeta })
