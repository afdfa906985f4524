// A zone and a local date → the instant at which that day begins, and whether the clock skipped the whole day (Samoa, 30 December 2011).
import { DAY } from '../time/civil.ts'
import { localSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'
import { resolveLocal } from './resolve-local.ts'

/**
 * The first instant of a local date, in days since 1970-01-01. If its midnight is in a gap, the day begins at the change; in a fold, at the
 * first midnight.
 */
export function startOfLocalDay(zone: CompiledZone, day: number): EpochSeconds {
  const mapping = resolveLocal(zone, localSeconds(day * DAY))
  if (mapping.kind === 'gap') return mapping.before.end ?? mapping.later
  return mapping.kind === 'unique' ? mapping.at : mapping.earlier
}

/** Whether a local date never came: the clock was moved across it. */
export const isSkippedDay = (zone: CompiledZone, day: number): boolean =>
  startOfLocalDay(zone, day) === startOfLocalDay(zone, day + 1)
