// `tzref lookup`: the zone of one point, or of all points on stdin, without a server.
import { createReadStream } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Command } from 'commander'
import { namedResults, pointAnswer } from '#ask/point-lines.ts'
import { openZones } from '#ask/zones.ts'
import { CommandError } from '#cli/command-error.ts'
import { expectFile } from '#cli/file-kind.ts'
import { jsonLine } from '#cli/json.ts'
import { microdegreesFromText } from '#core/geo/microdegrees.ts'
import type { Asked, DataSource } from './data-source.ts'
import { lookUpStream, type NamedBoundaries } from './look-up-stream.ts'

/** Bytes read from a file at a time: they fit in a processor's cache, and are enough to be worth a message. */
const BLOCK = 1 << 19

/** The boundaries of an artifact with their names. Closes the artifact. Throws a CommandError when it has no boundaries. */
export function openForLookup(artifact: Asked, mend: string | null): NamedBoundaries {
  try {
    const boundaries = artifact.boundaries()
    if (boundaries === null) {
      throw new CommandError('this artifact has no boundaries', 1, mend)
    }
    return { boundaries, named: namedResults(boundaries, openZones(artifact)) }
  } finally {
    artifact.close()
  }
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
Without a point, each line of the input is one: "lat,lon", or a JSON object with lat and lon (or lng).
The output has the zone of each point on a line of its own, in the same order. A header line gives a line "timezone", and with --json
none. At a bad line the command prints all zones before it, names the number of the line and stops.

Examples:
  npm run -s tzref -- lookup 52.52 13.405
  npm run -s tzref -- lookup -33.87 151.21 --json
  npm run -s tzref -- lookup --workers 4 < points.csv > zones.txt
  echo '{"lat": 43.8, "lon": 87.6}' | npm run -s tzref -- lookup --json`,
    )
    .action(
      async (
        lat: string | undefined,
        lon: string | undefined,
        options: { file?: string; workers: string; json?: true },
      ) => {
        const workers = workerCount(options.workers)
        if (lat !== undefined && lon === undefined) {
          throw new CommandError(
            `found "${lat}", expected a latitude and a longitude with a space between them, such as 52.52 13.405`,
            2,
            'npm run tzref -- lookup --help',
          )
        }
        if (lat !== undefined && options.file !== undefined)
          throw new CommandError('found a point and --file, expected one of the two', 2)
        if (options.file !== undefined) expectFile(options.file, 'a file of points')
        const opened = openForLookup(data.open(options), data.mend)
        if (lat !== undefined && lon !== undefined) {
          const [y, x] = [degrees('lat', lat, 90), degrees('lon', lon, 180)]
          const answer = pointAnswer(opened.boundaries, opened.named, x, y)
          process.stdout.write(options.json ? jsonLine(answer) : `${answer.timezone}\n`)
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
        })
      },
    )
}
