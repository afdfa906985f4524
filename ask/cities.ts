// The cities of an artifact: by slug, and as a list by name.
import { byText } from '#core/order.ts'
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
  /** By slug. */
  readonly bySlug: readonly City[]
  /** By the id that names.bin knows it by. */
  readonly withId: (id: number) => City | undefined
  /** By slug, or by the second slug of the owner of a bare one, in any case; undefined when there is none. */
  readonly named: (slug: string) => City | undefined
  /** Those of a country, in the same order. */
  readonly inCountry: (country: Country) => readonly City[]
}

/**
 * Reads the cities of an artifact: tens of thousands, which takes a fifth of a second. It yields every few milliseconds, so that a
 * server can answer meanwhile.
 */
export function* readCities(
  reference: Reference,
  zones: Zones,
  countries: Countries,
): Generator<undefined, Cities> {
  const zoneById = new Map(reference.rows('zone').map(({ id, iana }) => [id, zones.named(iana)]))
  const named = new Map<string, City>()
  const byId = new Map<number, City>()
  const all: City[] = []
  for (const page of reference.pages('city')) {
    for (const row of page) {
      const country = countries.named(row.country)
      const zone = zoneById.get(row.zone) ?? null
      if (country === undefined || zone === null) continue
      const sortName = fold(row.name)
      const city: City = {
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
      all.push(city)
      byId.set(row.id, city)
      named.set(row.slug, city)
      if (row.also !== null) named.set(row.also, city)
    }
    yield
  }
  const bySlug = yield* inOrder(all, ({ slug }) => slug)
  // Those of one name stay in the order of their slugs.
  const byName = yield* inOrder(bySlug, ({ sortName }) => sortName)
  const byCountry = grouped(byName, ({ country }) => country)
  return {
    byName,
    bySlug,
    withId: (id) => byId.get(id),
    named: (slug) => named.get(slug.toLowerCase()),
    inCountry: (country) => byCountry.get(country) ?? [],
  }
}

/** Cities by a text; those of one text stay in their order. They are sorted a drawer at a time: all whose texts begin alike. */
function* inOrder(cities: readonly City[], textOf: (city: City) => string): Generator<undefined, City[]> {
  const drawers = [...grouped(cities, (city) => textOf(city).slice(0, 2))]
  yield
  const ordered: City[] = []
  for (const [, drawer] of drawers.toSorted(byText(([beginning]) => beginning))) {
    for (const city of drawer.toSorted(byText(textOf))) ordered.push(city)
    yield
  }
  return ordered
}
