// Exports the tables that people join with: zones, aliases, transitions, countries, cities and standards.
import type { Artifact } from '#open/artifact.ts'
import { groupBy } from '#core/group-by.ts'
import { clockIn } from '#core/formats/release-clock.ts'
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import { flag, integer, number, POSIX_TZ, readingOf, tableOf, text, type Form } from './form.ts'

/** Changes made by the footer are listed until this instant: 2101-01-01T00:00:00Z. */
const LISTED_UNTIL = epochSeconds(4_133_980_800)

const namesOf = (artifact: Artifact): ReadonlyMap<number | null, string> =>
  new Map(artifact.rows('zone').map(({ id, iana }) => [id, iana]))

type Coordinates = Readonly<Record<'latitude' | 'longitude', number | null>>

/** Six decimals hold microdegrees exactly. */
const degrees = (name: keyof Coordinates, meaning: string) =>
  number(name, meaning, ({ [name]: microdegrees }: Coordinates) =>
    microdegrees === null ? null : microdegrees / 1e6,
  )

const countryOf = ({ country }: { readonly country: string | null }): string | null => country
const COUNTRY = text('country', 'ISO 3166-1 alpha-2; null where it is in none', countryOf)

export const TABLE_FORMS: readonly Form[] = [
  {
    name: 'zones',
    summary: 'zones with country, place and POSIX TZ text',
    to: 'table',
    table: (artifact, options) =>
      tableOf(artifact.rows('zone'), [
        text('zone', 'current identifier', ({ iana }) => iana),
        flag('listed', 'whether people choose it from a list', ({ listed }) => listed === 1),
        COUNTRY,
        text(
          'display_name',
          'the place it is named for, in English; null for zones that are not listed',
          (row) => row.display_name,
        ),
        degrees('latitude', 'degrees of that place, north positive; null where zone.tab has none'),
        degrees('longitude', 'degrees of that place, east positive; null where zone.tab has none'),
        text(
          'posix_tz',
          POSIX_TZ,
          ({ id }) => clockIn(artifact.compiledZone(id), readingOf(options)).posixTz,
        ),
      ]),
  },
  {
    name: 'aliases',
    summary: 'every other identifier of the tz release, and the zone that answers for it',
    to: 'table',
    table: (artifact) => {
      const names = namesOf(artifact)
      return tableOf(artifact.rows('zone_alias'), [
        text('name', 'identifier as spelled in the tz release', ({ name }) => name),
        text('zone', 'the zone that answers for it', ({ zone }) => names.get(zone) ?? null),
      ])
    },
  },
  {
    name: 'transitions',
    summary: 'every change of every zone until the end of 2100: for an ASOF join',
    to: 'table',
    table: (artifact, options) => {
      const changes = artifact.rows('zone').flatMap(({ id, iana }) => {
        const clock = clockIn(artifact.compiledZone(id), readingOf(options), LISTED_UNTIL)
        const listed = clock.changes.filter(({ at }) => at < LISTED_UNTIL)
        return [{ at: null, shown: clock.initial }, ...listed].map((change) => ({ iana, ...change }))
      })
      return tableOf(changes, [
        text('zone', 'current identifier', ({ iana }) => iana),
        integer(
          'at',
          'the instant of the change, in seconds since 1970-01-01T00:00:00Z; null: since ever',
          ({ at }) => at,
        ),
        text('at_utc', 'the same, as text; null: since ever', ({ at }) =>
          at === null ? null : formatUtc(at),
        ),
        integer('utc_offset', 'seconds to add to UTC from then on', ({ shown }) => shown.offset),
        flag('is_dst', 'whether that is daylight saving time', ({ shown }) => shown.isDst),
        text('abbreviation', 'as the tz release prints it', ({ shown }) => shown.abbreviation),
      ])
    },
  },
  {
    name: 'countries',
    summary: 'countries and territories with codes, regions and their zones',
    to: 'table',
    table: (artifact) => {
      const names = namesOf(artifact)
      const zonesOf = groupBy(
        artifact.rows('zone').filter(({ listed }) => listed === 1),
        ({ country }) => country,
      )
      return tableOf(artifact.rows('country'), [
        text('country', 'ISO 3166-1 alpha-2, and XK', ({ iso2 }) => iso2),
        text('iso3', 'ISO 3166-1 alpha-3; null for XK', ({ iso3 }) => iso3),
        text('numeric_code', 'three digits; null for XK', (row) => row.numeric_code),
        text('name', 'in English', ({ name }) => name),
        text('region', 'M49 region; null for Antarctica', ({ region }) => region),
        text('sub_region', 'M49 sub-region; null for Antarctica', (row) => row.sub_region),
        integer('population', 'null when unknown', ({ population }) => population),
        text(
          'default_zone',
          'the zone that stands for it; null where none can',
          (row) => names.get(row.default_zone) ?? null,
        ),
        text('zones', 'its zones, with spaces between them', ({ iso2 }) =>
          (zonesOf.get(iso2) ?? []).map(({ iana }) => iana).join(' '),
        ),
      ])
    },
  },
  {
    name: 'cities',
    summary: 'cities with country, zone, population and place',
    to: 'table',
    table: (artifact) => {
      const names = namesOf(artifact)
      return tableOf(artifact.rows('city'), [
        integer('id', 'GeoNames id; negative where it has none', ({ id }) => id),
        text('slug', 'its address in URLs', ({ slug }) => slug),
        text('name', 'in English', ({ name }) => name),
        COUNTRY,
        text('zone', 'the zone it lies in', ({ zone }) => names.get(zone) ?? null),
        flag('is_capital', 'of its country', (row) => row.is_capital === 1),
        integer('population', 'null when unknown', ({ population }) => population),
        degrees('latitude', 'degrees, north positive'),
        degrees('longitude', 'degrees, east positive'),
      ])
    },
  },
  {
    name: 'standards',
    summary: 'named time standards with code, offset and twin',
    to: 'table',
    table: (artifact) =>
      tableOf(artifact.rows('standard'), [
        text('slug', 'its address in URLs', ({ slug }) => slug),
        text('name', 'in English', ({ name }) => name),
        text('code', 'its letters; null where there are none', ({ code }) => code),
        integer('utc_offset', 'the offset that defines it, in seconds', (row) => row.utc_offset),
        flag('is_dst', 'daylight saving time', (row) => row.is_dst === 1),
        text('continent', 'region name; null for UTC', ({ continent }) => continent),
        text('counterpart', 'the twin in the other season; null where it has none', (row) => row.counterpart),
      ]),
  },
]
