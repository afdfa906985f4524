// The countries of an artifact: by slug or alpha-2 code, each with its zones.
import type { Artifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import type { CountryRef } from '#schemas/wire/shapes.ts'
import type { ZoneRecord, Zones } from './zones.ts'

export interface CountryRecord {
  readonly iso2: string
  readonly iso3: string | null
  readonly numericCode: string | null
  readonly name: string
  readonly slug: string
  readonly emoji: string
  readonly region: string | null
  readonly subRegion: string | null
  readonly population: number | null
  /** Null where no zone can stand for the country. */
  readonly defaultZone: ZoneRecord | null
  /** The instant since when all its zones' clocks agree for ever; null: they do not. */
  readonly oneClockSince: number | null
  /** Those that zone.tab gives it, in code-unit order of the identifiers. */
  readonly zones: readonly ZoneRecord[]
  readonly cityCount: number
  readonly dependencies: readonly { readonly code: string; readonly name: string; readonly slug: string }[]
  readonly ref: CountryRef
  /** The folded name, by which lists are sorted. */
  readonly sortName: string
  /** What `q` searches, folded. */
  readonly searchText: string
}

export interface Countries {
  /** In code-unit order of the alpha-2 codes. */
  readonly all: readonly CountryRecord[]
  /** By folded name, then alpha-2 code. */
  readonly byName: readonly CountryRecord[]
  /** By slug or alpha-2 code, in any case; undefined when there is none. */
  readonly named: (identifier: string) => CountryRecord | undefined
}

interface CountryRow {
  readonly iso2: string
  readonly iso3: string | null
  readonly numeric_code: string | null
  readonly name: string
  readonly slug: string
  readonly emoji: string
  readonly region: string | null
  readonly sub_region: string | null
  readonly population: number | null
  readonly default_zone: string | null
  readonly one_clock_since: number | null
  readonly cities: number
}

/** Reads the countries of an artifact. */
export function openCountries({ db }: Artifact, zones: Zones): Countries {
  const rows = db
    .prepare<[], CountryRow>(
      `SELECT iso2, iso3, numeric_code, name, slug, emoji, region, sub_region, population,
         zone.iana AS default_zone, one_clock_since,
         coalesce(held.cities, 0) AS cities
       FROM country LEFT JOIN zone ON zone.id = default_zone
         LEFT JOIN (SELECT country, count(*) AS cities FROM city GROUP BY country) AS held ON held.country = iso2
       ORDER BY iso2`,
    )
    .all()
  const dependencies = db
    .prepare<[], { country: string; code: string; name: string; slug: string }>(
      `SELECT dependency.country, country.iso2 AS code, country.name, country.slug
       FROM dependency JOIN country ON country.iso2 = territory ORDER BY dependency.country, position`,
    )
    .all()
  const zonesOf = new Map<string, ZoneRecord[]>()
  for (const zone of zones.listed) {
    if (zone.countryCode === null) continue
    zonesOf.set(zone.countryCode, [...(zonesOf.get(zone.countryCode) ?? []), zone])
  }
  const all = rows.map((row) => ({
    iso2: row.iso2,
    iso3: row.iso3,
    numericCode: row.numeric_code,
    name: row.name,
    slug: row.slug,
    emoji: row.emoji,
    region: row.region,
    subRegion: row.sub_region,
    population: row.population,
    defaultZone: row.default_zone === null ? null : zones.named(row.default_zone),
    oneClockSince: row.one_clock_since,
    zones: zonesOf.get(row.iso2) ?? [],
    cityCount: row.cities,
    dependencies: dependencies
      .filter(({ country }) => country === row.iso2)
      .map(({ code, name, slug }) => ({ code, name, slug }))
      .toSorted((a, b) => (fold(a.name) < fold(b.name) ? -1 : 1)),
    ref: { code: row.iso2, name: row.name },
    sortName: fold(row.name),
    searchText: fold(`${row.name}\n${row.iso2}\n${row.iso3 ?? ''}\n${row.slug}`),
  }))
  const byWord = new Map<string, CountryRecord>()
  for (const country of all) byWord.set(country.iso2.toLowerCase(), country).set(country.slug, country)
  const byName = all.toSorted((a, b) =>
    a.sortName === b.sortName ? (a.iso2 < b.iso2 ? -1 : 1) : a.sortName < b.sortName ? -1 : 1,
  )
  return { all, byName, named: (identifier) => byWord.get(identifier.toLowerCase()) }
}
