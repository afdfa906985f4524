// The cities of an artifact: by slug, and as a list by name.
import { byText, thenBy } from '#core/order.ts'
import { fold } from '#core/text/fold.ts'
import type { Countries, Country } from './countries.ts'
import { grouped } from './grouped.ts'
import type { Reference } from './reference.ts'
import type { Zone, Zones } from './zones.ts'

export interface City {
  readonly slug: string
  readonly name: string
  readonly isCapital: boolean
  readonly population: number | null
  /** Degrees. */
  readonly lat: number
  /** Degrees. */
  readonly lon: number
  readonly country: Country
  readonly zone: Zone
  /** The folded name, by which lists are sorted. */
  readonly sortName: string
  /** What a search looks through, folded. */
  readonly searchText: string
}

export interface Cities {
  /** By folded name, then slug. */
  readonly byName: readonly City[]
  /** By slug, or by the second slug of the owner of a bare one, in any case; undefined when there is none. */
  readonly named: (slug: string) => City | undefined
  /** Those of a country, in the same order. */
  readonly inCountry: (country: Country) => readonly City[]
}

/** Reads the cities of an artifact. */
export function openCities(reference: Reference, zones: Zones, countries: Countries): Cities {
  const zoneById = new Map(reference.rows('zone').map(({ id, iana }) => [id, zones.named(iana)]))
  const bySlug = new Map<string, City>()
  const byName: City[] = []
  for (const row of reference.rows('city')) {
    const country = countries.named(row.country)
    const zone = zoneById.get(row.zone) ?? null
    if (country === undefined || zone === null) continue
    const sortName = fold(row.name)
    const city = {
      slug: row.slug,
      name: row.name,
      isCapital: row.is_capital === 1,
      population: row.population,
      lat: row.latitude / 1e6,
      lon: row.longitude / 1e6,
      country,
      zone,
      sortName,
      searchText: `${sortName}\n${row.slug}`,
    }
    byName.push(city)
    bySlug.set(row.slug, city)
    if (row.also !== null) bySlug.set(row.also, city)
  }
  byName.sort(
    thenBy(
      byText(({ sortName }) => sortName),
      byText(({ slug }) => slug),
    ),
  )
  const byCountry = grouped(byName, ({ country }) => country)
  return {
    byName,
    named: (slug) => bySlug.get(slug.toLowerCase()),
    inCountry: (country) => byCountry.get(country) ?? [],
  }
}
