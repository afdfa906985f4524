// A calendar file (RFC 5545) of instants and of whole days: events that no calendar shows as busy.
import { DAY } from '../time/civil.ts'
import { formatUtc } from '../time/moment.ts'
import { epochSeconds, type EpochSeconds } from '../time/units.ts'

/** An event at an instant, or of a whole day (days since 1970-01-01) wherever its reader is. */
export type CalendarEvent = {
  readonly uid: string
  readonly summary: string
  readonly description: string
} & ({ readonly at: EpochSeconds } | { readonly day: number })

const startOf = (event: CalendarEvent): string =>
  'at' in event
    ? `DTSTART:${basicUtc(event.at)}`
    : `DTSTART;VALUE=DATE:${basicUtc(epochSeconds(event.day * DAY)).slice(0, 8)}`

/** `20270328T010000Z` */
export const basicUtc = (at: EpochSeconds): string => `${formatUtc(at).slice(0, 19).replace(/[-:]/g, '')}Z`

const encoder = new TextEncoder()

/** What separates values in a calendar file is escaped. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&')

/** A line is at most 75 bytes; what is longer goes on in the next one, after a space. */
function folded(line: string): string {
  let [whole, bytes] = ['', 0]
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (bytes + size > 75) {
      whole += '\r\n '
      bytes = 1
    }
    whole += letter
    bytes += size
  }
  return `${whole}\r\n`
}

/** The file. `made` is a date, `2026-10-29`: files made of the same data are the same. */
export const calendarFile = (events: readonly CalendarEvent[], name: string, made: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tzref//clock changes//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...events.flatMap((event) => [
      'BEGIN:VEVENT',
      `UID:${event.uid}@tzref`,
      `DTSTAMP:${made.replaceAll('-', '')}T000000Z`,
      startOf(event),
      `SUMMARY:${escaped(event.summary)}`,
      `DESCRIPTION:${escaped(event.description)}`,
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
