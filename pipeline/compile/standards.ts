// Compiles CLDR's metazones and the zones into the named time standards, and finds which standard a zone uses when.
import { continentOfArea } from '#core/zone/area-continent.ts'
import { slugOf } from '#core/text/fold.ts'
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { isDigits, unnamedRows, type Shown, type ShownRow } from '#core/zone/shown.ts'
import { CONVENTIONAL_CODES } from '../curated/tables.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import type { ZonePlace } from './zone-places.ts'
import { stretchesOf, typesKept, type Metazones } from './metazones.ts'

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

export interface StandardSources {
  readonly metazones: Metazones
  /** Every listed zone, including UTC, in code-unit order. */
  readonly zones: ReadonlyMap<string, CompiledZone>
  readonly places: readonly ZonePlace[]
  /** Country → its region. */
  readonly regionByCountry: ReadonlyMap<string, string | null>
  /** The date that a build uses as the present. */
  readonly referenceDate: EpochSeconds
}

export interface CompiledStandards {
  /** By slug, in code-unit order. */
  readonly standards: readonly Standard[]
  /** Zone → the rows shown for each of its types, in order of types and then of time. */
  readonly shownRows: ReadonlyMap<string, readonly ShownRow[]>
  readonly findings: readonly SourceFinding[]
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

/** Compiles the standards. */
export function compileStandards(sources: StandardSources): CompiledStandards {
  const findings: SourceFinding[] = []
  const continentOf = continentByZone(sources)
  const gathered = gather(sources, findings)
  const named = [...gathered.values()].map((standard) => ({
    ...standard,
    code: codeOf(standard),
    continent: continentOf(standard.golden),
  }))

  // Where no CLDR name fits, the zone's abbreviation may still belong to a standard of its continent.
  const byLetters = (zone: string, type: LocalTimeType): string | null => {
    if (isDigits(type.abbreviation)) return null
    const fitting = named.filter(
      (standard) =>
        standard.code === type.abbreviation &&
        standard.offset === type.offset &&
        standard.isDst === type.isDst &&
        standard.continent === continentOf(zone),
    )
    const most = fitting.toSorted(
      (a, b) => b.lettersByZone.size - a.lettersByZone.size || (a.name < b.name ? -1 : 1),
    )[0]
    return most?.name ?? null
  }
  const codeByName = new Map<string, string | null>([
    ...pastCodes(sources),
    ...named.map(({ name, code }): [string, string | null] => [name, code]),
  ])
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
    const word = sources.metazones.wordAt(zone, type, at)
    if (
      word !== null &&
      word.fits &&
      word.name !== null &&
      isCalled(word.name, type) &&
      isAsDefined(word.name, type)
    )
      return word.name
    return type.abbreviation === 'LMT' || type.offset % 900 !== 0 ? null : byLetters(zone, type)
  }

  findings.push(...overruled(sources, nameOf))

  const keptBy = membersAt(sources, nameOf)
  // A code belongs to the countries that use its standard. Dili had the same clock as WITA, but under another state.
  const countryOf = new Map(sources.places.map((place) => [place.id, place.country]))
  const countriesOf = new Map(
    [...keptBy].map(([name, zones]) => [name, new Set([...zones.keys()].map((zone) => countryOf.get(zone)))]),
  )
  const shownOf = (zone: string, type: LocalTimeType, at: EpochSeconds): Shown => {
    const name = nameOf(zone, type, at)
    if (!isDigits(type.abbreviation)) return { name, abbreviation: type.abbreviation }
    const isOfCountry = name !== null && countriesOf.get(name)?.has(countryOf.get(zone)) === true
    return { name, abbreviation: isOfCountry ? (byName.get(name)?.code ?? null) : null }
  }
  const shownRows = new Map<string, ShownRow[]>()
  for (const [zone, compiled] of sources.zones) shownRows.set(zone, rowsOf(zone, compiled, sources, shownOf))

  const twins = twinsOf(named, keptBy)
  const standards = named
    .map(({ name, code, offset, isDst, continent }) => ({
      name,
      slug: slugOf(name),
      code,
      offset,
      isDst,
      continent,
      counterpart: twins.get(name) ?? null,
    }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  for (const [index, standard] of standards.entries()) {
    if (standard.slug === '' || standards[index + 1]?.slug === standard.slug) {
      findings.push(fault('standard-slug', standard.name, `"${standard.name}" has no slug of its own`))
    }
  }
  return { standards, shownRows, findings }
}

/** Every name that CLDR rightly gives to some zone within two years of the reference date. */
function gather(sources: StandardSources, findings: SourceFinding[]): Map<string, Gathered> {
  const { metazones, zones, referenceDate } = sources
  const found = new Map<string, Gathered>()
  for (const [zone, compiled] of zones) {
    for (const { at, type } of typesKept(compiled, referenceDate, addYears(referenceDate, ENTRY_YEARS))) {
      const word = metazones.wordAt(zone, type, at)
      if (word === null || !word.fits || word.name === null) continue
      let standard = found.get(word.name)
      if (standard === undefined) {
        standard = {
          name: word.name,
          isDst: type.isDst,
          offset: type.offset,
          golden: metazones.goldenZoneOf(word.metazone) ?? zone,
          lettersByZone: new Map(),
        }
        found.set(word.name, standard)
      } else if (standard.offset !== type.offset || standard.isDst !== type.isDst) {
        findings.push(
          fault(
            'standard-split',
            word.name,
            `${word.name} is UTC${type.offset < 0 ? '' : '+'}${type.offset / 3600} in ${zone} and ` +
              `UTC${standard.offset < 0 ? '' : '+'}${standard.offset / 3600} in ${[...standard.lettersByZone.keys()].join(', ')}`,
          ),
        )
      }
      standard.lettersByZone.set(zone, type.abbreviation)
    }
  }
  return found
}

/** Name → the abbreviation that most zones had while CLDR gave them the name, at any time. */
function pastCodes({ metazones, zones }: StandardSources): Map<string, string> {
  const zonesByLetters = new Map<string, Map<string, Set<string>>>()
  for (const [zone, compiled] of zones) {
    for (const { at, type } of stretchesOf(compiled, metazones.breaksOf(zone))) {
      const word = metazones.wordAt(zone, type, at)
      if (word === null || !word.fits || word.name === null || isDigits(type.abbreviation)) continue
      const ofName = zonesByLetters.get(word.name) ?? new Map<string, Set<string>>()
      zonesByLetters.set(word.name, ofName)
      ofName.set(type.abbreviation, (ofName.get(type.abbreviation) ?? new Set()).add(zone))
    }
  }
  const codes = new Map<string, string>()
  for (const [name, ofName] of zonesByLetters) {
    const [most] = [...ofName].toSorted(([a, one], [b, other]) => other.size - one.size || (a < b ? -1 : 1))
    if (most !== undefined) codes.set(name, most[0])
  }
  return codes
}

/**
 * The abbreviation of most of its zones. Letters come before digits where equally many zones have them: Kolkata's IST, Colombo's +0530.
 * Where most have digits, it is the conventional code. Null where nobody has letters for it.
 */
function codeOf({ name, lettersByZone }: Gathered): string | null {
  const counts = new Map<string, number>()
  for (const letters of lettersByZone.values()) counts.set(letters, (counts.get(letters) ?? 0) + 1)
  const [most] = [...counts].toSorted(
    ([a, one], [b, other]) => other - one || Number(isDigits(a)) - Number(isDigits(b)) || (a < b ? -1 : 1),
  )
  if (most !== undefined && !isDigits(most[0])) return most[0]
  return CONVENTIONAL_CODES.find((row) => row.name === name)?.code ?? null
}

/**
 * A zone's continent: that of its area. For areas that are oceans or Antarctica it is the region of its country. Null for UTC. By country
 * alone Vladivostok would be in Europe.
 */
function continentByZone({ places, regionByCountry }: StandardSources): (zone: string) => string | null {
  const countryOf = new Map(places.map((place) => [place.id, place.country]))
  return (zone) => continentOfArea(zone) ?? regionByCountry.get(countryOf.get(zone) ?? '') ?? null
}

type NameOf = (zone: string, type: LocalTimeType, at: EpochSeconds) => string | null

/** The rows shown for one zone: a row for each type, and another where the shown name or abbreviation changes. */
function rowsOf(
  zone: string,
  compiled: CompiledZone,
  { metazones }: StandardSources,
  shownOf: (zone: string, type: LocalTimeType, at: EpochSeconds) => Shown,
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

/** Zones for which CLDR's word in the next two years does not fit the clock that tzdb gives them. */
function overruled({ metazones, zones, referenceDate }: StandardSources, nameOf: NameOf): SourceFinding[] {
  const findings: SourceFinding[] = []
  for (const [zone, compiled] of zones) {
    for (const { at, type } of typesKept(compiled, referenceDate, addYears(referenceDate, ENTRY_YEARS))) {
      const word = metazones.wordAt(zone, type, at)
      if (word === null || word.fits || word.name === null) continue
      findings.push(
        note(
          'cldr-overruled',
          zone,
          `${zone} keeps ${type.abbreviation}, where CLDR's ${word.metazone} would say ` +
            `"${word.name}"; named "${nameOf(zone, type, at) ?? 'nothing'}" instead`,
        ),
      )
      break
    }
  }
  return findings
}

/** Name → zone → the STDOFF that the zone has under this name within two years of the reference date. */
function membersAt(
  { zones, referenceDate }: StandardSources,
  nameOf: NameOf,
): Map<string, Map<string, number>> {
  const found = new Map<string, Map<string, number>>()
  for (const [zone, compiled] of zones) {
    for (const { at, type } of typesKept(compiled, referenceDate, addYears(referenceDate, ENTRY_YEARS))) {
      const name = nameOf(zone, type, at)
      if (name === null) continue
      const members = found.get(name) ?? new Map<string, number>()
      members.set(zone, type.stdoff)
      found.set(name, members)
    }
  }
  return found
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
    let best = { name: '', shared: 0 }
    for (const other of named) {
      if (other.isDst === one.isDst) continue
      const [standard, daylight] = one.isDst ? [other, one] : [one, other]
      const onDaylight = keptBy.get(daylight.name) ?? new Map<string, number>()
      let shared = 0
      for (const zone of keptBy.get(standard.name)?.keys() ?? []) {
        if (onDaylight.get(zone) === standard.offset) shared++
      }
      if (shared > best.shared || (shared === best.shared && shared > 0 && other.name < best.name)) {
        best = { name: other.name, shared }
      }
    }
    if (best.shared > 0) twins.set(one.name, slugOf(best.name))
  }
  return twins
}
