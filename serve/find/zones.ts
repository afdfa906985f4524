// The zones of an artifact: by any identifier of the tz release, and as the list that /timezones shows.
import type { Artifact } from '#core/artifact/open.ts'
import { fold } from '#core/text/fold.ts'
import type { CompiledZone } from '#core/zone/compiled-zone.ts'
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
  /** Read from the artifact on first use. */
  readonly compiled: () => CompiledZone
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
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Reads the zones of an artifact; their transitions follow when they are asked for. */
export function openZones(artifact: Artifact): Zones {
  const rows = artifact.db
    .prepare<[], ZoneRow>('SELECT id, iana, listed, country, latitude, longitude FROM zone ORDER BY id')
    .all()
  const records = rows.map((row) => zoneRecord(artifact, row))
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

function zoneRecord(artifact: Artifact, row: ZoneRow): ZoneRecord {
  const displayName = fixedOffsetName(row.iana)
  let compiled: CompiledZone | undefined
  return {
    iana: row.iana,
    listed: row.listed === 1,
    displayName,
    countryCode: row.country,
    country: null,
    isMainland: row.country !== null,
    coordinates: {
      latitude: row.latitude === null ? null : row.latitude / 1e6,
      longitude: row.longitude === null ? null : row.longitude / 1e6,
    },
    sortName: displayName === null ? null : fold(displayName),
    searchText: fold(`${row.iana}\n${displayName ?? ''}`),
    compiled: () => (compiled ??= artifact.compiledZone(row.id)),
  }
}

/** `UTC-03:00` for `Etc/GMT+3`, whose sign is inverted; null for any other identifier. */
function fixedOffsetName(iana: string): string | null {
  const hours = /^Etc\/GMT(?:([+-])(\d{1,2}))?$/.exec(iana)
  if (hours === null) return null
  const sign = hours[1] === '+' && hours[2] !== '0' ? '-' : '+'
  return `UTC${sign}${(hours[2] ?? '0').padStart(2, '0')}:00`
}
