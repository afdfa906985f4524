// `tzref lookup`: the zone of one point, or of as many points as come on stdin, without a server.
import { createReadStream } from 'node:fs'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { availableParallelism } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { Command } from 'commander'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { CURRENT } from '#core/artifact/layout.ts'
import { openArtifact } from '#open/artifact.ts'
import { CommandError } from '#cli/command-error.ts'
import { jsonLine } from '#cli/json.ts'
import { ROOT } from '#cli/root.ts'
import { microdegreesFromText } from '#core/geo/microdegrees.ts'
import { zonesOfResults } from '#ask/places.ts'
import {
  PointLines,
  answerAt,
  formatOf,
  isHeader,
  type NamedResult,
  type PointFormat,
  type ZoneFormat,
} from '#ask/point-lines.ts'
import { openZones } from '#ask/zones.ts'
import type { WorkerAnswer, WorkerBlock, WorkerStart } from './lookup-worker.ts'

/** A line longer than this is no point. */
const LONGEST_LINE = 1 << 16
/** Bytes that are read from a file at a time: small enough to stay in a processor's cache, large enough to be worth a message. */
const BLOCK = 1 << 19
/** Blocks that a worker has before it, so that it never waits. */
const AHEAD = 3
const LINE_FEED = 0x0a
/** Starts a thread as it starts the program. */
const LAUNCHER = new URL('../../tzref.js', import.meta.url)

/** Boundaries with the names that the service gives to their zones. */
interface Named {
  readonly boundaries: Boundaries
  readonly named: readonly NamedResult[]
}

interface StreamOptions {
  readonly input: Readable
  readonly output: Writable
  readonly format: ZoneFormat
  readonly workers: number
}

/** Opens the current artifact of a folder for look-ups. */
export function openForLookup(directory: string): Named {
  const artifact = openArtifact(directory)
  try {
    const boundaries = artifact.boundaries()
    if (boundaries === null) {
      throw new CommandError(
        `${directory}: this artifact has no boundaries`,
        1,
        'npm run tzref -- lock && npm run tzref -- build --activate',
      )
    }
    const zones = zonesOfResults(boundaries, openZones(artifact))
    return {
      boundaries,
      named: zones.map((records) => ({
        kind: records[0]?.countryCode === null ? 'ocean' : 'land',
        ids: records.map(({ iana }) => iana),
      })),
    }
  } finally {
    artifact.close()
  }
}

/** Cuts a stream into blocks of whole lines. */
async function* blocksOf(input: Readable): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of input as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (rest.length <= LONGEST_LINE) continue
    const end = rest.lastIndexOf(LINE_FEED) + 1
    if (end > 0) {
      yield rest.subarray(0, end)
      rest = rest.subarray(end)
    }
    if (rest.length > LONGEST_LINE) break
  }
  if (rest.length > 0) yield rest
}

/** Answers a stream of points, one line for each, in order. A bad line ends it: everything before it is written first. */
export async function lookUpStream({ boundaries, named }: Named, options: StreamOptions): Promise<void> {
  const { input, output, format, workers } = options
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length > 0 && !output.write(bytes)) await once(output, 'drain')
  }
  let points: PointFormat | undefined
  let lineNumber = 1
  const take = async ({ output: bytes, lines, fault }: Omit<WorkerAnswer, 'number'>): Promise<void> => {
    await write(bytes)
    if (fault !== null) throw new CommandError(`line ${lineNumber + fault.line}: ${fault.message}`, 1)
    lineNumber += lines
  }
  let pool: LookupPool | undefined
  let alone: PointLines | undefined
  try {
    for await (const whole of blocksOf(input)) {
      let block: Buffer = whole
      if (points === undefined) {
        points = formatOf(block)
        const found = block.indexOf(LINE_FEED)
        const end = found < 0 ? block.length : found
        if (points === 'csv' && isHeader(block.toString('utf8', 0, end))) {
          if (format === 'plain') await write(Buffer.from('timezone\n'))
          block = block.subarray(end + 1)
          lineNumber += 1
        }
        if (workers > 1)
          pool = new LookupPool({ bytes: shared(boundaries.bytes), named, format, points }, workers)
        else alone = new PointLines(boundaries, named, format)
      }
      // The output of a lone reader is used again by the next block, so what is written is a copy.
      if (alone !== undefined) {
        const answered = alone.answer(block, points)
        await take({ ...answered, output: answered.output.slice() })
      }
      if (pool !== undefined) for (const answer of await pool.put(block)) await take(answer)
    }
    if (pool !== undefined) for (const answer of await pool.finish()) await take(answer)
  } finally {
    await pool?.close()
  }
}

/** A copy in memory that goes to threads as it is; no server swaps these bytes, so it does not matter that V8 takes them for free. */
function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}

/** Threads that answer blocks, and give the answers back in the order of the blocks. */
class LookupPool {
  readonly #workers: readonly Worker[]
  readonly #answered = new Map<number, WorkerAnswer>()
  #put = 0
  #taken = 0
  #wake: () => void = () => undefined
  #failure: Error | undefined

  constructor(start: WorkerStart, count: number) {
    this.#workers = Array.from({ length: count }, () => {
      const entry = 'serve/commands/lookup-worker.ts'
      const worker = new Worker(LAUNCHER, { workerData: { ...start, entry } })
      worker.on('message', (answer: WorkerAnswer) => {
        this.#answered.set(answer.number, answer)
        this.#wake()
      })
      worker.on('error', (error: Error) => {
        this.#failure = error
        this.#wake()
      })
      return worker
    })
  }

  /** Hands a block to a worker; gives what is answered by now, and waits while too much is under way. */
  async put(block: Buffer): Promise<WorkerAnswer[]> {
    const bytes = new Uint8Array(block)
    const message: WorkerBlock = { number: this.#put, block: bytes }
    this.#workers[this.#put % this.#workers.length]?.postMessage(message, [bytes.buffer])
    this.#put += 1
    const ready = this.#ready()
    while (this.#put - this.#taken > this.#workers.length * AHEAD) {
      await this.#more()
      ready.push(...this.#ready())
    }
    return ready
  }

  /** Waits for all that is under way. */
  async finish(): Promise<WorkerAnswer[]> {
    const ready = this.#ready()
    while (this.#taken < this.#put) {
      await this.#more()
      ready.push(...this.#ready())
    }
    return ready
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()))
  }

  /** The answers that are next in order. */
  #ready(): WorkerAnswer[] {
    const ready: WorkerAnswer[] = []
    for (
      let next = this.#answered.get(this.#taken);
      next !== undefined;
      next = this.#answered.get(this.#taken)
    ) {
      this.#answered.delete(this.#taken)
      this.#taken += 1
      ready.push(next)
    }
    return ready
  }

  async #more(): Promise<void> {
    if (this.#failure === undefined && !this.#answered.has(this.#taken)) {
      await new Promise<void>((wake) => {
        this.#wake = wake
      })
    }
    if (this.#failure !== undefined) throw this.#failure
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

/** Adds `lookup` to the program. */
export function registerLookup(program: Command): void {
  program
    .command('lookup')
    .description('the time zone at a point, or at every point on stdin')
    .argument('[lat]', 'latitude in decimal degrees')
    .argument('[lon]', 'longitude in decimal degrees')
    .option('--file <file>', 'read points from a file rather than from stdin')
    .option(
      '--workers <threads>',
      `threads for many points; this machine runs ${availableParallelism()} at a time`,
      '1',
    )
    .option('--dist <folder>', 'folder of the artifacts', join(ROOT, 'dist'))
    .option('--json', 'print an object for each point, with the zones that could also be meant')
    .addHelpText(
      'after',
      `
Without a point, each line of the input is one: "lat,lon" (a header line is passed over), or a JSON object with lat and lon (or lng).
Each line of the output is its zone, in the same order. A bad line ends it, with its number, after what came before it.

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
        options: { file?: string; workers: string; dist: string; json?: true },
      ) => {
        const workers = workerCount(options.workers)
        if (lat !== undefined && lon === undefined) {
          throw new CommandError('expected a latitude and a longitude', 2, 'npm run tzref -- lookup --help')
        }
        const opened = openForLookup(join(resolve(options.dist), CURRENT))
        if (lat !== undefined && lon !== undefined) {
          const [y, x] = [degrees('lat', lat, 90), degrees('lon', lon, 180)]
          const answer = answerAt(opened.boundaries, opened.named, x, y)
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
        })
      },
    )
}
