// Identifiers that other sources know and the tz release has moved: a renamed zone is followed by its Link, a gone one by its row.
import { GONE_ZONES } from '../curated/tz-changes.ts'
import { fault, removeRow, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { ZonePlace } from './zone-places.ts'

/** Other identifier → the zone that answers for it: by the release's Links, and by the rows of zones that are gone. */
export function movedIds(
  zoneIdByAlias: ReadonlyMap<string, string>,
  isIdentifier: (name: string) => boolean,
): { readonly zoneIdByMoved: ReadonlyMap<string, string>; readonly findings: readonly SourceFinding[] } {
  const gone = GONE_ZONES.filter(({ zone }) => !isIdentifier(zone))
  const findings = GONE_ZONES.filter(({ zone }) => isIdentifier(zone)).map(({ zone }) =>
    fault(
      'row-without-reason',
      zone,
      `curated/tz-changes.ts: ${zone} is an identifier of the tz release`,
      removeRow('tz-changes.ts', 'GONE_ZONES', zone),
    ),
  )
  return {
    zoneIdByMoved: new Map([...zoneIdByAlias, ...gone.map(({ zone, now }) => [zone, now] as const)]),
    findings,
  }
}

/**
 * CLDR with the new name of each zone that was renamed among its spellings. A zone is taken for renamed where the release lists none of
 * CLDR's spellings of it, one of them leads to a listed zone, and CLDR has no other zone for that: two zones that were merged stay two.
 */
export function withRenamed(
  cldr: Cldr,
  places: readonly ZonePlace[],
  zoneIdByMoved: ReadonlyMap<string, string>,
): Cldr {
  const listed = new Set(places.map(({ id }) => id))
  const owned = new Set(cldr.zoneSpellings.flat().filter((id) => listed.has(id)))
  const zoneSpellings = cldr.zoneSpellings.map((group) => {
    if (group.some((id) => listed.has(id))) return group
    const renamed = group
      .map((id) => zoneIdByMoved.get(id))
      .find((id) => id !== undefined && listed.has(id) && !owned.has(id))
    if (renamed === undefined) return group
    owned.add(renamed)
    return [...group, renamed]
  })
  return { ...cldr, zoneSpellings }
}
