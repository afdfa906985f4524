// Whether this process is behind: how late its event loop comes round, seen twice a second.
import { monitorEventLoopDelay } from 'node:perf_hooks'

/** A loop that comes round later than this makes clients wait for seconds; refusing lets it catch up. */
const LATE_NS = 1e9
const EVERY_MS = 500

export interface OverloadWatch {
  readonly isOverloaded: () => boolean
  readonly stop: () => void
}

/** Watches the event loop's delay until stopped. One late round (a large collection of garbage) is not yet overload. */
export function watchOverload(): OverloadWatch {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let isLate = false
  const timer = setInterval(() => {
    isLate = delay.mean > LATE_NS
    delay.reset()
  }, EVERY_MS)
  timer.unref()
  return {
    isOverloaded: () => isLate,
    stop() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
