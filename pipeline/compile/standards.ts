// Compiles CLDR's metazones and the zones into the named standards of the next two years: code, twin, and which one a zone uses when.
import { continentOfArea } from '#core/zone/area-continent.ts'
import { groupBy } from '#core/group-by.ts'
import { byNumber, byText, thenBy } from '#core/order.ts'
import { slugOf } from '#core/text/fold.ts'
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { isDigits, unnamedRows, type TypeName, type ShownRow } from '#core/zone/shown.ts'
import { CONVENTIONAL_CODES } from '../curated/columns.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import { stretchesOf, typesKept, type CldrWord, type Metazones } from './metazones.ts'
import type { ReferenceSources } from './sources.ts'

/**
 * A standard needs an entry if a zone uses it within this many years of the reference date. Answers speak of "a year from now", and an
 * artifact is asked for up to a year after its release. With only one year, answers would name Cuba Standard Time, which Havana uses
 * from 2027-11-07 on, without an entry for it in their own release.
 */
const ENTRY_YEARS = 2

/** A named time standard that some zone uses within two years of the reference date. */
export interface Standard {
  readonly name: string
  readonly slug: string
  /** Null: no abbreviation is in common use. */
  readonly code: string | null
  readonly offset: OffsetSeconds
  readonly isDst: boolean
  /** Region name. Null for UTC. */
  readonly continent: string | null
  /** Slug of the standard or daylight twin. Null when it has none. */
  readonly counterpart: string | null
}

export interface StandardSources extends Pick<ReferenceSources, 'zones' | 'zonePlaces' | 'referenceDate'> {
  readonly metazones: Metazones
  /** Country → its region. */
  readonly regionByCountry: ReadonlyMap<string, string | null>
}

/** The facts about a standard that are collected while the zones are walked. */
interface Gathered {
  readonly name: string
  readonly isDst: boolean
  readonly offset: OffsetSeconds
  readonly golden: string
  /** Zone → the abbreviation that tzdb gives the standard there. */
  readonly lettersByZone: Map<string, string>
}

/** Compiles the standards, by slug, and the rows shown for each zone's types, in order of types and then of time. */
export function compileStandards(sources: StandardSources) {
  const findings: SourceFinding[] = []
  const { metazones, zones, referenceDate } = sources
  const countryOf = new Map(sources.zonePlaces.map((place) => [place.id, place.country]))
  // By country alone Vladivostok would be in Europe. Areas that are oceans or Antarctica have no continent, and UTC has no country.
  const continentOf = (zone: string): string | null =>
    continentOfArea(zone) ?? sources.regionByCountry.get(countryOf.get(zone) ?? '') ?? null
  const until = addYears(referenceDate, ENTRY_YEARS)
  const uses = Array.from(zones, ([zone, compiled]) =>
    Array.from(typesKept(compiled, referenceDate, until), ({ at, type }): Use => {
      const word = metazones.wordAt(zone, type, at)
      return { zone, at, type, word }
    }),
  )
  const gathered = gather(metazones, uses.flat(), findings)
  const named = [...gathered.values()].map((standard) => ({
    ...standard,
    code: codeOf(standard),
    continent: continentOf(standard.golden),
  }))

  // Where no CLDR name fits, the zone's abbreviation may still belong to a standard of its continent.
  const byLetters = (zone: string, type: LocalTimeType): string | null => {
    if (isDigits(type.abbreviation)) return null
    const [most] = named
      .filter(
        (standard) =>
          standard.code === type.abbreviation &&
          standard.offset === type.offset &&
          standard.isDst === type.isDst &&
          standard.continent === continentOf(zone),
      )
      .toSorted(
        thenBy(
          byNumber(({ lettersByZone }) => lettersByZone.size, -1),
          byText(({ name }) => name),
        ),
      )
    return most?.name ?? null
  }
  const codeByName = new Map([...pastCodes(sources), ...named.map(({ name, code }) => [name, code] as const)])
  // CLDR has Paris on "Central European Standard Time" in January 1940, when tzdb says WET. CLDR's metazones ignore that past.
  const isCalled = (name: string, { abbreviation }: LocalTimeType): boolean =>
    isDigits(abbreviation) || (codeByName.get(name) ?? abbreviation) === abbreviation
  // CLDR has Dakar and Reykjavik on "Greenwich Mean Time" in 1930, an hour behind it. A type with a numeric abbreviation therefore needs
  // the offset of the standard. A type with the standard's own letters does not, because standards move: MSK was four hours ahead from
  // 2011 to 2014.
  const byName = new Map(named.map((standard) => [standard.name, standard]))
  const isAsDefined = (name: string, { abbreviation, offset, isDst }: LocalTimeType): boolean => {
    const standard = byName.get(name)
    return (
      standard === undefined ||
      standard.code === abbreviation ||
      (standard.offset === offset && standard.isDst === isDst)
    )
  }
  const nameOf = (zone: string, type: LocalTimeType, at: EpochSeconds): string | null => {
    const name = fittingName(metazones.wordAt(zone, type, at))
    if (name !== null && isCalled(name, type) && isAsDefined(name, type)) return name
    return type.abbreviation === 'LMT' || type.offset % 900 !== 0 ? null : byLetters(zone, type)
  }

  for (const ofZone of uses) findings.push(...overruled(ofZone, nameOf))

  // Name → zone → the STDOFF that the zone has under this name within two years of the reference date.
  const keptBy = new Map<string, Map<string, number>>()
  for (const { zone, type, at } of uses.flat()) {
    const name = nameOf(zone, type, at)
    if (name !== null) keptBy.set(name, (keptBy.get(name) ?? new Map()).set(zone, type.stdoff))
  }
  // A code belongs to the countries that use its standard. Dili had the same clock as WITA, but under another state.
  const countriesOf = new Map(
    Array.from(keptBy, ([name, members]) => [
      name,
      new Set(Array.from(members.keys(), (zone) => countryOf.get(zone))),
    ]),
  )
  const shownOf = (zone: string, type: LocalTimeType, at: EpochSeconds): TypeName => {
    const name = nameOf(zone, type, at)
    if (!isDigits(type.abbreviation)) return { name, abbreviation: type.abbreviation }
    const isOfCountry = name !== null && countriesOf.get(name)?.has(countryOf.get(zone)) === true
    return { name, abbreviation: isOfCountry ? (byName.get(name)?.code ?? null) : null }
  }
  const shownRows = new Map(
    Array.from(zones, ([zone, compiled]) => [zone, rowsOf(zone, compiled, metazones, shownOf)]),
  )

  const twins = twinsOf(named, keptBy)
  const standards = named
    .map(({ name, code, offset, isDst, continent }): Standard => {
      const counterpart = twins.get(name) ?? null
      return { name, slug: slugOf(name), code, offset, isDst, continent, counterpart }
    })
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  for (const [index, standard] of standards.entries()) {
    if (standard.slug === '' || standards[index + 1]?.slug === standard.slug) {
      findings.push(fault('standard-slug', standard.name, `"${standard.name}" has no slug of its own`))
    }
  }
  return { standards, shownRows, findings }
}

/** A clock that a zone has within two years of the reference date, and CLDR's word for it. */
interface Use {
  readonly zone: string
  readonly at: EpochSeconds
  readonly type: LocalTimeType
  readonly word: CldrWord | null
}

/** The name in CLDR's word. Null where the name does not fit the clock. */
const fittingName = (word: CldrWord | null): string | null => (word?.fits === true ? word.name : null)

/** Every name that CLDR rightly gives to some zone within two years of the reference date. */
function gather(metazones: Metazones, uses: readonly Use[], findings: SourceFinding[]) {
  const found = new Map<string, Gathered>()
  for (const { zone, type, word } of uses) {
    const name = fittingName(word)
    if (word === null || name === null) continue
    const { isDst, offset } = type
    const golden = metazones.goldenZoneOf(word.metazone) ?? zone
    const standard = found.get(name) ?? { name, isDst, offset, golden, lettersByZone: new Map() }
    found.set(name, standard)
    if (standard.offset !== offset || standard.isDst !== isDst) {
      const others = [...standard.lettersByZone.keys()].join(', ')
      const message = `${name} is ${inHours(offset)} in ${zone} and ${inHours(standard.offset)} in ${others}`
      findings.push(fault('standard-split', name, message))
    }
    standard.lettersByZone.set(zone, type.abbreviation)
  }
  return found
}

const inHours = (offset: number): string => `UTC${offset < 0 ? '' : '+'}${offset / 3600}`

/** Name → the abbreviation that most zones had while CLDR gave them the name, at any time. */
function pastCodes({ metazones, zones }: StandardSources): [string, string | null][] {
  const lettersOf = new Map<string, Map<string, string>>()
  for (const [zone, compiled] of zones) {
    for (const { at, type } of stretchesOf(compiled, metazones.breaksOf(zone))) {
      const name = fittingName(metazones.wordAt(zone, type, at))
      if (name === null || isDigits(type.abbreviation)) continue
      const letters = lettersOf.get(name) ?? new Map<string, string>()
      // A zone counts once for each of its abbreviations.
      lettersOf.set(name, letters.set(`${zone} ${type.abbreviation}`, type.abbreviation))
    }
  }
  return Array.from(lettersOf, ([name, letters]) => [name, mostFrequent(letters.values())])
}

/** The most frequent abbreviation. Of equally frequent ones letters come before digits: Kolkata's IST, Colombo's +0530. */
function mostFrequent(abbreviations: Iterable<string>): string | null {
  const groups = [...groupBy(abbreviations, (one) => one)]
  const [most] = groups.toSorted(
    thenBy(
      byNumber(([, same]) => same.length, -1),
      byNumber(([one]) => Number(isDigits(one))),
      byText(([one]) => one),
    ),
  )
  return most?.[0] ?? null
}

/** The abbreviation of most of its zones. Where most have digits, it is the conventional code. Null where nobody has letters for it. */
function codeOf({ name, lettersByZone }: Gathered): string | null {
  const most = mostFrequent(lettersByZone.values())
  if (most !== null && !isDigits(most)) return most
  return CONVENTIONAL_CODES.find((row) => row.name === name)?.code ?? null
}

type NameOf = (zone: string, type: LocalTimeType, at: EpochSeconds) => string | null

/** The rows shown for one zone: a row for each type, and another where the shown name or abbreviation changes. */
function rowsOf(
  zone: string,
  compiled: CompiledZone,
  metazones: Metazones,
  shownOf: (zone: string, type: LocalTimeType, at: EpochSeconds) => TypeName,
): ShownRow[] {
  const rowsByType = new Map<number, [ShownRow, ...ShownRow[]]>()
  for (const { start, at, typeIndex, type } of stretchesOf(compiled, metazones.breaksOf(zone))) {
    const shown = shownOf(zone, type, at)
    const rows = rowsByType.get(typeIndex)
    const last = rows?.at(-1)
    // The first row of a type has no start: before it, the zone never had the type.
    if (rows === undefined) rowsByType.set(typeIndex, [{ type: typeIndex, start: null, ...shown }])
    else if (last?.name !== shown.name || last.abbreviation !== shown.abbreviation)
      rows.push({ type: typeIndex, start, ...shown })
  }
  // Types that exist only in the release's own reading never occur in the stretches.
  return unnamedRows(compiled).flatMap((unnamed) => rowsByType.get(unnamed.type) ?? [unnamed])
}

/** The first of a zone's uses for which CLDR's word does not fit the clock that tzdb gives it. */
function overruled(uses: readonly Use[], nameOf: NameOf): SourceFinding[] {
  return uses
    .flatMap(({ zone, at, type, word }) => {
      if (word === null || word.fits || word.name === null) return []
      const message = `${zone} keeps ${type.abbreviation}, where CLDR's ${word.metazone} would say "${word.name}"; named "${nameOf(zone, type, at) ?? 'nothing'}" instead`
      return [note('cldr-overruled', zone, message)]
    })
    .slice(0, 1)
}

/**
 * Pairs standard and daylight names: the twin shares the most zones. A zone counts only if its STDOFF on daylight time is the standard's
 * offset. So Vancouver's step from PDT to MST does not make those two twins.
 */
function twinsOf(
  named: readonly { readonly name: string; readonly isDst: boolean; readonly offset: OffsetSeconds }[],
  keptBy: ReadonlyMap<string, ReadonlyMap<string, number>>,
): Map<string, string> {
  const twins = new Map<string, string>()
  for (const one of named) {
    const sharing = named.flatMap((other) => {
      if (other.isDst === one.isDst) return []
      const [standard, daylight] = one.isDst ? [other, one] : [one, other]
      const onDaylight = keptBy.get(daylight.name)
      const members = [...(keptBy.get(standard.name)?.keys() ?? [])]
      const shared = members.filter((zone) => onDaylight?.get(zone) === standard.offset).length
      return shared > 0 ? [{ name: other.name, shared }] : []
    })
    const [best] = sharing.toSorted(
      thenBy(
        byNumber(({ shared }) => shared, -1),
        byText(({ name }) => name),
      ),
    )
    if (best !== undefined) twins.set(one.name, slugOf(best.name))
  }
  return twins
}
