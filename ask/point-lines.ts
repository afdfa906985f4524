// Lines with one point each → lines with the zone of each point. It works on bytes, for many points at once.
import type { Boundaries } from '#core/artifact/boundaries.ts'
import { degreesOf, microdegreesFromText } from '#core/geo/microdegrees.ts'
import { answerAt, zonesOfResults, type ZonesOfResult } from './look-up.ts'
import type { Zones } from './zones.ts'

/** How the points are written: `lat,lon`, or a JSON object with `lat` and `lon` (or `lng`). */
export type PointFormat = 'csv' | 'ndjson'

/** The output for a point: only the zone, or an object that also has the alternatives. */
export type ZoneFormat = 'plain' | 'json'

/** The zones of a result, by their identifiers. */
export type NamedResult = ZonesOfResult<string>

/** The zones of each result, by their identifiers, which can be sent to other threads. */
export const namedResults = (boundaries: Boundaries, zones: Zones): NamedResult[] =>
  zonesOfResults(boundaries, zones).map(({ kind, zones: ofResult }) => ({
    kind,
    zones: ofResult.map(({ iana }) => iana),
  }))

export interface AnsweredLines {
  /** One line for each answered line. */
  readonly output: Uint8Array
  readonly lines: number
  /** The first line that could not be read, counted from 0 in the block, and what is wrong with it. Reading stopped there. */
  readonly fault: { readonly line: number; readonly message: string } | null
}

const LINE_FEED = 0x0a
const SPACE = 0x20
const BRACE = 0x7b
const DECODER = new TextDecoder()

/** The format of a block, by its first character. */
export function formatOf(block: Uint8Array): PointFormat {
  const first = block.find((byte) => byte > SPACE)
  return first === BRACE ? 'ndjson' : 'csv'
}

/** Whether the first line is a header such as `lat,lon`. */
export const isHeader = (line: string): boolean =>
  /^\s*"?(lat|latitude)"?\s*,\s*"?(lon|lng|longitude)"?\s*$/i.test(line)

export type PointLines = ReturnType<typeof openPointLines>

/** Opens a boundary file for answers to blocks of lines. Open one for each thread, because it reuses its buffers. */
export function openPointLines(boundaries: Boundaries, named: readonly NamedResult[], format: ZoneFormat) {
  const batch = boundaries.lineBatch(named.map(({ zones }) => zones[0] ?? ''))
  let output = new Uint8Array(1 << 20)
  let length = 0

  /** Does `answer` for a block that fits the buffer. */
  function answerPart(block: Uint8Array, points: PointFormat): Omit<AnsweredLines, 'output'> {
    const { size } = batch.room
    if (points === 'csv') batch.setText(block)
    let lines = 0
    let filled = 0
    let fault: AnsweredLines['fault'] = null
    for (let at = 0; at < block.length;) {
      const read = points === 'csv' ? batch.read(at, block.length, filled) : { lines: 0, to: at }
      at = read.to
      filled += read.lines
      lines += read.lines
      if (at < block.length && filled < size) {
        const found = block.indexOf(LINE_FEED, at)
        const end = found < 0 ? block.length : found
        const message = readSlowly(block.subarray(at, end), points, filled)
        if (message !== null) {
          fault = { line: lines, message }
          break
        }
        at = end + 1
        filled += 1
        lines += 1
      }
      if (filled === size) {
        write(filled)
        filled = 0
      }
    }
    write(filled)
    return { lines, fault }
  }

  /** Reads a line of any form. Answers what is wrong with it; null if nothing is. */
  function readSlowly(bytes: Uint8Array, points: PointFormat, slot: number): string | null {
    const line = DECODER.decode(bytes).replace(/\r$/, '')
    const shown = (): string => JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line)
    const fields = points === 'csv' ? line.split(',') : fieldsOfJson(line)
    if (fields === 'both') return `${shown()}: lon and lng are both the longitude, expected one`
    if (fields === null || fields.length !== 2) {
      return `${shown()}: expected ${points === 'csv' ? 'lat,lon' : '{"lat": …, "lon": …}'}`
    }
    const [lat = '', lon = ''] = fields
    for (const [name, text, limit, place] of [
      ['lat', lat, 90, slot * 2 + 1],
      ['lon', lon, 180, slot * 2],
    ] as const) {
      const read = microdegreesFromText(text.trim(), limit)
      if ('fault' in read) {
        return `${shown()}: ${name} is ${read.fault === 'out-of-range' ? `not between -${limit} and ${limit}` : 'not a number of degrees'}`
      }
      batch.room.points[place] = read.value
    }
    return null
  }

  function write(count: number): void {
    if (count === 0) return
    batch.room.answer(count)
    const bytes = format === 'plain' ? batch.write(count) : json(count)
    if (length + bytes.length > output.length) {
      const larger = new Uint8Array(Math.max(output.length * 2, length + bytes.length))
      larger.set(output.subarray(0, length))
      output = larger
    }
    output.set(bytes, length)
    length += bytes.length
  }

  function json(count: number): Uint8Array {
    const { points, results } = batch.room
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      const [lon = 0, lat = 0] = points.subarray(i * 2, i * 2 + 2)
      lines.push(`${JSON.stringify(pointAnswer(boundaries, named, lon, lat, results[i]))}\n`)
    }
    return new TextEncoder().encode(lines.join(''))
  }

  return {
    /** Answers a block of whole lines. The last line may have no line end. The output is valid until the next call. */
    answer(block: Uint8Array, points: PointFormat): AnsweredLines {
      length = 0
      const done = { lines: 0, fault: null as AnsweredLines['fault'] }
      for (let at = 0; at < block.length && done.fault === null;) {
        const part = block.subarray(at, at + batch.textSize)
        // If the block is longer than the buffer, take whole lines.
        const end = at + part.length === block.length ? part.length : part.lastIndexOf(LINE_FEED) + 1
        const { lines, fault } = answerPart(end === 0 ? part : part.subarray(0, end), points)
        done.lines += lines
        if (fault !== null) done.fault = { ...fault, line: done.lines }
        at += end === 0 ? part.length : end
      }
      return { output: output.subarray(0, length), ...done }
    },
  }
}

/** The two coordinates of a JSON object, as texts; null if the line is no object or has no coordinates, `both` if it has two longitudes. */
function fieldsOfJson(line: string): string[] | 'both' | null {
  try {
    const point: unknown = JSON.parse(line)
    if (typeof point !== 'object' || point === null) return null
    const read = (name: string): unknown => Object.entries(point).find(([key]) => key === name)?.[1]
    const [lon, lng] = [read('lon') ?? null, read('lng') ?? null]
    if (lon !== null && lng !== null) return 'both'
    const values = [read('lat'), lon ?? lng]
    return values.every((value) => typeof value === 'number' || typeof value === 'string')
      ? values.map(String)
      : null
  } catch {
    return null
  }
}

/**
 * The output for a point in whole microdegrees if more than the zone is wanted. Pass `result`, the point's result number, if it is already
 * known.
 */
export function pointAnswer(
  boundaries: Boundaries,
  results: readonly NamedResult[],
  lon: number,
  lat: number,
  result?: number,
) {
  const answer = answerAt(boundaries, results, lon, lat, result)
  return {
    /** Degrees. */
    latitude: degreesOf(lat),
    /** Degrees. */
    longitude: degreesOf(lon),
    kind: answer?.kind ?? 'ocean',
    timezone: answer?.zone ?? '',
    alternatives: (answer?.alternatives ?? []).map(({ reason, zone }) => ({ reason, timezone: zone })),
  }
}
