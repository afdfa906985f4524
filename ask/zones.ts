// The zones of an artifact: by any identifier of the tz release, and as the list that /timezones shows.
import type { Artifact } from '#open/artifact.ts'
import { fold } from '#core/text/fold.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { CompiledZone, LocalTimeType } from '#core/zone/compiled-zone.ts'
import type { Coordinates, CountryRef } from '#schemas/wire/shapes.ts'

/** What is true of a zone for the life of the artifact. */
export interface ZoneRecord {
  readonly iana: string
  /** Whether it has an entry under /timezones. */
  readonly listed: boolean
  readonly displayName: string | null
  readonly countryCode: string | null
  readonly country: CountryRef | null
  readonly isMainland: boolean
  readonly coordinates: Coordinates
  /** The folded display name, by which lists are sorted. */
  readonly sortName: string | null
  /** What `q` searches, folded. */
  readonly searchText: string
  /** Slug of the country; null without one. */
  readonly countrySlug: string | null
  /** Read from the artifact on first use. */
  readonly compiled: () => CompiledZone
  /** The English name of the standard in force while the zone is on a type, and for how long around an instant it is that. */
  readonly standardName: (type: LocalTimeType, at: EpochSeconds) => StandardName
}

export interface StandardName {
  /** Null where nobody has named it. */
  readonly name: string | null
  /** −Infinity: since ever. */
  readonly from: number
  /** Infinity: for ever. */
  readonly until: number
}

export interface Zones {
  /** In code-unit order of the identifiers. */
  readonly listed: readonly ZoneRecord[]
  /** The zone that answers for an identifier or an alias, in any case; null when the tz release has neither. */
  readonly named: (identifier: string) => ZoneRecord | null
}

interface ZoneRow {
  readonly id: number
  readonly iana: string
  readonly listed: number
  readonly country: string | null
  readonly country_name: string | null
  readonly country_slug: string | null
  readonly display_name: string | null
  readonly is_mainland: number
  readonly latitude: number | null
  readonly longitude: number | null
}

interface NameRow {
  readonly zone: number
  readonly type: number
  readonly starts_at: number | null
  readonly name: string | null
}

/** Reads the zones of an artifact; their transitions follow when they are asked for. */
export function openZones(artifact: Artifact): Zones {
  const rows = artifact.db
    .prepare<[], ZoneRow>(
      `SELECT id, iana, listed, zone.country, country.name AS country_name, country.slug AS country_slug,
         display_name, is_mainland, latitude, longitude
       FROM zone LEFT JOIN country ON country.iso2 = zone.country ORDER BY id`,
    )
    .all()
  const names = new Map<number, NameRow[]>()
  const nameRows = artifact.db
    .prepare<[], NameRow>(
      'SELECT zone, type, starts_at, name FROM zone_standard ORDER BY zone, type, position',
    )
    .all()
  for (const row of nameRows) {
    const ofZone = names.get(row.zone)
    if (ofZone === undefined) names.set(row.zone, [row])
    else ofZone.push(row)
  }
  const records = rows.map((row) => zoneRecord(artifact, row, names.get(row.id) ?? []))
  const byName = new Map(records.map((record) => [record.iana.toLowerCase(), record]))
  const aliases = artifact.db
    .prepare<[], { name: string; zone: number }>('SELECT name, zone FROM zone_alias')
    .all()
  for (const { name, zone } of aliases) {
    const record = records[zone]
    if (record !== undefined) byName.set(name.toLowerCase(), record)
  }
  return {
    listed: records.filter((record) => record.listed),
    named: (identifier) => byName.get(identifier.toLowerCase()) ?? null,
  }
}

function zoneRecord(artifact: Artifact, row: ZoneRow, names: readonly NameRow[]): ZoneRecord {
  const displayName = row.display_name ?? fixedOffsetName(row.iana)
  let compiled: CompiledZone | undefined
  const zone = (): CompiledZone => (compiled ??= artifact.compiledZone(row.id))
  return {
    iana: row.iana,
    listed: row.listed === 1,
    displayName,
    countryCode: row.country,
    country: row.country_name === null ? null : { code: row.country, name: row.country_name },
    countrySlug: row.country_slug,
    isMainland: row.is_mainland === 1,
    coordinates: {
      latitude: row.latitude === null ? null : row.latitude / 1e6,
      longitude: row.longitude === null ? null : row.longitude / 1e6,
    },
    sortName: displayName === null ? null : fold(displayName),
    searchText: fold(`${row.iana}\n${displayName ?? ''}`),
    compiled: zone,
    standardName: (type, at) => nameAt(names, zone().types.indexOf(type), at),
  }
}

/** The name of a type at an instant; before its first row it has none. */
function nameAt(rows: readonly NameRow[], type: number, at: EpochSeconds): StandardName {
  let found: StandardName = { name: null, from: Number.NEGATIVE_INFINITY, until: Infinity }
  for (const row of rows) {
    if (row.type !== type) continue
    const start = row.starts_at ?? Number.NEGATIVE_INFINITY
    if (start > at) return { ...found, until: start }
    found = { name: row.name, from: start, until: Infinity }
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
