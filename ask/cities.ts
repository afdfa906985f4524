// The cities of an artifact: by slug, and as a list by name.
import { byText } from '#core/order.ts'
import { fold } from '#core/text/fold.ts'
import type { Countries, Country } from './countries.ts'
import { grouped } from './grouped.ts'
import type { Row } from '#schemas/reference-tables.ts'
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
  /** Whether a folded text stands anywhere in its name or slug. */
  readonly isFoundBy: (folded: string) => boolean
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
  /** Those that answer to a second slug, with it. */
  const also: [slug: string, city: City][] = []
  /** By id, as their table is. */
  const all: City[] = []
  const ids: number[] = []
  for (const page of reference.pages('city')) {
    for (const row of page) {
      const country = countries.named(row.country)
      const zone = zoneById.get(row.zone) ?? null
      if (country === undefined || zone === null) continue
      const city = new RowCity(row, country, zone)
      all.push(city)
      ids.push(row.id)
      if (row.also !== null) also.push([row.also, city])
    }
    yield
  }
  const bySlug = yield* inOrder(all, ({ slug }) => slug)
  const slugs = bySlug.map(({ slug }) => slug)
  also.sort(byText(([slug]) => slug))
  const [secondSlugs, withSecond] = [also.map(([slug]) => slug), also.map(([, city]) => city)]
  yield
  // Those of one name stay in the order of their slugs.
  const byName = yield* inOrder(bySlug, ({ sortName }) => sortName)
  const byCountry = grouped(byName, ({ country }) => country)
  return {
    byName,
    bySlug,
    withId: (id) => found(ids, id, all),
    named(slug) {
      const wanted = slug.toLowerCase()
      return found(slugs, wanted, bySlug) ?? found(secondSlugs, wanted, withSecond)
    },
    inCountry: (country) => byCountry.get(country) ?? [],
  }
}

/** There are tens of thousands of them: what is the same text is kept once, and what follows from something else is not kept. */
class RowCity implements City {
  readonly slug: string
  readonly name: string
  readonly isCapital: boolean
  readonly population: number | null
  readonly country: Country
  readonly zone: Zone
  readonly sortName: string
  /** Whole microdegrees take no room beside the object, as fractions would. */
  private readonly latitude: number
  private readonly longitude: number

  constructor(row: Row<'city'>, country: Country, zone: Zone) {
    const folded = fold(row.name)
    this.slug = row.slug
    this.name = row.name
    this.isCapital = row.is_capital === 1
    this.population = row.population
    this.country = country
    this.zone = zone
    this.sortName = folded === row.slug ? row.slug : folded
    this.latitude = row.latitude
    this.longitude = row.longitude
  }

  get lat(): number {
    return this.latitude / 1e6
  }

  get lon(): number {
    return this.longitude / 1e6
  }

  isFoundBy(folded: string): boolean {
    return this.sortName.includes(folded) || this.slug.includes(folded)
  }
}

/** The city at the place of a key in a list of them in ascending order; undefined where it is not there. A map would take 40 bytes for each. */
function found<Key extends string | number>(
  keys: readonly Key[],
  wanted: Key,
  cities: readonly City[],
): City | undefined {
  let [low, high] = [0, keys.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((keys[middle] ?? wanted) < wanted) low = middle + 1
    else high = middle
  }
  return keys[low] === wanted ? cities[low] : undefined
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
