// The countries of an artifact: by slug or alpha-2 code, each with its zones, and the state of a country at an instant.
import { byText, thenBy } from '../order.ts'
import { fold, lowerAscii } from '../text/fold.ts'
import { groupBy } from '../group-by.ts'
import type { Reference } from './reference-data.ts'
import type { StandardsInUse } from './standards-in-use.ts'
import type { Standard } from './standards.ts'
import type { ZoneState } from './zone-state.ts'
import type { Zone, Zones } from './zones.ts'

/** Saturday and Sunday: the weekend of most countries, and of clocks without one. */
export const WEEKEND: readonly number[] = [6, 0]

export interface Country {
  readonly iso2: string
  readonly iso3: string | null
  readonly numericCode: string | null
  readonly name: string
  readonly slug: string
  readonly emoji: string
  readonly region: string | null
  readonly subRegion: string | null
  readonly population: number | null
  /** The days of its weekend, 0 is Sunday. */
  readonly weekend: readonly number[]
  /** Null if no zone can stand for the country. */
  readonly defaultZone: Zone | null
  /** The instant since when the clocks of all its zones agree for ever; null if they do not. */
  readonly oneClockSince: number | null
  /** The zones that zone.tab gives it, in code-unit order of the identifiers. */
  readonly zones: readonly Zone[]
  /** By name. */
  readonly dependencies: readonly { readonly code: string; readonly name: string; readonly slug: string }[]
  /** The folded name. Lists are sorted by it. */
  readonly sortName: string
  /** The folded text that a search looks through. */
  readonly searchText: string
}

export interface Countries {
  /** In code-unit order of the alpha-2 codes. */
  readonly all: readonly Country[]
  /** By folded name, then alpha-2 code. */
  readonly byName: readonly Country[]
  /** By slug, alpha-2 or alpha-3 code, in any case; undefined if there is none. */
  readonly named: (identifier: string) => Country | undefined
}

/** Reads the countries of an artifact. */
export function openCountries(reference: Reference, zones: Zones): Countries {
  const rows = reference.rows('country')
  const ianaById = new Map(reference.rows('zone').map(({ id, iana }) => [id, iana]))
  const rowByCode = new Map(rows.map((row) => [row.iso2, row]))
  const dependencies = groupBy(reference.rows('dependency'), ({ country }) => country)
  const zonesOf = groupBy(zones.listed, ({ countryCode }) => countryCode)
  const all = rows.map((row): Country => {
    const defaultIana = row.default_zone === null ? undefined : ianaById.get(row.default_zone)
    return {
      iso2: row.iso2,
      iso3: row.iso3,
      numericCode: row.numeric_code,
      name: row.name,
      slug: row.slug,
      emoji: row.emoji,
      region: row.region,
      subRegion: row.sub_region,
      population: row.population,
      weekend: row.weekend === null ? WEEKEND : row.weekend.split(',').map(Number),
      defaultZone: defaultIana === undefined ? null : zones.named(defaultIana),
      oneClockSince: row.one_clock_since,
      zones: zonesOf.get(row.iso2) ?? [],
      dependencies: (dependencies.get(row.iso2) ?? [])
        .flatMap(({ territory }) => rowByCode.get(territory) ?? [])
        .map(({ iso2, name, slug }) => ({ code: iso2, name, slug }))
        .toSorted(byText(({ name }) => fold(name))),
      sortName: fold(row.name),
      searchText: fold(`${row.name}\n${row.iso2}\n${row.iso3 ?? ''}\n${row.slug}`),
    }
  })
  const byWord = new Map<string, Country>()
  for (const country of all) if (country.iso3 !== null) byWord.set(country.iso3.toLowerCase(), country)
  for (const country of all) byWord.set(country.iso2.toLowerCase(), country).set(country.slug, country)
  const byName = thenBy<Country>(
    byText(({ sortName }) => sortName),
    byText(({ iso2 }) => iso2),
  )
  return {
    all,
    byName: all.toSorted(byName),
    named: (identifier) => byWord.get(lowerAscii(identifier)),
  }
}

export interface CountryState {
  readonly country: Country
  /** Everything here is true from this instant … */
  readonly from: number
  /** … until just before this one. */
  readonly until: number
  /** How many of its zones keep daylight saving time. */
  readonly zonesWithDst: number
  /** The standards that its zones use from now to a year from now, by name. */
  readonly standards: readonly Standard[]
}

/** The state of a country, computed from the states of its zones. */
export function countryState(
  country: Country,
  inUse: StandardsInUse,
  zones: readonly ZoneState[],
): CountryState {
  const used = new Set(country.zones.flatMap((zone) => [...(inUse.standardsOf.get(zone) ?? [])]))
  const byName = thenBy<Standard>(
    byText(({ sortName }) => sortName),
    byText(({ slug }) => slug),
  )
  return {
    country,
    from: Math.max(inUse.from, ...zones.map(({ from }) => from)),
    until: Math.min(inUse.until, ...zones.map(({ until }) => until)),
    zonesWithDst: zones.filter(({ season }) => season.observesDst).length,
    standards: [...used].toSorted(byName),
  }
}
