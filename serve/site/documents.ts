// Small files beside the pages: the server's time, and the sign of the site.
import { JSON_TYPE } from '../http/problem.ts'
import { MARK } from './mark.ts'
import type { SiteDocument, Visit } from './page.ts'

/** The server's time, for clocks: as text and as whole milliseconds since 1970. */
export const timeDocument = ({ nowMs }: Visit): SiteDocument => ({
  kind: 'document',
  type: JSON_TYPE,
  body: JSON.stringify({ utc: new Date(nowMs).toISOString(), unix_ms: Math.floor(nowMs) }),
  maxAge: null,
})

/** The sign of the site as a file, with its own colours. */
export const faviconDocument = (): SiteDocument => ({
  kind: 'document',
  type: 'image/svg+xml',
  body: MARK.text
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replace('class="lit"', 'fill="#f6d98a" stroke="#8c8f99"')
    .replace('class="dark"', 'fill="#3a4778"'),
  maxAge: 86_400,
})
