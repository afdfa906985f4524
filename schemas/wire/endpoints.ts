// Lists the endpoints: path, parameters with limits and defaults, and answers. The reader, routes and openapi.json are made from it.
import type { TSchema } from 'typebox'
import {
  continent,
  detail,
  includedDetail,
  moment,
  observesDst,
  page,
  perPage,
  search,
  type Parameter,
} from './parameter.ts'
import { AbbreviationDetail, AbbreviationRow } from './abbreviation.ts'
import { CityDetail, CityRow } from './city.ts'
import { Conversion } from './conversion.ts'
import { CountryDetail, CountryRow } from './country.ts'
import { Closed, Page, PaginationLinks, Single } from './shapes.ts'
import { LookupMeta, LookupResult } from './look-up.ts'
import { TimezoneDetail, TimezoneRow } from './timezone.ts'
import { Transition, TransitionsMeta } from './transition.ts'
import { Type } from 'typebox'

export interface Endpoint {
  /** The path below the base URL. `{name}` stands for the rest of the path, with slashes. */
  readonly path: string
  /** The name of the call in generated clients. */
  readonly operationId: string
  /** The group in which it is listed. */
  readonly tag:
    'Time zones' | 'Time standards' | 'Countries' | 'Cities' | 'Conversion' | 'Places' | 'Clock changes'
  readonly summary: string
  readonly description: string
  /** In the order in which their faults are reported. */
  readonly parameters: readonly Parameter[]
  readonly answer: TSchema
  /** Statuses other than 200 and those of every endpoint (401, 403, 422, 429). */
  readonly problems: readonly (300 | 404 | 503)[]
}

export const timezones = {
  path: '/timezones',
  operationId: 'listTimezones',
  tag: 'Time zones',
  summary: 'List time zones',
  description: 'The zones of zone.tab and UTC, with their state right now.',
  parameters: [
    {
      name: 'country',
      type: { kind: 'exact', length: 2 },
      description: 'ISO 3166-1 alpha-2, case-insensitive.',
    },
    observesDst,
    search('IANA identifier and display name'),
    {
      name: 'sort',
      type: {
        kind: 'choice',
        of: ['iana', '-iana', 'display_name', '-display_name', 'offset', '-offset'],
      },
      description: 'Order; `-` means descending. `offset` is the standard UTC offset.',
      default: 'iana',
    },
    {
      name: 'offset',
      type: { kind: 'offset' },
      description: 'Keep zones with this standard UTC offset: `±HH:MM` or minutes, within ±14:00.',
    },
    {
      name: 'abbreviation',
      type: { kind: 'text', max: 10 },
      description:
        'Keep zones that use this abbreviation at some time from now to a year from now; case-insensitive.',
    },
    {
      name: 'is_mainland',
      type: { kind: 'flag' },
      description: '`true` keeps mainland zones, `false` keeps outlying zones.',
    },
    detail,
    {
      name: 'per_page',
      type: { kind: 'integer', min: 1, max: 500 },
      description: 'Rows a page.',
      default: 50,
    },
    page,
  ],
  answer: Page(Type.Union([TimezoneDetail, TimezoneRow])),
  problems: [],
} as const satisfies Endpoint

export const timezone = {
  path: '/timezones/{iana}',
  operationId: 'getTimezone',
  tag: 'Time zones',
  summary: 'One time zone in full',
  description:
    'Any identifier of the tz release; an alias answers as the current identifier. A `+` in the identifier is best sent as `%2B`.',
  parameters: [moment],
  answer: Single(TimezoneDetail),
  problems: [404],
} as const satisfies Endpoint

export const transitions = {
  path: '/timezones/{iana}/transitions',
  operationId: 'listTransitions',
  tag: 'Clock changes',
  summary: 'List the clock changes of a time zone',
  description:
    'Every change of its offset, of daylight saving time or of its abbreviation. Without `from` and `to` the list begins at the moment of the request, forward, or backward with `sort=-at`; `meta.begins_at` and the links of pages have that moment. `meta.timezone` has the rule that continues for ever. A client that cannot have slashes in a path parameter sends `Europe%2FDublin`.',
  parameters: [
    {
      name: 'from',
      type: { kind: 'moment' },
      description:
        'Keep changes at this moment or later, read like `at`. Default: all of the past with `to` or `sort=-at`, else now.',
    },
    {
      name: 'to',
      type: { kind: 'moment' },
      description:
        'Keep changes before this moment, read like `at`. Default: now with `sort=-at` and without `from`, else the end of the tenth year from now.',
    },
    {
      name: 'sort',
      type: { kind: 'choice', of: ['at', '-at'] },
      description: 'Order of time; `-at` means the latest first.',
      default: 'at',
    },
    { ...perPage, type: { kind: 'integer', min: 1, max: 500 }, default: 100 },
    page,
  ],
  answer: Closed({ data: Type.Array(Transition), links: PaginationLinks, meta: TransitionsMeta }),
  problems: [404],
} as const satisfies Endpoint

export const abbreviations = {
  path: '/abbreviations',
  operationId: 'listAbbreviations',
  tag: 'Time standards',
  summary: 'List named time standards',
  description: 'The standards that some zone keeps, under their English names.',
  parameters: [
    search('code, name and slug'),
    {
      name: 'offset',
      type: { kind: 'offset' },
      description: 'Keep standards with this UTC offset: `±HH:MM` or minutes, within ±14:00.',
    },
    observesDst,
    continent,
    {
      name: 'sort',
      type: { kind: 'choice', of: ['code', '-code', 'name', '-name', 'offset', '-offset'] },
      description: 'Order; `-` means descending.',
      default: 'name',
    },
    detail,
    perPage,
    page,
  ],
  answer: Page(Type.Union([AbbreviationDetail, AbbreviationRow])),
  problems: [],
} as const satisfies Endpoint

export const abbreviation = {
  path: '/abbreviations/{abbreviation}',
  operationId: 'getAbbreviation',
  tag: 'Time standards',
  summary: 'One named time standard',
  description:
    'By slug, or by code; a code that several standards share is answered with 300 and the candidates, unless `offset` and `continent` leave one.',
  parameters: [
    {
      name: 'include',
      type: { kind: 'choices', of: ['timezones', 'countries'] },
      description: 'Lists to include, whole: the zones and countries that use it within a year from now.',
    },
    {
      name: 'offset',
      type: { kind: 'offset' },
      description: 'Tells standards of one code apart: `±HH:MM` or minutes. Plays no part for a slug.',
    },
    { ...continent, description: 'Tells standards of one code apart. Plays no part for a slug.' },
    includedDetail,
  ],
  answer: Single(AbbreviationDetail),
  problems: [300, 404],
} as const satisfies Endpoint

export const countries = {
  path: '/countries',
  operationId: 'listCountries',
  tag: 'Countries',
  summary: 'List countries and territories',
  description: 'The entries of ISO 3166-1, and Kosovo.',
  parameters: [
    search('name, alpha-2 and alpha-3 code and slug'),
    {
      name: 'region',
      type: { kind: 'choice', of: ['Americas', 'Europe', 'Asia', 'Africa', 'Oceania'], anyCase: 128 },
      description: 'Keep countries of this region; case-insensitive.',
    },
    {
      name: 'sub_region',
      type: {
        kind: 'choice',
        of: [
          'Northern Africa',
          'Sub-Saharan Africa',
          'Northern America',
          'Latin America and the Caribbean',
          'Central Asia',
          'Eastern Asia',
          'South-eastern Asia',
          'Southern Asia',
          'Western Asia',
          'Eastern Europe',
          'Northern Europe',
          'Southern Europe',
          'Western Europe',
          'Australia and New Zealand',
          'Melanesia',
          'Micronesia',
          'Polynesia',
        ],
        anyCase: 128,
      },
      description: 'Keep countries of this sub-region; case-insensitive.',
    },
    observesDst,
    {
      name: 'sort',
      type: { kind: 'choice', of: ['name', '-name', 'iso2', '-iso2'] },
      description: 'Order; `-` means descending.',
      default: 'name',
    },
    detail,
    perPage,
    page,
  ],
  answer: Page(Type.Union([CountryDetail, CountryRow])),
  problems: [],
} as const satisfies Endpoint

export const country = {
  path: '/countries/{country}',
  operationId: 'getCountry',
  tag: 'Countries',
  summary: 'One country or territory',
  description: 'By slug or by ISO 3166-1 code, alpha-2 or alpha-3, in any case.',
  parameters: [
    {
      name: 'include',
      type: { kind: 'choices', of: ['timezones', 'abbreviations', 'cities'] },
      description: 'Lists to include, whole.',
    },
    includedDetail,
  ],
  answer: Single(CountryDetail),
  problems: [404],
} as const satisfies Endpoint

export const cities = {
  path: '/cities',
  operationId: 'listCities',
  tag: 'Cities',
  summary: 'List cities',
  description: 'Cities with their UTC offset right now.',
  parameters: [
    search('name and slug'),
    {
      name: 'country',
      type: { kind: 'exact', length: 2 },
      description: 'ISO 3166-1 alpha-2, case-insensitive.',
    },
    {
      name: 'timezone',
      type: { kind: 'text', max: 64 },
      description: 'Keep cities of this zone: an IANA identifier, aliases too.',
    },
    {
      name: 'is_capital',
      type: { kind: 'flag' },
      description: '`true` keeps capitals, `false` keeps the others.',
    },
    {
      name: 'sort',
      type: { kind: 'choice', of: ['name', '-name', 'offset', '-offset'] },
      description: "Order; `-` means descending. `offset` is the zone's standard UTC offset.",
      default: 'name',
    },
    detail,
    perPage,
    page,
  ],
  answer: Page(Type.Union([CityDetail, CityRow])),
  problems: [],
} as const satisfies Endpoint

export const city = {
  path: '/cities/{slug}',
  operationId: 'getCity',
  tag: 'Cities',
  summary: 'One city with live time and sun',
  description: 'By slug; cities that share a name are `<slug>-<iso2>`.',
  parameters: [moment],
  answer: Single(CityDetail),
  problems: [404],
} as const satisfies Endpoint

export const convert = {
  path: '/convert',
  operationId: 'convert',
  tag: 'Conversion',
  summary: 'Convert a moment between places',
  description:
    'One moment from one place to up to ten. A place is an IANA identifier, a shorthand (`UTC`, `Z`, `GMT`), an offset (`UTC+3`, `+05:30`), an abbreviation (slug or code), a city or a country. A token that means more than one clock is answered with 300 and the candidates.',
  parameters: [
    {
      name: 'from',
      type: { kind: 'location' },
      description: 'The place whose wall clock a naked `at` is read on.',
      required: true,
    },
    {
      name: 'to',
      type: { kind: 'locations', max: 10 },
      description: 'One to ten places, separated by commas; order and duplicates are kept.',
      required: true,
    },
    {
      name: 'at',
      type: { kind: 'moment' },
      description:
        'The moment: a date-time without an offset is wall-clock time in `from`; one with an offset, or Unix seconds, is an instant. Default: now.',
    },
    {
      name: 'resolution',
      type: { kind: 'choice', of: ['earliest', 'latest', 'reject'] },
      description:
        'Which instant a wall time stands for that occurred twice or never: the earlier or the later of the two candidates, in a fold and in a gap alike; or neither, which is 422 then.',
      default: 'earliest',
    },
  ],
  answer: Single(Conversion),
  problems: [300],
} as const satisfies Endpoint

export const lookup = {
  path: '/lookup',
  operationId: 'lookUp',
  tag: 'Places',
  summary: 'The time zone at a point',
  description:
    'The answer of the boundary polygons themselves, on land and at sea. A point on a border belongs to the zone east of it, or north of an east–west border. Where boundaries overlap, the zone with the smallest area comes first; in Xinjiang, Abkhazia and Kalapani the zone of the administering authority.',
  parameters: [
    {
      name: 'lat',
      type: { kind: 'degrees', limit: 90 },
      description: 'Latitude in decimal degrees; rounded to six decimals.',
      required: true,
    },
    {
      name: 'lon',
      type: { kind: 'degrees', limit: 180 },
      description: 'Longitude in decimal degrees; rounded to six decimals. Required unless `lng` is sent.',
      requiredUnless: 'lng',
    },
    {
      name: 'lng',
      type: { kind: 'degrees', limit: 180 },
      description: 'Another name for `lon`; where both are sent they must be equal.',
    },
    {
      name: 'ip',
      type: { kind: 'reserved' },
      description: 'Reserved for a later version.',
    },
    moment,
  ],
  answer: Closed({ data: LookupResult, meta: LookupMeta }),
  problems: [503],
} as const satisfies Endpoint

export const endpoints = [
  timezones,
  timezone,
  transitions,
  abbreviations,
  abbreviation,
  countries,
  country,
  cities,
  city,
  convert,
  lookup,
] as const satisfies readonly Endpoint[]
