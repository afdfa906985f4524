// A warning next to a moment far ahead: governments may still change the rules of its clocks, and since when today's rules stand.
import type { Zone } from '#core/ask/zones.ts'
import { DAY } from '#core/time/civil.ts'
import type { EpochSeconds } from '#core/time/units.ts'
import { whyAt } from '#core/zone/line-in-words.ts'
import { latestTransition } from '#core/zone/transitions.ts'
import { nextMove } from './changes.ts'
import { html, type Html } from '../frame/html.ts'
import { dayOf, shortDate } from './times.ts'

/** Closer moments are not warned of. Most changes of rules are known half a year ahead. */
const FAR = 180 * DAY

/** The first year of the rules that decide a zone's clock at an instant and at the change after it. Null: no yearly rules decide. */
function rulesSince(zone: Zone, at: EpochSeconds): number | null {
  const next = nextMove(zone, at)
  if (next === null) return null
  const lined = zone.withLines()
  const years = [at, next.at]
    .flatMap((instant) => whyAt(lined, instant))
    .flatMap(({ text }) => /^(?:R|Rule)\s+\S+\s+(\d{4})\s/.exec(text)?.[1] ?? [])
  return years.length === 0 ? null : Math.max(...years.map(Number))
}

/** The warning. Null for a moment that is near or past, and for a clock without a place, which no government changes. */
export function rulesMayChange(zone: Zone, place: string, at: EpochSeconds, now: EpochSeconds): Html | null {
  if (at < now + FAR || (zone.country === null && !zone.iana.includes('Antarctica'))) return null
  const since = rulesSince(zone, at)
  const latest = latestTransition(zone.compiled(), now)
  const standing =
    since !== null
      ? `Today’s rules have been in force since ${since}.`
      : latest === null
        ? 'Its clock has never changed.'
        : `Its clock has not changed since ${shortDate(dayOf(latest.at, latest.after.type.offset))}.`
  return html`<p class="quiet">
    The rules for the clock of ${place} may still change before then. ${standing}
  </p>`
}
