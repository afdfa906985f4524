// Compiles CLDR's territories and the tz release's list into the 250 countries of the service, and chooses the default zone of each.
import { slugOf } from '#core/text/fold.ts'
import type { Cldr } from '../parse/cldr.ts'
import * as tables from '../curated/columns.ts'
import { tablePath } from '../paths.ts'
import { addRow, fault, type SourceFinding } from '../findings.ts'
import type { ReferenceSources } from './sources.ts'
import { zoneByCldrId, zonesByCountry } from './zone-places.ts'

export interface Country {
  readonly iso2: string
  /** Null for a user-assigned code. */
  readonly iso3: string | null
  /** Three digits; null for a user-assigned code. */
  readonly numeric: string | null
  readonly name: string
  readonly slug: string
  /** The flag as a pair of regional indicator characters. */
  readonly emoji: string
  /** Official M49 names; null for Antarctica. */
  readonly region: string | null
  readonly subRegion: string | null
  /** Null when unknown. */
  readonly population: number | null
  /** The days of its weekend in order, 0 is Sunday. */
  readonly weekend: readonly number[]
  /** Codes of the territories that depend on it, in order of their names. */
  readonly dependencies: readonly string[]
}

/**
 * Returns every country of ISO 3166-1 and the user-assigned ones, by code. Adds faults where the sources disagree about which countries
 * exist.
 */
export function compileCountries(
  cldr: Cldr,
  isoCodes: readonly string[],
): { countries: Country[]; findings: SourceFinding[] } {
  const findings: SourceFinding[] = []
  const userAssigned = new Set(tables.USER_ASSIGNED.map((row) => row.country))
  const codes = [...new Set([...isoCodes, ...userAssigned])].toSorted()
  findings.push(...compareWithTree(cldr, new Set(codes)))

  const subRegionOf = subRegionByCountry(cldr)
  const people = new Map(tables.POPULATION_OF_COUNTRY.map((row) => [row.country, row.population]))
  const countries: Country[] = []
  for (const iso2 of codes) {
    const territory = cldr.territories.get(iso2)
    const name = countryName(cldr, iso2)
    if (territory === undefined || name === null) {
      const lacking = name === null ? 'English name' : 'codes'
      const message = `${iso2} is in iso3166.tab, but CLDR has no ${lacking} for it`
      findings.push(fault('country-missing', iso2, message, newCountryRow(iso2)))
      continue
    }
    const isAssigned = !userAssigned.has(iso2)
    const { alpha3, numeric } = territory
    if (isAssigned && (alpha3 === null || numeric === null))
      findings.push(fault('country-codes', iso2, `CLDR has no alpha-3 or no numeric code for ${iso2}`))
    const subRegion = subRegionOf.get(iso2)
    if (subRegion === undefined && iso2 !== 'AQ')
      findings.push(fault('country-region', iso2, `CLDR's containment has ${iso2} in no M49 sub-region`))
    countries.push({
      iso2,
      iso3: isAssigned ? alpha3 : null,
      numeric: isAssigned ? numeric : null,
      name,
      slug: slugOf(name),
      emoji: String.fromCodePoint(...Array.from(iso2, (letter) => 0x1f1e6 + letter.charCodeAt(0) - 65)),
      region: subRegion?.region ?? null,
      subRegion: subRegion?.name ?? null,
      population: people.has(iso2) ? (people.get(iso2) ?? null) : territory.population,
      weekend: cldr.weekendOf(iso2),
      dependencies: tables.DEPENDENCIES.find((row) => row.sovereign === iso2)?.territories ?? [],
    })
  }
  findings.push(...checkSlugs(countries), ...checkDependencies(new Set(codes)))
  return { countries, findings }
}

const NEW_COUNTRY = ['(alpha-3)', '(numeric)', '(name)', '(sub-region)', '', 'in ISO 3166-1 since (date)']
const newCountryRow = (code: string): string => addRow('new-countries', code, ...NEW_COUNTRY)

function countryName(cldr: Cldr, iso2: string): string | null {
  const names = cldr.territoryNames.get(iso2)
  if (names === undefined) return null
  const choice = tables.COUNTRY_NAMES.find((row) => row.country === iso2)
  return choice === undefined ? names.name : (choice.name ?? names.short)
}

/** Checks that the leaves of CLDR's tree below the world, without those that ISO 3166-1 does not list, are the countries of iso3166.tab. */
function compareWithTree(cldr: Cldr, codes: ReadonlySet<string>): SourceFinding[] {
  const notIso = new Set(tables.NOT_ISO.map((row) => row.country))
  const tree = new Set([...leavesUnder(cldr, '001')].filter((code) => !notIso.has(code)))
  const added = [...tree].filter((code) => !codes.has(code))
  const lost = [...codes].filter((code) => !tree.has(code))
  return [
    ...added.map((code) => {
      const fix = addRow('not-iso', code, 'withdrawn from ISO 3166-1 on (date)')
      return fault('country-missing', code, `${code} is in CLDR's world, but not in iso3166.tab`, fix)
    }),
    ...lost.map((code) => {
      const message = `${code} is in iso3166.tab, but not in CLDR's world`
      return fault('country-missing', code, message, newCountryRow(code))
    }),
  ]
}

/** Yields the codes under a region or grouping of CLDR that are neither. */
function* leavesUnder(cldr: Cldr, region: string): Generator<string> {
  const membersOf = (code: string) => cldr.containment.get(code) ?? cldr.groupings.get(code)
  for (const member of membersOf(region) ?? []) {
    if (membersOf(member) === undefined) yield member
    else yield* leavesUnder(cldr, member)
  }
}

function subRegionByCountry(cldr: Cldr): Map<string, { name: string; region: string }> {
  const regions = new Map(tables.REGION_NAMES.map((row) => [row.code, row.name]))
  const found = new Map<string, { name: string; region: string }>()
  for (const { code, name, region } of tables.SUB_REGIONS)
    for (const country of leavesUnder(cldr, code))
      found.set(country, { name, region: regions.get(region) ?? '' })
  return found
}

function checkSlugs(countries: readonly Country[]): SourceFinding[] {
  const findings: SourceFinding[] = []
  const bySlug = new Map<string, string>()
  for (const { iso2, slug, name } of countries) {
    const other = bySlug.get(slug)
    const message = `"${name}" folds to "${slug}", which ${other ?? 'no URL'} can have instead`
    if (slug === '' || other !== undefined || /^[a-z]{2}$/.test(slug))
      findings.push(fault('country-slug', iso2, message))
    bySlug.set(slug, iso2)
  }
  return findings
}

function checkDependencies(codes: ReadonlySet<string>): SourceFinding[] {
  return tables.DEPENDENCIES.flatMap(({ sovereign, territories }) => [sovereign, ...territories])
    .filter((code) => !codes.has(code))
    .map((code) =>
      fault('dependency-unknown', code, `${tablePath('dependencies')} names ${code}, which is not a country`),
    )
}

/** The sources from which a default zone is chosen. */
export interface DefaultZoneSources extends Pick<ReferenceSources, 'cldr' | 'zonePlaces'> {
  /** The largest city population of each zone. A zone without one is absent. */
  readonly largestCity: ReadonlyMap<string, number>
}

/**
 * Returns country → its default zone: the only one, else a curated one, else CLDR's primary zone, else the zone of the largest city, else
 * the first row of zone.tab. A country is absent if it has no zone, or if no single zone can stand for it.
 */
export function defaultZones(
  { cldr, zonePlaces, largestCity }: DefaultZoneSources,
  countries: readonly Country[],
): { defaultZones: Map<string, string>; findings: SourceFinding[] } {
  const findings: SourceFinding[] = []
  const found = new Map<string, string>()
  const byCountry = zonesByCountry(zonePlaces)
  const listed = new Set(zonePlaces.map((place) => place.id))
  const currentId = zoneByCldrId(cldr, zonePlaces)
  const unfit = new Set(tables.NO_DEFAULT_ZONE.map((row) => row.country))
  // Strictly larger, so that zone.tab's order decides a tie, and decides for a country whose cities all have an unknown population.
  const larger = (best: string, zone: string): string =>
    (largestCity.get(zone) ?? 0) > (largestCity.get(best) ?? 0) ? zone : best
  for (const { iso2 } of countries) {
    const zones = byCountry.get(iso2) ?? []
    const assigned = tables.USER_ASSIGNED.find((row) => row.country === iso2)?.defaultZone
    const chosen = tables.DEFAULT_ZONES.find((row) => row.country === iso2)?.zone
    const given = assigned ?? chosen
    const primary = cldr.primaryZones.get(iso2)
    const [first] = zones
    if (unfit.has(iso2)) continue
    if (given !== undefined) {
      const table = tablePath(assigned === undefined ? 'default-zones' : 'user-assigned')
      const message = `${table}: ${iso2}: tzdb has no zone ${given}`
      if (!listed.has(given))
        findings.push(fault('zone-unknown', given, message, `${table}: give ${iso2} a zone of zone.tab`))
      found.set(iso2, given)
    } else if (zones.length > 1 && primary !== undefined) {
      const zone = currentId.get(primary)
      const message = `CLDR primaryZones: ${iso2}: zone.tab has no ${primary} for this country`
      if (zone === undefined || !zones.includes(zone)) findings.push(fault('zone-unknown', primary, message))
      else found.set(iso2, zone)
    } else if (first !== undefined) found.set(iso2, zones.reduce(larger, first))
  }
  return { defaultZones: found, findings }
}
