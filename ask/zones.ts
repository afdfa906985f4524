// The zones of an artifact: by any identifier of the tz release, and as the list that people choose from.
import { fold } from '#core/text/fold.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType, SourceLine } from '#core/zone/compiled-zone.ts'
import type { Row } from '#schemas/reference-tables.ts'
import { groupBy } from '#core/group-by.ts'
import type { Reference } from './reference.ts'

/** Facts about a zone that do not change for the life of the artifact. */
export type Zone = Readonly<ReturnType<typeof zoneOf>>

export interface ZoneCountry {
  readonly code: string
  readonly name: string
  readonly slug: string
}

export interface Shown {
  /** English name of the standard in force; null if it has no name. */
  readonly name: string | null
  /** tzdb's letters, else the code of the standard; null if there is neither. Never digits. */
  readonly abbreviation: string | null
  /** −Infinity: since the beginning of time. */
  readonly from: number
  /** Infinity: for ever. */
  readonly until: number
}

export type Zones = Readonly<ReturnType<typeof openZones>>

/** Reads the zones of an artifact. Their transitions are read when they are first needed. */
export function openZones(reference: Reference) {
  const countries = new Map<string, ZoneCountry>()
  for (const { iso2: code, name, slug } of reference.rows('country'))
    countries.set(code, { code, name, slug })
  const shown = groupBy(reference.rows('zone_standard'), ({ zone }) => zone)
  const byId = new Map<number, Zone>()
  /** As they are written, because nearly all questions use that form, and in lower case. */
  const byName = new Map<string, Zone>()
  const addName = (name: string, zone: Zone): void =>
    void byName.set(name, zone).set(name.toLowerCase(), zone)
  for (const row of reference.rows('zone')) {
    const country = row.country === null ? null : (countries.get(row.country) ?? null)
    const zone = zoneOf(reference, row, country, shown.get(row.id) ?? [])
    byId.set(row.id, zone)
    addName(zone.iana, zone)
  }
  const aliases = reference.rows('zone_alias')
  const aliasesOf = groupBy(aliases, ({ zone }) => byId.get(zone))
  for (const { name, zone: id } of aliases) {
    const zone = byId.get(id)
    if (zone !== undefined) addName(name, zone)
  }
  const listed: readonly Zone[] = [...byId.values()].filter((zone) => zone.listed)
  return {
    /** In code-unit order of the identifiers. */
    listed,
    /** The zone of an identifier or alias, in any case; null if the tz release has none. */
    named: (identifier: string): Zone | null =>
      byName.get(identifier) ?? byName.get(identifier.toLowerCase()) ?? null,
    /** Its other identifiers, in code-unit order. */
    aliasesOf: (zone: Zone): string[] => (aliasesOf.get(zone) ?? []).map(({ name }) => name).toSorted(),
    /** The Link line of an alias, in any case; null if the identifier is a zone's own. */
    linkLine(alias: string): SourceLine | null {
      const link = aliases.find(({ name }) => name.toLowerCase() === alias.toLowerCase())
      const row = reference.rows('source_line').find(({ id }) => id === link?.source_line)
      return row === undefined ? null : { file: row.file, line: row.line, text: row.text }
    },
  }
}

type ShownRow = Row<'zone_standard'>

function zoneOf(
  reference: Reference,
  row: Row<'zone'>,
  country: ZoneCountry | null,
  shown: readonly ShownRow[],
) {
  const displayName = row.display_name ?? fixedOffsetName(row.iana)
  let read: CompiledZone | undefined
  const compiled = (): CompiledZone => (read ??= reference.compiledZone(row.id))
  return {
    iana: row.iana,
    /** Whether it is in the list that people choose from. Other zones can still be asked for by name. */
    listed: row.listed === 1,
    displayName,
    /** ISO 3166-1 alpha-2. Null at sea and for UTC. */
    countryCode: row.country,
    country,
    isMainland: row.is_mainland === 1,
    /** The place that the zone is named for, in degrees; null if it has none. */
    lat: row.latitude === null ? null : row.latitude / 1e6,
    lon: row.longitude === null ? null : row.longitude / 1e6,
    /** The folded display name. Lists are sorted by it. */
    sortName: displayName === null ? null : fold(displayName),
    /** The folded text that a search looks through. */
    searchText: fold(`${row.iana}\n${displayName ?? ''}`),
    /** Read from the artifact at the first call. It may lack the source lines, which `withLines` has. */
    compiled,
    /** Read again at each call, for callers that need the source lines. */
    withLines: () => reference.withLines(row.id),
    /** The name and abbreviation of a local time type at an instant. They were decided when the artifact was built. */
    shown: (type: LocalTimeType, at: EpochSeconds) => shownAt(shown, compiled().types.indexOf(type), at),
  }
}

/** The name and abbreviation of a type at an instant. */
function shownAt(rows: readonly ShownRow[], type: number, at: EpochSeconds): Shown {
  let found: Shown = { name: null, abbreviation: null, from: Number.NEGATIVE_INFINITY, until: Infinity }
  for (const row of rows) {
    if (row.type !== type) continue
    const start = row.starts_at ?? Number.NEGATIVE_INFINITY
    if (start > at) return { ...found, until: start }
    found = { name: row.name, abbreviation: row.abbreviation, from: start, until: Infinity }
  }
  return found
}

/** `UTC-03:00` for `Etc/GMT+3`, whose sign is inverted; null for any other identifier. */
function fixedOffsetName(iana: string): string | null {
  const hours = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/.exec(iana)
  if (hours === null) return null
  const sign = hours[1] === '+' && hours[2] !== '0' ? '-' : '+'
  return `UTC${sign}${(hours[2] ?? '0').padStart(2, '0')}:00`
}
