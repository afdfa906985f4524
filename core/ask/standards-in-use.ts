// Zones and an instant → the standards that each zone uses from then to a year later, and the zones that use each standard.
import { byText } from '../order.ts'
import { fold } from '../text/fold.ts'
import { addYears } from '../time/moment.ts'
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import { transitionsAfter } from '../zone/transitions.ts'
import { intervalAt } from '../zone/offset-at.ts'
import type { Interval } from '../zone/compiled-zone.ts'
import { standardInForce, type Standard, type Standards } from './standards.ts'
import type { Zone, ZoneCountry } from './zones.ts'

export type StandardsInUse = Readonly<ReturnType<typeof standardsInUse>>

/** The standards that zones use from `now` to a year later. Everything in the answer is true until just before its `until`. */
export function standardsInUse(zones: readonly Zone[], standards: Standards, now: EpochSeconds) {
  /** Zones in the order of their list. A standard that no zone uses is not in the map. */
  const zonesOf = new Map<Standard, Zone[]>()
  const standardsOf = new Map<Zone, Set<Standard>>()
  /** The abbreviations of each zone, in lower case. */
  const abbreviationsOf = new Map<Zone, Set<string>>()
  const end = addYears(now, 1)
  let until = Infinity
  for (const zone of zones) {
    const used = new Set<Standard>()
    const abbreviations = new Set<string>()
    const note = (interval: Interval, from: EpochSeconds): void => {
      // A name can change while the clock does not, so each interval is read name by name.
      for (let at = from; ;) {
        const { standard, abbreviation, until: named } = standardInForce(zone, interval.type, at, standards)
        if (standard !== undefined) used.add(standard)
        if (abbreviation !== null) abbreviations.add(abbreviation.toLowerCase())
        const stop = Math.min(interval.end ?? Infinity, end)
        if (named >= (interval.end ?? Infinity)) return
        if (named > stop) {
          until = Math.min(until, addYears(epochSeconds(named), -1))
          return
        }
        if (at === now) until = Math.min(until, named)
        at = epochSeconds(named)
      }
    }
    const first = intervalAt(zone.compiled(), now)
    note(first, now)
    until = Math.min(until, first.end ?? Infinity)
    for (const { at, after } of transitionsAfter(zone.compiled(), now)) {
      if (at > end) {
        until = Math.min(until, addYears(at, -1))
        break
      }
      note(after, at)
    }
    standardsOf.set(zone, used)
    abbreviationsOf.set(zone, abbreviations)
    for (const standard of used) zonesOf.set(standard, [...(zonesOf.get(standard) ?? []), zone])
  }
  return { from: now, until, zonesOf, standardsOf, abbreviationsOf }
}

/** The countries of the zones that use a standard, each once, by name. */
export function countriesUsing(standard: Standard, { zonesOf }: StandardsInUse): ZoneCountry[] {
  const byCode = new Map<string, ZoneCountry>()
  for (const { country } of zonesOf.get(standard) ?? []) {
    if (country !== null) byCode.set(country.code, country)
  }
  return [...byCode.values()].toSorted(byText(({ name }) => fold(name)))
}
