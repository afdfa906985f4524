// Collects the facts for a menu of zones: which zones have the same future, the names of their time, and which large cities find them.
import { isStateCodeName } from '#core/text/division-codes.ts'
import { addYears, startOfDay } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import type { Artifact } from '#open/artifact.ts'
import type { Row } from '#schemas/reference-tables.ts'
import { joinMetazones } from '#pipeline/compile/metazones.ts'
import { zoneByCldrId } from '#pipeline/compile/zone-places.ts'
import { AIRPORTS, CITY_NAMES_IN_USE, OTHER_CODES } from '#pipeline/curated/columns.ts'
import type { Cldr } from '#pipeline/parse/cldr.ts'
import { namedZones } from '#pipeline/export/clocks.ts'

/** The facts about a zone that are the same in every language. */
export interface ZoneFacts {
  readonly id: string
  /** Null for UTC. */
  readonly country: string | null
  readonly isOnlyOfCountry: boolean
  /** CLDR's identifiers for it. */
  readonly cldrIds: readonly string[]
  /** The metazone whose names fit its clock. Null where there is none. */
  readonly metazone: string | null
  /** Whether its clock changes for daylight saving within ten years. */
  readonly hasDst: boolean
  /** The offsets within ten years, in minutes to add to UTC. That of standard time comes first. */
  readonly offsets: readonly number[]
  /** English abbreviations of its time. */
  readonly codes: readonly string[]
  /** The population of its cities. */
  readonly people: number
  /** Its large cities, largest first, then other names of theirs, and parts of its country. */
  readonly places: readonly string[]
  /** The names of its large cities in any other language, largest city first. */
  readonly elsewhere: readonly string[]
}

/** How many years ahead changes of offset and abbreviation are followed. */
const YEARS = 10
/** Countries where people name a part or a smaller city when they mean a clock. Elsewhere most people name the country or a large city. */
const NAMED_BY_PARTS = new Set(['US', 'CA', 'AU'])
/**
 * The most cities by which a zone can be found, and the least population of each. A language and the search together must stay below 40 kB
 * compressed.
 */
const CITIES = { ofParts: { most: 32, people: 150_000 }, ofOthers: { most: 8, people: 150_000 } } as const
/**
 * The least populations of cities that can be found by their names in other languages, too. In a language with its own script a city has
 * only a few names, in Latin letters it has dozens.
 */
const PEOPLE_ELSEWHERE = { latin: 1_250_000, other: 400_000 } as const

/**
 * Returns the listed zones in groups of equal future. Groups go from west to east. In each, the zone with the largest population comes
 * first.
 */
export function zonesByFuture(artifact: Artifact, cldr: Cldr): readonly (readonly ZoneFacts[])[] {
  const from = startOfDay(artifact.manifest.reference_date)
  const groups: Listed[][] = []
  for (const row of artifact.rows('zone').filter(({ listed }) => listed === 1)) {
    const zone: Listed = { ...row, clock: artifact.compiledZone(row.id) }
    const known = groups.find(([first]) => agreesFrom(first, zone, from))
    if (known === undefined) groups.push([zone])
    else known.push(zone)
  }
  const factsOf = factsReader(artifact, cldr, groups, from)
  return groups
    .map((zones) => zones.map(factsOf).toSorted((one, other) => other.people - one.people))
    .toSorted(
      ([one], [other]) =>
        (one?.offsets[0] ?? 0) - (other?.offsets[0] ?? 0) || (other?.people ?? 0) - (one?.people ?? 0),
    )
}

/** Whether both clocks agree from an instant on, for ever. */
const agreesFrom = (one: Listed | undefined, other: Listed, from: EpochSeconds): boolean =>
  one !== undefined && (agreeSince(one.clock, other.clock) ?? Infinity) <= from

type Listed = Row<'zone'> & { readonly clock: CompiledZone }

function factsReader(
  artifact: Artifact,
  cldr: Cldr,
  groups: readonly (readonly Listed[])[],
  from: EpochSeconds,
): (zone: Listed) => ZoneFacts {
  const listed = groups.flat()
  const places = listed.flatMap(({ iana, country, latitude, longitude }) =>
    country === null ? [] : [{ id: iana, country, lat: latitude ?? 0, lon: longitude ?? 0 }],
  )
  const identifiers = new Set(namedZones(artifact).map(({ name }) => name))
  const clocks = new Map(listed.map(({ iana, clock }) => [iana, clock]))
  const { metazones } = joinMetazones({
    cldr,
    zonePlaces: places,
    zones: clocks,
    isIdentifier: (id) => identifiers.has(id),
    referenceDate: from,
  })
  const spellings = [...zoneByCldrId(cldr, places), ['Etc/UTC', 'UTC'] as const]
  const codeOf = new Map(artifact.rows('standard').map(({ name, code }) => [name, code]))
  const cities = citiesOf(artifact)
  const elsewhere = elsewhereOf(artifact, new Set([...cities.values()].flatMap(({ ids }) => ids)))
  const divisions = divisionsOf(artifact)
  // Changes that are decided for the coming months have happened by then.
  const settled = addYears(from, 1)
  return ({ id, iana, country, clock }) => {
    const types = typesFrom(clock, from)
    const hasDst = types.some(({ isDst }) => isDst) && new Set(types.map(({ offset }) => offset)).size > 1
    const word = metazones.wordAt(iana, typeAt(clock, settled), settled)
    const metazone = word?.fits === true && word.metazone !== '' ? word.metazone : null
    const names = cldr.metazoneNames.get(metazone ?? '')
    const long = [names?.standard, hasDst ? names?.daylight : null].flatMap((name) => name ?? [])
    const { people = 0, names: ofCities = [] } = cities.get(id) ?? {}
    return {
      id: iana,
      country,
      isOnlyOfCountry: listed.filter((zone) => zone.country === country).length === 1,
      cldrIds: spellings.flatMap(([cldrId, zone]) => (zone === iana ? [cldrId] : [])),
      metazone,
      hasDst,
      offsets: unique([...types.filter(({ isDst }) => !isDst), ...types].map(({ offset }) => offset / 60)),
      codes: unique([
        ...types.map(({ abbreviation }) => abbreviation).filter((code) => /^[A-Z]+$/.test(code)),
        ...long.flatMap((name) => codeOf.get(name) ?? []),
        ...(hasDst && names !== undefined ? [names.genericCode ?? ''] : []),
        ...OTHER_CODES.flatMap(({ code, standards }) =>
          standards.some((name) => long.includes(name)) && !code.includes(' ') ? code : [],
        ),
      ]).filter((code) => code !== ''),
      people,
      places: [...ofCities, ...(divisions.get(iana) ?? [])],
      elsewhere: elsewhere.get(iana) ?? [],
    }
  }
}

/** The types that a clock has within the coming years, in order. */
function typesFrom(clock: CompiledZone, from: EpochSeconds): LocalTimeType[] {
  const until = addYears(from, YEARS)
  const types = [typeAt(clock, from)]
  for (const { at, after } of transitionsAfter(clock, from)) {
    if (at >= until) break
    types.push(after.type)
  }
  return types
}

export const unique = <Item>(items: readonly Item[]): Item[] => [...new Set(items)]

interface ZoneCities {
  people: number
  /** Ids of the cities by which the zone can be found. */
  readonly ids: number[]
  readonly names: string[]
}

/** Zone → the population of its cities, and the names of large cities and capitals. */
function citiesOf(artifact: Artifact): Map<number, ZoneCities> {
  const others = new Map(CITY_NAMES_IN_USE.map(({ geonamesId, names }) => [geonamesId, names]))
  const found = new Map<number, ZoneCities & { count: number }>()
  const byPeople = artifact
    .rows('city')
    .toSorted((one, other) => (other.population ?? 0) - (one.population ?? 0))
  for (const { id, name, country, zone, is_capital, population } of byPeople) {
    const known = found.get(zone) ?? { people: 0, ids: [], names: [], count: 0 }
    found.set(zone, known)
    known.people += population ?? 0
    const { most, people } = NAMED_BY_PARTS.has(country) ? CITIES.ofParts : CITIES.ofOthers
    if (is_capital === 1 || (known.count++ < most && (population ?? 0) >= people)) {
      known.names.push(name)
      known.ids.push(id)
    }
    known.names.push(...(others.get(id) ?? []))
  }
  return found
}

/** Zone → the names in any language of those of its cities that are `listed`, in lower case and without accents. */
function elsewhereOf(artifact: Artifact, listed: ReadonlySet<number>): Map<string, string[]> {
  const found = new Map<string, { readonly words: string; readonly people: number }[]>()
  // The codes of airports are no names: a page with a menu has no room for hundreds of them.
  const codes = new Set(AIRPORTS.flatMap((airport) => airport.codes.map((code) => code.toLowerCase())))
  for (const { words, meanings } of artifact.names().rowsFrom('')) {
    const isLatin = /[a-z]/.test(words)
    // A transliteration that no language uses in writing, such as "mwnykh".
    if ((isLatin && !/[aeiou]/.test(words)) || isStateCodeName(words) || codes.has(words)) continue
    for (const meaning of meanings) {
      if (meaning.kind !== 'place' || meaning.place.kind !== 'city') continue
      const { id, zone, population } = meaning.place
      const people = population ?? 0
      const least = PEOPLE_ELSEWHERE[isLatin ? 'latin' : 'other']
      // A city's own name may differ from the one that is shown: Genève, for Geneva.
      if (!listed.has(id) || (!meaning.isOwnName && people < least)) continue
      found.set(zone, [...(found.get(zone) ?? []), { words: words.replaceAll('-', ' '), people }])
    }
  }
  return new Map(
    [...found].map(([zone, names]) => [
      zone,
      withoutBeginnings(names.toSorted((one, other) => other.people - one.people).map(({ words }) => words)),
    ]),
  )
}

/** Leaves out a name with which another one begins, because it finds that one: "filadelfi" and "filadelfia". */
const withoutBeginnings = (names: readonly string[]): string[] =>
  names.filter((name) => !names.some((other) => other !== name && other.startsWith(name)))

/** Zone → the parts of its country, as people name them. */
function divisionsOf(artifact: Artifact): Map<string, string[]> {
  const countries = new Map(artifact.rows('zone').map(({ iana, country }) => [iana, country]))
  const found = new Map<string, string[]>()
  for (const { words, meanings } of artifact.names().rowsFrom('')) {
    // Names in other letters are for the search of the site: here each language would have those of all others.
    if (isStateCodeName(words) || !/[a-z]/.test(words)) continue
    for (const meaning of meanings) {
      if (meaning.kind !== 'place' || meaning.place.kind !== 'division' || !meaning.isOwnName) continue
      const { zone } = meaning.place
      if (NAMED_BY_PARTS.has(countries.get(zone) ?? ''))
        found.set(zone, [...(found.get(zone) ?? []), words.replaceAll('-', ' ')])
    }
  }
  return found
}
