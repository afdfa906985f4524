// The tz release's own reading of a zone's clock, with negative SAVE and with changes that move no clock.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

/** The type at an instant by the release's own reading. It differs from `typeAt` only in `releaseSave` and `releaseIsDst`. */
export function releaseTypeAt(zone: CompiledZone, at: EpochSeconds): LocalTimeType {
  const { start, type } = intervalAt(zone, at)
  const change = zone.releaseChanges.findLast((one) => one.at <= at)
  const isInside = change !== undefined && change.at > (start ?? -Infinity)
  return (isInside ? zone.types[change.type] : undefined) ?? type
}
