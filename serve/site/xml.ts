// XML documents for machines: site maps and feeds.
import type { SiteDocument } from './page.ts'

/** Seconds for which a file for machines may be cached. */
export const MAX_AGE = 86_400

/** An XML document that may be cached for a day. */
export const xmlDocument = (body: string, type = 'application/xml; charset=utf-8'): SiteDocument => ({
  kind: 'document',
  type,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
  maxAge: MAX_AGE,
})
