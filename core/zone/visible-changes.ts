// The changes of a zone's clock that a reader of TZif can see: of offset, daylight saving or abbreviation.
import type { EpochSeconds } from '../time/units.ts'
import type { CompiledZone, LocalTimeType } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'
import { transitionsAfter, type Transition } from './transitions.ts'

/** A change that a reader of TZif can see. `offset` is in seconds. A null `at` means the time before the first change. */
export interface VisibleChange {
  readonly at: EpochSeconds | null
  readonly offset: number
  readonly isDst: boolean
  readonly abbreviation: string
}

/**
 * The changes of a zone from `from` until `end` (exclusive), starting with the state at `from`. Changes of only STDOFF and SAVE are left
 * out.
 */
export function visibleChanges(zone: CompiledZone, from: EpochSeconds, end: EpochSeconds): VisibleChange[] {
  const changes = [changeOf(null, intervalAt(zone, from).type)]
  for (const transition of transitionsAfter(zone, from)) {
    if (transition.at >= end) break
    if (isVisible(transition)) changes.push(changeOf(transition.at, transition.after.type))
  }
  return changes
}

/** Whether a reader of TZif can see a transition. Others change only STDOFF and SAVE, or the release's own reading. */
export const isVisible = ({ before: { type: one }, after: { type: other } }: Transition): boolean =>
  one.offset !== other.offset || one.isDst !== other.isDst || one.abbreviation !== other.abbreviation

const changeOf = (
  at: EpochSeconds | null,
  { offset, isDst, abbreviation }: LocalTimeType,
): VisibleChange => ({ at, offset, isDst, abbreviation })
