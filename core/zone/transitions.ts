// A zone and an instant → its transitions after or before it, in order, from the list or the footer.
import { epochSeconds, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone, Interval } from './compiled-zone.ts'
import { intervalAt } from './offset-at.ts'

/** The instant at which one interval ends and the next begins. */
export interface Transition {
  readonly at: EpochSeconds
  readonly before: Interval
  readonly after: Interval
}

/** The first transition after an instant (not at it); null if there are no more. */
export function nextTransition(zone: CompiledZone, at: EpochSeconds): Transition | null {
  const before = intervalAt(zone, at)
  return before.end === null ? null : { at: before.end, before, after: intervalAt(zone, before.end) }
}

/** The last transition at or before an instant; null if there is none. */
export function latestTransition(zone: CompiledZone, at: EpochSeconds): Transition | null {
  const after = intervalAt(zone, at)
  if (after.start === null) return null
  return { at: after.start, before: intervalAt(zone, epochSeconds(after.start - 1)), after }
}

/** The transitions after an instant, in order. They never end if the footer has yearly changes or a cycle, so take only what you need. */
export function* transitionsAfter(zone: CompiledZone, at: EpochSeconds): Generator<Transition, void> {
  let before = intervalAt(zone, at)
  while (before.end !== null) {
    const after = intervalAt(zone, before.end)
    yield { at: before.end, before, after }
    before = after
  }
}

/** The transitions after `from` and before `until` by which the clock moves, in order. Others change only its name or season. */
export function movesBetween(zone: CompiledZone, from: EpochSeconds, until: EpochSeconds): Transition[] {
  const moves: Transition[] = []
  for (const change of transitionsAfter(zone, from)) {
    if (change.at >= until) break
    if (change.before.type.offset !== change.after.type.offset) moves.push(change)
  }
  return moves
}

/** The transitions at or before an instant, the latest first. */
export function* transitionsBefore(zone: CompiledZone, at: EpochSeconds): Generator<Transition, void> {
  let after = intervalAt(zone, at)
  while (after.start !== null) {
    const before = intervalAt(zone, epochSeconds(after.start - 1))
    yield { at: after.start, before, after }
    after = before
  }
}
