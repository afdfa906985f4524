// Brings CLDR up to the tz release: countries that it lacks, and zones whose identifier was renamed (by a Link) or dropped (by a curated row).
import { GONE_ZONES, NEW_COUNTRIES } from '../curated/columns.ts'
import { rowWithoutReason, type SourceFinding } from '../findings.ts'
import type { ReferenceSources } from './sources.ts'

/**
 * Returns CLDR with the curated new countries, and with the new name of each renamed zone among its spellings. A curated row that is not
 * needed is a fault.
 *
 * A zone counts as renamed if three things hold. The release lists none of CLDR's spellings of it. One of the spellings leads to a listed
 * zone. And CLDR has no other zone for that one: two zones that were merged stay two.
 */
export function currentCldr({
  cldr,
  zonePlaces,
  zoneIdByAlias,
  isIdentifier,
}: Pick<ReferenceSources, 'cldr' | 'zonePlaces' | 'zoneIdByAlias' | 'isIdentifier'>) {
  const findings: SourceFinding[] = []
  /** Other identifier → its zone, by the release's Links and by the curated rows of zones that are gone. */
  const zoneIdByMoved = new Map(zoneIdByAlias)
  for (const { zone, now } of GONE_ZONES) {
    if (!isIdentifier(zone)) zoneIdByMoved.set(zone, now)
    else findings.push(rowWithoutReason('gone-zones', zone, `${zone} is an identifier of the tz release`))
  }

  const territories = new Map(cldr.territories)
  const territoryNames = new Map(cldr.territoryNames)
  const containment = new Map(cldr.containment)
  for (const row of NEW_COUNTRIES) {
    const { country, name, subRegion } = row
    if (cldr.territoryNames.has(country)) {
      findings.push(rowWithoutReason('new-countries', country, `CLDR has ${country}`))
      continue
    }
    territories.set(country, row)
    territoryNames.set(country, { name, short: null, all: [name] })
    containment.set(subRegion, [...(containment.get(subRegion) ?? []), country])
  }

  const listed = new Set(zonePlaces.map(({ id }) => id))
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
  return {
    cldr: { ...cldr, territories, territoryNames, containment, zoneSpellings },
    zoneIdByMoved,
    findings,
  }
}
