// The log: what happened is written at once; the lines of requests are gathered and written a few times in a second.
import pino, { type Logger } from 'pino'

export interface Log {
  readonly logger: Logger
  /** Takes one line, with its end, to be written within a quarter of a second. Null where such lines are not wanted. */
  readonly line: ((text: string) => void) | null
}

/** Where a log goes to: each text is written before the call returns. */
export interface LogDestination {
  readonly write: (text: string) => unknown
}

/** Gathered lines wait so long at most. */
const GATHER_MS = 250
/** So many characters are written at once, whenever they came: one write of the size that readers of logs take whole. */
const GATHER_LENGTH = 16_000

/** Opens the log at a level of Pino's. A process that ends in order, or by an error, writes what it has gathered; a killed one does not. */
export function openLog(level: string, destination: LogDestination = pino.destination(2)): Log {
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
      // What was gathered before goes first: lines stand in the order of what happened.
      write(text) {
        flush()
        destination.write(text)
      },
    },
  )
  return {
    logger,
    line: logger.isLevelEnabled('info')
      ? (text) => {
          gathered += text
          if (gathered.length > GATHER_LENGTH) flush()
          else later ??= setTimeout(flush, GATHER_MS).unref()
        }
      : null,
  }
}
