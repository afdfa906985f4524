// A zone and an instant → the state of its clock: offset, daylight saving time, standard, next change.
import type { EpochSeconds, OffsetSeconds } from '../time/units.ts'
import { type Season, seasonAt, standardTimesNear } from '../zone/season.ts'
import { standardInForce, type StandardInForce, type Standards } from './standards.ts'
import type { Zone } from './zones.ts'

/** The state of a zone's clock. It lasts as long as its season and the name of its standard. */
export interface ZoneState {
  readonly zone: Zone
  /** Everything here is true from this instant (−Infinity: always) … */
  readonly from: number
  /** … until just before this one (Infinity: for ever). */
  readonly until: number
  readonly season: Season
  /** The standard that the zone uses. */
  readonly inForce: StandardInForce
  /** Its standard time. It equals `inForce` while the zone is on standard time; null if the zone never had one. */
  readonly standardTime: StandardInForce | null
  /** The next move of the clock into or out of daylight saving time; null if there is none within five years. */
  readonly next: NextChange | null
}

export interface NextChange {
  readonly at: EpochSeconds
  /** Seconds by which the clock moves; negative if it goes back. */
  readonly change: number
  readonly offsetAfter: OffsetSeconds
  /** Null if the zone's time then has no letters. */
  readonly abbreviationAfter: string | null
}

/** The state of a zone at an instant. */
export function zoneState(zone: Zone, at: EpochSeconds, standards: Standards): ZoneState {
  const season = seasonAt(zone.compiled(), at)
  const inForce = standardInForce(zone, season.type, at, standards)
  const standardTime = season.type.isDst ? standardTimeOf(zone, season, at, standards) : inForce
  return {
    zone,
    from: Math.max(season.from, inForce.from),
    until: Math.min(season.until, inForce.until),
    season,
    inForce,
    standardTime,
    next: nextChange(zone, season, standards),
  }
}

/** The standard time before a daylight time, else the one after it. One with a name or letters is preferred. Null if there is none. */
function standardTimeOf(
  zone: Zone,
  { type }: Season,
  at: EpochSeconds,
  standards: Standards,
): StandardInForce | null {
  let found: StandardInForce | null = null
  for (const near of standardTimesNear(zone.compiled(), at, type)) {
    const standard = standardInForce(zone, near.type, near.at, standards)
    if (standard.name !== null || standard.abbreviation !== null) return standard
    found ??= standard
  }
  return found
}

function nextChange(zone: Zone, { next }: Season, standards: Standards): NextChange | null {
  if (next === null) return null
  const { type } = next.after
  return {
    at: next.at,
    change: type.offset - next.before.type.offset,
    offsetAfter: type.offset,
    abbreviationAfter: standardInForce(zone, type, next.at, standards).abbreviation,
  }
}
