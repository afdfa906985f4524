// The curated settlements that the boundaries and the text of the tz release put into different zones: those that still differ.
import { distanceKm } from '#core/geo/distance.ts'
import { byNumber } from '#core/order.ts'
import { nameKey } from '#core/text/name-key.ts'
import { DISAGREEMENTS } from '../curated/columns.ts'
import { fault, note, removeRow, type SourceFinding } from '../findings.ts'
import { tablePath } from '../paths.ts'
import { regionNamed } from './city-regions.ts'
import { SAME_CITY_KM } from './places.ts'
import type { ReferenceSources } from './sources.ts'

/** A settlement with two zones. */
export interface Disagreement {
  /** GeoNames' id. Negative for a settlement that no source has. */
  readonly id: number
  readonly name: string
  readonly country: string
  /** GeoNames' code of the first division, or the country's code. */
  readonly division: string
  /** Name of the division. Null where GeoNames has none. */
  readonly region: string | null
  readonly lat: number
  readonly lon: number
  /** By the boundaries. */
  readonly zone: string
  /** By the text of the tz release. */
  readonly zoneOfText: string
  readonly sentence: string
  readonly source: string
}

const TABLE = 'disagreements'
/** Before the first id of a settlement that no source has. Ids of added cities are larger. */
const BEFORE_SETTLEMENTS = -1000

/**
 * Returns the settlements, by id. A row whose settlement the boundaries no longer have in its zone is left out with a note: upstream has
 * fixed it, or moved it elsewhere. A zone that the release lacks is a fault. Releases made for tests have neither zone of a row.
 */
export function compileDisagreements(
  sources: Pick<ReferenceSources, 'zonePlaces' | 'zonesAt' | 'divisionNames' | 'cityPlaces' | 'otherPlaces'>,
): { disagreements: Disagreement[]; findings: SourceFinding[] } {
  const { zonePlaces, zonesAt, divisionNames, cityPlaces, otherPlaces } = sources
  const listed = new Set(zonePlaces.map(({ id }) => id))
  const disagreements: Disagreement[] = []
  const findings: SourceFinding[] = []
  for (const [index, row] of DISAGREEMENTS.entries()) {
    const { place: name, division, lat, lon, polygons: zone, text: zoneOfText, line: sentence, source } = row
    const unknown = [zone, zoneOfText].filter((one) => !listed.has(one))
    if (unknown.length === 2) continue
    const [there = 'no zone'] = zonesAt(lat, lon)
    const says = (what: string): string => `${tablePath(TABLE)}: ${what}`
    const fix = removeRow(TABLE, name)
    if (unknown.length > 0)
      findings.push(fault('zone-unknown', name, says(`${unknown.join()} is not in zone.tab`), fix))
    else if (there !== zone)
      findings.push({
        ...note('row-without-effect', name, says(`the boundaries have ${name} in ${there}, not in ${zone}`)),
        fix,
      })
    else {
      const [country = ''] = division.split('.')
      const known = [...cityPlaces, ...otherPlaces].find(
        (place) =>
          place.country === country &&
          nameKey(place.name) === nameKey(name) &&
          distanceKm(place, row) <= SAME_CITY_KM,
      )
      const id = known?.id ?? BEFORE_SETTLEMENTS - index
      const region = regionNamed(division, divisionNames)
      const points = { lat, lon, zone, zoneOfText }
      disagreements.push({ id, name, country, division, region, ...points, sentence, source })
    }
  }
  return { disagreements: disagreements.toSorted(byNumber(({ id }) => id)), findings }
}
