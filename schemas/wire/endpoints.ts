// The endpoints: path, parameters, what each answers. The reader, the routes and openapi.json are made from this table.
import type { TSchema } from 'typebox'
import { detail, moment, observesDst, page, search, type Parameter } from './parameter.ts'
import { Page, Single } from './shapes.ts'
import { TimezoneDetail, TimezoneRow } from './timezone.ts'
import { Type } from 'typebox'

export interface Endpoint {
  /** Below the base URL; `{name}` stands for the rest of the path, slashes included. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** In the order in which their faults are reported. */
  readonly parameters: readonly Parameter[]
  readonly answer: TSchema
  /** Statuses beside 200 and those that every endpoint has (401, 403, 422, 429). */
  readonly problems: readonly (300 | 404 | 503)[]
}

export const timezones = {
  path: '/timezones',
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
  answer: Page(Type.Union([TimezoneRow, TimezoneDetail])),
  problems: [],
} as const satisfies Endpoint

export const timezone = {
  path: '/timezones/{iana}',
  summary: 'One time zone in full',
  description:
    'Any identifier of the tz release; an alias answers as the current identifier. A `+` in the identifier is best sent as `%2B`.',
  parameters: [moment],
  answer: Single(TimezoneDetail),
  problems: [404],
} as const satisfies Endpoint

export const endpoints = [timezones, timezone] as const satisfies readonly Endpoint[]
