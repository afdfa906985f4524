// Work that takes longer than a request may wait for: done in slices, between which the event loop answers others.

/** Milliseconds of one slice. */
const SLICE_MS = 5

/** Does a slice of a piece of work, and says whether there is more to do. */
type Slice = () => boolean

const waiting: Slice[] = []
let isTurning = false

/**
 * What a piece of work comes to. It yields often; wherever a slice is over by then, the loop turns. Pieces of work take turns, so that
 * however many there are, a turn of the loop holds one slice.
 */
export function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      try {
        const end = performance.now() + SLICE_MS
        while (performance.now() < end) {
          const { done, value } = work.next()
          if (done !== true) continue
          resolve(value)
          return false
        }
        return true
      } catch (error) {
        reject(error)
        return false
      }
    })
    if (!isTurning) turn()
  })
}

/** A slice of what waits longest, now; the next one when the loop has turned. */
function turn(): void {
  const slice = waiting.shift()
  isTurning = slice !== undefined
  if (slice === undefined) return
  if (slice()) waiting.push(slice)
  setImmediate(turn)
}
