// The greeting of a first start: when it makes the local account, and what it prints.
import { nowMs } from '#open/program/clock.ts'
import { type Plans, readPlans } from '#open/access/plans.ts'
import { isLoopback } from '#open/program/loopback.ts'
import type { PartOf, ServerSettings } from '#serve/parts.ts'
import type { Urls } from '#serve/urls.ts'
import { ifOlderOf, noAccounts } from './access-service.ts'
import { createLocalAccount, type LocalAccount } from './local-account.ts'
import { openAccountStore, storeFlag } from './store/open-store.ts'
import type { AccountStore } from './store/store.ts'

/**
 * Greets the operator on a first start, when the store has no account yet. If only this machine can connect, it creates the local account
 * and prints its token. Otherwise, and under a service manager, it logs the commands that create an account. It runs after the port is
 * open, so that every token it creates is shown. `opened` has the store and the plans of this process; the
 * first of several has none. A plans file may be a pipe, which can be read once.
 */
export async function greetOnFirstStart(
  { settings, urls, logger }: PartOf,
  accountUrl: string | null,
  migrate: boolean,
  opened?: { readonly store: AccountStore; readonly plans: Plans },
): Promise<void> {
  const { accounts } = settings
  // A database is never a first start: another server may be using it.
  if (accounts.includes('://')) return
  const warn = (message: string): void => logger.warn(message)
  const store = opened?.store ?? (await openAccountStore(accounts, 'create', warn, ifOlderOf({ migrate })))
  try {
    if ((await store.accounts()).length > 0) return
    const plans = opened?.plans ?? readPlans(settings.plans ?? undefined)
    if (!isForThisTerminalAlone(settings)) return warn(noAccounts(accounts, plans))
    const made = await createLocalAccount(store, nowMs(), plans)
    if (made !== null) greet(urls, made, accountUrl, storeFlag(accounts))
  } finally {
    if (opened === undefined) await store.close()
  }
}

/**
 * Whether only this machine can reach the server and a person reads its output. A public base URL means that a proxy brings strangers.
 * Under a service manager (systemd sets INVOCATION_ID) the output goes to a journal, and a token must not be there.
 */
const isForThisTerminalAlone = ({ host, baseUrl }: ServerSettings): boolean =>
  isLoopback(host) &&
  (baseUrl === undefined || isLoopback(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''))) &&
  process.env['INVOCATION_ID'] === undefined

/** Prints the token, only to the terminal and only this once, with a command line that works unchanged. */
function greet(
  urls: Urls,
  { account, plan, token }: LocalAccount,
  accountUrl: string | null,
  flag: string,
): void {
  process.stdout.write(`
A local account on the plan ${plan.name} was made. Its token, shown only once:

  ${token.text}

Try it:

  curl -H "Authorization: Bearer ${token.text}" ${urls.base}/timezones/Europe/Dublin
${
  accountUrl === null
    ? ''
    : `
Its keys and usage are at ${accountUrl}, for ${account.email} once it has a password:

  npm run tzref -- account set-password ${account.email}${flag}
`
}
`)
}
