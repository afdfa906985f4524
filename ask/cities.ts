// The cities of an artifact: by slug, and as the list that /cities shows.
import type { Artifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import type { Countries, CountryRecord } from './countries.ts'
import type { ZoneRecord, Zones } from './zones.ts'

export interface CityRecord {
  readonly slug: string
  readonly name: string
  readonly isCapital: boolean
  readonly population: number | null
  /** Degrees. */
  readonly lat: number
  /** Degrees. */
  readonly lon: number
  readonly country: CountryRecord
  readonly zone: ZoneRecord
  /** The folded name, by which lists are sorted. */
  readonly sortName: string
  /** What `q` searches, folded. */
  readonly searchText: string
}

export interface Cities {
  /** By folded name, then slug. */
  readonly byName: readonly CityRecord[]
  /** By slug, or by the second slug of the owner of a bare one, in any case; undefined when there is none. */
  readonly named: (slug: string) => CityRecord | undefined
}

interface CityRow {
  readonly slug: string
  readonly also: string | null
  readonly name: string
  readonly country: string
  readonly zone: string
  readonly is_capital: number
  readonly population: number | null
  readonly latitude: number
  readonly longitude: number
}

/** Reads the cities of an artifact. */
export function openCities({ db }: Artifact, zones: Zones, countries: Countries): Cities {
  const rows = db
    .prepare<[], CityRow>(
      `SELECT slug, also, name, city.country, zone.iana AS zone, is_capital, population, city.latitude, city.longitude
       FROM city JOIN zone ON zone.id = city.zone`,
    )
    .all()
  const bySlug = new Map<string, CityRecord>()
  const byName: CityRecord[] = []
  for (const row of rows) {
    const country = countries.named(row.country)
    const zone = zones.named(row.zone)
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
  byName.sort((a, b) =>
    a.sortName === b.sortName ? (a.slug < b.slug ? -1 : 1) : a.sortName < b.sortName ? -1 : 1,
  )
  return { byName, named: (slug) => bySlug.get(slug.toLowerCase()) }
}
