// Two tz releases → the events for which our answer differs from two compiles by zic.
import { vtimezone } from '#core/formats/vtimezone.ts'
import { judgeCalendar } from '#apps/moved/calendar.ts'
import { EventText } from '#apps/moved/event-text.ts'
import { MovedEvents, type MovedEvent } from '#apps/moved/moved-events.ts'
import { formatLocal, formatUtc } from '#core/time/moment.ts'
import { epochSeconds, localSeconds } from '#core/time/units.ts'
import { clocksOf, compileFiles } from '#pipeline/assemble/release-clocks.ts'
import { judgedByZic, type JudgedEvent } from './moved-oracle.ts'
import { embeddedFiles, tarballFiles } from '../worlds/tz-releases.ts'
import { ziguardForm } from './zic-oracle.ts'

/** A release for our compiler and for zic. */
export interface BothForms {
  readonly name: string
  readonly files: ReadonlyMap<string, string>
  readonly source: string
}

const compact = (files: ReadonlyMap<string, string>): string => files.get('tzdata.zi') ?? ''

/** The embedded release. */
export function embeddedForms(): BothForms {
  const files = embeddedFiles()
  return { name: '2026f', files, source: compact(files) }
}

/** A signed release next to the checkout. Null: it is not there. */
export function signedForms(name: '2026b' | '2026c'): BothForms | null {
  const files = tarballFiles(name)
  return files === null ? null : { name, files, source: ziguardForm(files, 'main') }
}

/** An invented release: Europe stays on summer time from 2029, and North America goes forward a week earlier from 2028. */
export function madeUpForms(): BothForms {
  const { files } = embeddedForms()
  const source = compact(files)
    .replace('# version 2026f', '# version 2026z')
    .replace('R E 1996 ma - O lastSu 1u 0 -', 'R E 1996 2028 - O lastSu 1u 0 -')
    .replace(
      'R u 2007 ma - Mar Su>=8 2 1 D',
      'R u 2007 2027 - Mar Su>=8 2 1 D\nR u 2028 ma - Mar Su>=1 2 1 D',
    )
  return { name: '2026z', files: new Map([...files, ['tzdata.zi', source]]), source }
}

export interface MovedComparison {
  readonly events: number
  readonly moved: MovedEvents
  readonly differences: readonly string[]
  /** The seconds of reading and judging. */
  readonly seconds: number
}

/** The forms in which events are read. `ics, own clocks`: a calendar with a VTIMEZONE for each zone. */
export const FORMS = ['csv', 'ndjson', 'ics', 'ics, own clocks'] as const
type Form = (typeof FORMS)[number]

/** Identifiers that are also letters that clocks show. A stored one stands for all zones with the letters, so it may depend on which is meant. */
const LETTERS: ReadonlySet<string> = new Set(['EST', 'MST', 'HST', 'CET', 'MET', 'EET', 'WET'])

/** Judges so many events in a form, and compares them with zic. */
export async function compareMoved(
  older: BothForms,
  newer: BothForms,
  count: number,
  form: Form = 'csv',
): Promise<MovedComparison> {
  const [was, is] = [compileFiles(older.files), compileFiles(newer.files)]
  const names = [...was.zones.map(({ id }) => id), ...was.aliases.keys()].filter(
    (name) => is.aliases.has(name) || is.zones.some(({ id }) => id === name),
  )
  const expected = judgedByZic([older.source, newer.source], names, count, AS_STORED[form])
  const clocks = clocksOf(was)
  const read = readerOf(form, expected, older.name, (zone) => {
    const clock = clocks.zone(zone)
    if (clock === null) throw new Error(`expected ${zone} in ${older.name}`)
    return vtimezone({ ...clock, id: zone }, 'release')
  })
  const found = new Map<number, MovedEvent>()
  const begin = process.hrtime.bigint()
  const moved = new MovedEvents({
    older: clocks,
    newer: clocksOf(is),
    onEvent: (event) => found.set(event.line, event),
  })
  const lineOf = await read(moved)
  const seconds = Number(process.hrtime.bigint() - begin) / 1e9
  const differences = expected.flatMap((event, i) => {
    const [ours, theirs] = [
      said(found.get(lineOf(i)), event.stored),
      `${event.verdict} ${event.now.map(utc).join(' ')}`,
    ]
    const mayDepend = LETTERS.has(event.zone) && ours.startsWith('depends')
    return ours === theirs || mayDepend ? [] : [`${row(event, older.name)}: tzref ${ours}, zic ${theirs}`]
  })
  return { events: expected.length, moved, differences, seconds }
}

/** A calendar cannot say which side it means. Its own clocks are the older release's. */
const AS_STORED: Readonly<Record<Form, 'sides' | 'walls' | 'instants'>> = {
  csv: 'sides',
  ndjson: 'sides',
  ics: 'walls',
  'ics, own clocks': 'walls',
}

/** Writes events in a form. Returns a function that reads them and gives the line of each. */
function readerOf(
  form: Form,
  events: readonly JudgedEvent[],
  release: string,
  clockOf: (zone: string) => string,
): (moved: MovedEvents) => Promise<(index: number) => number> {
  const rows = events.map(({ zone, wall, side, stored }) => ({
    zone,
    wall: formatLocal(localSeconds(wall)),
    side,
    release,
    instant: utc(stored),
  }))
  switch (form) {
    case 'csv':
    case 'ndjson': {
      const lines =
        form === 'csv'
          ? ['zone,wall,side,release,instant', ...events.map((event) => row(event, release))]
          : rows.map((one) => JSON.stringify(one))
      const bytes = new TextEncoder().encode(lines.join('\n'))
      return async (moved) => {
        const reader = new EventText(form, moved.take)
        for (let at = 0; at < bytes.length; at += 1 << 20) reader.push(bytes.subarray(at, at + (1 << 20)))
        reader.push(new Uint8Array(0), true)
        return (index) => index + (form === 'csv' ? 2 : 1)
      }
    }
    case 'ics':
    case 'ics, own clocks': {
      const zones = form === 'ics' ? [] : [...new Set(events.map(({ zone }) => zone))].map(clockOf)
      const before = `BEGIN:VCALENDAR\r\n${zones.join('')}`
      const times = rows.map(
        ({ zone, wall }) =>
          `BEGIN:VEVENT\r\nDTSTART;TZID=${zone}:${wall.replaceAll(/[-:]/g, '')}\r\nEND:VEVENT\r\n`,
      )
      const text = `${before}${times.join('')}END:VCALENDAR\r\n`
      const first = before.split('\r\n').length + 1
      return async (moved) => {
        judgeCalendar(text, moved, (error) => {
          throw error
        })
        return (index) => first + 3 * index
      }
    }
  }
}

const utc = (at: number): string => formatUtc(epochSeconds(at))

const row = ({ zone, wall, side, stored }: JudgedEvent, release: string): string =>
  [zone, formatLocal(localSeconds(wall)), side, release, utc(stored)].join(',')

const said = (event: MovedEvent | undefined, stored: number): string =>
  event === undefined
    ? `unmoved ${utc(stored)}`
    : [event.verdict, event.is, event.or].filter((part) => part !== null).join(' ')
