// A stream of points → a stream of their zones, in order; a row without a point ends it, or is counted, and is told by its line.
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { CommandError } from '#open/program/command-error.ts'
import type { NamedBoundaries, OnBad, ZoneFormat } from './point-lines.ts'
import { LookupPool } from './look-up-pool.ts'
import { openAnswerer, type Answered, type LocalTimes } from './point-answers.ts'
import { layoutOf, linesOf, openSource } from './point-source.ts'
import type { NamedPlaces } from './point-table.ts'
import { looksSwapped } from './swapped.ts'

/** Bytes that have the first thousand rows, or nearly. */
const BEGINNING = 1 << 17

export interface StreamOptions {
  readonly input: Readable
  readonly output: Writable
  readonly format: ZoneFormat
  /** For lines of points or of JSON. */
  readonly workers: number
  /** The file that starts threads. */
  readonly launcher: URL
  /** Zones alone, although rows have more than a point. */
  readonly isOnly?: boolean
  readonly onBad?: OnBad
  readonly columns?: NamedPlaces
  /** GPX: adds the local time. */
  readonly localTimes?: LocalTimes | null
  /** Is told what was counted. */
  readonly note?: (text: string) => void
}

/**
 * Answers a stream of points, a row for each, in order. Throws a CommandError at a bad row, after all earlier answers are written; or at the
 * end, with how many there were.
 */
export async function lookUpStream(opened: NamedBoundaries, options: StreamOptions): Promise<void> {
  const { boundaries, ...named } = opened
  const { input, output, format, workers, launcher, isOnly = false, onBad = 'stop', columns = {} } = options
  const { localTimes = null, note = () => undefined } = options
  const write = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length > 0 && !output.write(bytes)) await once(output, 'drain')
  }
  const source = await openSource(input)
  if (source.head.length === 0) return
  const wanted = { named: columns, hasLocal: localTimes !== null, isStopping: onBad === 'stop' }
  const { layout, header } = layoutOf(source, wanted)
  const beginning = source.head.toString('latin1', header, header + BEGINNING)
  if (looksSwapped(opened, layout, beginning, source.isWhole && source.head.length <= header + BEGINNING))
    note(
      'warning: the points look swapped: far more of the first thousand lie at sea than the other way round',
    )
  if (header > 0 && format === 'plain') await write(Buffer.from('timezone\n'))

  const settings = { format, isOnly, onBad }
  const bad = new Map<string, number>()
  let wrapped = 0
  let untimed = 0
  let lineNumber = header > 0 ? 2 : 1
  const take = async ({ output: bytes, ...answered }: Answered): Promise<void> => {
    await write(bytes)
    const { lines, fault } = answered
    if (fault !== null) throw new CommandError(`line ${lineNumber + fault.line}: ${fault.message}`, 1)
    lineNumber += lines
    for (const [reason, rows] of answered.bad) bad.set(reason, (bad.get(reason) ?? 0) + rows)
    wrapped += answered.wrapped
    untimed += answered.untimed
  }
  const isLines = layout.form === 'plain' || (layout.form === 'json' && layout.header === null)
  const pool =
    workers > 1 && isLines
      ? new LookupPool(boundaries.bytes, { ...named, layout, settings }, workers, launcher)
      : undefined
  try {
    const alone = pool === undefined ? openAnswerer(opened, layout, settings, localTimes) : undefined
    let skipped = header
    for await (const piece of isLines ? linesOf(source.pieces) : source.pieces) {
      const block = piece.subarray(skipped)
      skipped = Math.max(0, skipped - piece.length)
      // A single reader reuses its output buffer for the next block. So a copy is written.
      if (alone !== undefined) {
        const answered = alone.answer(block, isLines)
        await take({ ...answered, output: answered.output.slice() })
      }
      if (pool !== undefined) for (const answer of await pool.put(block)) await take(answer)
    }
    if (alone !== undefined && !isLines) await take(alone.answer(new Uint8Array(0), true))
    if (pool !== undefined) for (const answer of await pool.finish()) await take(answer)
  } finally {
    await pool?.close()
  }
  if (wrapped > 0) note(`${wrapped} longitudes from 180 to 360 were read as those west of Greenwich`)
  const counts = [...bad].map(([reason, rows]) => `${rows} ${reason}`)
  if (untimed > 0) counts.push(`${untimed} of a time without an offset, whose local time is unknown`)
  if (counts.length > 0) {
    const total = [...bad.values()].reduce((sum, rows) => sum + rows, untimed)
    throw new CommandError(
      `${total} ${total === 1 ? 'row' : 'rows'} could not be read: ${counts.join(', ')}`,
      3,
    )
  }
}
