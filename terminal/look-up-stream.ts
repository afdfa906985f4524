// A stream of points → a stream of their zones, one line for each, in order; a wrong line ends it and is told by its number.
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { CommandError } from '#cli/command-error.ts'
import type { Boundaries } from '#core/artifact/boundaries.ts'
import {
  openPointLines,
  type PointLines,
  formatOf,
  isHeader,
  type NamedResult,
  type PointFormat,
  type ZoneFormat,
} from '#ask/point-lines.ts'
import { LookupPool } from './look-up-pool.ts'
import type { WorkerAnswer } from './look-up-worker.ts'

/** A longer line is not a point. */
const LONGEST_LINE = 1 << 16
const LINE_FEED = 0x0a

/** Boundaries with the names that the tz release gives to their zones. */
export interface NamedBoundaries {
  readonly boundaries: Boundaries
  readonly named: readonly NamedResult[]
}

export interface StreamOptions {
  readonly input: Readable
  readonly output: Writable
  readonly format: ZoneFormat
  readonly workers: number
  /** The file that starts threads. */
  readonly launcher: URL
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

/** Answers a stream of points, one line for each, in order. A bad line ends it, after all earlier answers are written. */
export async function lookUpStream(
  { boundaries, named }: NamedBoundaries,
  options: StreamOptions,
): Promise<void> {
  const { input, output, format, workers, launcher } = options
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
        if (workers > 1) pool = new LookupPool(boundaries.bytes, { named, format, points }, workers, launcher)
        else alone = openPointLines(boundaries, named, format)
      }
      // A single reader reuses its output buffer for the next block. So a copy is written.
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
