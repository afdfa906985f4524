// Compiles countries, cities, standards and zone names together, as each needs the others; decides which slugs no new city may have.
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { agreeSince, oneClockSince } from '#core/zone/clocks-agree.ts'
import type { ShownRow } from '#core/zone/shown.ts'
import type { Cldr } from '../parse/cldr.ts'
import { compileCities, largestCityByZone, withExemplarNames, zonedPlaces } from './cities.ts'
import { cityRegions } from './city-regions.ts'
import { checkSlugRegistry, type IsReserved, type SlugRegistry } from './city-slugs.ts'
import { compileCountries, defaultZones } from './countries.ts'
import { compileDisagreements } from './disagreements.ts'
import type { ReferenceSources } from './sources.ts'
import { compileStandards, type Standard } from './standards.ts'
import { joinMetazones } from './metazones.ts'
import { currentCldr } from './current-cldr.ts'
import { compileNames } from './names.ts'
import { displayNames, exemplarCities, outlyingZones } from './zone-names.ts'
import { zonesByCountry } from './zone-places.ts'

/** All reference data except the slugs of cities. Slugs are not compiled; the registry has them. */
export type ReferenceDraft = ReturnType<typeof draftReference>['draft']

/** All reference data. */
export type ReferenceData = ReturnType<typeof withSlugs>['data']

/** The part of it that the database has; names are a file of their own. */
export type ReferenceRows = Omit<ReferenceData, 'names'>

/** The rows of an artifact that has only a tz release. */
export const EMPTY_REFERENCE: ReferenceRows = {
  countries: [],
  cities: [],
  cityRegions: new Map(),
  standards: [],
  disagreements: [],
  displayNames: new Map(),
  outlyingZones: new Set(),
  shownRows: new Map(),
}

/** Compiles everything that does not need the registry of slugs. If the findings have faults, the result must not be used. */
export function draftReference(sources: ReferenceSources) {
  const { zonePlaces, zones } = sources
  const current = currentCldr(sources)
  const { cldr, zoneIdByMoved: renamed } = current
  const listed = new Set(zonePlaces.map(({ id }) => id))
  const ofCountries = compileCountries(cldr, [...sources.isoNames.keys()])
  const { countries } = ofCountries
  const zonesAt: ReferenceSources['zonesAt'] = (lat, lon) =>
    sources.zonesAt(lat, lon).map((id) => (listed.has(id) ? id : (renamed.get(id) ?? id)))
  const zoned = compileCities({ ...sources, countries, zonesAt })
  const disputed = compileDisagreements({ ...sources, zonesAt })
  const { disagreements } = disputed
  const cities = withExemplarNames(zoned.cities, exemplarCities(cldr, zonePlaces))
  const defaults = defaultZones({ cldr, zonePlaces, largestCity: largestCityByZone(cities) }, countries)
  const display = displayNames(cldr, zonePlaces)
  const mainland = outlyingZones(zonePlaces, defaults.defaultZones)
  const joined = joinMetazones({
    ...sources,
    cldr,
    isIdentifier: (name) => sources.isIdentifier(name) || renamed.has(name),
  })
  const regionByCountry = new Map(countries.map((country) => [country.iso2, country.region]))
  const named = compileStandards({ ...sources, metazones: joined.metazones, regionByCountry })
  const { standards } = named
  const regions = cityRegions(cities, sources.divisionNames)
  const names = compileNames({
    ...sources,
    cldr,
    countries,
    cities,
    cityRegions: regions,
    otherPlaces: zonedPlaces(sources.otherPlaces, sources),
    standards,
    disagreements,
    displayNames: display.names,
  })
  const zonesOf = zonesByCountry(zonePlaces)
  const draft = {
    /** By code. */
    countries: countries.map((country) => {
      /** Null: no zone can stand for the country. */
      const defaultZone = defaults.defaultZones.get(country.iso2) ?? null
      const clocks = (zonesOf.get(country.iso2) ?? []).flatMap((id) => zones.get(id) ?? [])
      /**
       * The instant since which the clocks of all its zones agree, for ever, with the default zone. −Infinity: they always agreed. Null: they
       * do not agree, or there is no default zone.
       */
      const since = oneClockSince(zones.get(defaultZone ?? '') ?? null, clocks)
      return { ...country, defaultZone, oneClockSince: since }
    }),
    /** By id. */
    cities,
    cityRegions: regions,
    /** By slug. */
    standards,
    /** By id. */
    disagreements,
    displayNames: display.names,
    outlyingZones: mainland.outlying,
    shownRows: new Map([...named.shownRows, ...shownOfGmt(cldr, standards)]),
    /** Everything, by the names that people use. */
    names: names.rows,
  }
  const steps = [current, ofCountries, zoned, disputed, defaults, display, mainland, joined, named, names]
  return { draft, findings: steps.flatMap(({ findings }) => findings) }
}

/**
 * The names shown for Etc/GMT. It is not listed, so it defines no standard. But its clock follows one, under the name that CLDR gives it.
 */
function shownOfGmt(cldr: Cldr, standards: readonly Standard[]): [string, ShownRow[]][] {
  const metazone = cldr.metazonesByZone.get('Etc/GMT')?.[0]?.metazone
  const name = metazone === undefined ? null : cldr.metazoneNames.get(metazone)?.standard
  return standards.some((standard) => standard.name === name)
    ? [['Etc/GMT', [{ type: 0, start: null, name: name ?? null, abbreviation: 'GMT' }]]]
    : []
}

/** Adds each city's slugs from the registry to the draft. A city without slugs there is a fault. */
export function withSlugs(draft: ReferenceDraft, registry: SlugRegistry) {
  const cities = draft.cities.flatMap((city) => {
    const slugs = registry.get(city.id)
    return slugs === undefined ? [] : [{ ...city, ...slugs }]
  })
  return { data: { ...draft, cities }, findings: checkSlugRegistry(registry, draft.cities) }
}

/**
 * Returns the test for slugs that no new city may have. These are the words of standards and of /convert itself, and the words of
 * countries. A country's word is free where city and country have one clock at the reference date, because then it does not matter which
 * of them is meant.
 */
export function reservedSlugs(
  draft: ReferenceDraft,
  words: readonly string[],
  zones: ReadonlyMap<string, CompiledZone>,
  referenceDate: EpochSeconds,
): IsReserved {
  const ofStandards = draft.standards.flatMap(({ slug, code }) => [slug, code?.toLowerCase() ?? slug])
  const always = new Set([...words, ...ofStandards])
  const countryByWord = new Map(
    draft.countries.flatMap((country) =>
      [country.slug, country.iso2.toLowerCase()].map((word) => [word, country] as const),
    ),
  )
  return (slug, city) => {
    if (always.has(slug)) return true
    const country = countryByWord.get(slug)
    if (country === undefined) return false
    const ofCountry = zones.get(country.defaultZone ?? '')
    const ofCity = zones.get(city.zone)
    if (ofCountry === undefined || ofCity === undefined) return true
    const agreed = agreeSince(ofCountry, ofCity)
    const isOneClock = country.oneClockSince !== null && country.oneClockSince <= referenceDate
    return !(isOneClock && agreed !== null && agreed <= referenceDate)
  }
}
