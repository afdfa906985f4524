// Collects the names and zones of divisions (GeoNames' first ones, ISO 3166-2's first and second ones), regions and islands.
import { ownCodeName, stateCodeName } from '#core/text/division-codes.ts'
import { nameKey } from '#core/text/name-key.ts'
import * as tables from '../curated/columns.ts'
import type { ZonedCity } from './cities.ts'
import type { NamedOnly } from './places.ts'
import type { Country } from './countries.ts'
import type { ReferenceSources } from './sources.ts'
import { zonesByCountry } from './zone-places.ts'

export interface DivisionSources extends Pick<
  ReferenceSources,
  'divisionNames' | 'subdivisions' | 'zonePlaces'
> {
  readonly countries: readonly Country[]
  readonly cities: readonly ZonedCity[]
  /** Places that are not cities of the service. */
  readonly otherPlaces: readonly ZonedPlace[]
}

export type ZonedPlace = NamedOnly & Pick<ZonedCity, 'zone' | 'otherZone'>

/** A division or region, with all its names. */
export interface Division {
  readonly names: Set<string>
  /** Alpha-2 code. Null for a region that belongs to no single country. */
  readonly country: string | null
  /**
   * The zones of its places, each with the population of the largest place. Where no place is known to lie in the division, and its
   * country or the larger division around it has one zone, it is that zone, with null.
   */
  readonly zones: Map<string, number | null>
  /** Whether it is a division of a small country. Its name then counts only where nothing else has it. */
  readonly isMinor: boolean
  /** GeoNames' code. Null where GeoNames has none. */
  readonly code: string | null
}

/** Countries with fewer people have divisions as small as villages, such as Anguilla's West End. */
const SMALL_COUNTRY = 1_000_000

/** Returns all divisions and regions: GeoNames' in the order of their codes, then ISO's that GeoNames lacks, then regions and islands. */
export function compileDivisions(sources: DivisionSources): Division[] {
  const { divisionNames, zonePlaces, subdivisions, countries } = sources
  const smallCountries = new Set(
    countries.filter(({ population }) => (population ?? 0) < SMALL_COUNTRY).map(({ iso2 }) => iso2),
  )
  const found = divisionsOfCities(sources)
  const byName = new Map<string, Division>()
  for (const [code, division] of found)
    for (const name of [divisionNames.get(code) ?? '', ...division.names])
      byName.set(`${division.country} ${bareKey(name)}`, division)
  const zonesOf = zonesByCountry(zonePlaces)
  const known = new Map<string, Division>()
  const others: Division[] = []
  for (const { code, country, whole, names } of subdivisions) {
    const [same = found.get(tables.SAME_DIVISION.find((row) => row.code === code)?.division ?? '')] =
      names.flatMap((name) => byName.get(`${country} ${bareKey(name)}`) ?? [])
    // A part of a country or division with several zones may lie in any of them.
    const wholes = [zonesOf.get(country) ?? [], [...(known.get(whole ?? '')?.zones.keys() ?? [])]]
    const isOutlying = tables.OUTLYING_DIVISIONS.some((row) => row.code === code)
    const zones = isOutlying ? undefined : wholes.find(({ length }) => length === 1)
    const division = same ?? {
      names: new Set<string>(),
      country,
      zones: new Map(zones?.map((zone) => [zone, null])),
      isMinor: smallCountries.has(country),
      code: null,
    }
    if (division.zones.size === 0) continue
    const spellings = country === 'RU' ? names.flatMap((name) => [name, otherLetters(name)]) : names
    for (const name of spellings) division.names.add(name).add(bareDivision(name))
    const ownCode = code.slice(2)
    if (!/\d/.test(ownCode)) division.names.add(ownCodeName(ownCode))
    const codes = [
      ...(tables.STATE_ALWAYS_SAID.some((row) => row.country === country) ? [ownCode] : []),
      ...tables.SHORT_FORMS.flatMap((row) => (row.code === code ? row.forms : [])),
    ]
    for (const one of codes) division.names.add(stateCodeName(one))
    if (same === undefined) others.push(division)
    known.set(code, division)
  }
  const regions = tables.REGIONS.flatMap((row) =>
    row.names.map((name): Division => {
      const zones = new Map(row.zones.map((zone) => [zone, null]))
      return { names: new Set([name]), country: null, zones, isMinor: false, code: null }
    }),
  )
  return [...found.values(), ...others, ...regions]
}

/** GeoNames' code of the first division that contains a city. */
export const divisionCodeOf = ({ country, region }: Pick<ZonedCity, 'country' | 'region'>): string =>
  `${country}.${region}`

/** GeoNames' first divisions in the order of their codes, with the zones of their places. */
function divisionsOfCities({ cities, otherPlaces, divisionNames }: DivisionSources): Map<string, Division> {
  const places = [...cities, ...otherPlaces]
  const found = new Map<string, Division>()
  const inUse = new Map(tables.DIVISION_NAMES_IN_USE.map((row) => [row.code, row.names]))
  for (const code of [...new Set(places.map(divisionCodeOf))].toSorted()) {
    const name = divisionNames.get(code)
    if (name === undefined) continue
    const names = new Set([name, bareDivision(name), ...(inUse.get(code) ?? [])])
    found.set(code, { names, country: code.slice(0, 2), zones: new Map(), isMinor: false, code })
  }
  for (const place of places) {
    const zones = found.get(divisionCodeOf(place))?.zones
    for (const zone of [place.zone, place.otherZone ?? []].flat())
      zones?.set(zone, Math.max(zones.get(zone) ?? 0, place.population ?? 0) || null)
  }
  return found
}

/** Respells a Russian name in the other of ISO 3166-2's two transliterations: `Amurskaja`, next to `Amurskaya`. */
const otherLetters = (name: string): string =>
  name
    .replaceAll(/kh/giu, 'h')
    .replaceAll(/ts(?=k)/gu, 'c')
    .replaceAll(/(?<=[iy])y/gu, 'j')
    .replaceAll(/y(?=[aeu])|(?<=[ae])y/gu, 'j')
    .replaceAll(/Y(?=[aeu])/gu, 'J')

const WORDS = {
  before: tables.DIVISION_WORDS.flatMap(({ at, word }) => (at === 'before' ? word : [])),
  after: tables.DIVISION_WORDS.flatMap(({ at, word }) => (at === 'after' ? word : [])),
}

const bareKey = (name: string): string => nameKey(bareDivision(name))

/** Returns a name without the words for the kind of division, such as "province". */
function bareDivision(name: string): string {
  const before = WORDS.before.find((word) => name.startsWith(`${word} `))
  const rest = before === undefined ? name : name.slice(before.length + 1)
  const after = WORDS.after.find((word) => rest.endsWith(` ${word}`))
  return after === undefined ? rest : rest.slice(0, -after.length - 1)
}
