// Follows identifiers that other sources use and the tz release has renamed (by its Link) or dropped (by a curated row).
import { GONE_ZONES } from '../curated/tables.ts'
import { rowWithoutReason, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { ZonePlace } from '../parse/zone-tab.ts'

/** Returns other identifier → its zone, by the release's Links and by the curated rows of zones that are gone. */
export function movedIds(
  zoneIdByAlias: ReadonlyMap<string, string>,
  isIdentifier: (name: string) => boolean,
): { readonly zoneIdByMoved: ReadonlyMap<string, string>; readonly findings: readonly SourceFinding[] } {
  const gone = GONE_ZONES.filter(({ zone }) => !isIdentifier(zone))
  const findings = GONE_ZONES.filter((row) => !gone.includes(row)).map(({ zone }) =>
    rowWithoutReason('gone-zones', zone, `${zone} is an identifier of the tz release`),
  )
  return {
    zoneIdByMoved: new Map([...zoneIdByAlias, ...gone.map(({ zone, now }) => [zone, now] as const)]),
    findings,
  }
}

/**
 * Returns CLDR with the new name of each renamed zone added to its spellings. A zone counts as renamed if three things hold. The release
 * lists none of CLDR's spellings of it. One of the spellings leads to a listed zone. And CLDR has no other zone for that one: two zones
 * that were merged stay two.
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
