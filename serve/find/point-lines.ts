// Lines with one point each → lines with its zone: for many points at once, on bytes from end to end.
import type { Boundaries, PointBatch } from '#core/artifact/boundaries.ts'
import { HALF_WORLD, POLE, degreesOf, microdegreesFromText } from '#core/geo/microdegrees.ts'

/** How the points are written: `lat,lon`, or a JSON object with `lat` and `lon` (or `lng`). */
export type PointFormat = 'csv' | 'ndjson'

/** What is written for a point: the zone alone, or an object that also names the alternatives. */
export type ZoneFormat = 'plain' | 'json'

/** The zones of a result as the service names them; the first one is the answer. */
export interface NamedResult {
  readonly kind: 'land' | 'ocean'
  readonly ids: readonly string[]
}

export interface AnsweredLines {
  /** One line for each line that was answered. */
  readonly output: Uint8Array
  readonly lines: number
  /** The line, counted from 0 in the block, at which it ended early, and what is wrong with it. */
  readonly fault: { readonly line: number; readonly message: string } | null
}

const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const BRACE = 0x7b
const DECIMALS = 6
/** Room for a zone's name and a line end. */
const NAME_BYTES = 64
const NAME_WORDS = NAME_BYTES / 4
/** No coordinate. */
const OUTSIDE = 0x7fff_ffff

/** The format that a block begins with. */
export function formatOf(block: Uint8Array): PointFormat {
  const first = block.find((byte) => byte > SPACE)
  return first === BRACE ? 'ndjson' : 'csv'
}

/** Whether the first line is a header such as `lat,lon`. */
export const isHeader = (line: string): boolean =>
  /^\s*"?(lat|latitude)"?\s*,\s*"?(lon|lng|longitude)"?\s*$/i.test(line)

/** Answers blocks of lines over one boundary file. Keep one for each thread: its buffers are used again. */
export class PointLines {
  readonly #boundaries: Boundaries
  readonly #named: readonly NamedResult[]
  readonly #format: ZoneFormat
  /** For each result its zone's name and a line end, in words of four bytes, and how many bytes these are. */
  readonly #words: Int32Array
  readonly #lengths: Uint8Array
  readonly #batch: PointBatch
  #output = new Uint8Array(1 << 20)
  #view = new DataView(this.#output.buffer)
  #length = 0
  /** Where the number being read ends. */
  #at = 0

  constructor(boundaries: Boundaries, named: readonly NamedResult[], format: ZoneFormat) {
    this.#boundaries = boundaries
    this.#batch = boundaries.batch()
    this.#named = named
    this.#format = format
    const names = new Uint8Array(named.length * NAME_BYTES)
    this.#lengths = new Uint8Array(named.length)
    named.forEach(({ ids }, result) => {
      const text = new TextEncoder().encode(`${ids[0] ?? ''}\n`)
      if (text.length > NAME_BYTES)
        throw new RangeError(`a zone name of more than ${NAME_BYTES - 1} bytes: ${ids[0]}`)
      names.set(text, result * NAME_BYTES)
      this.#lengths[result] = text.length
    })
    this.#words = new Int32Array(names.buffer)
  }

  /** Answers a block of whole lines; the last one may lack its line end. The output is valid until the next call. */
  answer(block: Uint8Array, points: PointFormat): AnsweredLines {
    this.#length = 0
    let lines = 0
    let batch = 0
    let fault: AnsweredLines['fault'] = null
    const size = this.#batch.results.length
    for (let at = 0; at < block.length;) {
      const after = points === 'csv' ? this.#readFast(block, at, batch) : -1
      if (after >= 0) at = after
      else {
        const found = block.indexOf(LINE_FEED, at)
        const end = found < 0 ? block.length : found
        const message = this.#readSlowly(block.subarray(at, end), points, batch)
        if (message !== null) {
          fault = { line: lines, message }
          break
        }
        at = end + 1
      }
      lines += 1
      batch += 1
      if (batch === size) {
        this.#write(batch)
        batch = 0
      }
    }
    this.#write(batch)
    return { output: this.#output.subarray(0, this.#length), lines, fault }
  }

  /** Reads a line of two plain decimal numbers, and says where the next line begins; −1 for anything else. */
  #readFast(block: Uint8Array, from: number, slot: number): number {
    const lat = this.#number(block, from)
    let at = this.#at
    if (block[at] !== COMMA || !(lat < POLE && lat > -POLE)) return -1
    const lon = this.#number(block, at + 1)
    at = this.#at
    if (!(lon < HALF_WORLD && lon > -HALF_WORLD)) return -1
    if (block[at] !== LINE_FEED) {
      if (block[at] === RETURN) at += 1
      if (at < block.length && block[at] !== LINE_FEED) return -1
    }
    const { points } = this.#batch
    points[slot * 2] = lon
    points[slot * 2 + 1] = lat
    return at + 1
  }

  /** A number's microdegrees by its digits, half away from zero; OUTSIDE where it is not of the plain kind. Sets `#at` to what follows. */
  #number(block: Uint8Array, from: number): number {
    let at = from
    const sign = block[at] ?? 0
    if (sign === MINUS || sign === PLUS) at += 1
    const first = at
    let value = 0
    let digit = (block[at] ?? 0) - ZERO
    while (digit >= 0 && digit <= 9) {
      value = Math.imul(value, 10) + digit
      at += 1
      digit = (block[at] ?? 0) - ZERO
    }
    // Four digits are out of range in any case, and no digit at all may still be one of `.5`: both the slow way.
    if (at === first || at > first + 3) return OUTSIDE
    let missing = DECIMALS
    if (digit === DOT - ZERO) {
      at += 1
      digit = (block[at] ?? 0) - ZERO
      while (digit >= 0 && digit <= 9 && missing > 0) {
        value = Math.imul(value, 10) + digit
        missing -= 1
        at += 1
        digit = (block[at] ?? 0) - ZERO
      }
      if (missing === 0 && digit >= 0 && digit <= 9) {
        if (digit >= 5) value += 1
        while (digit >= 0 && digit <= 9) {
          at += 1
          digit = (block[at] ?? 0) - ZERO
        }
      }
    }
    for (; missing > 0; missing -= 1) value = Math.imul(value, 10)
    this.#at = at
    return sign === MINUS ? -value | 0 : value
  }

  /** Reads a line of any kind; says what is wrong with it, or null. */
  #readSlowly(bytes: Uint8Array, points: PointFormat, slot: number): string | null {
    // A copy, because a decoder takes no shared memory.
    const line = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/\r$/, '')
    const shown = JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line)
    const fields = points === 'csv' ? line.split(',') : fieldsOfJson(line)
    if (fields === null || fields.length !== 2) {
      return `${shown}: expected ${points === 'csv' ? 'lat,lon' : '{"lat": …, "lon": …}'}`
    }
    const [latText = '', lonText = ''] = fields.map((field) => field.trim())
    const lat = microdegreesFromText(latText, 90)
    const lon = microdegreesFromText(lonText, 180)
    for (const [name, read, limit] of [
      ['lat', lat, 90],
      ['lon', lon, 180],
    ] as const) {
      if ('fault' in read) {
        return `${shown}: ${name} is ${read.fault === 'out-of-range' ? `not between -${limit} and ${limit}` : 'not a number of degrees'}`
      }
    }
    if ('value' in lat && 'value' in lon) {
      this.#batch.points[slot * 2] = lon.value
      this.#batch.points[slot * 2 + 1] = lat.value
    }
    return null
  }

  #write(count: number): void {
    if (count === 0) return
    this.#batch.answer(count)
    if (this.#format === 'plain') this.#writePlain(count)
    else this.#writeJson(count)
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#output.length) return
    const larger = new Uint8Array(Math.max(this.#output.length * 2, this.#length + bytes))
    larger.set(this.#output.subarray(0, this.#length))
    this.#output = larger
    this.#view = new DataView(larger.buffer)
  }

  #writePlain(count: number): void {
    this.#reserve((count + 1) * NAME_BYTES)
    const view = this.#view
    const { results } = this.#batch
    const words = this.#words
    const lengths = this.#lengths
    let length = this.#length
    for (let i = 0; i < count; i++) {
      const result = results[i] ?? 0
      const bytes = lengths[result] ?? 0
      // Four bytes at a time; what is written past the end of a name is written over by the next.
      const first = result * NAME_WORDS
      for (let k = 0; k < bytes; k += 4) view.setInt32(length + k, words[first + (k >> 2)] ?? 0, true)
      length += bytes
    }
    this.#length = length
  }

  #writeJson(count: number): void {
    const lines: string[] = []
    for (let i = 0; i < count; i++) {
      const [lon = 0, lat = 0] = this.#batch.points.subarray(i * 2, i * 2 + 2)
      lines.push(`${JSON.stringify(answerAt(this.#boundaries, this.#named, lon, lat))}\n`)
    }
    const bytes = new TextEncoder().encode(lines.join(''))
    this.#reserve(bytes.length)
    this.#output.set(bytes, this.#length)
    this.#length += bytes.length
  }
}

/** The two coordinates of a JSON object, as texts; null where it is none or lacks one. */
function fieldsOfJson(line: string): string[] | null {
  try {
    const point: unknown = JSON.parse(line)
    if (typeof point !== 'object' || point === null) return null
    const read = (name: string): unknown => Object.entries(point).find(([key]) => key === name)?.[1]
    const values = [read('lat'), read('lon') ?? read('lng')]
    return values.every((value) => typeof value === 'number' || typeof value === 'string')
      ? values.map(String)
      : null
  } catch {
    return null
  }
}

export interface PointAnswer {
  readonly latitude: number
  readonly longitude: number
  readonly kind: 'land' | 'ocean'
  readonly timezone: string
  readonly alternatives: readonly { readonly reason: 'overlap' | 'antimeridian'; readonly timezone: string }[]
}

/** Everything that is known of a point in microdegrees. */
export function answerAt(
  boundaries: Boundaries,
  named: readonly NamedResult[],
  lon: number,
  lat: number,
): PointAnswer {
  const { kind, ids } = named[boundaries.resultAt(lon, lat)] ?? { kind: 'ocean', ids: [] }
  const [timezone = '', ...overlapping] = ids
  const across = Math.abs(lon) === HALF_WORLD ? named[boundaries.resultAt(-lon, lat)]?.ids[0] : undefined
  const isOther = across !== undefined && across !== timezone && !overlapping.includes(across)
  return {
    latitude: degreesOf(lat),
    longitude: degreesOf(lon),
    kind,
    timezone,
    alternatives: [
      ...overlapping.map((id) => ({ reason: 'overlap', timezone: id }) as const),
      ...(isOther ? [{ reason: 'antimeridian', timezone: across } as const] : []),
    ],
  }
}
