// The zone and the kind of clock that a visitor chose for all pages: their cookie, and the button that changes the kind of clock.
import type { Almanac } from '#core/ask/almanac.ts'
import { parseCookie } from 'cookie'
import { MOST_COOKIES } from '#serve/admission/numbers.ts'
import { html, type Html } from './html.ts'
import type { Cookie, Visitor } from './page.ts'

/** A visitor who chose nothing. All of them get the same pages. */
export const NOBODY: Visitor = { zone: null, hours: null }

const COOKIE = 'tzref_visitor'
/** Seconds for which browsers keep the choice: 400 days, the most that they allow. */
const KEPT = 34_560_000

/** The cookies that are looked at. */
export const firstCookies = (cookies: string): string => cookies.split(';', MOST_COOKIES).join(';')

/** The choice in the cookies of a request. Anything that it cannot mean counts as no choice. */
export function visitorOf(cookies: string | undefined, almanac: Almanac): Visitor {
  const text = cookies?.includes(COOKIE) === true ? (parseCookie(firstCookies(cookies))[COOKIE] ?? '') : ''
  if (text === '') return NOBODY
  const [name = '', hours = ''] = text.split(' ')
  const zone = name === '' ? null : almanac.zones.named(name)
  const visitor = { zone, hours: hours === '12' || hours === '24' ? hours : null } as const
  return isNobody(visitor) ? NOBODY : visitor
}

/** Whether a visitor chose nothing. */
export const isNobody = ({ zone, hours }: Visitor): boolean => zone === null && hours === null

/** The value of the cookie: `Europe/Zurich 24`, or one of the two. Empty for a visitor who chose nothing. */
export const textOf = ({ zone, hours }: Visitor): string => `${zone?.iana ?? ''} ${hours ?? ''}`.trimEnd()

/** The cookie with a visitor's choice. It is deleted when nothing is chosen. */
export const cookieOf = (visitor: Visitor): Cookie => ({
  name: COOKIE,
  value: textOf(visitor) || null,
  maxAgeSeconds: KEPT,
})

/** The button at the foot of pages that changes between 12 and 24 hours. A script turns it round where the device's language has 12. */
export const hoursSwitch = ({ hours }: Visitor): Html =>
  html`<form method="post" action="/your-time" class="hours-switch no-print">
    <button class="quiet-button" name="hours" value="${hours === '12' ? '24' : '12'}">
      Show times in ${hours === '12' ? '24 hours (15:00)' : '12 hours (3:00\u00a0pm)'}
    </button>
  </form>`
