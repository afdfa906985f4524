// Turns of the site: a crowd at its pages is answered a few at a time, so that the API is answered in between.

/** Requests that begin in one round of the event loop unless told otherwise: those of the account area, some milliseconds of work. */
const IN_A_ROUND = 4

/** Resolves when it is the caller's turn, in the order of asking, a few in each round of the event loop. */
export function createTurns(inARound = IN_A_ROUND): () => Promise<void> {
  const waiting: (() => void)[] = []
  function round(): void {
    for (const begin of waiting.splice(0, inARound)) begin()
    if (waiting.length > 0) setImmediate(round)
  }
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(round)
    })
}
