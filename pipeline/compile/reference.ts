// Countries, cities, standards and the names of zones, compiled together: each needs what another has found.
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
import { agreeSince, oneClockSince } from '#core/zone/clocks-agree.ts'
import type { ShownRow } from '#core/zone/shown.ts'
import type { SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { LanguageNames } from '../parse/cldr-languages.ts'
import type { Subdivision } from '../parse/subdivisions.ts'
import type { NameRow } from '#core/artifact/names.ts'
import {
  compileCities,
  largestCityByZone,
  withExemplarNames,
  zonedPlaces,
  type ZonedCity,
  type ZonesAt,
} from './cities.ts'
import { cityRegions } from './city-regions.ts'
import { checkSlugRegistry, type CitySlugs, type IsReserved, type SlugRegistry } from './city-slugs.ts'
import { compileCountries, defaultZones, type Country } from './countries.ts'
import type { CityPlace, NamedOnly } from './places.ts'
import { compileStandards, type Standard } from './standards.ts'
import { joinMetazones } from './metazones.ts'
import { movedIds, withRenamed } from './moved-ids.ts'
import { withNewCountries } from './new-countries.ts'
import { compileNames } from './names.ts'
import { displayNames, exemplarCities, outlyingZones } from './zone-names.ts'
import { zonesByCountry, type ZonePlace } from './zone-places.ts'

export interface ReferenceSources {
  readonly cldr: Cldr
  /** The rows of iso3166.tab: alpha-2 code → name. */
  readonly isoNames: ReadonlyMap<string, string>
  /** `US.CA` → the name of the first division. */
  readonly divisionNames: ReadonlyMap<string, string>
  readonly languages: readonly LanguageNames[]
  /** First divisions before second ones. */
  readonly subdivisions: readonly Subdivision[]
  /** Other identifier → the zone that answers for it. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
  /** The rows of zone.tab, in its order. */
  readonly zonePlaces: readonly ZonePlace[]
  /** Every listed zone, UTC among them, in code-unit order. */
  readonly zones: ReadonlyMap<string, CompiledZone>
  /** Whether the tz release has a Zone or Link of that name. */
  readonly isIdentifier: (name: string) => boolean
  readonly cityPlaces: readonly CityPlace[]
  /** Places that are understood by name and are no cities of the service. */
  readonly otherPlaces: readonly NamedOnly[]
  readonly zonesAt: ZonesAt
  /** The only present that a build knows. */
  readonly referenceDate: EpochSeconds
}

export interface CountryEntry extends Country {
  /** Null: no zone can stand for the country. */
  readonly defaultZone: string | null
  /**
   * Since when the clocks of all its zones have been, and will be, those of the default zone; −Infinity: always, null: they
   * are not, or there is no default zone.
   */
  readonly oneClockSince: EpochSeconds | null
}

/** Everything but the slugs of cities, which are not compiled but remembered. */
export interface ReferenceDraft {
  /** By code. */
  readonly countries: readonly CountryEntry[]
  /** By id. */
  readonly cities: readonly ZonedCity[]
  /** City's id → what tells it from others of its name; absent where its name and country do. */
  readonly cityRegions: ReadonlyMap<number, string>
  /** By slug. */
  readonly standards: readonly Standard[]
  readonly displayNames: ReadonlyMap<string, string>
  readonly outlyingZones: ReadonlySet<string>
  readonly shownRows: ReadonlyMap<string, readonly ShownRow[]>
  /** Everything, by what people call it. */
  readonly names: readonly NameRow[]
}

export interface CityEntry extends ZonedCity, CitySlugs {}

export interface ReferenceData extends Omit<ReferenceDraft, 'cities'> {
  /** By id. */
  readonly cities: readonly CityEntry[]
}

/** What an artifact of a tz release alone holds. */
export const EMPTY_REFERENCE: ReferenceData = {
  countries: [],
  cities: [],
  cityRegions: new Map(),
  standards: [],
  displayNames: new Map(),
  outlyingZones: new Set(),
  shownRows: new Map(),
  names: [],
}

/** Compiles all that the registry of slugs is no part of. Faults among the findings mean that the result is not to be used. */
export function draftReference(sources: ReferenceSources): {
  readonly draft: ReferenceDraft
  readonly findings: readonly SourceFinding[]
} {
  const { zonePlaces, zones, referenceDate } = sources
  const { zoneIdByMoved, findings: ofMoved } = movedIds(sources.zoneIdByAlias, sources.isIdentifier)
  const { cldr: current, findings: ofNew } = withNewCountries(sources.cldr)
  const cldr = withRenamed(current, zonePlaces, zoneIdByMoved)
  const listed = new Set(zonePlaces.map(({ id }) => id))
  const { countries, findings: ofCountries } = compileCountries(cldr, [...sources.isoNames.keys()])
  const { cities: zoned, findings: ofCities } = compileCities({
    places: sources.cityPlaces,
    countries,
    zonePlaces,
    zonesAt: (lat, lon) =>
      sources.zonesAt(lat, lon).map((id) => (listed.has(id) ? id : (zoneIdByMoved.get(id) ?? id))),
  })
  const cities = withExemplarNames(zoned, exemplarCities(cldr, zonePlaces))
  const { defaultZones: defaults, findings: ofDefaults } = defaultZones(
    { cldr, places: zonePlaces, largestCity: largestCityByZone(cities) },
    countries,
  )
  const { names, findings: ofNames } = displayNames(cldr, zonePlaces)
  const { outlying, findings: ofMainland } = outlyingZones(zonePlaces, defaults)
  const { metazones, findings: ofMetazones } = joinMetazones({
    cldr,
    places: zonePlaces,
    zones,
    isIdentifier: (name) => sources.isIdentifier(name) || zoneIdByMoved.has(name),
    referenceDate,
  })
  const {
    standards,
    shownRows,
    findings: ofStandards,
  } = compileStandards({
    metazones,
    zones,
    places: zonePlaces,
    regionByCountry: new Map(countries.map((country) => [country.iso2, country.region])),
    referenceDate,
  })
  const { rows, findings: ofAllNames } = compileNames({
    cldr,
    countries,
    isoNames: sources.isoNames,
    cities,
    otherPlaces: zonedPlaces(sources.otherPlaces, sources),
    divisionNames: sources.divisionNames,
    languages: sources.languages,
    subdivisions: sources.subdivisions,
    standards,
    zonePlaces,
    displayNames: names,
    zoneIdByAlias: sources.zoneIdByAlias,
  })
  const zonesOf = zonesByCountry(zonePlaces)
  const draft: ReferenceDraft = {
    countries: countries.map((country) => ({
      ...country,
      defaultZone: defaults.get(country.iso2) ?? null,
      oneClockSince: oneClockSince(
        zones.get(defaults.get(country.iso2) ?? '') ?? null,
        (zonesOf.get(country.iso2) ?? []).flatMap((id) => zones.get(id) ?? []),
      ),
    })),
    cities,
    cityRegions: cityRegions(cities, sources.divisionNames),
    standards,
    displayNames: names,
    outlyingZones: outlying,
    shownRows: new Map([...shownRows, ...shownOfGmt(cldr, standards)]),
    names: rows,
  }
  return {
    draft,
    findings: [
      ...ofMoved,
      ...ofNew,
      ...ofCountries,
      ...ofCities,
      ...ofDefaults,
      ...ofNames,
      ...ofMainland,
      ...ofMetazones,
      ...ofStandards,
      ...ofAllNames,
    ],
  }
}

/** Etc/GMT is not listed, so it makes no standard; but it keeps one, and by the name that CLDR gives it. */
function shownOfGmt(cldr: Cldr, standards: readonly Standard[]): [string, ShownRow[]][] {
  const metazone = cldr.metazonesByZone.get('Etc/GMT')?.[0]?.metazone
  const name = metazone === undefined ? null : cldr.metazoneNames.get(metazone)?.standard
  return standards.some((standard) => standard.name === name)
    ? [['Etc/GMT', [{ type: 0, start: null, name: name ?? null, abbreviation: 'GMT' }]]]
    : []
}

/** The draft with each city's slugs out of the registry; a city that has none there is a fault. */
export function withSlugs(
  draft: ReferenceDraft,
  registry: SlugRegistry,
): { readonly data: ReferenceData; readonly findings: readonly SourceFinding[] } {
  const cities = draft.cities.flatMap((city) => {
    const slugs = registry.get(city.id)
    return slugs === undefined ? [] : [{ ...city, ...slugs }]
  })
  return { data: { ...draft, cities }, findings: checkSlugRegistry(registry, draft.cities) }
}

/**
 * The slugs that no new city may have: words of countries, unless city and country have one clock at the reference date, so
 * that it does not matter to a clock which of them is meant; and the words of standards and of /convert itself.
 */
export function reservedSlugs(
  draft: ReferenceDraft,
  words: readonly string[],
  zones: ReadonlyMap<string, CompiledZone>,
  referenceDate: EpochSeconds,
): IsReserved {
  const always = new Set(words)
  for (const { slug, code } of draft.standards) {
    always.add(slug)
    if (code !== null) always.add(code.toLowerCase())
  }
  const countryByWord = new Map<string, CountryEntry>()
  for (const country of draft.countries) {
    countryByWord.set(country.slug, country)
    countryByWord.set(country.iso2.toLowerCase(), country)
  }
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
