// Compiles a tz release into everything that reference.sqlite holds of it: zones with their places, and aliases.
import type { CompiledZone, SourceLine } from '#core/zone/compiled-zone.ts'
import type { TzRelease } from '../parse/tz-release.ts'
import { placeZones } from './links.ts'
import { compileZones } from './zones.ts'

/** A zone as the artifact holds it: its clock, and its row of zone.tab. */
export interface ZoneEntry {
  readonly compiled: CompiledZone
  /** Whether /timezones lists it. */
  readonly isListed: boolean
  /** ISO 3166-1 alpha-2; null where zone.tab has none. */
  readonly country: string | null
  /** Degrees, north positive; null where zone.tab has none. */
  readonly lat: number | null
  /** Degrees, east positive; null where zone.tab has none. */
  readonly lon: number | null
}

export interface ReferenceTables {
  /** In code-unit order of the identifiers. */
  readonly zones: readonly ZoneEntry[]
  /** Other name → the identifier of its zone, in code-unit order of the names. */
  readonly zoneIdByAlias: ReadonlyMap<string, string>
  /** Other name → its Link line. Absent for a name that is a Zone of the release. */
  readonly linkLineByAlias: ReadonlyMap<string, SourceLine>
}

/** Compiles a release. Throws a SourceError for anything wrong in it. */
export function compileRelease({ lines, zoneTab }: TzRelease): ReferenceTables {
  const rowById = new Map(zoneTab.map((row) => [row.id, row]))
  const { zones, zoneIdByAlias } = placeZones(compileZones(lines), lines, [...rowById.keys()])
  return {
    zones: zones.map(({ zone, isListed }) => {
      const row = rowById.get(zone.id)
      return {
        compiled: zone,
        isListed,
        country: row?.country ?? null,
        lat: row?.lat ?? null,
        lon: row?.lon ?? null,
      }
    }),
    zoneIdByAlias,
    linkLineByAlias: new Map(
      lines.links
        .filter(({ linkName }) => zoneIdByAlias.has(linkName))
        .map(({ linkName, source }) => [linkName, source]),
    ),
  }
}
