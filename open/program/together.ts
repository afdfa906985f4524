// Joins the questions of one turn of the event loop: the cost of asking a store hardly depends on how many there are.

interface Waiting<Question, Answer> {
  readonly question: Question
  readonly answered: (answer: Answer) => void
  readonly failed: (error: unknown) => void
}

/**
 * Returns a function that asks one question. `ask` gets all questions of a turn, at most `most` at once, and returns an answer for each, in
 * their order. Rejects when `ask` does.
 */
export function askedTogether<Question, Answer>(
  most: number,
  ask: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  async function askNow(): Promise<void> {
    const all = waiting
    waiting = []
    if (all.length === 0) return
    try {
      const answers = (await ask(all.map(({ question }) => question))).values()
      for (const { answered } of all) answered(answers.next().value!) // there is one for each
    } catch (error) {
      for (const { failed } of all) failed(error)
    }
  }
  return (question) =>
    new Promise((answered, failed) => {
      if (waiting.length === 0) setImmediate(() => void askNow())
      waiting.push({ question, answered, failed })
      if (waiting.length === most) void askNow()
    })
}
