// Turns of the site: a crowd at its pages is answered a few at a time, so that the API is answered in between.

/** Resolves when it is the caller's turn, in the order of asking: `inARound` begin together, and the next a round of the event loop later. */
export function createTurns(inARound: number, everyMs = 0): () => Promise<void> {
  const waiting: (() => void)[] = []
  const later = everyMs === 0 ? () => setImmediate(round) : () => setTimeout(round, everyMs)
  /** Whether a round is to come. */
  let isDue = false
  function round(): void {
    isDue = waiting.length > 0
    for (const begin of waiting.splice(0, inARound)) begin()
    if (isDue) later()
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve)
      if (isDue) return
      isDue = true
      setImmediate(round)
    })
}
