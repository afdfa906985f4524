// A zone that was split off: the zone by which its machines went until then, and until when such a machine is right.
import type { Almanac } from '#core/ask/almanac.ts'
import type { Zone } from '#core/ask/zones.ts'
import { addYears } from '#core/time/moment.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { durationInWords } from './changes.ts'
import { spellsBetween } from './differences.ts'
import { dateInWords, dayOf } from './times.ts'
import { offsetAt } from '#core/zone/offset-at.ts'

/** Years in which the clocks of a zone and of the one that it was split from are compared, and years that are told ahead. */
const [YEARS_BACK, YEARS_AHEAD] = [10, 2]

/** Seconds of the last ten years in which two clocks showed the same. */
function agreedFor(one: Zone, other: Zone, now: EpochSeconds): number {
  return spellsBetween(one.compiled(), other.compiled(), addYears(now, -YEARS_BACK), now)
    .filter(({ ahead }) => ahead === 0)
    .reduce((sum, { from, until }) => sum + until - from, 0)
}

/** The zone of the same country whose clock was the same for most of the last ten years. Null: there is none. */
export function splitFrom(zone: Zone, { zones }: Pick<Almanac, 'zones'>, now: EpochSeconds): Zone | null {
  const half = (now - addYears(now, -YEARS_BACK)) / 2
  const [best] = zones.listed
    .filter((other) => other !== zone && other.countryCode !== null && other.countryCode === zone.countryCode)
    .map((other) => ({ other, seconds: agreedFor(zone, other, now) }))
    .filter(({ seconds }) => seconds > half)
    .toSorted((a, b) => b.seconds - a.seconds)
  return best?.other ?? null
}

/** "right", "one hour ahead". */
const off = (ahead: number): string =>
  ahead === 0 ? 'right' : `${durationInWords(ahead)} ${ahead > 0 ? 'ahead' : 'behind'}`

/**
 * "A machine there that is still set to America/Santiago is right until Sunday 4 April 2027, and one hour behind from then on." Null where both clocks
 * show the same in the coming two years.
 */
export function stillSetTo(zone: Zone, other: Zone, now: EpochSeconds): string | null {
  const compiled = zone.compiled()
  const [first, second] = spellsBetween(compiled, other.compiled(), now, addYears(now, YEARS_AHEAD))
  if (first === undefined || (first.ahead === 0 && second === undefined)) return null
  const dateOf = (at: EpochSeconds): string => dateInWords(dayOf(at, offsetAt(compiled, at)))
  const then =
    second === undefined ? '' : ` until ${dateOf(first.until)}, and ${off(second.ahead)} from then on`
  return `A machine there that is still set to ${other.iana} is ${off(first.ahead)}${then}.`
}
