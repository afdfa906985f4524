// The countries of an artifact: by slug or alpha-2 code, each with its zones, and the state of a country at an instant.
import { byText, thenBy } from '#core/order.ts'
import { fold } from '#core/text/fold.ts'
import { groupBy } from '#core/group-by.ts'
import type { Row } from '#schemas/reference-tables.ts'
import type { Reference } from './reference.ts'
import type { StandardsInUse } from './standards-in-use.ts'
import type { Standard } from './standards.ts'
import type { ZoneState } from './zone-state.ts'
import type { Zone, Zones } from './zones.ts'

/** Saturday and Sunday: the weekend of most countries, and of clocks without one. */
export const WEEKEND: readonly number[] = [6, 0]

export type Country = Readonly<ReturnType<typeof countryOf>>

const countryOf = (
  row: Row<'country'>,
  defaultZone: Zone | null,
  zones: readonly Zone[],
  dependencies: readonly Row<'country'>[],
) => ({
  iso2: row.iso2,
  iso3: row.iso3,
  numericCode: row.numeric_code,
  name: row.name,
  slug: row.slug,
  emoji: row.emoji,
  region: row.region,
  subRegion: row.sub_region,
  population: row.population,
  /** The days of its weekend, 0 is Sunday. */
  weekend: row.weekend === null ? WEEKEND : row.weekend.split(',').map(Number),
  /** Null if no zone can stand for the country. */
  defaultZone,
  /** The instant since when the clocks of all its zones agree for ever; null if they do not. */
  oneClockSince: row.one_clock_since,
  /** The zones that zone.tab gives it, in code-unit order of the identifiers. */
  zones,
  /** By name. */
  dependencies: dependencies
    .map(({ iso2, name, slug }) => ({ code: iso2, name, slug }))
    .toSorted(byText(({ name }) => fold(name))),
  /** The folded name. Lists are sorted by it. */
  sortName: fold(row.name),
  /** The folded text that a search looks through. */
  searchText: fold(`${row.name}\n${row.iso2}\n${row.iso3 ?? ''}\n${row.slug}`),
})

export type Countries = Readonly<ReturnType<typeof openCountries>>

/** Reads the countries of an artifact. */
export function openCountries(reference: Reference, zones: Zones) {
  const rows = reference.rows('country')
  const ianaById = new Map(reference.rows('zone').map(({ id, iana }) => [id, iana]))
  const rowByCode = new Map(rows.map((row) => [row.iso2, row]))
  const dependencies = groupBy(reference.rows('dependency'), ({ country }) => country)
  const zonesOf = groupBy(zones.listed, ({ countryCode }) => countryCode)
  const all = rows.map((row): Country => {
    const defaultIana = row.default_zone === null ? undefined : ianaById.get(row.default_zone)
    return countryOf(
      row,
      defaultIana === undefined ? null : zones.named(defaultIana),
      zonesOf.get(row.iso2) ?? [],
      (dependencies.get(row.iso2) ?? []).flatMap(({ territory }) => rowByCode.get(territory) ?? []),
    )
  })
  const byWord = new Map<string, Country>()
  for (const country of all) byWord.set(country.iso2.toLowerCase(), country).set(country.slug, country)
  const byName = thenBy<Country>(
    byText(({ sortName }) => sortName),
    byText(({ iso2 }) => iso2),
  )
  return {
    /** In code-unit order of the alpha-2 codes. */
    all,
    /** By folded name, then alpha-2 code. */
    byName: all.toSorted(byName),
    /** By slug or alpha-2 code, in any case; undefined if there is none. */
    named: (identifier: string): Country | undefined => byWord.get(identifier.toLowerCase()),
  }
}

export type CountryState = Readonly<ReturnType<typeof countryState>>

/** The state of a country, computed from the states of its zones. */
export function countryState(country: Country, inUse: StandardsInUse, zones: readonly ZoneState[]) {
  const used = new Set(country.zones.flatMap((zone) => [...(inUse.standardsOf.get(zone) ?? [])]))
  const byName = thenBy<Standard>(
    byText(({ sortName }) => sortName),
    byText(({ slug }) => slug),
  )
  return {
    country,
    /** Everything here is true from this instant … */
    from: Math.max(inUse.from, ...zones.map(({ from }) => from)),
    /** … until just before this one. */
    until: Math.min(inUse.until, ...zones.map(({ until }) => until)),
    /** How many of its zones keep daylight saving time. */
    zonesWithDst: zones.filter(({ season }) => season.observesDst).length,
    /** The standards that its zones use from now to a year from now, by name. */
    standards: [...used].toSorted(byName),
  }
}
