// Opens the limits that all processes share, and says in log and metric whether they are exact.
import type { Logger } from 'pino'
import { withoutPassword } from '#open/access/address.ts'
import type { FleetBurst } from './access/fleet-burst.ts'
import type { AccessMetrics } from './ops/access-metrics.ts'

/** Opens the limits store at an address. */
export async function openFleetLimits(
  address: string,
  { logger, metrics }: { readonly logger: Logger; readonly metrics: Pick<AccessMetrics, 'limitsExact'> },
): Promise<FleetBurst> {
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
  return burst
}
