// Tells whether this process is behind with its work, so that refusing a request is better than making it wait.

/**
 * Requests that arrive in one turn of the event loop are answered for so many milliseconds; the rest of that turn is refused. Nothing else
 * notices a crowd in time: timers run only after all requests of the turn.
 */
const TURN_MS = 500
/** How often a timer checks that the event loop is on time. */
const EVERY_MS = 250
/** Later than this twice in a row: something else uses the processor. One late round (a garbage collection) does not count. */
const LATE_MS = 1000

export type OverloadWatch = ReturnType<typeof watchOverload>

/** Watches until stopped. `nowMs` counts milliseconds from any beginning and never goes back. */
export function watchOverload(nowMs: () => number = () => performance.now()) {
  let turnBegan: number | null = null
  let seenAt = nowMs()
  let lateRounds = 0
  const timer = setInterval(() => {
    const now = nowMs()
    lateRounds = now - seenAt - EVERY_MS > LATE_MS ? lateRounds + 1 : 0
    seenAt = now
  }, EVERY_MS).unref()
  return {
    /** Ask this once for each request, when it begins. */
    isOverloaded: (): boolean => {
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
