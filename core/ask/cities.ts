// The cities of an artifact: by slug (also a former one, or one that ends in the country), and as a list by name.
import { byText } from '../order.ts'
import { fold, lowerAscii } from '../text/fold.ts'
import type { Countries, Country } from './countries.ts'
import { FORMER_SLUGS } from '../text/former-slugs.ts'
import { groupBy } from '../group-by.ts'
import type { Row } from '#schemas/reference-tables.ts'
import type { Reference } from './reference-data.ts'
import type { Zone, Zones } from './zones.ts'

export interface Cities {
  /** By folded name, then slug. */
  readonly byName: readonly City[]
  /** By slug. */
  readonly bySlug: readonly City[]
  /** By the id that names.bin has for it. */
  readonly withId: (id: number) => City | undefined
  /** By slug, second slug (a bare slug with the country added) or former slug, in any case; undefined if there is none. */
  readonly named: (slug: string) => City | undefined
  /** The cities of a country, by folded name, then slug. */
  readonly inCountry: (country: Country) => readonly City[]
}

/**
 * Reads the cities of an artifact. There are tens of thousands, which takes a fifth of a second. So it yields every few milliseconds, and a
 * server can answer meanwhile.
 */
export function* readCities(
  reference: Reference,
  zones: Zones,
  countries: Countries,
): Generator<undefined, Cities> {
  const zoneById = new Map(reference.rows('zone').map(({ id, iana }) => [id, zones.named(iana)]))
  /** Cities by their second slug, if it is not simply their own slug with the country. */
  const also = new Map<string, City>()
  /** By id, the order of their table. */
  const rows: City[] = []
  const ids: number[] = []
  const regions = new Map<string, string>()
  const once = (region: string): string => {
    const known = regions.get(region) ?? region
    regions.set(known, known)
    return known
  }
  for (const page of reference.pages('city')) {
    for (const row of page) {
      const country = countries.named(row.country)
      const zone = zoneById.get(row.zone) ?? null
      if (country === undefined || zone === null) continue
      const city = new City(row, row.region === null ? null : once(row.region), country, zone)
      rows.push(city)
      ids.push(row.id)
      if (row.also !== null && !city.hasAsSecond(row.also)) also.set(row.also, city)
    }
    yield
  }
  // An array that grew row by row has room for half as many rows more. A copy has not.
  const byId: readonly City[] = rows.slice()
  const idOf = Float64Array.from(ids)
  const bySlug = yield* inOrder(rows, ({ slug }) => slug)
  yield
  // Cities with one name keep the order of their slugs.
  const byName = yield* inOrder(bySlug, ({ sortName }) => sortName)
  const byCountry = new Map(
    [...groupBy(byName, ({ country }) => country)].map(([of, own]) => [of, own.slice()]),
  )
  return {
    byName,
    bySlug,
    withId: (id) => found(byId, id, (_, index) => idOf[index] ?? id),
    named(slug) {
      const wanted = lowerAscii(slug)
      const owner = found(bySlug, wanted, slugOf)
      if (owner !== undefined) return owner
      const bare = found(bySlug, wanted.slice(0, wanted.lastIndexOf('-')), slugOf)
      if (bare?.hasAsSecond(wanted) === true) return bare
      const present = FORMER_SLUGS.get(wanted)
      return also.get(wanted) ?? (present === undefined ? undefined : found(bySlug, present, slugOf))
    },
    inCountry: (country) => byCountry.get(country) ?? [],
  }
}

const slugOf = ({ slug }: City): string => slug

/** There are tens of thousands of cities. To save memory, equal texts are stored once, and derived values are not stored. */
export class City {
  readonly slug: string
  readonly name: string
  /** Its state or province, with more text if that does not tell it from other cities of its name; null if nothing is needed or known. */
  readonly region: string | null
  readonly isCapital: boolean
  readonly population: number | null
  readonly country: Country
  readonly zone: Zone
  /** The folded name. Lists are sorted by it. */
  readonly sortName: string
  /** Whole microdegrees are stored inside the object; fractions would need extra memory. */
  private readonly latitude: number
  private readonly longitude: number
  private readonly hasUsualSecond: boolean

  constructor(row: Row<'city'>, region: string | null, country: Country, zone: Zone) {
    const folded = fold(row.name)
    this.slug = row.slug
    this.name = row.name
    this.region = region
    this.isCapital = row.is_capital === 1
    this.population = row.population
    this.country = country
    this.zone = zone
    this.sortName = folded === row.slug ? row.slug : folded
    this.latitude = row.latitude
    this.longitude = row.longitude
    this.hasUsualSecond = row.also === this.usualSecond()
  }

  /** With its region, where that has another name: "Springfield, Illinois", but "Delhi". */
  get fullName(): string {
    return this.region === null || this.region === this.name ? this.name : `${this.name}, ${this.region}`
  }

  /** With its region, else with its country: "Springfield, Illinois", "Delhi, India". */
  get shownName(): string {
    return this.fullName === this.name ? `${this.name}, ${this.country.name}` : this.fullName
  }

  /** Degrees. */
  get lat(): number {
    return this.latitude / 1e6
  }

  /** Degrees. */
  get lon(): number {
    return this.longitude / 1e6
  }

  /** Whether this is its second slug: its first slug and the country. */
  hasAsSecond(slug: string): boolean {
    return this.hasUsualSecond && slug === this.usualSecond()
  }

  private usualSecond(): string {
    return `${this.slug}-${this.country.iso2.toLowerCase()}`
  }

  /** Whether its name or slug contains a folded text. */
  isFoundBy(folded: string): boolean {
    return this.sortName.includes(folded) || this.slug.includes(folded)
  }
}

/** The city with a key, by binary search in cities sorted by key; undefined if there is none. A map would need 40 bytes for each city. */
function found<Key extends string | number>(
  cities: readonly City[],
  wanted: Key,
  keyOf: (city: City, index: number) => Key,
): City | undefined {
  let [low, high] = [0, cities.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const city = cities[middle]
    if (city !== undefined && keyOf(city, middle) < wanted) low = middle + 1
    else high = middle
  }
  const city = cities[low]
  return city !== undefined && keyOf(city, low) === wanted ? city : undefined
}

/** Sorts cities by a text, stably. It sorts groups with the same first two letters one by one, and yields between them. */
function* inOrder(cities: readonly City[], textOf: (city: City) => string): Generator<undefined, City[]> {
  const drawers = [...groupBy(cities, (city) => textOf(city).slice(0, 2))]
  yield
  const ordered: City[] = []
  for (const [, drawer] of drawers.toSorted(byText(([beginning]) => beginning))) {
    for (const city of drawer.toSorted(byText(textOf))) ordered.push(city)
    yield
  }
  return ordered.slice()
}
