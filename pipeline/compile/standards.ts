// CLDR's metazones and the compiled zones, made into the named time standards, and into which of them a zone keeps when.
import { slugOf } from '#core/text/fold.ts'
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import { CONVENTIONAL_CODES } from '../curated/conventional-codes.ts'
import { fault, note, type SourceFinding } from '../findings.ts'
import type { ZonePlace } from './zone-places.ts'
import { stretchesOf, typesKept, type Metazones, type NameRow } from './metazones.ts'

/**
 * How long from the reference date on a standard must be kept for it to have an entry. Answers speak of "a year from now", and an
 * artifact is asked for up to a year after its release: with one year alone Cuba Standard Time, which Havana keeps from
 * 2027-11-07 on, would be named by answers of its own release without having an entry.
 */
const ENTRY_YEARS = 2

/** A named time standard that some zone keeps within two years of the reference date. */
export interface Standard {
  readonly name: string
  readonly slug: string
  /** Null: no letters are in common use. */
  readonly code: string | null
  readonly offset: OffsetSeconds
  readonly isDst: boolean
  /** Region name; null for UTC. */
  readonly continent: string | null
  /** Slug of the standard or daylight twin. */
  readonly counterpart: string | null
}

export interface StandardSources {
  readonly metazones: Metazones
  /** Every zone that is listed, UTC among them, in code-unit order. */
  readonly zones: ReadonlyMap<string, CompiledZone>
  readonly places: readonly ZonePlace[]
  /** Country → its region. */
  readonly regionByCountry: ReadonlyMap<string, string | null>
  /** The only present that a build knows. */
  readonly referenceDate: EpochSeconds
}

export interface CompiledStandards {
  /** By slug, in code-unit order. */
  readonly standards: readonly Standard[]
  /** Zone → its names, in order of types and then of time. */
  readonly nameRows: ReadonlyMap<string, readonly NameRow[]>
  readonly findings: readonly SourceFinding[]
}

/** What is gathered of a standard while the zones are walked. */
interface Gathered {
  readonly name: string
  readonly isDst: boolean
  readonly offset: OffsetSeconds
  readonly golden: string
  /** Zone → the abbreviation tzdb gives it there. */
  readonly lettersByZone: Map<string, string>
}

/** Compiles them. */
export function compileStandards(sources: StandardSources): CompiledStandards {
  const findings: SourceFinding[] = []
  const continentOf = continentByZone(sources)
  const gathered = gather(sources, findings)
  const named = [...gathered.values()].map((standard) => ({
    ...standard,
    code: codeOf(standard),
    continent: continentOf(standard.golden),
  }))

  // Where CLDR has no name that fits, the zone's letters may still be those of a standard of its continent.
  const byLetters = (zone: string, type: LocalTimeType): string | null => {
    if (!isLetters(type.abbreviation)) return null
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
  // CLDR has Paris on "Central European Standard Time" in January 1940, when tzdb says WET: its metazones know no past.
  const isCalled = (name: string, { abbreviation }: LocalTimeType): boolean =>
    !isLetters(abbreviation) || (codeByName.get(name) ?? abbreviation) === abbreviation
  const nameOf = (zone: string, type: LocalTimeType, at: EpochSeconds): string | null => {
    const word = sources.metazones.wordAt(zone, type, at)
    if (word !== null && word.fits && word.name !== null && isCalled(word.name, type)) return word.name
    return type.abbreviation === 'LMT' || type.offset % 900 !== 0 ? null : byLetters(zone, type)
  }

  const nameRows = new Map<string, NameRow[]>()
  for (const [zone, compiled] of sources.zones) nameRows.set(zone, rowsOf(zone, compiled, sources, nameOf))
  findings.push(...overruled(sources, nameOf))

  const keptBy = membersAt(sources, nameOf)
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
  return { standards, nameRows, findings }
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
              `UTC${standard.offset < 0 ? '' : '+'}${standard.offset / 3600} elsewhere`,
          ),
        )
      }
      standard.lettersByZone.set(zone, type.abbreviation)
    }
  }
  return found
}

/** Name → the letters that most zones have had while CLDR gave them the name, for standards of all times. */
function pastCodes({ metazones, zones }: StandardSources): Map<string, string> {
  const zonesByLetters = new Map<string, Map<string, Set<string>>>()
  for (const [zone, compiled] of zones) {
    for (const { at, type } of stretchesOf(compiled, metazones.breaksOf(zone))) {
      const word = metazones.wordAt(zone, type, at)
      if (word === null || !word.fits || word.name === null || !isLetters(type.abbreviation)) continue
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
 * The letters of most of its zones (before digits where as many have those: Kolkata's IST, Colombo's +0530); the
 * conventional code where most have digits; null where nobody has letters for it.
 */
function codeOf({ name, lettersByZone }: Gathered): string | null {
  const counts = new Map<string, number>()
  for (const letters of lettersByZone.values()) counts.set(letters, (counts.get(letters) ?? 0) + 1)
  const [most] = [...counts].toSorted(
    ([a, one], [b, other]) => other - one || Number(isLetters(b)) - Number(isLetters(a)) || (a < b ? -1 : 1),
  )
  if (most !== undefined && isLetters(most[0])) return most[0]
  return CONVENTIONAL_CODES.find((row) => row.name === name)?.code ?? null
}

const isLetters = (abbreviation: string): boolean => /^[A-Z]/.test(abbreviation)

const AREA_CONTINENTS: Readonly<Record<string, string>> = {
  Africa: 'Africa',
  America: 'Americas',
  Asia: 'Asia',
  Australia: 'Oceania',
  Europe: 'Europe',
}

/**
 * A zone's continent: that of its area, and for areas that are oceans or Antarctica the region of its country; null for
 * UTC. By country alone Vladivostok would be in Europe.
 */
function continentByZone({ places, regionByCountry }: StandardSources): (zone: string) => string | null {
  const countryOf = new Map(places.map((place) => [place.id, place.country]))
  return (zone) =>
    AREA_CONTINENTS[zone.split('/')[0] ?? ''] ?? regionByCountry.get(countryOf.get(zone) ?? '') ?? null
}

type NameOf = (zone: string, type: LocalTimeType, at: EpochSeconds) => string | null

/** The names of one zone, a row where the name of a type changes. */
function rowsOf(
  zone: string,
  compiled: CompiledZone,
  { metazones }: StandardSources,
  nameOf: NameOf,
): NameRow[] {
  const rows: NameRow[] = []
  const latest = new Map<number, string | null>()
  for (const { start, at, typeIndex, type } of stretchesOf(compiled, metazones.breaksOf(zone))) {
    const name = nameOf(zone, type, at)
    // A type has no name until it has one: only changes are rows.
    if ((latest.get(typeIndex) ?? null) === name) continue
    latest.set(typeIndex, name)
    rows.push({ type: typeIndex, start, name })
  }
  return rows.toSorted((a, b) => a.type - b.type || (a.start ?? -Infinity) - (b.start ?? -Infinity))
}

/** Zones for which CLDR's word of the coming year does not fit what tzdb says their clocks do. */
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

/** Name → zone → the STDOFF with which the zone keeps it within two years of the reference date. */
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
 * Standard ↔ daylight: the twin that shares most zones. A zone counts only if its STDOFF on daylight time is the standard's
 * offset: Vancouver's step from PDT to MST makes no twins of those two.
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
