// The account service as parts of a server: its options of `serve` and `doctor`, what it opens, its greeting and its checks.
import type { Option } from 'commander'
import { inGroup, settable } from '#open/program/settable.ts'
import { webAddress } from '#open/program/web-address.ts'
import type { OpenOtherPaths } from '#serve/other-paths.ts'
import type { GivenParts, ServerParts } from '#serve/parts.ts'
import type { Urls } from '#serve/urls.ts'
import type { SiteRoute } from '#apps/site/frame/page.ts'
import { type AccessSettings, openAccess } from './access-service.ts'
import { type MailOptions, mailOptions, mailSettings } from './commands/mail-options.ts'
import { greetOnFirstStart } from './greeting.ts'
import type { MailSettings } from './mail/mailer.ts'

export interface AccountOptions extends MailOptions {
  /** Whether this server has the pages about accounts. */
  readonly accountArea: boolean
  /** Address of an account area elsewhere. Absent: the one among this server's pages. */
  readonly accountUrl?: string
  readonly signUp: AccessSettings['signUp']
  /** Whether a start may give an older account store the schema of this version. */
  readonly migrate: boolean
}

/** Opens the site with the rows of an account area. Loaded on use: a server without pages needs none. */
export type LoadSite = () => Promise<(ofAccounts: readonly SiteRoute[]) => OpenOtherPaths>

/** The account service and, around its pages, the site. */
export const accountsWith = (loadSite: LoadSite): GivenParts<AccountOptions> => ({
  options: [...inGroup('Accounts and limits', areaOptions()), ...inGroup('Mail', mailOptions())],
  partsOf: (options, { site, accounts }) =>
    partsOf(
      { ...options, accountArea: options.accountArea && site },
      mailSettings(options, accounts),
      loadSite,
    ),
  async checksOf(options, settings) {
    const { accountChecks } = await import('./checks.ts')
    return accountChecks(settings, mailSettings(options, settings.accounts))
  },
})

const areaOptions = (): readonly Option[] => [
  settable(
    '--no-account-area',
    'serve no pages about accounts, such as the one that verification mails link to',
  ),
  settable(
    '--account-url <url>',
    'public address of the account area (default: /account below --web-url)',
  ).argParser(webAddress),
  settable('--sign-up <who>', 'whether strangers can make accounts')
    .choices(['open', 'closed'])
    .default('open'),
  settable(
    '--no-migrate',
    'refuse an account store of an older tzref: `account migrate` is a step of its own, with a copy',
  ),
]

function partsOf(options: AccountOptions, mail: MailSettings, loadSite: LoadSite): ServerParts {
  const { accountArea, accountUrl, signUp, serviceName, migrate } = options
  /** The address of the account area. Links in mails and messages begin with it. */
  const accountUrlOf = (urls: Urls): string => accountUrl ?? `${urls.web}/account`
  const shownUrl = (urls: Urls): string | null => (accountArea ? accountUrlOf(urls) : null)
  return {
    account: accountUrl ?? (accountArea ? '/account' : undefined),
    async open({ settings, urls, ...server }) {
      const named = serviceName === undefined ? {} : { serviceName }
      const service = await openAccess(
        { ...settings, mail, signUp, migrate, ...named, accountUrl: accountUrlOf(urls) },
        server,
      )
      const { backend, store, resendUrl, onEvent } = service
      const parts = {
        store,
        resendUrl,
        onEvent,
        browserOf: backend.browsers.accountIn,
        greet: () =>
          greetOnFirstStart({ settings, urls, logger: server.logger }, shownUrl(urls), migrate, backend),
        close: () => service.close(),
      }
      if (!settings.site) return parts
      const rows = accountArea ? (await import('./area/area.ts')).accountRoutes(backend) : []
      return { ...parts, openOtherPaths: (await loadSite())(rows) }
    },
    greet: (server) => greetOnFirstStart(server, shownUrl(server.urls), migrate),
  }
}
