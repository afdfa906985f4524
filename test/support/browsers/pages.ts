// Public pages in a browser: one of each kind, and a service for them.
import type { Browser } from 'playwright-core'
import { openChromium } from './chromium.ts'
import { listening } from '../servers/loopback.ts'
import { openService, type Service } from '../worlds/service.ts'

/** One page of each kind, also with an answer to a question. */
export const PAGES = [
  '/',
  '/search?q=paris',
  '/timezones',
  '/countries',
  '/cities?country=ie',
  '/abbreviations',
  '/timezones/Europe/Dublin',
  '/countries/united-states',
  '/cities/dublin',
  '/abbreviations/irish-standard-time',
  '/convert?from=Europe/Berlin&to=UTC&at=2026-10-25T02:30',
  '/clocks?place=Zurich&place=Tokyo&place=New+York',
  '/meeting?place=Zurich,Tokyo&from=09:00',
  '/t/2027-03-28T09:00/Europe/Berlin',
  '/compare',
  '/compare/berlin/denver',
  '/changes',
  '/dst/2027',
  '/news',
  '/news/2026f',
  '/cities/dublin?date=2027-06-21',
  '/cities/dublin/sun',
  '/check',
  '/lookup?lat=31.7&lon=35.2',
  '/releases',
  '/docs/guide',
  '/docs/api/convert',
  '/nowhere',
]

export interface PagesInBrowser {
  readonly service: Service
  readonly browser: Browser
  /** Where the service listens: `http://127.0.0.1:40123`. */
  readonly origin: string
  readonly close: () => Promise<void>
}

/** A service on a free port of loopback, and a Chromium. */
export async function openPages(): Promise<PagesInBrowser> {
  const service = await openService()
  const port = await listening(service.app)
  const browser = await openChromium()
  return {
    service,
    browser,
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await browser.close()
      await service.close()
    },
  }
}
