// The log: events are written at once; request lines are gathered and written a few times in a second.
import pino from 'pino'

/** The target of a log. Each text is written before the call returns. */
export interface LogDestination {
  readonly write: (text: string) => unknown
}

export const LOG_LEVELS: readonly string[] = [...Object.values(pino.levels.labels), 'silent']

/** Gathered lines wait at most so many milliseconds. */
const GATHER_MS = 250
/** When so many characters are gathered, they are written at once. Log readers take a write of this size whole. */
const GATHER_LENGTH = 16_000

/**
 * Opens the log at one of Pino's levels. A process that ends normally, or by an error, writes its gathered lines. A killed process does
 * not.
 */
export function openLog(level: string, destination: LogDestination = pino.destination(2)) {
  let gathered = ''
  let later: NodeJS.Timeout | null = null
  function flush(): void {
    if (later !== null) clearTimeout(later)
    later = null
    if (gathered === '') return
    const text = gathered
    gathered = ''
    destination.write(text)
  }
  process.on('exit', flush)
  const logger = pino(
    { level, base: null },
    {
      // Gathered lines are written first, so that lines are in the order of events.
      write(text) {
        flush()
        destination.write(text)
      },
    },
  )
  return {
    logger,
    /** Takes one line, with its line end, and writes it within a quarter of a second. Null when request lines are not wanted. */
    line: logger.isLevelEnabled('info')
      ? (text: string): void => {
          gathered += text
          if (gathered.length > GATHER_LENGTH) flush()
          else later ??= setTimeout(flush, GATHER_MS).unref()
        }
      : null,
  }
}
