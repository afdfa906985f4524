// Says that two times are used at a place: an overlapping zone shows another time now, or the sources put the place into different zones.
import type { Almanac } from '#core/ask/almanac.ts'
import { disagreementsAt, type Disagreement } from '#core/ask/disagreements.ts'
import type { PlaceAnswer } from '#core/ask/look-up.ts'
import type { Zone } from '#core/ask/zones.ts'
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

/** "The text of the tz release says: “…” (tz release, file northamerica, …).", with a link to all such places. */
export const whatTheTextSays = ({ sentence, source }: Disagreement): Html =>
  html`The text of the tz release says: “${sentence}” (${source}).
  ${link('/docs/sources#where-the-sources-disagree', 'Where the sources disagree')}`

/** The settlements at a point that the text of the tz release has in another zone than the boundaries. Null: there is none. */
export function sourcesDisagree(
  zone: Zone,
  point: Pick<Disagreement, 'lat' | 'lon'>,
  almanac: Almanac,
  now: EpochSeconds,
): Html | null {
  const all = disagreementsAt(almanac.disagreements(), zone.iana, point).map((one) => {
    const other = almanac.zones.named(one.zoneOfText)
    return other === null
      ? null
      : html`<p>
          The sources disagree about ${one.fullName}: by the boundaries it is in ${zone.iana}, by the text of
          the tz release in ${link(`/timezones/${pathOf(other.iana)}`, other.iana)}, where it is
          ${timeNow(almanac.stateOf(other, now), now)}. ${whatTheTextSays(one)}
        </p>`
  })
  return all.length === 0 ? null : html`${all}`
}
