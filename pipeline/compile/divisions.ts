// First divisions of GeoNames, first and second ones of ISO 3166-2, regions and islands → what each is called, and the zones of its places.
import { nameKey } from '#core/text/name-key.ts'
import { SAME_DIVISION } from '../curated/divisions.ts'
import { DIVISION_NAMES_IN_USE, DIVISION_WORDS } from '../curated/names.ts'
import { REGIONS } from '../curated/regions-in-use.ts'
import type { Subdivision } from '../parse/subdivisions.ts'
import type { ZonedCity } from './cities.ts'
import type { Country } from './countries.ts'
import { zonesByCountry, type ZonePlace } from './zone-places.ts'

export interface DivisionSources {
  readonly countries: readonly Country[]
  readonly cities: readonly ZonedCity[]
  /** `US.CA` → the name of the first division. */
  readonly divisionNames: ReadonlyMap<string, string>
  /** First divisions before second ones. */
  readonly subdivisions: readonly Subdivision[]
  readonly zonePlaces: readonly ZonePlace[]
}

/** A division or region, and every name that it goes by. */
export interface Division {
  readonly names: Set<string>
  /** Those of its cities; of a country of one zone, or of the whole that it is a part of, that one. */
  readonly zones: Set<string>
  /** Of its largest city; null where no city is known to lie in it. */
  population: number | null
  /** A division of a small country, which is meant only where nothing else has its name. */
  readonly isMinor: boolean
  /** GeoNames' code; null where it has none for it. */
  readonly code: string | null
}

/** Countries of fewer people have divisions as small as villages: Anguilla's West End. */
const SMALL_COUNTRY = 1_000_000

/** All of them: GeoNames' in the order of their codes, then ISO's that are none of those, then regions and islands. */
export function compileDivisions(sources: DivisionSources): Division[] {
  const { divisionNames, zonePlaces, subdivisions, countries } = sources
  const smallCountries = new Set(
    countries.filter(({ population }) => (population ?? 0) < SMALL_COUNTRY).map(({ iso2 }) => iso2),
  )
  const found = divisionsOfCities(sources)
  const ofCountry = new Map<string, Map<string, Division>>()
  for (const [code, division] of found) {
    const country = code.slice(0, 2)
    const byKey = ofCountry.get(country) ?? new Map<string, Division>()
    ofCountry.set(country, byKey)
    for (const name of [divisionNames.get(code) ?? '', ...division.names]) byKey.set(bareKey(name), division)
  }
  const zonesOf = zonesByCountry(zonePlaces)
  const known = new Map<string, Division>()
  const others: Division[] = []
  for (const { code, country, whole, names } of subdivisions) {
    const [same = found.get(SAME_DIVISION.get(code) ?? '')] = names.flatMap(
      (name) => ofCountry.get(country)?.get(bareKey(name)) ?? [],
    )
    // What lies in a whole of several zones may lie in any one of them.
    const wholes = [zonesOf.get(country) ?? [], [...(known.get(whole ?? '')?.zones ?? [])]]
    const zones = wholes.find(({ length }) => length === 1)
    const division = same ?? {
      names: new Set<string>(),
      zones: new Set(zones),
      population: null,
      isMinor: smallCountries.has(country),
      code: null,
    }
    if (division.zones.size === 0) continue
    const spellings = country === 'RU' ? names.flatMap((name) => [name, otherLetters(name)]) : names
    for (const name of spellings) division.names.add(name).add(bareDivision(name))
    if (same === undefined) others.push(division)
    known.set(code, division)
  }
  const regions = REGIONS.flatMap(({ zones, names }) =>
    names.map((name) => ({
      names: new Set([name]),
      zones: new Set(zones),
      population: null,
      isMinor: false,
      code: null,
    })),
  )
  return [...found.values(), ...others, ...regions]
}

/** GeoNames' code of the first division that a city lies in. */
export const divisionCodeOf = ({ country, region }: ZonedCity): string => `${country}.${region}`

/** GeoNames' first divisions by code, in its order, with the zones of their cities. */
function divisionsOfCities({ cities, divisionNames }: DivisionSources): Map<string, Division> {
  const found = new Map<string, Division>()
  const inUse = new Map(DIVISION_NAMES_IN_USE.map((row) => [row.code, row.names]))
  for (const code of [...new Set(cities.map(divisionCodeOf))].toSorted()) {
    const name = divisionNames.get(code)
    if (name === undefined) continue
    const names = new Set([name, bareDivision(name), ...(inUse.get(code) ?? [])])
    found.set(code, { names, zones: new Set(), population: null, isMinor: false, code })
  }
  for (const city of cities) {
    const division = found.get(divisionCodeOf(city))
    if (division === undefined) continue
    division.zones.add(city.zone)
    division.population = Math.max(division.population ?? 0, city.population ?? 0) || null
  }
  return found
}

/** A Russian name in the other of the two systems of letters that ISO 3166-2 has for them: `Amurskaja`, beside `Amurskaya`. */
const otherLetters = (name: string): string =>
  name
    .replaceAll(/kh/giu, 'h')
    .replaceAll(/ts(?=k)/gu, 'c')
    .replaceAll(/(?<=[iy])y/gu, 'j')
    .replaceAll(/y(?=[aeu])|(?<=[ae])y/gu, 'j')
    .replaceAll(/Y(?=[aeu])/gu, 'J')

const bareKey = (name: string): string => nameKey(bareDivision(name))

/** A name without the words that say what kind of division it is. */
function bareDivision(name: string): string {
  const before = DIVISION_WORDS.before.find((word) => name.startsWith(`${word} `))
  const rest = before === undefined ? name : name.slice(before.length + 1)
  const after = DIVISION_WORDS.after.find((word) => rest.endsWith(` ${word}`))
  return after === undefined ? rest : rest.slice(0, -after.length - 1)
}
