// Opens the site: its own rows and those of an account area, with the pages that the search suggests for a 404.
import type { OpenOtherPaths } from '#serve/other-paths.ts'
import type { SiteRoute } from './frame/page.ts'
import { createSite } from './frame/site.ts'
import { pagesMeant } from './pages/search-page.ts'
import { SITE_ROUTES } from './routes.ts'

/** The handler of all paths outside /v1. Without rows of accounts, this server has no account area. */
export const siteWith =
  (ofAccounts: readonly SiteRoute[]): OpenOtherPaths =>
  (options) =>
    createSite([...SITE_ROUTES, ...ofAccounts], pagesMeant, options)
