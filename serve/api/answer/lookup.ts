// (point, its zones, instant) → the look-up resource as JSON text, spliced from the texts of its zones.
import { degreesOf } from '#core/geo/microdegrees.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { PlaceAnswer } from '#ask/look-up.ts'
import type { ZoneState } from '#ask/zone-state.ts'
import type { LookupResult } from '#schemas/wire/lookup.ts'
import type { TimezoneTexts } from './timezone.ts'

/** The resource at a point in whole microdegrees and an instant of the states of its zones. */
export function lookupJson(
  lon: number,
  lat: number,
  { kind, zone, alternatives }: PlaceAnswer<ZoneState>,
  at: EpochSeconds,
  texts: TimezoneTexts,
): string {
  const start: Pick<LookupResult, 'query' | 'kind'> = {
    query: { latitude: degreesOf(lat), longitude: degreesOf(lon) },
    kind,
  }
  const others = alternatives.map(
    ({ reason, zone: other }) => `{"reason":"${reason}","timezone":${texts.row(other)}}`,
  )
  return `${JSON.stringify(start).slice(0, -1)},"timezone":${texts.detail(zone, at)},"alternatives":[${others.join(',')}]}`
}
