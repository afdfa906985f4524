// How the tz release itself reads a zone's clocks: with negative SAVE, and with changes that move no clock.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

/** The type whose `releaseSave` and `releaseIsDst` are those of an instant; in all else it is that of `typeAt`. */
export function releaseTypeAt(zone: CompiledZone, at: EpochSeconds): LocalTimeType {
  const { start, type } = intervalAt(zone, at)
  const change = zone.releaseChanges.findLast((one) => one.at <= at)
  const isInside = change !== undefined && change.at > (start ?? -Infinity)
  return (isInside ? zone.types[change.type] : undefined) ?? type
}
