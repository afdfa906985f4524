// Where a zone's standard time is read otherwise than the release has it (decision 0003) → an English sentence that says so.
import { formatOffset } from '../time/offset.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'
import { releaseTypeAt } from './release-reading.ts'

/**
 * What was done to the release's own words at an instant: its negative SAVE turned around, or a day taken from a table of our own, because
 * the release has no line for a change at which nothing is seen. Null where the release is read as it is.
 */
export function readingInWords(zone: CompiledZone, at: EpochSeconds): string | null {
  const { start, type } = intervalAt(zone, at)
  const { releaseSave, releaseIsDst } = releaseTypeAt(zone, at)
  if (releaseSave !== type.save || releaseIsDst !== type.isDst) {
    return `read from winter (decision 3): the release has ${season(releaseSave, releaseIsDst)}, which is ${season(type.save, type.isDst)} here`
  }
  if (start === null) return null
  const before = releaseTypeAt(zone, epochSeconds(start - 1))
  return before.save !== type.save && isOneInTheRelease(before, type)
    ? 'no line of the release begins here: the day is in a table of our own, curated/rearguard.ts, with its source (decision 3)'
    : null
}

const season = (save: OffsetSeconds, isDst: boolean): string =>
  `${isDst ? 'daylight saving time' : 'standard time'}${save === 0 ? '' : ` of ${formatOffset(save)}`}`

const isOneInTheRelease = (one: LocalTimeType, other: LocalTimeType): boolean =>
  one.offset === other.offset &&
  one.abbreviation === other.abbreviation &&
  one.releaseSave === other.releaseSave &&
  one.releaseIsDst === other.releaseIsDst
