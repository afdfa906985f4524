// `tzref lookup`: the zone of one point, or of all points on stdin, without a server.
import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Option, type Command } from 'commander'
import { readDisagreements } from '#core/ask/disagreements.ts'
import { namedBoundaries, pointAnswer, type NamedBoundaries, type OnBad } from './point-lines.ts'
import { openZones } from '#core/ask/zones.ts'
import { nowMs } from '#open/program/clock.ts'
import { CommandError } from '#open/program/command-error.ts'
import { expectFile } from '#open/program/file-kind.ts'
import { jsonLine } from '#open/program/json.ts'
import { intervalAt, offsetAt } from '#core/zone/offset-at.ts'
import { epochSeconds } from '#core/time/units.ts'
import { formatDateTime, parseMoment } from '#core/time/moment.ts'
import { microdegreesFromText } from '#core/geo/microdegrees.ts'
import { clockLine } from './clock-line.ts'
import type { LocalTimes } from './point-answers.ts'
import type { OpenData, DataSource } from './data-source.ts'
import { lookUpStream } from './look-up-stream.ts'

/** Bytes read from a file at a time: they fit in a processor's cache, and are enough to be worth a message. */
const BLOCK = 1 << 19

/** The time in a zone at an ISO 8601 time with an offset; null for any other text. */
const localTimesOf = (artifact: OpenData): LocalTimes => {
  const zones = openZones(artifact)
  return (iana, time) => {
    const moment = /^\d{4}-\d\d-\d\dT/.test(time) ? parseMoment(time) : null
    if (moment?.kind !== 'instant') return null
    const zone = zones.named(iana)
    return zone === null ? null : formatDateTime(moment.at, offsetAt(zone.compiled(), moment.at))
  }
}

/** A zone and what its clock shows now. Closes the artifact. */
function nowIn(artifact: OpenData, iana: string): string {
  try {
    const zone = openZones(artifact).named(iana)
    if (zone === null) return iana
    const at = epochSeconds(Math.floor(nowMs() / 1000))
    const { type } = intervalAt(zone.compiled(), at)
    return clockLine(iana, at, { offset: type.offset, ...zone.shown(type, at) })
  } finally {
    artifact.close()
  }
}

/** The boundaries of an artifact with their names. Closes the artifact. Throws a CommandError when it has no boundaries. */
export function openForLookup(artifact: OpenData, fix: string | null): NamedBoundaries {
  try {
    const boundaries = artifact.boundaries()
    if (boundaries === null) {
      throw new CommandError('this artifact has no boundaries', 1, fix)
    }
    return namedBoundaries(boundaries, openZones(artifact), readDisagreements(artifact))
  } finally {
    artifact.close()
  }
}

interface LookupFlags {
  readonly file?: string
  readonly workers: string
  readonly json?: true
  readonly lat?: string
  readonly lon?: string
  readonly only?: true
  readonly onBad: OnBad
  readonly local?: true
}

const degrees = (name: string, text: string, limit: 90 | 180): number => {
  const read = microdegreesFromText(text, limit)
  if ('value' in read) return read.value
  throw new CommandError(
    `${name} "${text}": expected a number of degrees between -${limit} and ${limit}`,
    2,
    'npm run tzref -- lookup --help',
  )
}

function workerCount(text: string): number {
  const count = Number(text)
  if (/^\d{1,3}$/.test(text) && count >= 1) return count
  throw new CommandError(`--workers "${text}": expected a number of threads from 1 to 999`, 2)
}

/** Says what `lookup` takes and does. It uses the data that `data` opens. */
export function registerLookup(command: Command, data: DataSource): void {
  command
    .argument('[lat]', 'latitude in decimal degrees')
    .argument('[lon]', 'longitude in decimal degrees')
    .option('--file <file>', 'read points from a file instead of stdin')
    .option(
      '--lat <column>',
      'the column of the latitude, by its name or its number; in JSON a member: position.lat',
    )
    .option('--lon <column>', 'the column of the longitude')
    .option('--only', 'print zones alone, where rows have more than a point')
    .addOption(
      new Option(
        '--on-bad <what>',
        'at a row without a point: stop, leave its zone empty, or leave the row out',
      )
        .choices(['stop', 'empty', 'skip'])
        .default('stop'),
    )
    .option('--local', 'GPX: add the local time of each point')
    .option(
      '--workers <threads>',
      `threads for many points; this machine runs ${availableParallelism()} at a time`,
      '1',
    )
  data
    .addOption(command)
    .option('--json', 'print an object for each point, with the zones that could also be meant')
    .addHelpText(
      'after',
      `
On a terminal, the answer for a point says what the clock shows there now; elsewhere it is the identifier alone.
Without a point, each row of the input is one: lines "lat,lon", a table with a header that names the columns, JSON (lines, a list, GeoJSON)
or GPX. The output has the rows in the same order with a column "timezone" more; of rows that have nothing but the point, the zone alone.
A header line gives a line "timezone", and with --json
none. At a bad row the command prints all zones before it, names the number of the line and stops.
With --on-bad empty or skip it goes on, counts such rows by reason at the end, and its exit code is 3.
With --json a point at a settlement that the text of the tz release has in another zone (at most 2 km away) also has "disagreements".

Examples:
  npm run -s tzref -- lookup 52.52 13.405
  npm run -s tzref -- lookup -33.87 151.21 --json
  npm run -s tzref -- lookup --workers 4 < points.csv > zones.txt
  npm run -s tzref -- lookup --file stops.txt --on-bad empty
  npm run -s tzref -- lookup --local < track.gpx
  echo '{"lat": 43.8, "lon": 87.6}' | npm run -s tzref -- lookup --json`,
    )
    .action(async (lat: string | undefined, lon: string | undefined, options: LookupFlags) => {
      const workers = workerCount(options.workers)
      if (lat !== undefined && lon === undefined) {
        throw new CommandError(
          `found "${lat}", expected a latitude and a longitude with a space between them, such as 52.52 13.405`,
          2,
          'npm run tzref -- lookup --help',
        )
      }
      if ((options.lat === undefined) !== (options.lon === undefined))
        throw new CommandError('found one of --lat and --lon, expected both or none', 2)
      if (lat !== undefined && options.file !== undefined)
        throw new CommandError('found a point and --file, expected one of the two', 2)
      if (options.file !== undefined) expectFile(options.file, 'a file of points')
      const artifact = data.open({ ...options })
      // Zones read their clocks from the artifact, so it stays open for them until the program ends.
      const localTimes = options.local ? localTimesOf(data.open({ ...options })) : null
      const opened = openForLookup(artifact, data.fix)
      if (lat !== undefined && lon !== undefined) {
        const [y, x] = [degrees('lat', lat, 90), degrees('lon', lon, 180)]
        const answer = pointAnswer(opened, x, y)
        if (options.json) process.stdout.write(jsonLine(answer))
        // People see what the clock shows there; programs get the identifier alone.
        else
          process.stdout.write(
            `${process.stdout.isTTY ? nowIn(data.open({ ...options }), answer.timezone) : answer.timezone}\n`,
          )
        return
      }
      await lookUpStream(opened, {
        input:
          options.file === undefined
            ? process.stdin
            : createReadStream(options.file, { highWaterMark: BLOCK }),
        output: process.stdout,
        format: options.json ? 'json' : 'plain',
        workers,
        launcher: data.launcher,
        isOnly: options.only ?? false,
        onBad: options.onBad,
        columns:
          options.lat === undefined || options.lon === undefined
            ? {}
            : { lat: options.lat, lon: options.lon },
        localTimes,
        note: (text) => void process.stderr.write(`${text}\n`),
      })
    })
}
