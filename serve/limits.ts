// Opens the limits of a server, its own or those that all processes share, and says in log and metric whether they are exact.
import type { Logger } from 'pino'
import { withoutPassword } from '#open/access/address.ts'
import { type BurstLimiter, createMemoryBurst } from './admission/burst.ts'
import type { AccessMetrics } from './ops/access-metrics.ts'

/** The limits of a server, and how they are closed. */
export interface OpenedLimits {
  readonly burst: BurstLimiter
  readonly close: () => Promise<void>
}

/** Opens the limits store at an address; for null, limits of this process alone. Rejects with a CommandError when the store cannot be opened. */
export async function openLimits(
  address: string | null,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Pick<AccessMetrics, 'limitsExact'> },
): Promise<OpenedLimits> {
  if (address === null) return { burst: createMemoryBurst(), close: () => Promise.resolve() }
  // Loaded on use: a service with one process does not need it.
  const { openFleetBurst } = await import('./access/fleet-burst.ts')
  const burst = await openFleetBurst({
    address,
    onState(state, error) {
      metrics.limitsExact(state === 'exact')
      const where = withoutPassword(address)
      if (state === 'exact') logger.warn(`burst limits are exact over the fleet again: ${where} is back`)
      else
        logger.error(
          { err: error },
          `burst limits count for each process separately: ${where} does not count`,
        )
    },
  })
  metrics.limitsExact(burst.state() === 'exact')
  return { burst, close: () => burst.close() }
}
