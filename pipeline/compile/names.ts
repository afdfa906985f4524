// Collects every name that people use for compiled things, as the rows of the file `names.bin`.
import type { NamedPlace, NameMeaning, NameRow } from '#core/artifact/names.ts'
import { stateCodeName } from '#core/text/division-codes.ts'
import { nameKey, nameWords } from '#core/text/name-key.ts'
import {
  AIRPORTS,
  CITY_NAMES_IN_USE,
  CONTINENTS,
  COUNTRY_NAMES_IN_USE,
  DEPENDENCIES,
  DIRECTIONS,
  OFFICIAL_NAMES,
  OTHER_CODES,
  OWN_NAMES,
  OWN_OFFICIAL_NAMES,
  STATE_ALWAYS_SAID,
  WINDOWS_TEXTS,
  ZONE_CODES,
} from '../curated/tables.ts'
import { tablePath } from '../paths.ts'
import { fault, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { LanguageNames } from '../parse/cldr-languages.ts'
import type { ZonedCity } from './cities.ts'
import {
  compileDivisions,
  divisionCodeOf,
  type Division,
  type DivisionSources,
  type ZonedPlace,
} from './divisions.ts'
import type { Standard } from './standards.ts'
import { zoneByCldrId, zonesByCountry } from './zone-places.ts'
import { exemplarCities } from './zone-names.ts'

export interface NameSources extends DivisionSources {
  readonly languages: readonly LanguageNames[]
  readonly cldr: Cldr
  /** Country → its name in the tz release's list. */
  readonly isoNames: ReadonlyMap<string, string>
  readonly standards: readonly Standard[]
  /** Zone → the name that people use for it. */
  readonly displayNames: ReadonlyMap<string, string>
  /** Other identifier → its zone. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
}

/** GeoNames' names have no language, and its short ones are codes of airports and stations. */
const SHORTEST_OTHER_NAME = 4
/** Cities with at least this many people are also found by their names in other scripts. */
const LARGE = 100_000
/** A name in one script other than Latin, without any Latin letter. */
const IN_OTHER_LETTERS = /^[\u0370-\uffff]{2,}$/u
/**
 * A name without a capital letter. It is GeoNames' own transcription of a name in another script (`yun xian` for Unzen), and nobody types
 * it.
 */
const BY_MACHINE = /^\P{Lu}+$/u
/** Names of corporations. For GeoNames, `City of Plymouth` is a place in Minnesota. People call such a place by the rest of the name. */
const LEGAL = /^(?:City|Town|Village|Borough|Municipality) of /u
/** The longest name that a column of the file allows. Nobody types a longer one. */
const LONGEST = 60
const isLatin = (name: string): boolean =>
  !/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(name)

/** Returns the rows, in code-unit order of their keys. */
export function compileNames(sources: NameSources): { rows: NameRow[]; findings: SourceFinding[] } {
  const byKey = new Map<string, { words: string; meanings: Map<string, NameMeaning> }>()
  const findings: SourceFinding[] = []
  const add = (name: string, meaning: NameMeaning): void => {
    const words = nameWords(name)
    const key = words.join('')
    // A name with letters of two scripts at once, or with a letter such as ø beside another script. Nobody types it.
    if (key === '' || key.length > LONGEST || /[^a-z0-9\u0370-\uffff]/u.test(key)) return
    const row = byKey.get(key) ?? { words: words.join('-'), meanings: new Map<string, NameMeaning>() }
    byKey.set(key, row)
    const id = identityOf(meaning)
    const known = row.meanings.get(id)
    if (known === undefined || (meaning.kind === 'place' && meaning.isOwnName)) row.meanings.set(id, meaning)
  }
  addStandards(sources, add)
  const isTaken: IsTaken = (name, as) =>
    [...(byKey.get(nameKey(name))?.meanings.values() ?? [])].some(
      (meaning) =>
        as === 'any' || (as === 'name' ? meaning.kind !== 'place' || meaning.isOwnName : meaning.kind === as),
    )
  addCountries(sources, add, isTaken)
  const divisions = compileDivisions(sources)
  const placeOf = placeMaker(divisions)
  addCities(sources, placeOf, divisions, add, isTaken, findings)
  addDivisions(divisions, add, isTaken)
  addZones(sources, add, isTaken)
  addLanguages(sources, placeOf, add, isTaken)
  for (const place of sources.otherPlaces) {
    for (const name of [place.name, ...partsOf(place.name)])
      if (!isTaken(name, 'standard')) add(name, { kind: 'place', place: placeOf(place), isOwnName: true })
  }
  return {
    rows: [...byKey]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { words, meanings }]) => ({
        words,
        meanings: [...meanings.values()].toSorted((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1)),
      })),
    findings,
  }
}

type Add = (name: string, meaning: NameMeaning) => void
/**
 * Whether a name has a meaning already: of the given kind, or `any`. For `name`, a place that only has it as another name does not count.
 */
type IsTaken = (name: string, as: NameMeaning['kind'] | 'name' | 'any') => boolean

function identityOf(meaning: NameMeaning): string {
  switch (meaning.kind) {
    case 'place':
      return `place ${meaning.place.kind} ${meaning.place.id} ${meaning.place.zone}`
    case 'country':
      return `country ${meaning.country}`
    case 'standard':
      return `standard ${meaning.standard}`
    case 'zone':
      return `zone ${meaning.zone}`
  }
}

/** Adds names, codes and slugs of standards, and generic names, which mean a standard and its twin. */
function addStandards({ standards, cldr, zonePlaces }: NameSources, add: Add): void {
  const byName = new Map(standards.map((standard) => [standard.name, standard]))
  const addAll = (name: string | null, meant: readonly (string | null)[]): void => {
    for (const standard of meant.flatMap((one) => byName.get(one ?? '') ?? [])) {
      if (name !== null) add(name, { kind: 'standard', standard: standard.slug })
    }
  }
  for (const { name, slug, code } of standards) {
    for (const one of [name, slug, code]) addAll(one, [name])
  }
  const currentId = zoneByCldrId(cldr.zoneSpellings, zonePlaces)
  /** Adds the zone that a generic name means first: the zone that CLDR gives the metazone for the whole world. */
  const addGolden = (name: string | null, metazone: string): void => {
    const zone = currentId.get(cldr.goldenZones.get(metazone) ?? '')
    if (name !== null && zone !== undefined) add(name, { kind: 'zone', zone })
  }
  for (const [metazone, { standard, daylight, generic, genericCode }] of cldr.metazoneNames) {
    for (const name of [generic, genericCode]) {
      addAll(name, [standard, daylight])
      if (name !== standard && standards.some((one) => one.name === standard)) addGolden(name, metazone)
    }
  }
  for (const { code, standards: meant } of OTHER_CODES) {
    addAll(code, meant)
    for (const [metazone, { standard, daylight }] of cldr.metazoneNames)
      if (meant.includes(standard ?? '') && meant.includes(daylight ?? '')) addGolden(code, metazone)
  }
  for (const { code, zone } of ZONE_CODES) add(code, { kind: 'zone', zone })
}

/** Names of countries beside their official English ones. */
const NAMES_OF_COUNTRIES = [...OWN_NAMES, ...OWN_OFFICIAL_NAMES, ...COUNTRY_NAMES_IN_USE]

/** Adds codes and names of countries. An alpha-3 code that is also a standard's code is left out: `EST` does not mean Estonia. */
function addCountries(
  { cldr, countries, isoNames, subdivisions }: NameSources,
  add: Add,
  isTaken: IsTaken,
): void {
  const codes = new Set(subdivisions.map(({ code }) => code))
  // A territory's code stands behind its towns as a state's does: "Culebra, PR".
  const isCoded = (territory: string): boolean =>
    DEPENDENCIES.some(
      ({ sovereign, territories }) =>
        STATE_ALWAYS_SAID.some(({ country }) => country === sovereign) &&
        territories.includes(territory) &&
        codes.has(`${sovereign}${territory}`.toLowerCase()),
    )
  for (const { iso2, iso3, name, slug } of countries) {
    const names = [
      iso2,
      name,
      slug,
      isoNames.get(iso2),
      ...(cldr.territoryNames.get(iso2)?.all ?? []),
      ...OFFICIAL_NAMES.flatMap((row) => (row.country === iso2 ? row.name : [])),
      ...NAMES_OF_COUNTRIES.flatMap((row) => (row.country === iso2 ? row.names : [])),
    ]
    for (const one of names) if (one !== undefined) add(one, { kind: 'country', country: iso2 })
    if (iso3 !== null && !isTaken(iso3, 'standard')) add(iso3, { kind: 'country', country: iso2 })
    if (isCoded(iso2)) add(stateCodeName(iso2), { kind: 'country', country: iso2 })
  }
}

const DEPENDENT = new Set(DEPENDENCIES.flatMap(({ territories }) => territories))

type PlaceOf = (city: ZonedPlace & Partial<Pick<ZonedCity, 'isCapital'>>) => NamedPlace

/** Makes the place that a name means. Only a city of the service has a known "capital" flag. */
function placeMaker(divisions: readonly Division[]): PlaceOf {
  const numbers = new Map(divisions.map(({ code }, index) => [code, index]))
  return (place) => ({
    kind: 'city',
    id: place.id,
    zone: place.zone,
    population: place.population,
    isCapital: place.isCapital ?? false,
    isSovereignCapital: place.isCapital === true && !DEPENDENT.has(place.country),
    country: place.country,
    division: numbers.get(divisionCodeOf(place)) ?? null,
    isListed: place.isCapital !== undefined,
  })
}

const OTHERS_NAMES = new Set(CONTINENTS.map(({ name }) => nameKey(name)))

function addCities(
  { cities, countries }: NameSources,
  placeOf: PlaceOf,
  divisions: readonly Division[],
  add: Add,
  isTaken: IsTaken,
  findings: SourceFinding[],
): void {
  const ofDivisions = countriesByDivisionName(divisions)
  const inUse = new Map(CITY_NAMES_IN_USE.map((row) => [row.geonamesId, row.names]))
  const codes = new Set(countries.flatMap(({ iso2, iso3 }) => [nameKey(iso2), nameKey(iso3 ?? '')]))
  for (const city of cities) {
    const place = placeOf(city)
    add(city.name, { kind: 'place', place, isOwnName: true })
    // A country outweighs a city with the same name, but a country's code is not a name. So `Bo` must also mean the city in Sierra Leone,
    // not only Bolivia.
    if ((city.population ?? 0) >= LARGE && codes.has(nameKey(city.name)))
      add(city.name, { kind: 'zone', zone: city.zone })
    for (const part of partsOf(city.name)) add(part, { kind: 'place', place, isOwnName: true })
    for (const name of inUse.get(city.id) ?? []) add(name, { kind: 'place', place, isOwnName: true })
    inUse.delete(city.id)
    for (const { name, isMain, population } of city.otherNames) {
      const key = nameKey(name)
      if (!isMain && !isNameOf(city, name, key)) continue
      // GeoNames has other names that mean something else to people: Awst, in Welsh, and Asia.
      if (!isMain && (OTHERS_NAMES.has(key) || isTaken(name, 'standard'))) continue
      if (!isMain && isOfDivisionElsewhere(city, key, ofDivisions)) continue
      const isSection = population !== city.population
      const named: NamedPlace = isSection
        ? { ...place, kind: 'section', population, isCapital: false, isSovereignCapital: false }
        : place
      add(name, { kind: 'place', place: named, isOwnName: isMain })
    }
  }
  addAirports(cities, placeOf, add, isTaken, findings)
  for (const id of inUse.keys()) {
    findings.push(
      fault(
        'city-unknown',
        String(id),
        `${tablePath('city-names-in-use')} names city ${id}, which is not listed`,
      ),
    )
  }
}

/** Key of a division's name → the countries with such a division. */
function countriesByDivisionName(divisions: readonly Division[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { names, country, code } of divisions) {
    if (country === null || code === null) continue
    for (const key of new Set(Array.from(names, nameKey)))
      found.set(key, (found.get(key) ?? new Set()).add(country))
  }
  return found
}

/**
 * Whether another name of a city belongs to a division of another country: for GeoNames, New Britain in Connecticut is also called Quebec. Large
 * cities and beginnings of a city's own name are left to it: Santiago de Compostela.
 */
const isOfDivisionElsewhere = (
  { name, country, population }: ZonedCity,
  key: string,
  ofDivisions: ReadonlyMap<string, ReadonlySet<string>>,
): boolean => {
  const countries = ofDivisions.get(key)
  return (
    countries !== undefined &&
    !countries.has(country) &&
    (population ?? 0) < LARGE &&
    !nameKey(name).startsWith(key)
  )
}

/** Adds airport codes that neither a standard nor a country has. A code means the largest city of the given name in its country. */
function addAirports(
  cities: readonly ZonedCity[],
  placeOf: PlaceOf,
  add: Add,
  isTaken: IsTaken,
  findings: SourceFinding[],
): void {
  const byKey = new Map<string, ZonedCity>()
  for (const city of cities.toSorted((a, b) => (a.population ?? 0) - (b.population ?? 0)))
    for (const name of [...city.otherNames.map((other) => other.name), city.name])
      byKey.set(`${city.country} ${nameKey(name)}`, city)
  for (const { country, city, codes } of cities.length === 0 ? [] : AIRPORTS) {
    const place = byKey.get(`${country} ${nameKey(city)}`)
    if (place === undefined) {
      findings.push(
        fault(
          'city-unknown',
          city,
          `${tablePath('airports')} names ${city} in ${country}, which is not listed`,
        ),
      )
      continue
    }
    for (const code of codes)
      if (!isTaken(code, 'standard') && !isTaken(code, 'country'))
        add(code, { kind: 'place', place: placeOf(place), isOwnName: true })
  }
}

/** Whether one of GeoNames' other names is used: Latin names that are not codes. Names in other scripts count only for large cities. */
function isNameOf({ population }: ZonedCity, name: string, key: string): boolean {
  if (!isLatin(name)) return (population ?? 0) >= LARGE && IN_OTHER_LETTERS.test(key)
  if (BY_MACHINE.test(name) || LEGAL.test(name)) return false
  return key.length >= SHORTEST_OTHER_NAME && !/^\d+$/.test(key)
}

/** The separate names in a double name, such as `Biel/Bienne` or `Halle (Saale)`. */
function partsOf(name: string): string[] {
  const [, before] = /^(.+?) \(.+\)$/.exec(name) ?? []
  if (before !== undefined) return [before]
  const parts = name.split('/').map((part) => part.trim())
  return parts.length > 1 ? parts : []
}

/** Adds divisions and regions: one place for each zone, with the population of its largest place. */
function addDivisions(divisions: readonly Division[], add: Add, isTaken: IsTaken): void {
  for (const [id, { names, country, zones, isMinor }] of divisions.entries()) {
    for (const [zone, population] of [...zones].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
      const place = {
        kind: 'division',
        id,
        zone,
        population,
        isCapital: false,
        isSovereignCapital: false,
        country,
        division: id,
        isListed: true,
      } as const
      for (const name of names) {
        // `Est` of Burkina Faso must not take over `EST`. And a bare "West Coast" does not mean New Zealand's West Coast.
        if (isTaken(name, 'standard') || isDirection(name)) continue
        // ISO 3166-2 also has entries that ISO 3166-1 lists as countries: Puerto Rico, Hong Kong, Aruba.
        if (population === null && isTaken(name, 'country')) continue
        if (!isMinor || !isTaken(name, 'name')) add(name, { kind: 'place', place, isOwnName: true })
      }
    }
  }
}

/** Whether a name only says in which direction of a country a division lies. */
const isDirection = (name: string): boolean =>
  nameWords(name).every((word) => DIRECTIONS.some((row) => row.word === word))

/** Adds the last parts of identifiers, display names, and Windows' names, except those that only state an offset. */
function addZones(
  { zonePlaces, displayNames, zoneIdByAlias, cldr }: NameSources,
  add: Add,
  isTaken: IsTaken,
): void {
  const zones = zonePlaces.map(({ id }) => id)
  const listed = new Set(zones)
  for (const zone of zones) {
    add(lastPart(zone), { kind: 'zone', zone })
    const display = displayNames.get(zone)
    if (display !== undefined) add(display, { kind: 'zone', zone })
  }
  for (const [alias, zone] of zoneIdByAlias) {
    // `US/Samoa` is in American Samoa, but `Samoa` is a country.
    if (alias.includes('/') && listed.has(zone) && !isTaken(lastPart(alias), 'country'))
      add(lastPart(alias), { kind: 'zone', zone })
  }
  const currentId = zoneByCldrId(cldr.zoneSpellings, zonePlaces)
  for (const [name, cldrId] of cldr.windowsZones) {
    const zone = currentId.get(cldrId) ?? zoneIdByAlias.get(cldrId) ?? cldrId
    // `UTC-02` is read as an offset.
    if (!/^UTC[+-]/.test(name)) add(name, { kind: 'zone', zone })
    for (const text of WINDOWS_TEXTS.find((row) => row.name === name)?.texts ?? [])
      add(text, { kind: 'zone', zone })
  }
}

/** The name of a city this large means the city, even if it means something else in another language: Salvador in Brazil. */
const KNOWN_EVERYWHERE = 500_000
/**
 * For a country with more zones than this, its zones are not offered beside a place of the same name. `Kanata` is in Ontario, and means
 * Canada in Maori.
 */
const MOST_ZONES_BESIDE = 3

/**
 * Adds the names of countries and of the cities of zones in other languages. A word in Latin letters may already name something else in
 * English, and that meaning comes first. A country still gets the name where a place has it only as another name. Where a place has it as
 * its own name, both meanings stay, and neither outweighs the other: Franca in Brazil, and France in Portuguese. The country does not get
 * it if the place is known everywhere.
 */
function addLanguages(
  { languages, cities, countries, cldr, zonePlaces }: NameSources,
  placeOf: PlaceOf,
  add: Add,
  isTaken: IsTaken,
): void {
  const listed = new Set(countries.map(({ iso2 }) => iso2))
  const cityOf = exemplarPlaces(cities, exemplarCities(cldr, zonePlaces), placeOf)
  const currentId = zoneByCldrId(cldr.zoneSpellings, zonePlaces)
  const zones = new Set(zonePlaces.map(({ id }) => id))
  const known = new Set(
    cities.flatMap(({ name, population }) => ((population ?? 0) < KNOWN_EVERYWHERE ? [] : [nameKey(name)])),
  )
  const zonesOf = zonesByCountry(zonePlaces)
  const found: [string, NameMeaning][] = []
  const note = (name: string, meaning: NameMeaning): void => {
    // `Beč` and `Đức` are names, but three plain letters may be a code.
    const least = /^[ -~]*$/.test(name) ? SHORTEST_OTHER_NAME : SHORTEST_OTHER_NAME - 1
    const isShort = isLatin(name) && nameKey(name).length < least
    if (isShort) return
    if (!isTaken(name, meaning.kind === 'country' ? 'name' : 'any')) found.push([name, meaning])
    else if (meaning.kind === 'country' && !isTaken(name, 'country') && !known.has(nameKey(name))) {
      const zonesOfIt = zonesOf.get(meaning.country) ?? []
      if (zonesOfIt.length > MOST_ZONES_BESIDE) return
      for (const zone of zonesOfIt) found.push([name, { kind: 'zone', zone }])
    }
  }
  for (const { territories, exemplarCities: ofZones } of languages) {
    for (const [country, names] of territories) {
      if (!listed.has(country)) continue
      for (const name of names) note(name, { kind: 'country', country })
    }
    for (const [id, name] of ofZones) {
      const zone = currentId.get(id) ?? id
      const meaning = cityOf.get(zone) ?? { kind: 'zone', zone }
      if (zones.has(zone)) note(name, meaning)
    }
  }
  for (const [name, meaning] of found) add(name, meaning)
}

/** Zone → the city whose English name is the name of the zone. Other languages have their own names for it. */
function exemplarPlaces(
  cities: readonly ZonedCity[],
  nameOf: ReadonlyMap<string, string>,
  placeOf: PlaceOf,
): Map<string, NameMeaning> {
  const found = new Map<string, NameMeaning>()
  const most = new Map<string, number>()
  for (const city of cities) {
    const people = city.population ?? 0
    if (
      nameKey(nameOf.get(city.zone) ?? lastPart(city.zone)) !== nameKey(city.name) ||
      people < (most.get(city.zone) ?? 0)
    )
      continue
    most.set(city.zone, people)
    found.set(city.zone, { kind: 'place', place: placeOf(city), isOwnName: true })
  }
  return found
}

const lastPart = (id: string): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ')
