// Exports the tables that people join with: zones, aliases, transitions, countries, cities and standards.
import type { Artifact } from '#open/artifact.ts'
import { groupBy } from '#core/group-by.ts'
import { clockIn } from '#core/forms/release-clock.ts'
import { formatUtc } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import type { ExportColumn, Form } from './form.ts'
import { readingOf } from './reading.ts'

const text = (name: string, meaning: string): ExportColumn => ({ name, type: 'text', meaning })
const integer = (name: string, meaning: string): ExportColumn => ({ name, type: 'integer', meaning })
const degrees = (name: string, meaning: string): ExportColumn => ({ name, type: 'number', meaning })
const flag = (name: string, meaning: string): ExportColumn => ({ name, type: 'boolean', meaning })

/** Changes made by the footer are listed until this instant: 2101-01-01T00:00:00Z. */
const LISTED_UNTIL = epochSeconds(4_133_980_800)

const namesOf = (artifact: Artifact): ReadonlyMap<number | null, string> =>
  new Map(artifact.rows('zone').map(({ id, iana }) => [id, iana]))

/** Six decimals hold microdegrees exactly. */
const degreesOf = (microdegrees: number | null): number | null =>
  microdegrees === null ? null : microdegrees / 1e6

const COUNTRY = text('country', 'ISO 3166-1 alpha-2; null where it is in none')
const LATITUDE = degrees('latitude', 'degrees, north positive')
const LONGITUDE = degrees('longitude', 'degrees, east positive')

export const TABLE_FORMS: readonly Form[] = [
  {
    name: 'zones',
    summary: 'zones with country, place and POSIX TZ text',
    to: 'table',
    table: (artifact, options) => ({
      columns: [
        text('zone', 'current identifier'),
        flag('listed', 'whether people choose it from a list'),
        COUNTRY,
        text('display_name', 'the place it is named for, in English; null for zones that are not listed'),
        { ...LATITUDE, meaning: 'degrees of that place, north positive; null where zone.tab has none' },
        { ...LONGITUDE, meaning: 'degrees of that place, east positive; null where zone.tab has none' },
        text(
          'posix_tz',
          'what its clocks do after the last listed change; null where no such text can say it',
        ),
      ],
      rows: artifact
        .rows('zone')
        .map(({ id, iana, listed, country, display_name, latitude, longitude }) => [
          iana,
          listed === 1,
          country,
          display_name,
          degreesOf(latitude),
          degreesOf(longitude),
          clockIn(artifact.compiledZone(id), readingOf(options)).posixTz,
        ]),
    }),
  },
  {
    name: 'aliases',
    summary: 'every other identifier of the tz release, and the zone that answers for it',
    to: 'table',
    table: (artifact) => {
      const names = namesOf(artifact)
      return {
        columns: [
          text('name', 'identifier as spelled in the tz release'),
          text('zone', 'the zone that answers for it'),
        ],
        rows: artifact.rows('zone_alias').map(({ name, zone }) => [name, names.get(zone) ?? null]),
      }
    },
  },
  {
    name: 'transitions',
    summary: 'every change of every zone until the end of 2100: for an ASOF join',
    to: 'table',
    table: (artifact, options) => ({
      columns: [
        text('zone', 'current identifier'),
        integer('at', 'the instant of the change, in seconds since 1970-01-01T00:00:00Z; null: since ever'),
        text('at_utc', 'the same, as text; null: since ever'),
        integer('utc_offset', 'seconds to add to UTC from then on'),
        flag('is_dst', 'whether that is daylight saving time'),
        text('abbreviation', 'as the tz release prints it'),
      ],
      rows: artifact.rows('zone').flatMap(({ id, iana }) => {
        const { initial, changes } = clockIn(artifact.compiledZone(id), readingOf(options), LISTED_UNTIL)
        return [
          [iana, null, null, initial.offset, initial.isDst, initial.abbreviation],
          ...changes
            .filter(({ at }) => at < LISTED_UNTIL)
            .map(({ at, shown }) => [iana, at, formatUtc(at), shown.offset, shown.isDst, shown.abbreviation]),
        ]
      }),
    }),
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
      return {
        columns: [
          text('country', 'ISO 3166-1 alpha-2, and XK'),
          text('iso3', 'ISO 3166-1 alpha-3; null for XK'),
          text('numeric_code', 'three digits; null for XK'),
          text('name', 'in English'),
          text('region', 'M49 region; null for Antarctica'),
          text('sub_region', 'M49 sub-region; null for Antarctica'),
          integer('population', 'null when unknown'),
          text('default_zone', 'the zone that stands for it; null where none can'),
          text('zones', 'its zones, with spaces between them'),
        ],
        rows: artifact
          .rows('country')
          .map((row) => [
            row.iso2,
            row.iso3,
            row.numeric_code,
            row.name,
            row.region,
            row.sub_region,
            row.population,
            names.get(row.default_zone) ?? null,
            (zonesOf.get(row.iso2) ?? []).map(({ iana }) => iana).join(' '),
          ]),
      }
    },
  },
  {
    name: 'cities',
    summary: 'cities with country, zone, population and place',
    to: 'table',
    table: (artifact) => {
      const names = namesOf(artifact)
      return {
        columns: [
          integer('id', 'GeoNames id; negative where it has none'),
          text('slug', 'its address in URLs'),
          text('name', 'in English'),
          COUNTRY,
          text('zone', 'the zone it lies in'),
          flag('is_capital', 'of its country'),
          integer('population', 'null when unknown'),
          LATITUDE,
          LONGITUDE,
        ],
        rows: artifact
          .rows('city')
          .map((row) => [
            row.id,
            row.slug,
            row.name,
            row.country,
            names.get(row.zone) ?? null,
            row.is_capital === 1,
            row.population,
            degreesOf(row.latitude),
            degreesOf(row.longitude),
          ]),
      }
    },
  },
  {
    name: 'standards',
    summary: 'named time standards with code, offset and twin',
    to: 'table',
    table: (artifact) => ({
      columns: [
        text('slug', 'its address in URLs'),
        text('name', 'in English'),
        text('code', 'its letters; null where there are none'),
        integer('utc_offset', 'the offset that defines it, in seconds'),
        flag('is_dst', 'daylight saving time'),
        text('continent', 'region name; null for UTC'),
        text('counterpart', 'the twin in the other season; null where it has none'),
      ],
      rows: artifact
        .rows('standard')
        .map((row) => [
          row.slug,
          row.name,
          row.code,
          row.utc_offset,
          row.is_dst === 1,
          row.continent,
          row.counterpart,
        ]),
    }),
  },
]
