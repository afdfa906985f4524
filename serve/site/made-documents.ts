// The kinds of files that the site makes: JSON, XML, files to be saved, and files that may be cached for a day.
import { JSON_TYPE } from '../http/problem.ts'
import type { SiteDocument } from './page.ts'

/** A file that may be cached for a day. */
export const dayDocument = (type: string, body: SiteDocument['body']): SiteDocument => ({
  kind: 'document',
  type,
  body,
  maxAge: 86_400,
})

/** An XML document that may be cached for a day. */
export const xmlDocument = (body: string, type = 'application/xml; charset=utf-8'): SiteDocument =>
  dayDocument(type, `<?xml version="1.0" encoding="UTF-8"?>\n${body}`)

/** A value as JSON. `maxAge` is in seconds; null: it must not be cached. */
export const jsonDocument = (value: unknown, maxAge: number | null): SiteDocument => ({
  kind: 'document',
  type: JSON_TYPE,
  body: JSON.stringify(value),
  maxAge,
})

/** The type of calendar files. */
export const CALENDAR = 'text/calendar; charset=utf-8'

/** A file that browsers save under a name. It may be cached for an hour: another artifact may become current. */
export const savedFile = (name: string, type: string, body: SiteDocument['body']): SiteDocument => ({
  kind: 'document',
  type,
  body,
  maxAge: 3600,
  headers: { 'content-disposition': `attachment; filename="${name}"` },
})
