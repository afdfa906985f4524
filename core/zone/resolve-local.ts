// A wall-clock reading in a zone → the instant it names, or the two instants of a fold, or the gap it falls into.
import { DAY } from '../time/civil.ts'
import { epochSeconds, toInstant, type EpochSeconds, type LocalSeconds } from '../time/units.ts'
import type { CompiledZone, Interval } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

export type LocalMapping =
  /** The reading happens once. */
  | { readonly kind: 'unique'; readonly at: EpochSeconds; readonly interval: Interval }
  /** The reading happens twice: in `before` at `earlier`, and in `after` at `later`. */
  | Ambiguous<'fold'>
  /**
   * The reading never happens: `before` ends and `after` begins beyond it. The two instants are what it would be by the offset on
   * either side: `earlier` by that of `after`, so that the wall shows a time before the gap; `later` by that of `before`.
   */
  | Ambiguous<'gap'>

interface Ambiguous<Kind extends string> {
  readonly kind: Kind
  readonly before: Interval
  readonly after: Interval
  readonly earlier: EpochSeconds
  readonly later: EpochSeconds
}

// No offset is further from UTC than 24 hours, so a wall shows a reading within two days of that moment in UTC.
const REACH = 2 * DAY

/** Which instant, or instants, a zone's wall clock shows `local`. */
export function resolveLocal(zone: CompiledZone, local: LocalSeconds): LocalMapping {
  let interval = intervalAt(zone, epochSeconds(local - REACH))
  let first: Interval | null = null
  // The last interval whose wall never got to `local`, or left it behind.
  let passed = interval
  for (;;) {
    const at = toInstant(local, interval.type.offset)
    const isInside =
      (interval.start === null || at >= interval.start) && (interval.end === null || at < interval.end)
    if (isInside) {
      if (first !== null) return ambiguous('fold', local, first, interval)
      first = interval
    } else if (first === null) {
      // Already beyond: no interval held the reading, so it fell between the last one passed and this one.
      if (interval.start !== null && at < interval.start) return ambiguous('gap', local, passed, interval)
      passed = interval
    }
    if (interval.end === null || interval.end > local + REACH) break
    interval = intervalAt(zone, interval.end)
  }
  if (first === null) throw new RangeError(`${zone.id}: no interval holds or skips local time ${local}`)
  return { kind: 'unique', at: toInstant(local, first.type.offset), interval: first }
}

function ambiguous<Kind extends 'fold' | 'gap'>(
  kind: Kind,
  local: LocalSeconds,
  before: Interval,
  after: Interval,
): Ambiguous<Kind> {
  const byBefore = toInstant(local, before.type.offset)
  const byAfter = toInstant(local, after.type.offset)
  return {
    kind,
    before,
    after,
    earlier: epochSeconds(Math.min(byBefore, byAfter)),
    later: epochSeconds(Math.max(byBefore, byAfter)),
  }
}
