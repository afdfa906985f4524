// Starts the interface alone: /v1 over a source of credentials and a sink of usage that are given, without pages and without an account store.
import { Access } from './access/access.ts'
import { createMemoryBurst } from './admission/burst.ts'
import type { CredentialSource } from './access/credential-cache.ts'
import type { UsageStore } from './access/monthly.ts'
import { readPlans } from '#open/access/plans.ts'
import { openFleetLimits } from './fleet-limits.ts'
import { startServer } from './main.ts'
import type { ServerParts, ServerSettings } from './parts.ts'

/** Usage is written this often. */
const FLUSH_EVERY_MS = 250

/** The parts of a server without pages, over a source of credentials and a sink of usage. */
const partsOver = (store: CredentialSource & UsageStore): ServerParts => ({
  async open({ settings, urls, logger, metrics, nowMs }) {
    const burst =
      settings.limits === null ? null : await openFleetLimits(settings.limits, { logger, metrics })
    const access = new Access({
      store,
      plans: readPlans(settings.plans ?? undefined),
      enforceMonthly: settings.enforceMonthly,
      resendUrl: urls.web,
      burst: burst ?? createMemoryBurst(),
      onEvent(event) {
        if (event.kind === 'store-failed') {
          metrics.storeFailed()
          logger.error({ err: event.error }, 'the source of credentials cannot be asked')
        } else if (event.kind === 'plan-missing')
          logger.error(
            `account ${event.accountId} is on plan "${event.plan}", which the plans file does not have`,
          )
      },
    })
    const timer = setInterval(() => void access.flush(nowMs()), FLUSH_EVERY_MS)
    return {
      access,
      greet: () => Promise.resolve(),
      async close() {
        clearInterval(timer)
        // Twice: the first call waits for a batch that is being written, the second writes what was counted meanwhile.
        await access.flush(nowMs())
        await access.flush(nowMs())
        await burst?.close()
      },
    }
  },
  greet: () => Promise.resolve(),
})

/** Starts to serve. Resolves once the port is open. The process then runs until SIGINT or SIGTERM. */
export const startAlone = (
  settings: Omit<ServerSettings, 'site' | 'accounts'>,
  store: CredentialSource & UsageStore,
): Promise<void> => startServer({ ...settings, site: false, accounts: '' }, partsOver(store))
