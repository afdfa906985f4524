// Two zones → the instant from which their clocks show the same for ever.
import { DAY } from '../time/civil.ts'
import { BEFORE_ALL, epochSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from './compiled-zone.ts'
import { CYCLE_SECONDS, intervalAt, offsetAt } from './offset-at.ts'

/** By then a footer has shown both of its changes. */
const TWO_YEARS = 2 * 366 * DAY

/** The instant from which the offsets of two zones are equal for ever; −Infinity if always, null if never. */
export function agreeSince(one: CompiledZone, other: CompiledZone): EpochSeconds | null {
  let since: EpochSeconds = epochSeconds(Number.NEGATIVE_INFINITY)
  if (one === other) return since
  const listed = Math.max(lastStart(one), lastStart(other))
  const ruled = listed + TWO_YEARS
  // Most clocks that differ still differ now, so four days of one year are checked first.
  for (const day of [0, 91, 182, 273]) {
    const at = epochSeconds(ruled + day * DAY)
    if (offsetAt(one, at) !== offsetAt(other, at)) return null
  }
  const hasOneRule = one.posixTz !== null && one.posixTz === other.posixTz
  const horizon = hasOneRule ? ruled : listed + CYCLE_SECONDS
  let left = intervalAt(one, BEFORE_ALL)
  let right = intervalAt(other, BEFORE_ALL)
  for (;;) {
    const end = Math.min(left.end ?? Infinity, right.end ?? Infinity)
    if (left.type.offset !== right.type.offset) {
      // A difference in the years of the footers comes again and again.
      if (end > ruled) return null
      since = epochSeconds(end)
    }
    if (end > horizon) return since
    if (left.end === end) left = intervalAt(one, epochSeconds(end))
    if (right.end === end) right = intervalAt(other, epochSeconds(end))
  }
}

const lastStart = (zone: CompiledZone): number => zone.starts[zone.starts.length - 1] ?? BEFORE_ALL

/**
 * The instant from which the clocks of all `zones` equal that of `main` for ever. −Infinity if they always were; null if they never are,
 * or if there is no `main`.
 */
export function oneClockSince(
  main: CompiledZone | null,
  zones: readonly CompiledZone[],
): EpochSeconds | null {
  if (main === null) return null
  let since = epochSeconds(Number.NEGATIVE_INFINITY)
  for (const zone of zones) {
    const agreed = agreeSince(main, zone)
    if (agreed === null) return null
    if (agreed > since) since = agreed
  }
  return since
}
