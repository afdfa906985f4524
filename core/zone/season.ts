// A zone and an instant → what stays true of its clock until the next change: offset, standard time, DST, next DST transition (five years).
import { addYears } from '../time/moment.ts'
import { epochSeconds, offsetSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'
import { transitionsAfter, transitionsBefore, type Transition } from './transitions.ts'

/** How far `observesDst` and `next` look ahead, in calendar years. */
const HORIZON_YEARS = 5

/** The type of a zone's standard time, and an instant at which it is in force. That instant decides its name. */
export interface StandardTime {
  readonly type: LocalTimeType
  readonly at: EpochSeconds
}

export interface Season {
  /** Everything here is true from this instant (−Infinity: always) … */
  readonly from: number
  /** … until just before this one (Infinity: for ever). */
  readonly until: number
  /** The local time type in force. */
  readonly type: LocalTimeType
  readonly observesDst: boolean
  /** The SAVE in force, else the SAVE of the next DST within the horizon; 0 without DST. */
  readonly savings: OffsetSeconds
  /** The first transition within the horizon at which the DST flag changes and the clock moves. Null if there is none. */
  readonly next: Transition | null
}

/** The season of a zone at an instant. It reads the transitions of five years, so cache it while it holds. */
export function seasonAt(zone: CompiledZone, at: EpochSeconds): Season {
  const { start, end, type } = intervalAt(zone, at)
  const horizon = addYears(at, HORIZON_YEARS)
  let from: number = start ?? Number.NEGATIVE_INFINITY
  let until: number = end ?? Number.POSITIVE_INFINITY
  let observesDst = type.isDst
  let nextSave: OffsetSeconds | null = null
  let next: Transition | null = null
  for (const transition of transitionsAfter(zone, at)) {
    if (transition.at > horizon) {
      // From that instant on, one more transition lies within the horizon.
      until = Math.min(until, addYears(transition.at, -HORIZON_YEARS))
      break
    }
    const before = transition.before.type
    const after = transition.after.type
    const isNews = (after.isDst && nextSave === null) || (before.isDst !== after.isDst && next === null)
    // Earlier in this interval, the transition was not within the horizon. Bogotá had the DST of 1992 in an answer for 1950.
    if (isNews && (start === null || addYears(start, HORIZON_YEARS) < transition.at)) from = at
    if (before.isDst !== after.isDst) {
      observesDst = true
      if (movesIntoSeason(transition)) next ??= transition
    }
    if (after.isDst) nextSave ??= after.save
  }
  return {
    from,
    until,
    type,
    observesDst,
    savings: type.isDst ? type.save : (nextSave ?? offsetSeconds(0)),
    next,
  }
}

/** Whether the clock moves into or out of daylight saving time. Others change only the one, the other, or a name. */
export const movesIntoSeason = ({ before: { type: one }, after: { type: other } }: Transition): boolean =>
  one.isDst !== other.isDst && one.offset !== other.offset

/**
 * The standard times around a daylight time in force at an instant: first the last one before it, then the first one after it. They have the
 * same STDOFF and no SAVE. Empty if the zone never had one.
 */
export function* standardTimesNear(
  zone: CompiledZone,
  at: EpochSeconds,
  dst: LocalTimeType,
): Generator<StandardTime, void> {
  const isStandard = (type: LocalTimeType) => type.stdoff === dst.stdoff && type.save === 0
  for (const { at: change, before } of transitionsBefore(zone, at)) {
    if (!isStandard(before.type)) continue
    yield { type: before.type, at: epochSeconds(change - 1) }
    break
  }
  const end = addYears(at, 400)
  for (const { at: change, after } of transitionsAfter(zone, at)) {
    if (change > end) return
    if (!isStandard(after.type)) continue
    yield { type: after.type, at: change }
    return
  }
}
