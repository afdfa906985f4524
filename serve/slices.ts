// Work that takes longer than a request may wait for: done in slices, between which the event loop answers others.
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of one slice. */
const SLICE_MS = 8

let before: Promise<unknown> = Promise.resolve()

/**
 * What a piece of work comes to. It yields often; wherever a slice is over by then, the loop turns. Pieces of work are done one after
 * the other, so that however many there are, a turn of the loop holds one slice.
 */
export function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  const result = before.then(() => sliced(work))
  before = result.catch(() => undefined)
  return result
}

async function sliced<Result>(work: Generator<undefined, Result>): Promise<Result> {
  for (;;) {
    const end = performance.now() + SLICE_MS
    while (performance.now() < end) {
      const { done, value } = work.next()
      if (done === true) return value
    }
    await nextTurn()
  }
}
