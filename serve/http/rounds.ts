// Rounds of the event loop: of what comes in a crowd a few pieces of work are done in each, so that other work is done in between.

export interface Rounds {
  /** Does a piece of work: now (true), or in a later round, when it is its turn. */
  readonly begin: (work: () => void) => boolean
  /** Pieces of work that wait. */
  readonly waiting: () => number
}

/** So many pieces of work in a round, in the order of their coming. */
export function createRounds(most: number): Rounds {
  const waiting: (() => void)[] = []
  let room = most
  let isDue = false

  function round(): void {
    const begun = waiting.splice(0, most)
    room = most - begun.length
    isDue = begun.length > 0
    if (isDue) setImmediate(round)
    for (const work of begun) work()
  }

  return {
    begin(work) {
      if (!isDue) {
        isDue = true
        setImmediate(round)
      }
      if (room === 0) {
        waiting.push(work)
        return false
      }
      room--
      work()
      return true
    },
    waiting: () => waiting.length,
  }
}
