// (zone, instant) → what its clock does: offset, daylight saving, the standard it keeps, the next change.
import type { EpochSeconds, OffsetSeconds } from '#core/time/units.ts'
import { seasonAt, standardTimesNear, type Season } from '#core/zone/season.ts'
import { standardInForce, type StandardInForce } from './standard-in-force.ts'
import type { Standards } from './standards.ts'
import type { Zone } from './zones.ts'

/** What a zone's clock does for as long as its season and the name of its standard last. */
export interface ZoneState {
  readonly zone: Zone
  /** All of this is true from here (−Infinity: since ever) … */
  readonly from: number
  /** … until just before here (Infinity: for ever). */
  readonly until: number
  readonly season: Season
  /** What the zone keeps. */
  readonly inForce: StandardInForce
  /** Of its standard time: the same as `inForce` while it is on it; null where it never showed one. */
  readonly standardTime: StandardInForce | null
  /** The next move of the clock into or out of daylight saving; null when none comes within five years. */
  readonly next: NextChange | null
}

export interface NextChange {
  readonly at: EpochSeconds
  /** Seconds that the clock moves; negative when it goes back. */
  readonly change: number
  readonly offsetAfter: OffsetSeconds
  /** Null where the zone's time has no letters then. */
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

/** The standard time before a zone's daylight time, else after it; the one that has a name or letters, if one of them has. */
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
