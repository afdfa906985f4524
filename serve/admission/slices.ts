// Does work that takes longer than other requests may wait, in slices, so that the event loop answers them in between.
import { SLICE_MS } from './numbers.ts'
import type { Sender, Senders } from './senders.ts'

/** Does one slice of a piece of work. Answers whether there is more to do. */
type Slice = () => boolean

const waiting: Slice[] = []
let isRunning = false
/** The sender whose request is being answered, and where its work is counted. Null: it is work of the server's own. */
let payer: { readonly sender: Sender; readonly senders: Pick<Senders, 'charge'> } | null = null

/** Does something for a sender: work in slices that it begins is counted for that sender. */
export function chargedTo(sender: Sender, senders: Pick<Senders, 'charge'>, work: () => void): void {
  const before = payer
  payer = { sender, senders }
  try {
    work()
  } finally {
    payer = before
  }
}

/**
 * The result of a piece of work. The generator must yield often: at a yield, a slice that is over ends, and the event loop goes on. Pieces
 * of work alternate. So a round of the event loop does one slice, however many pieces there are.
 */
export function inSlices<Result>(work: Generator<undefined, Result>): Promise<Result> {
  const paid = payer
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      const from = performance.now()
      try {
        const end = from + SLICE_MS
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
      } finally {
        paid?.senders.charge(paid.sender, performance.now() - from)
      }
    })
    if (!isRunning) runSlice()
  })
}

/** Does one slice of the piece that has waited longest. The next slice follows in the next round of the event loop. */
function runSlice(): void {
  const slice = waiting.shift()
  isRunning = slice !== undefined
  if (slice === undefined) return
  if (slice()) waiting.push(slice)
  setImmediate(runSlice)
}
