// `tzref moved OLD NEW`: finds the stored events that a tz release has moved: input formats, options, exit codes and the patch.
import { isUtf8 } from 'node:buffer'
import { createReadStream, existsSync } from 'node:fs'
import { buffer as wholeBytes } from 'node:stream/consumers'
import { extname, join } from 'node:path'
import { Option, type Command } from 'commander'
import { CommandError } from '#open/program/command-error.ts'
import { expectApart, expectFile } from '#open/program/file-kind.ts'
import { notText } from '#open/program/first-bytes.ts'
import { jsonLine } from '#open/program/json.ts'
import { judgeCalendar } from './calendar.ts'
import { EventError, EventText, notUtf8, printable } from './event-text.ts'
import { leftOutInWords, movedInWords, settlingOptions } from './in-words.ts'
import {
  MovedEvents,
  type Appointment,
  type Keep,
  type MovedEvent,
  type StoredTexts,
} from './moved-events.ts'
import type { SeveralZones } from './several.ts'
import { bareName, isTerritory, ZoneNames, type Settled } from './zone-name.ts'
import { formatLocal } from '#core/time/moment.ts'
import type { Member } from './judge.ts'
import { MomentReader, type Unix } from './read-moment.ts'
import { localSeconds } from '#core/time/units.ts'
import type { ReleaseClocks } from '#core/artifact/clocks.ts'
import type { History } from '#core/artifact/history.ts'
import { CURRENT, HISTORY } from '#core/artifact/layout.ts'
import { clocksAt, historyAt } from '#pipeline/assemble/release-clocks.ts'
import { DIST } from '#pipeline/paths.ts'
import { openWhole, withPartials, type WholeFile } from '#pipeline/whole-file.ts'

/** Bytes read at a time. */
const BLOCK = 1 << 20
/** Events shown after the summary, unless --all asks for all of them. */
const SHOWN = 10
const FORMATS = ['csv', 'ndjson', 'ics'] as const
type Format = (typeof FORMATS)[number]

interface MovedFlags {
  readonly file?: string
  readonly format?: Format
  readonly all?: true
  readonly history?: string
  readonly json?: true
  readonly skip?: true
  readonly rejects?: string
  readonly keep: Keep
  readonly dateAt?: number
  readonly since?: number
  readonly unix?: Unix
  readonly territory: readonly string[]
  readonly zoneOf: readonly string[]
  readonly patch?: string
  readonly dist: string
}

/** Says what `moved` takes and does. */
export function registerMoved(command: Command): void {
  command
    .argument('<old>', 'the release that events were resolved with: an artifact, a tz tarball, a .zi')
    .argument(
      '[new]',
      'the release to compare with (default: the current artifact, and <old> is a release before it)',
    )
    .option('--file <file>', 'read events from a file instead of stdin')
    .addOption(
      new Option('--format <format>', 'format of the events (default: by the ending, or csv)').choices(
        FORMATS,
      ),
    )
    .option(
      '--history <file>',
      'a file of many releases: <old> and <new> are names in it, as those of events are',
    )
    .option('--all', `print all that moved, not the first ${SHOWN}`)
    .option('--json', 'print each event that is not as it was, then the summary, as JSON')
    .option('--skip', 'skip rows that cannot be read, and count them')
    .option(
      '--rejects <file>',
      'write rows that cannot be read to a CSV: line, column and reason (implies --skip)',
    )
    .addOption(
      new Option('--keep <what>', 'what stays fixed for events without a column "keep"')
        .choices(['wall', 'instant'])
        .default('wall'),
    )
    .option(
      '--date-at <time>',
      'the time of day for dates without one, such as 09:00 (default: whole days)',
      timeOfDay,
    )
    .option('--since <instant>', 'skip events before it, such as 2027-01-01T00:00Z', instantOf)
    .addOption(
      new Option('--unix <what>', 'what numbers of instants count (default: by their digits)').choices([
        'seconds',
        'milliseconds',
      ]),
    )
    .addOption(
      new Option('--territory <code>', 'a country: names of several zones stand for its zones (repeatable)')
        .env('TZREF_TERRITORY')
        .argParser(added)
        .default([]),
    )
    .addOption(
      new Option('--zone-of <name=zone>', 'the zone that a name stands for (repeatable)')
        .argParser(added)
        .default([]),
    )
    .option('--patch <file>', 'write a CSV of what to change: line, id, zone, column, old and new')
    .option('--dist <folder>', 'folder of the artifacts', DIST)
    .addHelpText(
      'after',
      `
An event has a zone, a wall time and the instant that was stored; either of the two may be missing. A side (earlier, later) says which
instant of a fold was meant, a release which one it was resolved with, and an id what its name is. docs/future-times.md has more.
The exit code is 0 if no event moves, 1 if some are not as they were, 3 if some could not be read or judged, 5 if it depends on the zone
that a name stands for, 6 if a calendar's VTIMEZONE says otherwise, 4 if there were no events, and 2 if the input cannot be read.

Examples:
  npm run -s tzref -- moved 2026b < events.csv
  npm run -s tzref -- moved 2026b-none-0123abcd current < events.csv
  npm run -s tzref -- moved 2026b-none-0123abcd current --file calendar.ics
  npm run -s tzref -- moved 2026b 2026f --history tz-history.bin < events.csv
  npm run -s tzref -- moved 2026b 2026f --history tz-history.bin --file events.csv --patch changes.csv --rejects rejects.csv
  npm run -s tzref -- moved tzdata2026b.tar.gz tzdata2026c.tar.gz --file events.ndjson --json`,
    )
    .action(async (old: string, given: string | undefined, options: MovedFlags) => {
      const whole = withPartials(async (partialIn) => {
        const { history, older, newer, output } = opened(() => {
          const latest = given ?? CURRENT
          expectOwnFiles(old, latest, options)
          const file =
            options.history === undefined
              ? given === undefined
                ? ownHistory(old, options.dist)
                : null
              : historyAt(options.history)
          const clocks = (named: string): ReleaseClocks =>
            file?.clocks(named) ?? clocksAt(named, options.dist)
          const last = given === undefined ? clocksAt(latest, options.dist) : clocks(latest)
          const begun = { older: clocks(old), newer: last, output: new Output(options, partialIn) }
          return { history: file, ...begun }
        })
        const moved = new MovedEvents({
          older,
          newer,
          release: (name) => history?.clocks(name) ?? null,
          onEvent: output.event,
          keep: options.keep,
          dateAt: options.dateAt ?? null,
          settled: settledBy(options, [older, newer]),
          ...(options.since === undefined ? {} : { since: options.since }),
          ...(options.unix === undefined ? {} : { unix: options.unix }),
        })
        try {
          await readEvents(options, moved, output)
          output.summary(moved)
        } finally {
          output.printRest()
        }
        output.place()
        expectUnmoved(moved, output.rejected)
      })
      await whole.catch((error: unknown) => {
        throw asFailure(error)
      })
    })
}

/**
 * The current artifact's history, if it has a release of that name; else null, because the name may be a path. Throws a CommandError for the
 * name of a release that is neither.
 */
function ownHistory(release: string, dist: string): History | null {
  const path = join(dist, CURRENT, HISTORY)
  const history = existsSync(path) ? historyAt(path) : null
  if (history?.releases.includes(release) === true) return history
  const known = history?.releases ?? []
  if (RELEASE.test(release) && known.length > 0 && !existsSync(release) && !existsSync(join(dist, release)))
    throw new CommandError(
      `the current artifact's history has no release ${release}, it has ${known[0] ?? ''} to ${known.at(-1) ?? ''}`,
      2,
    )
  return null
}

/** The name of a tz release. */
const RELEASE = /^\d{4}[a-z]{1,2}$/

/** Throws a CommandError where the patch or the rejects would replace what the command reads, or each other. */
function expectOwnFiles(old: string, latest: string, { file, history, patch, rejects }: MovedFlags): void {
  const releases = history === undefined ? { '<old>': old, '<new>': latest } : { '--history': history }
  const events = file === undefined ? { stdin: '/dev/stdin' } : { '--file': file }
  expectApart({ '--rejects': rejects, '--patch': patch }, { ...releases, ...events, stdout: '/dev/stdout' })
}

/** A failure has the exit code 2, because 1 says that events moved. */
function asFailure(error: unknown): unknown {
  if (error instanceof CommandError) return error
  return error instanceof Error && 'code' in error ? new CommandError(error.message, 2) : error
}

/** Opens the releases and files of the command. What cannot be opened ends with 2. */
function opened<Opened>(open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    const fix = error instanceof CommandError ? error.fix : null
    throw new CommandError(error instanceof Error ? error.message : String(error), 2, fix)
  }
}

/** Throws a CommandError whose exit code tells the result; see the help. */
function expectUnmoved(moved: MovedEvents, rejected: number): void {
  const { events, counts } = moved
  if (isNothing(moved, rejected)) {
    const { cancelled, replaced } = moved
    const others = cancelled + replaced
    const told = [
      ...leftOutInWords(moved.leftOut),
      ...(others === 0 ? [] : [`${others} cancelled, or replaced by a later version`]),
    ]
    const found = told.length === 0 ? 'no events' : `no event in a zone (${told.join('; ')})`
    throw new CommandError(`found ${found}, expected some to judge`, 4)
  }
  const left = events - counts.unmoved - counts.unknown - counts.depends
  const unread = counts.unknown + rejected
  const problems = left === 0 ? [] : [`${left} of ${events} events are not as they were`]
  if (counts.unknown > 0) problems.push(`${counts.unknown} could not be judged`)
  if (rejected > 0) problems.push(`${rejected} could not be read`)
  if (counts.depends > 0)
    problems.push(
      `${counts.depends} ${counts.depends === 1 ? 'depends' : 'depend'} on the zone that is meant`,
    )
  if (moved.differing.length > 0) problems.push("the calendar's own VTIMEZONE says otherwise")
  if (problems.length === 0) return
  const code = unread > 0 ? 3 : left > 0 ? 1 : counts.depends > 0 ? 5 : 6
  const options = settlingOptions(moved)
  throw new CommandError(problems.join(', '), code, options.length === 0 ? null : options.join('; '))
}

const added = (text: string, known: readonly string[]): readonly string[] => [...known, text]

/** Reads the options that settle names of several zones. Throws a CommandError for a text that is no country code or no zone. */
function settledBy({ territory, zoneOf }: MovedFlags, releases: readonly ReleaseClocks[]): Settled {
  const territories = territory
    .flatMap((text) => text.split(/[\s,]+/))
    .filter((code) => code !== '')
    .map((code) => code.toUpperCase())
  for (const code of territories)
    if (!isTerritory(code))
      throw new CommandError(`--territory: found "${code}", expected a country's code such as US`, 2)
  const names = new ZoneNames(releases)
  const zones = zoneOf.map((text): [string, string] => {
    const [, name = '', written = ''] = /^(.+)=([^=]+)$/.exec(text) ?? []
    const zone = names.identifier(written)
    if (zone === null)
      throw new CommandError(
        `--zone-of: found "${text}", expected a name and a zone such as "Mountain Standard Time=America/Denver"`,
        2,
      )
    return [bareName(name).toLowerCase(), zone]
  })
  return { territories, zoneOf: new Map(zones) }
}

/** Whether there was no event at all, which is no all-clear. */
const isNothing = ({ events, past }: MovedEvents, rejected: number): boolean => events + past + rejected === 0

/** Bytes of text gathered before each write. */
const GATHERED = 1 << 16

/** Writes lines to a file or to stdout as they come, so that a billion of them need no memory. */
class Lines {
  readonly #write: (text: string) => void
  #text = ''

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  add(line: string): void {
    this.#text += line
    if (this.#text.length >= GATHERED) this.writeRest()
  }

  writeRest(): void {
    if (this.#text !== '') this.#write(this.#text)
    this.#text = ''
  }
}

const csvLine = (...fields: readonly (string | number | null)[]): string =>
  `${fields.map((field) => (typeof field === 'string' && /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : (field ?? ''))).join(',')}\n`

/** A new value with the zone in brackets that the old one has (RFC 9557), where Z stands for an unknown offset. */
const likeOld = (old: string | null, now: string | null): string | null => {
  const [brackets] = /\[.*$/.exec(old ?? '') ?? []
  return brackets === undefined || now === null ? now : `${now.replace('+00:00', 'Z')}${brackets}`
}

const onceInWords = (count: number): string =>
  `it has ${count} event${count === 1 ? '' : 's'} with no other moment than the one it changes. Apply it once, and only where the value is still "old": the command would find such events again, and a second patch would move them again`

/** Prints and writes the results while events are read. */
class Output {
  rejected = 0
  readonly #options: MovedFlags
  readonly #print = new Lines((text) => void process.stdout.write(text))
  readonly #files: { readonly lines: Lines; readonly file: WholeFile }[] = []
  readonly #rejects: Lines | null
  readonly #patch: Lines | null
  /** Rows of the patch that change the only moment of their event, so that nothing tells a later run that it was changed. */
  #once = 0
  /** The first events, shown after the summary. */
  readonly #shown: MovedEvent[] = []

  constructor(options: MovedFlags, partialIn: (folder: string) => string) {
    this.#options = options
    const begin = (path: string | undefined, header: string): Lines | null => {
      if (path === undefined) return null
      const file = openWhole(path, partialIn)
      const lines = new Lines(file.write)
      lines.add(header)
      this.#files.push({ lines, file })
      return lines
    }
    this.#rejects = begin(options.rejects, 'line,column,reason\n')
    this.#patch = begin(options.patch, 'line,id,zone,column,old,new\n')
  }

  readonly event = (event: MovedEvent, stored: StoredTexts): void => {
    const { line, id, zone, verdict, is, shows } = event
    const column = verdict === 'moved' ? 'instant' : verdict === 'shown' ? 'wall' : null
    if (this.#patch !== null && column !== null) {
      const old = stored[column]
      this.#patch.add(csvLine(line, id, zone, column, old, likeOld(old, column === 'wall' ? shows : is)))
      if (old !== null && stored[column === 'wall' ? 'instant' : 'wall'] === null) this.#once++
    }
    if (this.#options.json) this.#print.add(jsonLine(event))
    else if (this.#options.all) this.#print.add(`${eventLine(event)}\n`)
    else if (this.#shown.length < SHOWN && verdict !== 'depends') this.#shown.push(event)
  }

  /** The callback for rows that cannot be read. Null where such a row ends the command. */
  get onReject(): ((error: EventError) => void) | null {
    if (this.#options.skip !== true && this.#rejects === null) return null
    return ({ line, field, reason }) => {
      this.rejected++
      this.#rejects?.add(csvLine(line, field, reason))
    }
  }

  /** Skips a part of the input that cannot be read, even where rows may not be skipped. */
  passOver({ line, field, reason, message }: EventError): void {
    this.rejected++
    this.#rejects?.add(csvLine(line, field, reason))
    if (this.#options.json) this.#print.add(jsonLine({ line, verdict: 'unread', reason }))
    process.stderr.write(`${message}\n`)
  }

  /** Prints the summary. Without any events it prints nothing: "no events" does not mean "no event moved". */
  summary(moved: MovedEvents): void {
    const { json, all } = this.#options
    if (isNothing(moved, this.rejected)) return
    if (json) {
      this.#print.add(summaryLine(moved, this.rejected))
      return
    }
    if (all && moved.events > moved.counts.unmoved) this.#print.add('\n')
    this.#print.add(asText(moved, this.#shown, all === true))
    if (moved.past > 0) this.#print.add(`${moved.past} are past and were skipped\n`)
    if (this.rejected > 0) this.#print.add(`${this.rejected} could not be read\n`)
  }

  printRest(): void {
    this.#print.writeRest()
  }

  /** Puts the files in their places, once all of the input is read. */
  place(): void {
    for (const { lines } of this.#files) lines.writeRest()
    for (const { file } of this.#files) file.place()
    if (this.#once > 0) process.stderr.write(`${this.#options.patch}: ${onceInWords(this.#once)}\n`)
  }
}

/** Reads events as they come. Throws a CommandError for an input that cannot be read and, without --skip, for a row that cannot be read. */
async function readEvents(
  { file, format = formatOf(file) }: MovedFlags,
  moved: MovedEvents,
  output: Output,
): Promise<void> {
  const { onReject } = output
  if (file !== undefined) expectFile(file, 'a file of events')
  const input = file === undefined ? process.stdin : createReadStream(file, { highWaterMark: BLOCK })
  try {
    if (format === 'ics') takeCalendar(textOf(await wholeBytes(input)), moved, output)
    else {
      const text = new EventText(format, moved.take, onReject, isUtf8)
      let isFirst = true
      for await (const chunk of input as AsyncIterable<Buffer>) {
        const other = isFirst ? notText(chunk) : null
        if (other !== null) throw new EventError(1, other)
        isFirst = false
        text.push(chunk)
      }
      text.push(new Uint8Array(0), true)
    }
  } catch (error) {
    if (!(error instanceof EventError)) throw error
    throw new CommandError(`${file ?? 'stdin'}: ${error.message}`, 2, 'npm run tzref -- moved --help')
  }
}

/** The text of a calendar. Throws an EventError for the first line that is not UTF-8. */
function textOf(given: Buffer): string {
  // A calendar's line may be folded inside a character: the rest of the character goes back before the fold.
  const whole = isUtf8(given) ? null : given.toString('latin1').replace(/(\r?\n[ \t])([\x80-\xbf]+)/g, '$2$1')
  const bytes = whole === null ? given : Buffer.from(whole, 'latin1')
  for (let from = 0, line = 1; from < bytes.length; line++) {
    const end = bytes.indexOf('\n', from)
    const to = end < 0 ? bytes.length : end
    if (!isUtf8(bytes.subarray(from, to))) throw notUtf8(line)
    from = to + 1
  }
  return new TextDecoder().decode(bytes)
}

function takeCalendar(text: string, moved: MovedEvents, output: Output): void {
  if (text.trim() === '') return
  if (!/^\uFEFF?BEGIN:VCALENDAR\s*$/im.test(text))
    throw new EventError(1, 'no calendar: expected BEGIN:VCALENDAR')
  judgeCalendar(text, moved, (error) => output.passOver(error))
}

/** The format that the ending of a file's name says. Throws a CommandError for Parquet, which other programs turn into CSV. */
function formatOf(file: string | undefined): Format {
  const ending = file === undefined ? '' : extname(file).slice(1)
  if (ending === 'parquet')
    throw new CommandError(
      `${file}: found Parquet, expected CSV, NDJSON or a calendar`,
      2,
      `duckdb -c "COPY (FROM '${file}') TO '/dev/stdout' (FORMAT csv)" | npm run -s tzref -- moved OLD NEW`,
    )
  return FORMATS.find((format) => format === ending) ?? 'csv'
}

/** Returns the summary as JSON. */
function summaryLine(moved: MovedEvents, rejected: number): string {
  const {
    olderRelease,
    newerRelease,
    events: count,
    allDay,
    past,
    cancelled,
    replaced,
    counts,
    groups,
    several,
    differing,
  } = moved
  return jsonLine({
    old: olderRelease,
    new: newerRelease,
    says: movedInWords(moved),
    events: count,
    ...counts,
    all_day: allDay,
    past,
    cancelled,
    replaced,
    unread: rejected,
    appointments: moved.appointments.length,
    appointments_moved: moved.appointments.filter((one) => one.moved > 0).length,
    left_out: moved.leftOut,
    several: several.map(severalJson),
    differing: differing.map(({ zone, count: times, from, until }) => ({
      zone,
      times,
      from: wallText(from),
      until: wallText(until),
    })),
    renamed: [...moved.renamed].map(([zone, { to, count: named }]) => ({ zone, to, events: named })),
    groups: groups.map(({ zone, verdict, count: ofGroup, from, until, least, most }) => ({
      zone,
      verdict,
      events: ofGroup,
      from: wallText(from),
      until: wallText(until),
      by: Number.isNaN(least) ? null : [least, most],
    })),
  })
}

const severalJson = ({ name, events, depends, changed, unchanged, small }: SeveralZones): object => ({
  name,
  events,
  depends,
  changed: [...changed.values()].map(({ member, count, from }) => ({
    ...memberJson(member),
    events: count,
    from: wallText(from),
  })),
  unchanged: [...unchanged.values()].filter(({ pair }) => !changed.has(pair.name)).map(memberJson),
  small: [...small.values()].map(memberJson),
})

const memberJson = ({ pair, territory }: Member): object => ({ zone: pair.name, territory })

const wallText = (seconds: number): string | null =>
  Number.isNaN(seconds) ? null : formatLocal(localSeconds(seconds))

function asText(moved: MovedEvents, events: readonly MovedEvent[], areAll: boolean): string {
  const lines = movedInWords(moved)
  const changed = moved.appointments.filter((one) => one.changed > 0)
  const isCalendar = moved.appointments.length > 0
  const shown = areAll
    ? []
    : isCalendar
      ? changed.slice(0, SHOWN).map(appointmentLine)
      : events.map(eventLine)
  const others = isCalendar
    ? changed.length - shown.length
    : moved.events - moved.counts.unmoved - moved.counts.depends - events.length
  if (others > 0 && !areAll) shown.push(`and ${others} more (--all prints each time, --json as JSON)`)
  return `${[...lines, ...(shown.length === 0 ? [] : ['', ...shown])].join('\n')}\n`
}

/** The line of an appointment's first time that is otherwise; of a series with the number of such times. */
function appointmentLine({ first, changed, times }: Appointment): string {
  if (first === null) return ''
  return times === 1
    ? eventLine(first)
    : `${eventLine(first)} (the first of ${changed}; it has ${times} times)`
}

/** `line 7 "standup": Europe/Berlin 2027-03-28T09:00:00: moved, 2027-…Z → 2027-…Z`. */
function eventLine({
  line,
  id,
  summary,
  zone,
  wall,
  verdict,
  was,
  is,
  or,
  renamed,
  shows,
}: MovedEvent): string {
  const title = summary ?? id
  const uid = (summary ?? null) === null || id === null ? '' : ` (${printable(id.slice(0, 40))})`
  const name = title === null ? '' : ` "${printable(title)}"${uid}`
  if (shows !== null)
    return `line ${line}${name}: ${printable(zone)} ${was ?? '?'}: ${verdict}, ${wall ?? '?'} → ${shows}`
  const now = is === null ? '' : ` → ${is}${or === null ? '' : ` or ${or}`}`
  const what = renamed === null ? '' : `, and the zone is ${renamed} now`
  return `line ${line}${name}: ${printable(zone)} ${wall ?? ''}: ${verdict}, ${was ?? '?'}${now}${what}`
}

/** Reads `09:00` as seconds after midnight. Throws a CommandError. */
function timeOfDay(text: string): number {
  const [, hours = NaN, minutes = NaN] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  const seconds = Number(hours) * 3600 + Number(minutes) * 60
  if (Number.isNaN(seconds))
    throw new CommandError(`--date-at: found "${text}", expected a time such as 09:00`, 2)
  return seconds
}

/** Reads an instant, in seconds since 1970. Throws a CommandError. */
function instantOf(text: string): number {
  const bytes = Buffer.from(text)
  const at = new MomentReader().instant(bytes, 0, bytes.length)
  if (Number.isNaN(at))
    throw new CommandError(`--since: found "${text}", expected an instant such as 2027-01-01T00:00Z`, 2)
  return at
}
