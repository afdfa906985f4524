// What a menu says of zones in every language: which of them have one future, what their time is called by, and the places of each.
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { agreeSince } from '#core/zone/clocks-agree.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { typeAt } from '#core/zone/offset-at.ts'
import { transitionsAfter } from '#core/zone/transitions.ts'
import type { Artifact } from '#open/artifact.ts'
import type { Row } from '#schemas/reference-tables.ts'
import { joinMetazones } from '../compile/metazones.ts'
import { zoneByCldrId } from '../compile/zone-places.ts'
import { CITY_NAMES_IN_USE, OTHER_CODES } from '../curated/names.ts'
import type { Cldr } from '../parse/cldr.ts'
import { namedZones } from './clocks.ts'
import { referenceInstant } from './reference-instant.ts'

/** What of a zone is the same in every language. */
export interface ZoneFacts {
  readonly id: string
  /** Null for UTC. */
  readonly country: string | null
  readonly isOnlyOfCountry: boolean
  /** CLDR's identifiers of it. */
  readonly cldrIds: readonly string[]
  /** The metazone whose names fit its clock; null where there is none. */
  readonly metazone: string | null
  /** Whether it is put forward and back within ten years. */
  readonly hasDst: boolean
  /** Minutes to add to UTC within ten years, that of standard time first. */
  readonly offsets: readonly number[]
  /** Letters that its time goes by in English. */
  readonly codes: readonly string[]
  /** In its cities. */
  readonly people: number
  /** Large cities, those of most people first, other names of theirs, and parts of its country. */
  readonly places: readonly string[]
  /** What its large cities are called elsewhere, in any language, those of most people first. */
  readonly elsewhere: readonly string[]
}

/** How far changes of offset and letters are followed, in years. */
const YEARS = 10
/** Countries whose parts and lesser cities are named where a clock is meant; elsewhere most people say the country or a large city. */
const NAMED_BY_PARTS = new Set(['US', 'CA', 'AU'])
/** Cities that a zone is found by: at most so many, of so many people each. A language is to stay below 40 kB packed. */
const CITIES = { ofParts: { most: 32, people: 150_000 }, ofOthers: { most: 8, people: 150_000 } } as const
/** Cities whose other names it is found by, beside capitals of states: in the letters of one language each has but a few, in Latin ones dozens. */
const PEOPLE_ELSEWHERE = { latin: 1_220_000, other: 400_000, capital: 600_000 } as const

/** The listed zones in groups of equal future: groups from west to east, in each the zone of most people first. */
export function zonesByFuture(artifact: Artifact, cldr: Cldr): readonly (readonly ZoneFacts[])[] {
  const from = referenceInstant(artifact)
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

/** Whether both show the same from an instant on, for ever. */
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
    places,
    zones: clocks,
    isIdentifier: (id) => identifiers.has(id),
    referenceDate: from,
  })
  const spellings = [...zoneByCldrId(cldr.zoneSpellings, places), ['Etc/UTC', 'UTC'] as const]
  const codeOf = new Map(artifact.rows('standard').map(({ name, code }) => [name, code]))
  const cities = citiesOf(artifact)
  const elsewhere = elsewhereOf(artifact, new Set([...cities.values()].flatMap(({ ids }) => ids)))
  const divisions = divisionsOf(artifact)
  // What is decided for the months to come has happened by then.
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

/** What a clock shows within the years to come, in order. */
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
  /** Of those that it is found by. */
  readonly ids: number[]
  readonly names: string[]
}

/** Zone → the people of its cities, and the names of the large ones and of capitals. */
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

/** Zone → what its large cities are called in any language, in lower case and without accents. */
function elsewhereOf(artifact: Artifact, listed: ReadonlySet<number>): Map<string, string[]> {
  const found = new Map<string, { readonly words: string; readonly people: number }[]>()
  for (const { words, meanings } of artifact.names().rowsFrom('')) {
    const isLatin = /[a-z]/.test(words)
    // A transliteration that no language is written in, such as "mwnykh".
    if (isLatin && !/[aeiou]/.test(words)) continue
    for (const meaning of meanings) {
      if (meaning.kind !== 'place' || meaning.place.kind !== 'city') continue
      const { id, zone, population, isSovereignCapital } = meaning.place
      const people = population ?? 0
      const least = PEOPLE_ELSEWHERE[isSovereignCapital ? 'capital' : isLatin ? 'latin' : 'other']
      // What a city calls itself may be another name than the one that is shown: Genève, of Geneva.
      if (meaning.isOwnName ? !listed.has(id) : people < least) continue
      found.set(zone, [...(found.get(zone) ?? []), { words: words.replaceAll('-', ' '), people }])
    }
  }
  return new Map(
    [...found].map(([zone, names]) => [
      zone,
      names.toSorted((one, other) => other.people - one.people).map(({ words }) => words),
    ]),
  )
}

/** Zone → the parts of its country, as people name them. */
function divisionsOf(artifact: Artifact): Map<string, string[]> {
  const countries = new Map(artifact.rows('zone').map(({ iana, country }) => [iana, country]))
  const found = new Map<string, string[]>()
  for (const { words, meanings } of artifact.names().rowsFrom('')) {
    for (const meaning of meanings) {
      if (meaning.kind !== 'place' || meaning.place.kind !== 'division' || !meaning.isOwnName) continue
      const { zone } = meaning.place
      if (NAMED_BY_PARTS.has(countries.get(zone) ?? ''))
        found.set(zone, [...(found.get(zone) ?? []), words.replaceAll('-', ' ')])
    }
  }
  return found
}
