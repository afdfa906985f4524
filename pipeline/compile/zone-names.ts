// Finds the display name of a zone, and whether the zone lies on its country's mainland.
import { tablePath } from '../paths.ts'
import { OUTLYING_AREAS, OUTLYING_ZONES } from '../curated/columns.ts'
import { fault, type SourceFinding } from '../findings.ts'
import type { Cldr } from '../parse/cldr.ts'
import type { ZonePlace } from '../parse/zone-tab.ts'
import { zoneByCldrId, zonesByCountry } from './zone-places.ts'

/** Returns the last part of an identifier, with spaces: `New York`. */
export const lastPart = (id: string): string => (id.split('/').at(-1) ?? id).replaceAll('_', ' ')

/** Returns zone → the name of the place that it is named for: CLDR's English city, else the last part of the identifier. */
export function displayNames(
  cldr: Cldr,
  places: readonly ZonePlace[],
): { names: Map<string, string>; findings: SourceFinding[] } {
  const names = new Map([
    ...places.map(({ id }) => [id, lastPart(id)] as const),
    ...exemplarCities(cldr, places),
    ['UTC', 'Coordinated Universal Time'],
  ])
  const owners = new Map<string, string>()
  const findings: SourceFinding[] = []
  for (const [zone, name] of names) {
    const other = owners.get(name)
    const message = `${zone} and ${other} would both be called ${name}`
    if (other !== undefined) findings.push(fault('display-name-twice', zone, message))
    owners.set(name, zone)
  }
  return { names, findings }
}

/** Returns zone → the English name of the city that CLDR gives for it. Absent where CLDR has none. */
export function exemplarCities(cldr: Cldr, places: readonly ZonePlace[]): Map<string, string> {
  const currentId = zoneByCldrId(cldr, places)
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
  const table = tablePath('outlying-zones')
  const unknown = [...outlying].filter((zone) => !listed.has(zone))
  const findings = unknown.map((zone) => {
    const fix = `${table}: write the zone's new name for ${zone}, or remove its row`
    return fault('zone-unknown', zone, `${table} names ${zone}, which zone.tab does not have`, fix)
  })
  for (const [country, zones] of zonesByCountry(places)) {
    for (const zone of zones.length === 1 ? [] : zones) {
      const isOutside = OUTLYING_AREAS.some(({ area }) => zone.startsWith(`${area}/`))
      if (isOutside && defaultZones.get(country) !== zone) outlying.add(zone)
    }
  }
  return { outlying, findings }
}
