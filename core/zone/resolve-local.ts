// A zone and a wall time → the instant that it names, or the two instants of a fold or gap.
import { DAY } from '../time/civil.ts'
import { epochSeconds, toInstant, type EpochSeconds, type LocalSeconds } from '../time/units.ts'
import type { CompiledZone, Interval } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

export type LocalMapping =
  /** The wall time happens once. */
  | { readonly kind: 'unique'; readonly at: EpochSeconds; readonly interval: Interval }
  /** The wall time happens twice: at `earlier` in the interval `before`, and at `later` in the interval `after`. */
  | Ambiguous<'fold'>
  /**
   * The wall time never happens: the clock goes past it from `before` to `after`. The two instants come from the offsets on both sides.
   * `earlier` uses the offset of `after`, so the clock shows a time before the gap. `later` uses the offset of `before`.
   */
  | Ambiguous<'gap'>

interface Ambiguous<Kind extends string> {
  readonly kind: Kind
  readonly before: Interval
  readonly after: Interval
  readonly earlier: EpochSeconds
  readonly later: EpochSeconds
}

// No offset is more than 24 hours, so a clock shows a wall time within two days of the same time in UTC.
const REACH = 2 * DAY

/** The instant or instants at which a zone's clock shows `local`. */
export function resolveLocal(zone: CompiledZone, local: LocalSeconds): LocalMapping {
  let interval = intervalAt(zone, epochSeconds(local - REACH))
  let first: Interval | null = null
  // The last interval whose clock did not reach `local`, or has gone past it.
  let passed = interval
  for (;;) {
    const at = toInstant(local, interval.type.offset)
    const isInside =
      (interval.start === null || at >= interval.start) && (interval.end === null || at < interval.end)
    if (isInside) {
      if (first !== null) return ambiguous('fold', local, first, interval)
      first = interval
    } else if (first === null) {
      // This interval begins after `local`. None had it, so it lies in the gap between the last interval and this one.
      if (interval.start !== null && at < interval.start) return ambiguous('gap', local, passed, interval)
      passed = interval
    }
    if (interval.end === null || interval.end > local + REACH) break
    interval = intervalAt(zone, interval.end)
  }
  if (first === null) throw new RangeError(`${zone.id}: no interval holds or skips local time ${local}`)
  return { kind: 'unique', at: toInstant(local, first.type.offset), interval: first }
}

/** The instant of a wall time. In a fold it is the earlier one. In a gap it is read by the clock before the gap (RFC 5545, 3.3.5). */
export function instantBy(zone: CompiledZone, local: LocalSeconds): EpochSeconds {
  const mapping = resolveLocal(zone, local)
  return mapping.kind === 'unique' ? mapping.at : mapping.kind === 'fold' ? mapping.earlier : mapping.later
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
