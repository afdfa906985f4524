// The kinds of files that the site makes: JSON, XML, calendars, files to be saved, and files that may be cached for a day.
import { calendarFile, type CalendarEvent } from '#core/formats/calendar.ts'
import type { Catalogue } from '#serve/catalogue.ts'
import { JSON_TYPE } from '#serve/http/problem.ts'
import type { SiteDocument } from './page.ts'

type Body = SiteDocument['body']

/** A file. `maxAge` is in seconds; null: it must not be cached. */
function documentOf(type: string, body: Body, maxAge: number | null, headers = {}): SiteDocument {
  return { kind: 'document', type, body, maxAge, headers }
}

/** A file that may be cached for a day. */
export const dayDocument = (type: string, body: Body): SiteDocument => documentOf(type, body, 86_400)

/** An XML document that may be cached for a day. */
export const xmlDocument = (body: string, type = 'application/xml; charset=utf-8'): SiteDocument =>
  dayDocument(type, `<?xml version="1.0" encoding="UTF-8"?>\n${body}`)

/** A value as JSON. `maxAge` is in seconds; null: it must not be cached. */
export const jsonDocument = (value: unknown, maxAge: number | null): SiteDocument =>
  documentOf(JSON_TYPE, JSON.stringify(value), maxAge)

/** A file that browsers save under a name. It may be cached for an hour: another artifact may become current. */
export const savedFile = (name: string, type: string, body: Body): SiteDocument =>
  documentOf(type, body, 3600, { 'content-disposition': `attachment; filename="${name}"` })

/** A calendar file to be saved: the name of the file without its ending, and that of the calendar. */
export const savedCalendar = (
  file: string,
  events: readonly CalendarEvent[],
  name: string,
  { artifact: { manifest } }: Pick<Catalogue, 'artifact'>,
): SiteDocument =>
  savedFile(
    `${file}.ics`,
    'text/calendar; charset=utf-8',
    calendarFile(events, name, manifest.reference_date),
  )
