// Rounds of the event loop: of what comes in a crowd a few pieces of work are done in each, so that other work is done in between.

/** Whoever waits. */
export interface Waiter {
  /** Whether its connection is gone. */
  readonly isEnded: boolean
}

export interface Rounds {
  /** Whether a piece of work may be done now; it is counted where it may. */
  readonly hasRoom: () => boolean
  /**
   * Has a piece of work done in a later round, when all that waited before it is done. For a waiter that is gone by then it is left out,
   * and takes no room from others.
   */
  readonly wait: (work: () => void, waiter?: Waiter) => void
  /** Pieces of work that wait. */
  readonly waiting: () => number
}

const STAYS: Waiter = { isEnded: false }

/** So many pieces of work in a round, in the order of their coming; the next round comes at once, or so many milliseconds later. */
export function createRounds(most: number, everyMs = 0): Rounds {
  const waiting: { readonly work: () => void; readonly waiter: Waiter }[] = []
  const later = everyMs === 0 ? () => setImmediate(round) : () => setTimeout(round, everyMs)
  let room = most
  /** Whether a round is to come. */
  let isComing = false

  function round(): void {
    const begun: (() => void)[] = []
    while (begun.length < most) {
      const next = waiting.shift()
      if (next === undefined) break
      if (!next.waiter.isEnded) begun.push(next.work)
    }
    room = most - begun.length
    isComing = begun.length > 0
    if (isComing) later()
    for (const work of begun) work()
  }

  function come(): void {
    if (isComing) return
    isComing = true
    setImmediate(round)
  }

  return {
    hasRoom() {
      come()
      if (room === 0) return false
      room--
      return true
    },
    wait(work, waiter = STAYS) {
      waiting.push({ work, waiter })
      come()
    },
    waiting: () => waiting.length,
  }
}
