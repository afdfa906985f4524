// Finds the display name of a zone, and whether the zone lies on its country's mainland.
import { tablePath } from '../paths.ts'
import { OUTLYING_AREAS, OUTLYING_ZONES } from '../curated/tables.ts'
import { fault, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import { zoneByCldrId, zonesByCountry, type ZonePlace } from './zone-places.ts'

/** Returns zone → the name of the place that it is named for: CLDR's English city, else the last part of the identifier. */
export function displayNames(
  cldr: Cldr,
  places: readonly ZonePlace[],
): { names: Map<string, string>; findings: SourceFinding[] } {
  const names = new Map<string, string>()
  const findings: SourceFinding[] = []
  for (const { id } of places) names.set(id, (id.split('/').at(-1) ?? id).replaceAll('_', ' '))
  for (const [zone, city] of exemplarCities(cldr, places)) names.set(zone, city)
  names.set('UTC', 'Coordinated Universal Time')
  const owners = new Map<string, string>()
  for (const [zone, name] of names) {
    const other = owners.get(name)
    if (other !== undefined) {
      findings.push(fault('display-name-twice', zone, `${zone} and ${other} would both be called ${name}`))
    }
    owners.set(name, zone)
  }
  return { names, findings }
}

/** Returns zone → the English name of the city that CLDR gives for it. Absent where CLDR has none. */
export function exemplarCities(cldr: Cldr, places: readonly ZonePlace[]): Map<string, string> {
  const currentId = zoneByCldrId(cldr.zoneSpellings, places)
  const found = new Map<string, string>()
  for (const [cldrId, { exemplarCity }] of cldr.zoneNames) {
    const zone = currentId.get(cldrId)
    if (zone !== undefined && exemplarCity !== null) found.set(zone, exemplarCity)
  }
  return found
}

/** Returns the zones that lie off their country's mainland, by the rule and the curated exceptions. */
export function outlyingZones(
  places: readonly ZonePlace[],
  defaultZones: ReadonlyMap<string, string>,
): { outlying: Set<string>; findings: SourceFinding[] } {
  const outlying = new Set(OUTLYING_ZONES.map((row) => row.zone))
  const listed = new Set(places.map((place) => place.id))
  const findings = [...outlying]
    .filter((zone) => !listed.has(zone))
    .map((zone) =>
      fault(
        'zone-unknown',
        zone,
        `${tablePath('outlying-zones')} names ${zone}, which zone.tab does not have`,
        `${tablePath('outlying-zones')}: write the zone's new name for ${zone}, or remove its row`,
      ),
    )
  for (const [country, zones] of zonesByCountry(places)) {
    if (zones.length === 1) continue
    for (const zone of zones) {
      const area = zone.split('/')[0] ?? ''
      if (OUTLYING_AREAS.some((row) => row.area === area) && defaultZones.get(country) !== zone)
        outlying.add(zone)
    }
  }
  return { outlying, findings }
}
