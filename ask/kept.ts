// Answers that stay true for a while, kept until they are not.
import type { EpochSeconds } from '#core/time/units.ts'

/** What is true from an instant until just before another. */
interface Lasting {
  readonly from: number
  readonly until: number
}

/**
 * Makes the state of a thing at an instant, or gives the one it made before that is still true then. It keeps two of each thing: the
 * present one, of an instant that is `now`, and one of any other instant, so that questions about other times never drive out the
 * present. Without `now`, the instant is the present.
 */
export function kept<Thing extends object, State extends Lasting>(
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
