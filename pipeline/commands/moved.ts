// `tzref moved OLD NEW`: which stored events a tz release has moved.
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { arrayBuffer as wholeBuffer, text as wholeText } from 'node:stream/consumers'
import { extname } from 'node:path'
import { Option, type Command } from 'commander'
import { asyncBufferFromFile, type AsyncBuffer } from 'hyparquet'
import { CommandError } from '#cli/command-error.ts'
import { jsonLine } from '#cli/json.ts'
import { readCalendar } from '#core/moved/calendar.ts'
import { EventError, EventText } from '#core/moved/event-text.ts'
import { movedInWords } from '#core/moved/in-words.ts'
import { MovedEvents, type MovedEvent } from '#core/moved/moved-events.ts'
import { formatLocal } from '#core/time/moment.ts'
import { localSeconds } from '#core/time/units.ts'
import type { ReleaseClocks } from '#core/moved/judge.ts'
import { clocksAt, historyAt } from '../build/release-clocks.ts'
import { ParquetEventsError, readParquetEvents } from '../build/parquet-events.ts'
import { DIST } from '../paths.ts'

/** Bytes that are read at a time. */
const BLOCK = 1 << 20
/** Events that are shown after the summary, unless all are asked for. */
const SHOWN = 10
const FORMATS = ['csv', 'ndjson', 'ics', 'parquet'] as const
type Format = (typeof FORMATS)[number]

interface MovedFlags {
  readonly file?: string
  readonly format?: Format
  readonly all?: true
  readonly history?: string
  readonly json?: true
  readonly dist: string
}

/** Adds `moved` to the program. */
export function registerMoved(program: Command): void {
  program
    .command('moved')
    .description('say which stored events a tz release has moved')
    .argument('<old>', 'the release that events were resolved with: an artifact, a tz tarball, a .zi')
    .argument('<new>', 'the release that is asked about')
    .option('--file <file>', 'read events from a file rather than from stdin')
    .addOption(
      new Option('--format <format>', 'of the events (default: by the ending, else csv)').choices(FORMATS),
    )
    .option(
      '--history <file>',
      'a file of many releases: <old> and <new> are names in it, as those of events are',
    )
    .option('--all', `print all that moved, not the first ${SHOWN}`)
    .option('--json', 'print the summary, and each event that is not as it was, as JSON')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .addHelpText(
      'after',
      `
An event has a zone, a wall time and the instant that was stored; either of the two may be missing. A side (earlier, later) says which
instant of a fold was meant, a release with which one it was resolved, and an id what it is called. docs/future-times.md has more.
The exit code is 1 where an event is not as it was.

Examples:
  npm run -s tzref -- moved 2026b-none-0123abcd current < events.csv
  npm run -s tzref -- moved 2026b-none-0123abcd current --file calendar.ics
  npm run -s tzref -- moved 2026b 2026f --history tz-history.bin < events.csv
  npm run -s tzref -- moved tzdata2026b.tar.gz tzdata2026c.tar.gz --file events.ndjson --json`,
    )
    .action(async (old: string, latest: string, options: MovedFlags) => {
      const events: MovedEvent[] = []
      const isAll = options.all === true || options.json === true
      const history = options.history === undefined ? null : historyAt(options.history)
      const clocks = (named: string): ReleaseClocks => history?.clocks(named) ?? clocksAt(named, options.dist)
      const moved = new MovedEvents({
        older: clocks(old),
        newer: clocks(latest),
        release: (name) => history?.clocks(name) ?? null,
        onEvent: (event) => {
          if (isAll || events.length < SHOWN) events.push(event)
        },
      })
      await readEvents(options, moved)
      process.stdout.write(options.json ? asJson(moved, events) : asText(moved, events))
      const left = moved.events - moved.counts.unmoved
      if (left > 0) throw new CommandError(`${left} of ${moved.events} events are not as they were`, 1)
    })
}

/** Reads events as they come. Throws a CommandError for a row that cannot be read. */
async function readEvents({ file, format = formatOf(file) }: MovedFlags, moved: MovedEvents): Promise<void> {
  const input = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: BLOCK })
  try {
    if (format === 'parquet')
      await readParquetEvents(await wholeOf(file, input), (event, row) => moved.takeValues(event, row))
    else if (format === 'ics') takeCalendar(await wholeText(input), moved)
    else {
      const text = new EventText(format, moved.take)
      for await (const chunk of input as AsyncIterable<Buffer>) text.push(chunk)
      text.push(new Uint8Array(0), true)
    }
  } catch (error) {
    if (!(error instanceof EventError || error instanceof ParquetEventsError)) throw error
    throw new CommandError(`${file ?? 'stdin'}: ${error.message}`, 2, 'npm run tzref -- moved --help')
  }
}

/** A file's groups of rows are read when it is their turn; what comes by a pipe is read whole. */
const wholeOf = async (file: string | undefined, input: Readable): Promise<AsyncBuffer> =>
  file === undefined ? wholeBuffer(input) : asyncBufferFromFile(file)

function takeCalendar(text: string, moved: MovedEvents): void {
  const { events, unread } = readCalendar(text)
  // What a VTIMEZONE says rests on no release that is at hand.
  for (const { line, ...event } of events)
    moved.takeTexts({ ...event, release: event.instant === null ? null : 'VTIMEZONE' }, line)
  if (unread.length > 0)
    process.stderr.write(
      `of the repeated events on lines ${unread.join(', ')} only the first time was read\n`,
    )
}

function formatOf(file: string | undefined): Format {
  const ending = file === undefined ? '' : extname(file).slice(1)
  return FORMATS.find((format) => format === ending) ?? 'csv'
}

/** The summary on the first line, then a line for each event that is not as it was. */
function asJson(moved: MovedEvents, events: readonly MovedEvent[]): string {
  const { olderRelease, newerRelease, events: count, counts, groups } = moved
  const summary = {
    old: olderRelease,
    new: newerRelease,
    says: movedInWords(moved),
    events: count,
    ...counts,
    renamed: [...moved.renamed].map(([zone, { to, count: named }]) => ({ zone, to, events: named })),
    groups: groups.map(({ zone, verdict, count: ofGroup, from, until, least, most }) => ({
      zone,
      verdict,
      events: ofGroup,
      from: wallText(from),
      until: wallText(until),
      by: Number.isNaN(least) ? null : [least, most],
    })),
  }
  return [summary, ...events].map(jsonLine).join('')
}

const wallText = (seconds: number): string | null =>
  Number.isNaN(seconds) ? null : formatLocal(localSeconds(seconds))

function asText(moved: MovedEvents, events: readonly MovedEvent[]): string {
  const lines = movedInWords(moved)
  const shown = events.map(eventLine)
  const more = moved.events - moved.counts.unmoved - events.length
  if (more > 0) shown.push(`and ${more} more (--all prints them, --json as JSON)`)
  return `${[...lines, ...(shown.length === 0 ? [] : ['', ...shown])].join('\n')}\n`
}

/** `line 7 "standup": Europe/Berlin 2027-03-28T09:00:00: moved, 2027-…Z → 2027-…Z`. */
function eventLine({ line, id, zone, wall, verdict, was, is, or, renamed }: MovedEvent): string {
  const name = id === null ? '' : ` "${id}"`
  const now = is === null ? '' : ` → ${is}${or === null ? '' : ` or ${or}`}`
  const what = renamed === null ? '' : `, and the zone is ${renamed} now`
  return `line ${line}${name}: ${zone} ${wall ?? ''}: ${verdict}, ${was ?? '?'}${now}${what}`
}
