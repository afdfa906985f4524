// Joins the look-ups of one event loop turn into one query: its cost hardly depends on the number of keys.

/** Most keys of one query: its answer is read in a millisecond or so. */
const MOST_AT_ONCE = 250

interface Waiting<Answer> {
  readonly key: string
  readonly answered: (answer: Answer | null) => void
  readonly failed: (error: unknown) => void
}

/** Looks up one key. `ask` gets all keys of a turn and answers by key. Null: nothing was found. Rejects when `ask` does. */
export function askedTogether<Answer>(
  ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, Answer>>,
): (key: string) => Promise<Answer | null> {
  let waiting: Waiting<Answer>[] = []
  async function askNow(): Promise<void> {
    const all = waiting
    waiting = []
    if (all.length === 0) return
    try {
      const found = await ask([...new Set(all.map(({ key }) => key))])
      for (const { key, answered } of all) answered(found.get(key) ?? null)
    } catch (error) {
      for (const { failed } of all) failed(error)
    }
  }
  return (key) =>
    new Promise((answered, failed) => {
      if (waiting.length === 0) setImmediate(() => void askNow())
      waiting.push({ key, answered, failed })
      if (waiting.length === MOST_AT_ONCE) void askNow()
    })
}
