// Whether this process is behind, so that a request is better refused at once than kept waiting.

/**
 * Requests that came in one turn of the event loop are answered for so long; the rest of that turn is refused. Nothing else sees
 * a crowd in time: timers run only after all of the turn's requests.
 */
const TURN_MS = 500
/** The loop is asked this often whether it comes round in time. */
const EVERY_MS = 250
/** Later than this twice in a row: something else takes the processor. One late round (a collection of garbage) is nothing. */
const LATE_MS = 1000

export interface OverloadWatch {
  /** To be asked once for each request, when it begins. */
  readonly isOverloaded: () => boolean
  readonly stop: () => void
}

/** Watches until stopped. `nowMs` counts milliseconds from any beginning and never goes back. */
export function watchOverload(nowMs: () => number = () => performance.now()): OverloadWatch {
  let turnBegan: number | null = null
  let seenAt = nowMs()
  let lateRounds = 0
  const timer = setInterval(() => {
    const now = nowMs()
    lateRounds = now - seenAt - EVERY_MS > LATE_MS ? lateRounds + 1 : 0
    seenAt = now
  }, EVERY_MS)
  timer.unref()
  return {
    isOverloaded() {
      const now = nowMs()
      if (turnBegan === null) {
        turnBegan = now
        setImmediate(() => (turnBegan = null))
      }
      return lateRounds > 1 || now - turnBegan > TURN_MS
    },
    stop: () => clearInterval(timer),
  }
}
