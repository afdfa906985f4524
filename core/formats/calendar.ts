// A calendar file (RFC 5545): events of whole days, by a zone's wall time with its VTIMEZONE, or in UTC where the wall time means another instant.
import { DAY } from '../time/civil.ts'
import { formatLocal, formatUtc } from '../time/moment.ts'
import { epochSeconds, toLocal, type EpochSeconds } from '../time/units.ts'
import type { CompiledZone } from '../zone/compiled-zone.ts'
import { offsetAt } from '../zone/offset-at.ts'
import { resolveLocal } from '../zone/resolve-local.ts'
import { vtimezone } from './vtimezone.ts'

interface TimedEvent {
  readonly at: EpochSeconds
  /** The end. Absent: the event has no length, and no calendar shows it as busy. */
  readonly until?: EpochSeconds
  /** The clock whose wall time the event keeps when rules change. Absent: it keeps its instant. */
  readonly zone?: CompiledZone
}

/** A whole day (days since 1970-01-01) wherever its reader is. No calendar shows it as busy. */
interface DayEvent {
  readonly day: number
}

export type CalendarEvent = (TimedEvent | DayEvent) & {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly url?: string
  /** Of two files with one uid, a calendar takes the one with the higher number. */
  readonly sequence?: number
  /** Whether it was announced before and does not come: a calendar that has it strikes it out. */
  readonly isCancelled?: true
}

/**
 * Whether a wall time with the zone's name means this instant. If not, the instant is written in UTC. That is so for the second of two equal
 * times, because the name means the first (RFC 5545, 3.3.5), and for every time of a clock that is UTC itself.
 */
export function hasWall(zone: CompiledZone, at: EpochSeconds): boolean {
  const isUtc = zone.starts.length === 0 && offsetAt(zone, at) === 0
  const mapping = resolveLocal(zone, toLocal(at, offsetAt(zone, at)))
  return !isUtc && (mapping.kind === 'unique' || (mapping.kind === 'fold' && mapping.earlier === at))
}

/** `;TZID=Europe/Dublin:20270328T090000`, or `:20270328T080000Z` */
const timeText = (zone: CompiledZone | null, at: EpochSeconds): string =>
  zone !== null && hasWall(zone, at)
    ? `;TZID=${zone.id}:${formatLocal(toLocal(at, offsetAt(zone, at))).replace(/[-:]/g, '')}`
    : `:${basicUtc(at)}`

/** The clock by which an event is written; null for UTC. An end never keeps a wall time where the start does not. */
const clockOf = ({ zone, at }: TimedEvent): CompiledZone | null =>
  zone !== undefined && hasWall(zone, at) ? zone : null

/** `20270328T010000Z` */
export const basicUtc = (at: EpochSeconds): string => `${formatUtc(at).slice(0, 19).replace(/[-:]/g, '')}Z`

const encoder = new TextEncoder()

/** Separators of values in a calendar file are escaped. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

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

/** When an event is. */
function timeLines(event: TimedEvent | DayEvent): string[] {
  if ('day' in event) return [`DTSTART;VALUE=DATE:${basicUtc(epochSeconds(event.day * DAY)).slice(0, 8)}`]
  const clock = clockOf(event)
  const start = `DTSTART${timeText(clock, event.at)}`
  return event.until === undefined ? [start] : [start, `DTEND${timeText(clock, event.until)}`]
}

const eventLines = (event: CalendarEvent, made: string): string[] => [
  'BEGIN:VEVENT',
  `UID:${event.uid}@tzref`,
  `DTSTAMP:${made.replaceAll('-', '')}T000000Z`,
  ...(event.sequence === undefined ? [] : [`SEQUENCE:${event.sequence}`]),
  ...timeLines(event),
  ...(event.isCancelled === undefined ? [] : ['STATUS:CANCELLED']),
  `SUMMARY:${escaped(event.summary)}`,
  `DESCRIPTION:${escaped(event.description)}`,
  ...(event.url === undefined ? [] : [`URL:${event.url}`]),
  ...('until' in event && event.until !== undefined ? [] : ['TRANSP:TRANSPARENT']),
  'END:VEVENT',
]

/** The clocks of events by a zone's wall time, each as far as its events need it. */
function zoneLines(events: readonly CalendarEvent[]): string[] {
  const instants = new Map<CompiledZone, EpochSeconds[]>()
  for (const event of events) {
    const clock = 'day' in event ? null : clockOf(event)
    if (clock === null || 'day' in event) continue
    instants.set(clock, [...(instants.get(clock) ?? []), event.at, event.until ?? event.at])
  }
  return [...instants].flatMap(([zone, ats]) => {
    const [from, until] = [epochSeconds(Math.min(...ats)), epochSeconds(Math.max(...ats))]
    return vtimezone(zone, 'release', { from, until }).trimEnd().split('\r\n')
  })
}

/** The file. `made` is a date, `2026-10-29`: files made of the same data are the same. */
export const calendarFile = (events: readonly CalendarEvent[], name: string, made: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//tzref//clock changes//EN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...zoneLines(events),
    ...events.flatMap((event) => eventLines(event, made)),
    'END:VCALENDAR',
  ]
    .map(folded)
    .join('')
