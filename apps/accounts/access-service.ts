// Opens what a server needs for its accounts (store, mails, pages); how often mails are sent and old data is deleted.
import type { Logger } from 'pino'
import { withoutPassword } from '#open/access/address.ts'
import type { Plans } from '#open/access/plans.ts'
import type { OpenedParts, PartOfOne } from '#serve/parts.ts'
import { widestOf } from './local-account.ts'
import { type MailSettings, openMailer } from './mail/mailer.ts'
import { knownBrowsers } from './store/known-browsers.ts'
import { openAccountStore, storeFlag } from './store/open-store.ts'
import { Outbox } from './mail/outbox.ts'
import { createPasswords } from './store/passwords.ts'
import { isStoreAway } from './store/store-away.ts'
import { isLoopbackHttp } from '#open/program/loopback.ts'
import { watchStore } from './store/store-watch.ts'
import { createAccountBackend } from './area/backend.ts'

export interface AccessSettings {
  /** A path or `postgres://…`. */
  readonly accounts: string
  readonly enforceMonthly: boolean
  readonly mail: MailSettings
  /** The name of the service in mails. Absent: the host of the account area. */
  readonly serviceName?: string
  /** Address of the account area, without a trailing slash. */
  readonly accountUrl: string
  /** Whether strangers can make accounts. */
  readonly signUp: 'open' | 'closed'
  /** Whether an older account store gets the schema of this version. Otherwise it is refused, unchanged. */
  readonly migrate: boolean
}

const DELIVER_EVERY_MS = 2000
const COUNT_MAILS_EVERY_MS = 15_000
const PRUNE_EVERY_MS = 3_600_000
/** Levels of niceness. When both want a core, requests get three parts of it and a password gets one. */
const PASSWORDS_LOWER = 5

/** Opens everything. Rejects with a CommandError when the settings are wrong or the account store cannot be opened. */
export async function openAccess(
  settings: AccessSettings,
  { logger, metrics, plans, limits, nowMs }: Omit<PartOfOne, 'settings' | 'urls'>,
) {
  const mailer = openMailer(settings.mail)
  const warn = (message: string): void => logger.warn(message)
  const store = await openAccountStore(settings.accounts, 'create', warn, ifOlderOf(settings))
  // Warns about requests that would be refused: with 401 when a database has no account, with 503 for an account whose plan is not in the
  // plans file. A file without accounts is handled by the greeting on a first start.
  const accounts = await store.accounts()
  if (accounts.length === 0 && settings.accounts.includes('://')) {
    logger.warn(noAccounts(withoutPassword(settings.accounts), plans))
  }
  for (const { id, plan } of accounts) if (!plans.has(plan)) logger.error(missingPlan(id, plan))
  const { accountUrl, serviceName: service } = settings
  const outbox = new Outbox({ store, mailer, plans, accountUrl, service })
  logger.info(`mails go to ${mailer.destination}`)

  const watch = watchStore({
    place: withoutPassword(settings.accounts),
    isAway: isStoreAway,
    ask: () => store.mailsWaiting(nowMs()),
    logger,
  })
  const storeFailed = (error: unknown): void => {
    metrics.storeFailed()
    watch.failed(error)
  }
  const passwords = createPasswords({ lower: PASSWORDS_LOWER })
  const browsers = knownBrowsers(await store.signingKey())
  metrics.watchesPasswords(passwords.underWay)
  const backend = createAccountBackend({
    store,
    outbox,
    passwords,
    browsers,
    limits,
    plans,
    enforcesMonth: settings.enforceMonthly,
    signUp: settings.signUp,
    secure: !isLoopbackHttp(settings.accountUrl),
    onError: storeFailed,
  })

  async function deliver(): Promise<void> {
    const { sent, errors } = await outbox.deliver(nowMs())
    metrics.mailed(sent, errors.length)
    // Only the error's message: the whole error repeats the recipient.
    for (const error of errors) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      logger.error({ code }, `a mail could not be handed to ${mailer.destination}; it will be tried again`)
    }
  }
  let delivery: Promise<void> | null = null
  const countMails = (): void => {
    // An error here is not logged: the code that needs the store reports it.
    store.mailsWaiting(nowMs()).then(metrics.mailsWaiting, () => undefined)
  }
  countMails()
  const timers = [
    setInterval(() => {
      delivery ??= deliver()
        .catch(storeFailed)
        .finally(() => (delivery = null))
    }, DELIVER_EVERY_MS),
    setInterval(countMails, COUNT_MAILS_EVERY_MS),
    setInterval(() => void store.prune(nowMs()).catch(storeFailed), PRUNE_EVERY_MS),
  ]
  return {
    store,
    resendUrl: `${settings.accountUrl}/verify`,
    onEvent: listener(outbox, logger, nowMs, storeFailed),
    /** The parts that the pages of the account area work with. */
    backend,
    /** Ends connections and timers. */
    async close(): Promise<void> {
      for (const timer of timers) clearInterval(timer)
      watch.stop()
      await delivery
      mailer.close()
      await store.close()
    },
  }
}

/** Listens to the access layer: logs a missing plan once, queues the mail about a quota, and passes failures of the store on. */
function listener(
  outbox: Outbox,
  logger: Logger,
  nowMs: () => number,
  storeFailed: (error: unknown) => void,
): OpenedParts['onEvent'] {
  const notified = new Set<string>()
  return (event) => {
    if (event.kind === 'store-failed') return storeFailed(event.error)
    const { kind, accountId } = event
    const key =
      kind === 'plan-missing'
        ? `${accountId} ${event.plan}`
        : `${accountId} ${event.month.id} ${event.percent}`
    if (notified.has(key)) return
    notified.add(key)
    if (kind === 'plan-missing') return logger.error(missingPlan(accountId, event.plan))
    // The store already makes sure that all servers together queue a mail once. This only saves the question.
    const { plan, month, percent } = event
    outbox.queueQuota(accountId, plan, month, percent, nowMs()).catch((error: unknown) => {
      notified.delete(key)
      storeFailed(error)
    })
  }
}

/** What a start does with a store of an older schema. */
export const ifOlderOf = ({ migrate }: Pick<AccessSettings, 'migrate'>): 'migrate' | 'refuse' =>
  migrate ? 'migrate' : 'refuse'

/** The warning about an account store without accounts, with the commands that create the first one. */
export const noAccounts = (
  place: string,
  plans: Plans,
): string => `there are no accounts at ${place}; requests need a token of an account. To make both:
  npm run tzref -- account create --email you@example.org --plan ${widestOf(plans).id} --verified${storeFlag(place)}
  npm run tzref -- token create --account you@example.org --name first${storeFlag(place)}`

const missingPlan = (accountId: string, plan: string): string =>
  `account ${accountId} is on plan "${plan}", which the plans file does not have: npm run tzref -- account set-plan ${accountId} free`
