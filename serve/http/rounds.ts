// Spreads a crowd of work over rounds of the event loop, so that other work is done in between.

/** The owner of a piece of work that waits. */
export interface Waiter {
  /** Whether its connection is gone. */
  readonly isEnded: boolean
}

export type Rounds = ReturnType<typeof createRounds>

/** Does at most `most` pieces of work in a round, in order of arrival. The next round comes at once, or `everyMs` milliseconds later. */
export function createRounds(most: number, everyMs = 0) {
  const waiting: { readonly work: () => void; readonly waiter: Waiter | undefined }[] = []
  const later = everyMs === 0 ? () => setImmediate(round) : () => setTimeout(round, everyMs)
  let room = most
  /** Whether a round is scheduled. */
  let isComing = false

  function round(): void {
    const begun: (() => void)[] = []
    while (begun.length < most) {
      const next = waiting.shift()
      if (next === undefined) break
      if (next.waiter?.isEnded !== true) begun.push(next.work)
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
    /** Whether a piece of work may be done now. If so, it is counted. */
    hasRoom(): boolean {
      come()
      if (room === 0) return false
      room--
      return true
    },
    /**
     * Does a piece of work in a later round, after all that waited before it. If the waiter is gone by then, the work is left out and uses no
     * room.
     */
    wait(work: () => void, waiter?: Waiter): void {
      waiting.push({ work, waiter })
      come()
    },
    /** Number of pieces of work that wait. */
    waiting: () => waiting.length,
  }
}
