// Collects the names of compiled things, as the rows of `names.bin`: which other names of cities count, and who keeps a shared name.
import type { NamedPlace, NameMeaning, NameRow } from '#core/artifact/names.ts'
import { byCodeUnit } from '#core/text/by-code-unit.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber } from '#core/order.ts'
import { accentedName, directionName, stateCodeName } from '#core/text/division-codes.ts'
import { nameKey, nameWords } from '#core/text/name-key.ts'
import * as tables from '../curated/columns.ts'
import { tablePath } from '../paths.ts'
import { fault, type SourceFinding } from '../findings.ts'
import type { ZonedCity } from './cities.ts'
import type { Disagreement } from './disagreements.ts'
import {
  compileDivisions,
  divisionCodeOf,
  type Division,
  type DivisionSources,
  type ZonedPlace,
} from './divisions.ts'
import type { ReferenceSources } from './sources.ts'
import type { Standard } from './standards.ts'
import { zoneByCldrId, zonesByCountry } from './zone-places.ts'
import { exemplarCities, lastPart } from './zone-names.ts'

export interface NameSources
  extends DivisionSources, Pick<ReferenceSources, 'languages' | 'cldr' | 'isoNames' | 'zoneIdByAlias'> {
  readonly standards: readonly Standard[]
  /** City → the text that is shown behind its name. */
  readonly cityRegions: ReadonlyMap<number, string>
  readonly disagreements: readonly Disagreement[]
  /** Zone → the name that people use for it. */
  readonly displayNames: ReadonlyMap<string, string>
}

/** GeoNames' names have no language, and its short ones are codes of airports and stations. */
const SHORTEST_OTHER_NAME = 4
/** Cities with at least this many people are also found by their names in other scripts. */
const LARGE = 100_000
const isLarge = (one: NameMeaning): boolean => one.kind === 'place' && (one.place.population ?? 0) >= LARGE
/** Most people of a village, whose name a division with a large city can have in another language. */
const OF_A_VILLAGE = 5000
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
  const divisions = compileDivisions(sources)
  const work: Work = {
    ...sources,
    currentId: zoneByCldrId(sources.cldr, sources.zonePlaces),
    divisions,
    placeOf: placeMaker(divisions),
    names: new Names(),
    findings: [],
  }
  const { names, findings, placeOf } = work
  addStandards(work)
  addCountries(work)
  addCities(work)
  addDivisions(work)
  addZones(work)
  addLanguages(work)
  for (const place of sources.otherPlaces) {
    for (const name of [place.name, ...partsOf(place.name)])
      if (!names.isTaken(name, 'standard')) names.addPlace(name, placeOf(place), true, place.otherZone)
  }
  addDisagreements(work)
  return { rows: names.rows(), findings }
}

/** Adds each settlement about which the sources disagree on both clocks, under the id that it has, if it has one. */
function addDisagreements({ disagreements, divisions, names }: Work): void {
  for (const { id, name, country, division: code, zone, zoneOfText } of disagreements) {
    const known = names
      .meaningsOf(name)
      .flatMap((meaning) => (meaning.kind === 'place' && meaning.isOwnName ? [meaning.place] : []))
      .find((place) => place.id === id && place.zone === zone)
    const division = divisions.findIndex((one) => one.code === code)
    const settlement: NamedPlace = known ?? {
      kind: 'city',
      id,
      zone,
      population: null,
      country,
      division: division < 0 ? null : division,
      isListed: false,
      ...NO_CAPITAL,
    }
    names.addPlace(name, settlement, true, zoneOfText)
  }
}

/** The sources, and the names that the steps collect. */
interface Work extends NameSources {
  /** CLDR's identifier of a zone → today's. */
  readonly currentId: ReadonlyMap<string, string>
  readonly divisions: readonly Division[]
  readonly placeOf: PlaceOf
  /** The names so far. */
  readonly names: Names
  readonly findings: SourceFinding[]
}

/** All names that were added, each with its meanings. */
class Names {
  readonly #byKey = new Map<string, { words: string; meanings: Map<string, NameMeaning> }>()

  add(name: string, meaning: NameMeaning): void {
    const words = nameWords(name)
    const key = words.join('')
    // A name with letters of two scripts at once, or with a letter such as ø next to another script. Nobody types it.
    if (key === '' || key.length > LONGEST || /[^a-z0-9\u0370-\uffff]/u.test(key)) return
    const row = this.#byKey.get(key) ?? { words: words.join('-'), meanings: new Map<string, NameMeaning>() }
    this.#byKey.set(key, row)
    const id = identityOf(meaning)
    if (!row.meanings.has(id) || (meaning.kind === 'place' && meaning.isOwnName))
      row.meanings.set(id, meaning)
  }

  /** `otherZone`: the other zone of a dispute, where the place is a second time. */
  addPlace(name: string, place: NamedPlace, isOwnName = true, otherZone?: string): void {
    this.add(name, { kind: 'place', place, isOwnName })
    if (otherZone !== undefined) this.addPlace(name, { ...place, zone: otherZone }, isOwnName)
  }

  addZone(name: string, zone: string): void {
    this.add(name, { kind: 'zone', zone })
  }

  /**
   * Whether a name has a meaning already: of the given kind, or `any`. For `name`, a place that only has it as another name does not count.
   */
  isTaken(name: string, as: NameMeaning['kind'] | 'name' | 'any'): boolean {
    return this.meaningsOf(name).some(
      (meaning) =>
        as === 'any' || (as === 'name' ? meaning.kind !== 'place' || meaning.isOwnName : meaning.kind === as),
    )
  }

  meaningsOf(name: string): NameMeaning[] {
    return [...(this.#byKey.get(nameKey(name))?.meanings.values() ?? [])]
  }

  rows(): NameRow[] {
    return [...this.#byKey].toSorted(byFirst).map(([, { words, meanings }]) => ({
      words,
      meanings: [...meanings].toSorted(byFirst).map(([, meaning]) => meaning),
    }))
  }
}

const byFirst = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  byCodeUnit(one, other)

/** The kind of a meaning, and what it leads to. */
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
function addStandards({ standards, cldr, currentId, names }: Work): void {
  const slugOf = new Map(standards.map(({ name, slug }) => [name, slug]))
  const addAll = (name: string | null, meant: readonly (string | null)[]): void => {
    for (const standard of meant.flatMap((one) => slugOf.get(one ?? '') ?? [])) {
      if (name !== null) names.add(name, { kind: 'standard', standard })
    }
  }
  for (const { name, slug, code } of standards) {
    for (const one of [name, slug, code]) addAll(one, [name])
  }
  /** Adds the zone that a generic name means first: the zone that CLDR gives the metazone for the whole world. */
  const addGolden = (name: string | null, metazone: string): void => {
    const zone = currentId.get(cldr.goldenZones.get(metazone) ?? '')
    if (name !== null && zone !== undefined) names.addZone(name, zone)
  }
  for (const [metazone, { standard, daylight, generic, genericCode }] of cldr.metazoneNames) {
    for (const name of [generic, genericCode]) {
      addAll(name, [standard, daylight])
      if (name !== standard && slugOf.has(standard ?? '')) addGolden(name, metazone)
    }
  }
  for (const { code, standards: meant } of tables.OTHER_CODES) {
    addAll(code, meant)
    for (const [metazone, { standard, daylight }] of cldr.metazoneNames)
      if (meant.includes(standard ?? '') && meant.includes(daylight ?? '')) addGolden(code, metazone)
  }
  for (const { code, zone } of tables.ZONE_CODES) names.addZone(code, zone)
}

/** Names of countries next to their official English ones. */
const NAMES_OF_COUNTRIES = [...tables.OWN_NAMES, ...tables.OWN_OFFICIAL_NAMES, ...tables.COUNTRY_NAMES_IN_USE]

/** Adds codes and names of countries. An alpha-3 code that is also a standard's code is left out: `EST` does not mean Estonia. */
function addCountries({ cldr, countries, isoNames, subdivisions, names }: Work): void {
  const codes = new Set(subdivisions.map(({ code }) => code))
  // A territory's code stands behind its towns as a state's does: "Culebra, PR".
  const isCoded = (territory: string): boolean =>
    tables.DEPENDENCIES.some(
      ({ sovereign, territories }) =>
        tables.STATE_ALWAYS_SAID.some(({ country }) => country === sovereign) &&
        territories.includes(territory) &&
        codes.has(`${sovereign}${territory}`.toLowerCase()),
    )
  for (const { iso2, iso3, name, slug } of countries) {
    const add = (one: string): void => names.add(one, { kind: 'country', country: iso2 })
    const certain = [
      iso2,
      name,
      slug,
      isoNames.get(iso2) ?? '',
      ...(cldr.territoryNames.get(iso2)?.all ?? []),
      ...tables.OFFICIAL_NAMES.flatMap((row) => (row.country === iso2 ? row.name : [])),
      ...NAMES_OF_COUNTRIES.flatMap((row) => (row.country === iso2 ? row.names : [])),
    ]
    for (const one of certain) add(one)
    if (iso3 !== null && !names.isTaken(iso3, 'standard')) add(iso3)
    if (isCoded(iso2)) add(stateCodeName(iso2))
  }
}

const NO_CAPITAL = { isCapital: false, isSovereignCapital: false } as const
const DEPENDENT = new Set(tables.DEPENDENCIES.flatMap(({ territories }) => territories))

type PlaceOf = (city: ZonedPlace & Partial<Pick<ZonedCity, 'isCapital'>>) => NamedPlace

/** Makes the place that a name means. Only a city of the service has a known "capital" flag. */
function placeMaker(divisions: readonly Division[]): PlaceOf {
  const numbers = new Map(divisions.map(({ code }, index) => [code, index]))
  return (place) => {
    const { id, zone, population, country, isCapital = false } = place
    const isSovereignCapital = isCapital && !DEPENDENT.has(country)
    const division = numbers.get(divisionCodeOf(place)) ?? null
    const isListed = place.isCapital !== undefined
    return { kind: 'city', id, zone, population, country, isCapital, isSovereignCapital, division, isListed }
  }
}

/** What no rule reads behind a city: "Arele, Xinjiang, near Kokyar", "West Island, Cocos (Keeling) Islands". */
const NOT_READ = /(?:^|, )near |\(/u

const OTHERS_NAMES = new Set(tables.CONTINENTS.map(({ name }) => nameKey(name)))

function addCities(work: Work): void {
  const { cities, cityRegions, countries, placeOf, divisions, names, findings } = work
  const ofDivisions = divisionsByName(divisions)
  const inUse = new Map(tables.CITY_NAMES_IN_USE.map((row) => [row.geonamesId, row.names]))
  const nameOf = new Map(countries.map(({ iso2, name }) => [iso2, name]))
  const codes = new Set(countries.flatMap(({ iso2, iso3 }) => [nameKey(iso2), nameKey(iso3 ?? '')]))
  for (const city of cities) {
    const place = placeOf(city)
    const region = cityRegions.get(city.id) ?? nameOf.get(city.country) ?? ''
    // The rules take "Sur, Oman" for the south of a country.
    const isRead = !NOT_READ.test(region) && !isDirection(city.name)
    const shown = isRead ? [] : [`${city.name}, ${region}`]
    for (const name of [city.name, ...partsOf(city.name), ...(inUse.get(city.id) ?? []), ...shown])
      names.addPlace(name, place, true, city.otherZone)
    inUse.delete(city.id)
    // A country outweighs a city with the same name, but a country's code is not a name. So `Bo` must also mean the city in Sierra Leone,
    // not only Bolivia.
    if ((city.population ?? 0) >= LARGE && codes.has(nameKey(city.name))) names.addZone(city.name, city.zone)
    for (const { name, isMain, population } of city.otherNames) {
      if (!isMain && (isOfSmallTown(city) || !isNameOf(city, name))) continue
      const key = nameKey(name)
      // GeoNames has other names that mean something else to people: Awst, in Welsh, and Asia.
      const isOthers =
        OTHERS_NAMES.has(key) ||
        names.isTaken(name, 'standard') ||
        isOfDivisionElsewhere(city, key, ofDivisions)
      if (!isMain && isOthers) continue
      const isSection = population !== city.population
      const section = { ...place, kind: 'section', population, ...NO_CAPITAL } as const
      names.addPlace(name, isSection ? section : place, isMain, city.otherZone)
    }
  }
  addAirports(work)
  for (const id of inUse.keys()) findings.push(unknownCity('city-names-in-use', String(id), `city ${id}`))
}

/** A row that names a city which is not listed. */
const unknownCity = (table: string, about: string, city: string): SourceFinding =>
  fault('city-unknown', about, `${tablePath(table)} names ${city}, which is not listed`)

/** Key of a division's name → the divisions with that name, each with its country. */
const divisionsByName = (divisions: readonly Division[]): Map<string, Pick<Division, 'country'>[]> => {
  const known = divisions.filter(({ country, code }) => country !== null && code !== null)
  const named = known.flatMap(({ names, country }) => Array.from(names, (name) => ({ country, name })))
  return groupBy(named, ({ name }) => nameKey(name))
}

/**
 * Whether another name of a city belongs to a division of another country: for GeoNames, New Britain in Connecticut is also called Quebec. Large
 * cities and beginnings of a city's own name are left to it: Santiago de Compostela.
 */
const isOfDivisionElsewhere = (
  { name, country, population }: ZonedCity,
  key: string,
  ofDivisions: ReturnType<typeof divisionsByName>,
): boolean =>
  ofDivisions.get(key)?.every((division) => division.country !== country) === true &&
  (population ?? 0) < LARGE &&
  !nameKey(name).startsWith(key)

const airportKey = (country: string, name: string): string => `${country} ${nameKey(name)}`

/** Adds airport codes that neither a standard nor a country has. A code means the largest city of the given name in its country. */
function addAirports({ cities, placeOf, names, findings }: Work): void {
  const wanted = new Set(tables.AIRPORTS.map(({ country, city }) => airportKey(country, city)))
  const byKey = new Map<string, ZonedCity>()
  for (const city of cities.toSorted(byNumber(({ population }) => population ?? 0))) {
    for (const name of [...city.otherNames.map((other) => other.name), city.name]) {
      const key = airportKey(city.country, name)
      if (wanted.has(key)) byKey.set(key, city)
    }
  }
  for (const { country, city, codes } of cities.length === 0 ? [] : tables.AIRPORTS) {
    const place = byKey.get(airportKey(country, city))
    if (place === undefined) {
      findings.push(unknownCity('airports', city, `${city} in ${country}`))
      continue
    }
    for (const code of codes)
      if (!names.isTaken(code, 'standard') && !names.isTaken(code, 'country'))
        names.addPlace(code, placeOf(place))
  }
}

/** Countries in whose states many villages have the name of a town elsewhere. */
const WITH_NAMESAKES = new Set(['US', 'CA', 'AU'])

/**
 * Whether a town's other names are left out. GeoNames has names of former and of neighbouring villages for towns of these countries, and the
 * village of that name in the same state is in no list: Bardstown in Kentucky is not Salem.
 */
const isOfSmallTown = ({ country, population }: ZonedCity): boolean =>
  WITH_NAMESAKES.has(country) && (population ?? 0) < LARGE

/** Whether one of GeoNames' other names is used: Latin names that are not codes. Names in other scripts count only for large cities. */
function isNameOf({ population }: ZonedCity, name: string): boolean {
  if (!isLatin(name)) return (population ?? 0) >= LARGE && IN_OTHER_LETTERS.test(nameKey(name))
  if (BY_MACHINE.test(name) || LEGAL.test(name)) return false
  const key = nameKey(name)
  return key.length >= SHORTEST_OTHER_NAME && !/^\d+$/.test(key)
}

/** The separate names in a double name, such as `Biel/Bienne` or `Halle (Saale)`. */
function partsOf(name: string): string[] {
  const [, before] = /^(.+?) \(.+\)$/.exec(name) ?? []
  if (before !== undefined) return [before]
  const parts = name.split('/').map((part) => part.trim())
  return parts.length > 1 ? parts : []
}

/** Adds divisions and regions under their own names. */
function addDivisions({ divisions, names }: Work): void {
  for (const [id, { names: own, isMinor }] of divisions.entries()) {
    for (const place of placesOf(id, divisions)) {
      for (const name of own) {
        // A bare "West Coast" does not mean New Zealand's West Coast. Behind the name of a town it does.
        if (isDirection(name)) names.addPlace(directionName(name), place)
        // `Est` of Burkina Faso must not take over `EST`.
        if (names.isTaken(name, 'standard') || isDirection(name)) continue
        // ISO 3166-2 also has entries that ISO 3166-1 lists as countries: Puerto Rico, Hong Kong, Aruba.
        if (place.population === null && names.isTaken(name, 'country')) continue
        if (!isMinor || !names.isTaken(name, 'name')) names.addPlace(name, place)
      }
    }
  }
}

/** A division as places: one for each zone, with the population of its largest place. */
function placesOf(id: number, divisions: readonly Division[]) {
  const { country = null, zones = [] } = divisions[id] ?? {}
  const division = { kind: 'division', id, country, division: id, isListed: true, ...NO_CAPITAL } as const
  return [...zones].toSorted(byFirst).map(([zone, population]) => ({ ...division, zone, population }))
}

/** Whether a name only says in which direction of a country a division lies. */
const isDirection = (name: string): boolean =>
  nameWords(name).every((word) => tables.DIRECTIONS.some((row) => row.word === word))

/** Adds the last parts of identifiers, display names, and Windows' names, except those that only state an offset. */
function addZones({ zonePlaces, displayNames, zoneIdByAlias, cldr, currentId, names }: Work): void {
  const listed = new Set(zonePlaces.map(({ id }) => id))
  for (const zone of listed)
    for (const name of [lastPart(zone), displayNames.get(zone) ?? '']) names.addZone(name, zone)
  for (const [alias, zone] of zoneIdByAlias) {
    // `US/Samoa` is in American Samoa, but `Samoa` is a country.
    if (alias.includes('/') && listed.has(zone) && !names.isTaken(lastPart(alias), 'country'))
      names.addZone(lastPart(alias), zone)
  }
  for (const [name, cldrId] of cldr.windowsZones) {
    const zone = currentId.get(cldrId) ?? zoneIdByAlias.get(cldrId) ?? cldrId
    const texts = tables.WINDOWS_TEXTS.find((row) => row.name === name)?.texts ?? []
    // `UTC-02` is read as an offset.
    for (const text of /^UTC[+-]/.test(name) ? texts : [name, ...texts]) names.addZone(text, zone)
  }
}

/**
 * For a country with more zones than this, its zones are not offered next to a place of the same name. `Kanata` is in Ontario, and means
 * Canada in Maori.
 */
const MOST_ZONES_BESIDE = 3

/**
 * Adds the names of countries, of the cities of zones and of first divisions in other languages. A word in Latin letters may already name something else in
 * English, and that meaning comes first. A country still gets the name where only places have it, and is meant before a village. A city of
 * 100,000 people is then asked about: Granada in Spain, and Grenada in Spanish. In other letters a large city of the name counts next to a
 * smaller one: São Paulo and Saint Paul in Chinese.
 */
function addLanguages(sources: Work): void {
  const { languages, countries, zonePlaces, currentId, divisions, names, cldr } = sources
  const listed = new Set(countries.map(({ iso2 }) => iso2))
  const cityOf = exemplarPlaces(sources)
  const zones = new Set(zonePlaces.map(({ id }) => id))
  const zonesOf = zonesByCountry(zonePlaces)
  const found: [string, NameMeaning][] = []
  const note = (name: string, meaning: NameMeaning): void => {
    const key = nameKey(name)
    // `Beč` and `Đức` are names, but three plain letters may be a code, and so may the two letters of `Mỹ` without their mark.
    const isPlain = /^[ -~]*$/.test(name)
    if (isLatin(name) && key.length < SHORTEST_OTHER_NAME) {
      if (!isPlain || name.includes('.')) found.push([accentedName(name), meaning])
      if (isPlain || key.length < SHORTEST_OTHER_NAME - 1) return
    }
    if (!names.isTaken(name, meaning.kind === 'country' ? 'name' : 'any')) found.push([name, meaning])
    else if (meaning.kind === 'country' && !names.isTaken(name, 'country')) {
      const own = names.meaningsOf(name).filter((one) => one.kind !== 'place' || one.isOwnName)
      const zonesOfIt = zonesOf.get(meaning.country) ?? []
      const isOfCities = own.every((one) => one.kind === 'place' && one.place.kind !== 'division')
      if (zonesOfIt.length > MOST_ZONES_BESIDE && (!isOfCities || own.some(isLarge))) return
      if (isOfCities) found.push([name, meaning])
      else for (const zone of zonesOfIt) found.push([name, { kind: 'zone', zone }])
      for (const one of isOfCities ? own : [])
        if (one.kind === 'place' && isLarge(one)) found.push([name, { kind: 'zone', zone: one.place.zone }])
    } else if (meaning.kind === 'place' && (meaning.place.kind === 'division' || !isLatin(name))) {
      // A village of India is Hawai, and in Spanish the state is Hawái. They are weighed where the name is asked for.
      const areVillages = names
        .meaningsOf(name)
        .every((one) => one.kind === 'place' && (one.place.population ?? 0) <= OF_A_VILLAGE)
      const isMeant = meaning.place.kind === 'city' || (isLatin(name) && areVillages)
      if (isMeant && isLarge(meaning)) found.push([name, meaning])
    }
  }
  // CLDR writes two names of one country in one, in each language: "Myanmar (Burma)".
  const isOfTwoNames = (country: string): boolean =>
    inBrackets(cldr.territoryNames.get(country)?.name ?? '').length > 0
  for (const { territories, exemplarCities: ofZones } of languages) {
    for (const [country, own] of territories)
      for (const name of listed.has(country) ? own : [])
        for (const one of isOfTwoNames(country) ? [name, ...inBrackets(name)] : [name])
          note(one, { kind: 'country', country })
    for (const [id, name] of ofZones) {
      const zone = currentId.get(id) ?? id
      const meaning = cityOf.get(zone) ?? { kind: 'zone', zone }
      if (zones.has(zone)) note(name, meaning)
    }
  }
  for (const [name, meaning] of found.splice(0)) names.add(name, meaning)
  // A country or city of the name is meant before a division: Luxemburg is a province of Belgium too.
  const idOf = new Map(divisions.map(({ code }, id) => [code, id]))
  for (const { code, names: its } of tables.DIVISION_NAMES) {
    const id = idOf.get(code)
    for (const place of id === undefined ? [] : placesOf(id, divisions))
      for (const name of its) if (!isDirection(name)) note(name, { kind: 'place', place, isOwnName: true })
  }
  for (const [name, meaning] of found) names.add(name, meaning)
}

/** The name before brackets, and the one inside. Empty for a name without brackets. */
const inBrackets = (name: string): string[] => /^(.+?) ?[(（](.+)[)）]$/.exec(name)?.slice(1) ?? []

/** Zone → the city whose English name is the name of the zone. Other languages have their own names for it. */
function exemplarPlaces({ cities, cldr, zonePlaces, placeOf }: Work): Map<string, NameMeaning> {
  const nameOf = exemplarCities(cldr, zonePlaces)
  const named = cities
    .filter(({ name, zone }) => nameKey(nameOf.get(zone) ?? lastPart(zone)) === nameKey(name))
    .toSorted(byNumber(({ population }) => population ?? 0))
  return new Map(named.map((city) => [city.zone, { kind: 'place', place: placeOf(city), isOwnName: true }]))
}
