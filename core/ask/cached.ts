// A cache for answers that stay true for a while.
import type { EpochSeconds } from '../time/units.ts'

/** Something that is true from an instant until just before another. */
export interface Lasting {
  readonly from: number
  readonly until: number
}

/**
 * Wraps `make` in a cache. The answer is the state of a thing at an instant: a cached one if it is still true then, else a new one. The cache
 * has two states of each thing: the present one, for the instant `now`, and one for any other instant. So questions about other times never
 * drive out the present. Without `now`, the instant is the present.
 */
export function cached<Thing extends object, State extends Lasting>(
  make: (thing: Thing, at: EpochSeconds, now: EpochSeconds) => State,
): (thing: Thing, at: EpochSeconds, now?: EpochSeconds) => State {
  const present = new Map<Thing, State>()
  const other = new Map<Thing, State>()
  return (thing, at, now = at) => {
    const ofNow = present.get(thing)
    if (ofNow !== undefined && ofNow.from <= at && at < ofNow.until) return ofNow
    const states = at === now ? present : other
    const known = states.get(thing)
    if (known !== undefined && known.from <= at && at < known.until) return known
    const state = make(thing, at, now)
    states.set(thing, state)
    return state
  }
}
