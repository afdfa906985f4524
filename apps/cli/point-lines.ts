// Lines `lat,lon` → lines with the zone of each point. It works on bytes, for many points at once.
import type { Boundaries } from '#core/artifact/boundaries.ts'
import {
  type CoordinateFault,
  degreesOf,
  HALF_WORLD,
  MICRODEGREES,
  microdegreesFromText,
} from '#core/geo/microdegrees.ts'
import { disagreementsAt, type Disagreement } from '#core/ask/disagreements.ts'
import { answerAt, zonesOfResults, type ZonesOfResult } from '#core/ask/look-up.ts'
import type { Zones } from '#core/ask/zones.ts'

/** The output for a point: only the zone, or an object that also has the alternatives. */
export type ZoneFormat = 'plain' | 'json'

/** The zones of a result, by their identifiers. */
export type NamedResult = ZonesOfResult<string>

/** Boundaries with the names that the tz release gives to their zones. All but the boundaries is plain data, for other threads. */
export interface NamedBoundaries {
  readonly boundaries: Boundaries
  readonly named: readonly NamedResult[]
  /** Settlements that the tz release's text has in another zone. */
  readonly disagreements: readonly Disagreement[]
}

/** Boundaries with the zones of each result by their identifiers. */
export const namedBoundaries = (
  boundaries: Boundaries,
  zones: Zones,
  disagreements: readonly Disagreement[],
): NamedBoundaries => ({
  boundaries,
  named: zonesOfResults(boundaries, zones).map(({ kind, zones: ofResult }) => ({
    kind,
    zones: ofResult.map(({ iana }) => iana),
  })),
  disagreements,
})

/** At a line without a point: stop, leave its zone empty, or leave it out. */
export type OnBad = 'stop' | 'empty' | 'skip'

/** Why a line has no point: in short, for counting, and in full. */
export interface PointFault {
  readonly reason: string
  readonly message: string
}

export interface AnsweredLines {
  /** One line for each answered line. */
  readonly output: Uint8Array
  readonly lines: number
  /** How many lines had no point, by the reason. */
  readonly bad: readonly (readonly [reason: string, lines: number])[]
  /** Longitudes from 180 to 360, which were read as those from −180 to 0. */
  readonly wrapped: number
  /** The line without a point at which reading stopped, counted from 0 in the block. */
  readonly fault: { readonly line: number; readonly message: string } | null
}

/** The reason of a row that has neither coordinate. */
export const NO_POINT = 'no point'
export const BLANK = 'blank line'

/** The output of `--json` for a line without a point. */
export const NO_ANSWER = '{"latitude":null,"longitude":null,"kind":null,"timezone":null,"alternatives":[]}'

const LINE_FEED = 0x0a
const DECODER = new TextDecoder()

/**
 * Microdegrees of a point from texts of degrees. A longitude from 180 to 360 `isWrapped`; one that only rounding brings to 180 is out of
 * range, as everywhere. `row` is for the message.
 */
export function readDegrees(
  { lat, lon }: { readonly lat: string; readonly lon: string },
  row: string,
): { readonly lat: number; readonly lon: number; readonly isWrapped: boolean } | PointFault {
  const faultOf = (name: string, limit: number, fault: CoordinateFault): PointFault => ({
    reason:
      lat === '' && lon === ''
        ? NO_POINT
        : fault === 'out-of-range'
          ? 'out of range'
          : 'not a number of degrees',
    message: `${shown(row)}: ${name} is ${fault === 'out-of-range' ? `not between -${limit} and ${limit}` : 'not a number of degrees'}`,
  })
  const y = microdegreesFromText(lat, 90)
  if ('fault' in y) return faultOf('lat', 90, y.fault)
  const x = microdegreesFromText(lon, 180)
  if (!('fault' in x)) return { lat: y.value, lon: x.value, isWrapped: false }
  const wide = x.fault === 'out-of-range' ? microdegreesFromText(lon, 360) : x
  return 'fault' in wide || wide.value <= HALF_WORLD
    ? faultOf('lon', 180, x.fault)
    : { lat: y.value, lon: wide.value - 360 * MICRODEGREES, isWrapped: true }
}

/** A row in a message. */
export const shown = (row: string): string => JSON.stringify(row.length > 80 ? `${row.slice(0, 80)}…` : row)

/** Opens a boundary file for answers to blocks of lines. Open one for each thread, because it reuses its buffers. */
export function openPointLines(opened: NamedBoundaries, format: ZoneFormat, onBad: OnBad = 'stop') {
  const { boundaries, named } = opened
  const batch = boundaries.lineBatch(named.map(({ zones }) => zones[0] ?? ''))
  let output = new Uint8Array(1 << 20)
  let length = 0

  let bad = new Map<string, number>()
  let wrapped = 0
  const noAnswer = new TextEncoder().encode(format === 'plain' ? '\n' : `${NO_ANSWER}\n`)

  /** Does `answer` for a block that fits the buffer. */
  function answerPart(block: Uint8Array): Pick<AnsweredLines, 'lines' | 'fault'> {
    const { size } = batch.room
    batch.setText(block)
    let lines = 0
    let filled = 0
    let fault: AnsweredLines['fault'] = null
    for (let at = 0; at < block.length;) {
      const read = batch.read(at, block.length, filled)
      at = read.to
      filled += read.lines
      lines += read.lines
      if (at < block.length && filled < size) {
        const found = block.indexOf(LINE_FEED, at)
        const end = found < 0 ? block.length : found
        const problem = readSlowly(block.subarray(at, end), filled)
        if (problem === null) filled += 1
        else if (onBad === 'stop') {
          fault = { line: lines, message: problem.message }
          break
        } else {
          bad.set(problem.reason, (bad.get(problem.reason) ?? 0) + 1)
          if (onBad === 'empty') {
            write(filled)
            filled = 0
            put(noAnswer)
          }
        }
        at = end + 1
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
  function readSlowly(bytes: Uint8Array, slot: number): PointFault | null {
    const line = DECODER.decode(bytes).replace(/\r$/, '')
    const fields = line.split(',')
    if (fields.length !== 2)
      return {
        reason: line.trim() === '' ? BLANK : 'not lat,lon',
        message: `${shown(line)}: expected lat,lon`,
      }
    const [lat = '', lon = ''] = fields
    const read = readDegrees({ lat: lat.trim(), lon: lon.trim() }, line)
    if ('reason' in read) return read
    if (read.isWrapped) wrapped += 1
    batch.room.points[slot * 2] = read.lon
    batch.room.points[slot * 2 + 1] = read.lat
    return null
  }

  function write(count: number): void {
    if (count === 0) return
    batch.room.answer(count)
    put(format === 'plain' ? batch.write(count) : json(count))
  }

  function put(bytes: Uint8Array): void {
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
      lines.push(`${JSON.stringify(pointAnswer(opened, lon, lat, results[i]))}\n`)
    }
    return new TextEncoder().encode(lines.join(''))
  }

  return {
    /** Answers a block of whole lines. The last line may have no line end. The output is valid until the next call. */
    answer(block: Uint8Array): AnsweredLines {
      length = 0
      bad = new Map()
      wrapped = 0
      const done = { lines: 0, fault: null as AnsweredLines['fault'] }
      for (let at = 0; at < block.length && done.fault === null;) {
        const part = block.subarray(at, at + batch.textSize)
        // If the block is longer than the buffer, take whole lines.
        const end = at + part.length === block.length ? part.length : part.lastIndexOf(LINE_FEED) + 1
        const { lines, fault } = answerPart(end === 0 ? part : part.subarray(0, end))
        done.lines += lines
        if (fault !== null) done.fault = { ...fault, line: done.lines }
        at += end === 0 ? part.length : end
      }
      return { output: output.subarray(0, length), ...done, bad: [...bad], wrapped }
    },
  }
}

/**
 * The output for a point in whole microdegrees if more than the zone is wanted. Pass `result`, the point's result number, if it is already
 * known.
 */
export function pointAnswer(opened: NamedBoundaries, lon: number, lat: number, result?: number) {
  const answer = answerAt(opened.boundaries, opened.named, lon, lat, result)
  const [latitude, longitude, timezone] = [degreesOf(lat), degreesOf(lon), answer?.zone ?? '']
  const disputed = disagreementsAt(opened.disagreements, timezone, { lat: latitude, lon: longitude })
  return {
    /** Degrees. */
    latitude,
    /** Degrees. */
    longitude,
    kind: answer?.kind ?? 'ocean',
    timezone,
    alternatives: (answer?.alternatives ?? []).map(({ reason, zone }) => ({ reason, timezone: zone })),
    /** Absent but at settlements that the text of the tz release has in another zone. */
    ...(disputed.length === 0
      ? {}
      : {
          disagreements: disputed.map(({ fullName: place, zoneOfText, sentence, source }) => ({
            place,
            timezone: zoneOfText,
            sentence,
            source,
          })),
        }),
  }
}
