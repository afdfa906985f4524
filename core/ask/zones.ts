// The zones of an artifact: by any identifier of the tz release, and as the list that people choose from.
import { fold, lowerAscii } from '../text/fold.ts'
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType, SourceLine } from '../zone/compiled-zone.ts'
import type { Row } from '#schemas/reference-tables.ts'
import { groupBy } from '../group-by.ts'
import type { Reference } from './reference-data.ts'

/** Facts about a zone that do not change for the life of the artifact. */
export interface Zone {
  readonly iana: string
  /** Whether it is in the list that people choose from. Other zones can still be asked for by name. */
  readonly listed: boolean
  readonly displayName: string | null
  /** ISO 3166-1 alpha-2. Null at sea and for UTC. */
  readonly countryCode: string | null
  readonly country: ZoneCountry | null
  readonly isMainland: boolean
  /** The place that the zone is named for, in degrees; null if it has none. */
  readonly lat: number | null
  readonly lon: number | null
  /** The folded display name. Lists are sorted by it. */
  readonly sortName: string | null
  /** The folded text that a search looks through. */
  readonly searchText: string
  /** Read from the artifact at the first call. It may lack the source lines, which `withLines` has. */
  readonly compiled: () => CompiledZone
  /** Read again at each call, for callers that need the source lines. */
  readonly withLines: () => CompiledZone
  /** The name and abbreviation of a local time type at an instant. They were decided when the artifact was built. */
  readonly shown: (type: LocalTimeType, at: EpochSeconds) => NameInForce
}

export interface ZoneCountry {
  readonly code: string
  readonly name: string
  readonly slug: string
}

export interface NameInForce {
  /** English name of the standard in force; null if it has no name. */
  readonly name: string | null
  /** tzdb's letters, else the code of the standard; null if there is neither. Never digits. */
  readonly abbreviation: string | null
  /** −Infinity: since the beginning of time. */
  readonly from: number
  /** Infinity: for ever. */
  readonly until: number
}

export interface Zones {
  /** In code-unit order of the identifiers. */
  readonly listed: readonly Zone[]
  /** The zone of an identifier or alias, in any case; null if the tz release has none. */
  readonly named: (identifier: string) => Zone | null
  /** Its other identifiers, in code-unit order. */
  readonly aliasesOf: (zone: Zone) => readonly string[]
  /** The Link line of an alias, in any case; null if the identifier is a zone's own. */
  readonly linkLine: (alias: string) => SourceLine | null
}

/** Reads the zones of an artifact. Their transitions are read when they are first needed. */
export function openZones(reference: Reference): Zones {
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
  return {
    listed: [...byId.values()].filter(({ listed }) => listed),
    named: (identifier) => byName.get(identifier) ?? byName.get(lowerAscii(identifier)) ?? null,
    aliasesOf: (zone) => (aliasesOf.get(zone) ?? []).map(({ name }) => name).toSorted(),
    linkLine(alias) {
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
): Zone {
  const displayName = row.display_name ?? fixedOffsetName(row.iana)
  let read: CompiledZone | undefined
  const compiled = (): CompiledZone => (read ??= reference.compiledZone(row.id))
  return {
    iana: row.iana,
    listed: row.listed === 1,
    displayName,
    countryCode: row.country,
    country,
    isMainland: row.is_mainland === 1,
    lat: row.latitude === null ? null : row.latitude / 1e6,
    lon: row.longitude === null ? null : row.longitude / 1e6,
    sortName: displayName === null ? null : fold(displayName),
    searchText: fold(`${row.iana}\n${displayName ?? ''}`),
    compiled,
    withLines: () => reference.withLines(row.id),
    shown: (type, at) => shownAt(shown, compiled().types.indexOf(type), at),
  }
}

/** The name and abbreviation of a type at an instant. */
function shownAt(rows: readonly ShownRow[], type: number, at: EpochSeconds): NameInForce {
  let found: NameInForce = { name: null, abbreviation: null, from: Number.NEGATIVE_INFINITY, until: Infinity }
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
