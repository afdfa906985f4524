// The transitions of a zone in order, from any instant, forwards or backwards, listed or by the footer.
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone, Interval } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

/** The instant at which one interval gives way to the next. */
export interface Transition {
  readonly at: EpochSeconds
  readonly before: Interval
  readonly after: Interval
}

/** The first transition after an instant (not at it); null when there is none any more. */
export function nextTransition(zone: CompiledZone, at: EpochSeconds): Transition | null {
  const before = intervalAt(zone, at)
  return before.end === null ? null : { at: before.end, before, after: intervalAt(zone, before.end) }
}

/** The last transition at or before an instant; null when clocks had always been so. */
export function latestTransition(zone: CompiledZone, at: EpochSeconds): Transition | null {
  const after = intervalAt(zone, at)
  if (after.start === null) return null
  return { at: after.start, before: intervalAt(zone, epochSeconds(after.start - 1)), after }
}

/** The transitions after an instant, in order. Endless where the footer is: take what is needed. */
export function* transitionsAfter(zone: CompiledZone, at: EpochSeconds): Generator<Transition, void> {
  let before = intervalAt(zone, at)
  while (before.end !== null) {
    const after = intervalAt(zone, before.end)
    yield { at: before.end, before, after }
    before = after
  }
}

/** The transitions at or before an instant, latest first. */
export function* transitionsBefore(zone: CompiledZone, at: EpochSeconds): Generator<Transition, void> {
  let after = intervalAt(zone, at)
  while (after.start !== null) {
    const before = intervalAt(zone, epochSeconds(after.start - 1))
    yield { at: after.start, before, after }
    after = before
  }
}
