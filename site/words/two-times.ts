// Says on a zone's page that two times are used there, when an overlapping zone shows another time now.
import type { Almanac } from '#ask/almanac.ts'
import type { PlaceAnswer } from '#ask/look-up.ts'
import type { Zone } from '#ask/zones.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { pathOf } from '#serve/urls.ts'
import { html, type Html } from '../frame/html.ts'
import { link } from '../frame/parts.ts'
import { timeNow } from './times.ts'

/**
 * "Two times are used here. By Asia/Urumqi it is 16:18.": the other zones that have a place of a zone, where their clocks show another
 * time now. `found` is the answer at the place. Null: there is none, or this server has no boundaries.
 */
export function otherTimesHere(
  zone: Zone,
  found: PlaceAnswer<Zone> | null,
  almanac: Almanac,
  now: EpochSeconds,
): Html | null {
  if (found === null) return null
  const here = [found, ...found.alternatives.filter(({ reason }) => reason === 'overlap')].map(
    (one) => one.zone,
  )
  const offset = offsetAt(zone.compiled(), now)
  const others = here.filter((one) => offsetAt(one.compiled(), now) !== offset)
  if (!here.includes(zone) || others.length === 0) return null
  return html`<p>
    Two times are used here.
    ${others.map((one) => html`By ${link(`/timezones/${pathOf(one.iana)}`, one.iana)} it is ${timeNow(almanac.stateOf(one, now), now)}.`)}
  </p>`
}
