// Compares one zone's clock in two tz releases, 1800 to 2399: when they differ; two years stand for a difference that comes every year.
import { isSame } from '../formats/release-clock.ts'
import { DAY } from '../time/civil.ts'
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { visibleChanges } from '../zone/visible-changes.ts'

/** The offset in seconds, daylight saving and abbreviation of a clock. `isDst` is in the rearguard reading. */
export interface Reading {
  readonly offset: number
  readonly isDst: boolean
  readonly abbreviation: string
}

/**
 * A stretch in which the two clocks differ and neither changes. It runs from `from` (inclusive) until `until` (exclusive). Null: it lasts
 * to the end of the comparison.
 */
export interface Stretch {
  readonly from: EpochSeconds
  readonly until: EpochSeconds | null
  readonly was: Reading
  readonly is: Reading
}

/** The comparison covers the years 1800 to 2399. This includes a whole 400-year cycle of the calendar after every listed transition. */
export const COMPARED_YEARS = {
  from: epochSeconds(Date.UTC(1800, 0, 1) / 1000),
  until: epochSeconds(Date.UTC(2400, 0, 1) / 1000),
} as const

/** Returns the stretches, in order, in which two zones differ. */
export function clockStretches(older: CompiledZone, newer: CompiledZone): Stretch[] {
  const was = readings(older)
  const is = readings(newer)
  const instants = [...new Set([...was.keys(), ...is.keys()])].toSorted((one, other) => one - other)
  const stretches: Stretch[] = []
  let before = was.get(COMPARED_YEARS.from)
  let after = is.get(COMPARED_YEARS.from)
  for (const [index, from] of instants.entries()) {
    before = was.get(from) ?? before
    after = is.get(from) ?? after
    if (before === undefined || after === undefined || isSame(before, after)) continue
    stretches.push({ from, until: instants[index + 1] ?? null, was: before, is: after })
  }
  return stretches
}

/** Long enough to contain both changes of a year. */
const TWO_YEARS = 2 * 366 * DAY

/**
 * Shortens the list where two zones go on to differ for ever. Then the answer has only the stretches that begin within two years of
 * `after` or of the last listed change of both zones, whichever is later. `goesOn` is then true: the same difference repeats every year.
 * Otherwise the answer has all stretches.
 */
export function untilRepeated(
  stretches: readonly Stretch[],
  zones: readonly CompiledZone[],
  after: EpochSeconds,
): { readonly stretches: readonly Stretch[]; readonly goesOn: boolean } {
  const listed = Math.max(after, ...zones.map(({ starts }) => starts.at(-1) ?? after))
  const soon = stretches.filter(({ from }) => from < listed + TWO_YEARS)
  const last = stretches.at(-1)
  const goesOn =
    last !== undefined &&
    soon.length < stretches.length &&
    (last.until === null || last.until > COMPARED_YEARS.until - TWO_YEARS)
  return { stretches: goesOn ? soon : stretches, goesOn }
}

/** Instant → what the clock shows from then on, from the beginning of the comparison to its end. */
function readings(zone: CompiledZone): Map<EpochSeconds, Reading> {
  return new Map(
    visibleChanges(zone, COMPARED_YEARS.from, COMPARED_YEARS.until).map(
      ({ at, offset, isDst, abbreviation }) => [at ?? COMPARED_YEARS.from, { offset, isDst, abbreviation }],
    ),
  )
}

/** Cuts stretches in two at an instant: those before it, and those from it on. */
export function cutAt(
  stretches: readonly Stretch[],
  at: EpochSeconds,
): { readonly past: Stretch[]; readonly future: Stretch[] } {
  const past: Stretch[] = []
  const future: Stretch[] = []
  for (const stretch of stretches) {
    const { from, until } = stretch
    if (until !== null && until <= at) past.push(stretch)
    else if (from >= at) future.push(stretch)
    else {
      past.push({ ...stretch, until: at })
      future.push({ ...stretch, from: at })
    }
  }
  return { past, future }
}
