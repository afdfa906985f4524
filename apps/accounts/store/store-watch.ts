// Logs one line when the account store goes away and one when it is back, however many questions fail in between.
import type { Logger } from 'pino'

/** How often a store that is away is asked whether it is back. */
const ASK_EVERY_MS = 1000

export interface StoreWatchOptions {
  /** Where the store is, without a password. */
  readonly place: string
  /** Whether an error means that the store is away, and not that the question was wrong. */
  readonly isAway: (error: unknown) => boolean
  /** Asks the store something cheap. */
  readonly ask: () => Promise<unknown>
  readonly logger: Pick<Logger, 'error' | 'warn'>
  readonly everyMs?: number
}

/** Watches a store from its first failure on. */
export function watchStore({ place, isAway, ask, logger, everyMs = ASK_EVERY_MS }: StoreWatchOptions) {
  let asking: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearTimeout(asking)
    asking = undefined
  }
  async function askAgain(): Promise<void> {
    try {
      await ask()
    } catch {
      if (asking !== undefined) askLater()
      return
    }
    if (asking === undefined) return
    stop()
    logger.warn(`the account store is back: ${place}`)
  }
  function askLater(): void {
    asking = setTimeout(() => void askAgain(), everyMs).unref()
  }
  return {
    /** Reports that a question to the store failed. */
    failed(error: unknown): void {
      if (!isAway(error)) return logger.error({ err: error }, 'the account store cannot be asked')
      if (asking !== undefined) return
      const problem = error instanceof Error ? error.message : String(error)
      logger.error(
        { problem },
        `the account store is away: ${place}; tokens that are known work for five minutes more, others get 503`,
      )
      askLater()
    },
    stop,
  }
}
