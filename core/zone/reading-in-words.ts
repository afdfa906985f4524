// A zone and an instant → an English sentence if its standard time is not read as in the release (decision 0003).
import { formatOffset } from '../time/offset.ts'
import { epochSeconds, type EpochSeconds, type OffsetSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'
import { releaseTypeAt } from './release-reading.ts'

/**
 * How the answer at an instant differs from the release's own reading. Either a negative SAVE was turned into a positive one, or the day comes
 * from a table of our own, because the release has no line for a change that nobody sees. Null if there is no difference.
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
    ? 'no line of the release begins here: the day is in a table of our own, pipeline/curated/late-standards.txt, with its source (decision 3)'
    : null
}

const season = (save: OffsetSeconds, isDst: boolean): string =>
  `${isDst ? 'daylight saving time' : 'standard time'}${save === 0 ? '' : ` of ${formatOffset(save)}`}`

const isOneInTheRelease = (one: LocalTimeType, other: LocalTimeType): boolean =>
  one.offset === other.offset &&
  one.abbreviation === other.abbreviation &&
  one.releaseSave === other.releaseSave &&
  one.releaseIsDst === other.releaseIsDst
