// Starts the interface alone: /v1 over a source of credentials and a sink of usage that are given, without pages and without an account store.
import type { CredentialSource } from './access/credential-cache.ts'
import type { UsageStore } from './access/monthly.ts'
import { startServer } from './main.ts'
import type { ServerParts, ServerSettings } from './parts.ts'

/** The parts of a server without pages, over a source of credentials and a sink of usage. */
const partsOver = (store: CredentialSource & UsageStore): ServerParts => ({
  open({ urls, logger, metrics }) {
    return Promise.resolve({
      store,
      resendUrl: urls.web,
      onEvent(event) {
        if (event.kind === 'store-failed') {
          metrics.storeFailed()
          logger.error({ err: event.error }, 'the source of credentials cannot be asked')
        } else if (event.kind === 'plan-missing')
          logger.error(
            `account ${event.accountId} is on plan "${event.plan}", which the plans file does not have`,
          )
      },
      greet: () => Promise.resolve(),
      close: () => Promise.resolve(),
    })
  },
  greet: () => Promise.resolve(),
})

/** Starts to serve. Resolves once the port is open. The process then runs until SIGINT or SIGTERM. */
export const startAlone = (
  settings: Omit<ServerSettings, 'site' | 'accounts'>,
  store: CredentialSource & UsageStore,
): Promise<void> => startServer({ ...settings, site: false, accounts: '' }, partsOver(store))
