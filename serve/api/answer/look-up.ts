// (point, its zones, instant) → the look-up resource as JSON text in bytes, joined from the texts of its zones.
import { degreesText } from '#core/geo/microdegrees.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import type { PlaceAnswer } from '#core/ask/look-up.ts'
import type { ZoneState } from '#core/ask/zone-state.ts'
import type { TimezoneTexts } from './timezone.ts'

/** The resource at a point in whole microdegrees and an instant of the states of its zones. UTF-8, one character for each byte. */
export function lookupBytes(
  lon: number,
  lat: number,
  { kind, zone, alternatives }: PlaceAnswer<ZoneState>,
  at: EpochSeconds,
  texts: TimezoneTexts,
): string {
  let others = ''
  for (const { reason, zone: other } of alternatives) {
    others += `${others === '' ? '' : ','}{"reason":"${reason}","timezone":${texts.rowBytes(other)}}`
  }
  return `{"query":{"latitude":${degreesText(lat)},"longitude":${degreesText(lon)}},"kind":"${kind}","timezone":${texts.detailBytes(zone, at)},"alternatives":[${others}]}`
}
