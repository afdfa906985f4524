// Reads a boundary release's GeoJSON as a stream: one record for each zone, with the ocean features in a separate list.
import { note } from '../findings.ts'
import { faultInFile, type SourceError } from '../source-error.ts'
import {
  canonicalPolygons,
  doubleArea,
  reversed,
  type BoundaryRecords,
  type Progress,
  type Ring,
} from './zone-polygons.ts'

const OCEAN = /^Etc\/GMT([+-]\d+)?$/

const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const DOT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const BACKSLASH = 0x5c

/**
 * Reads JSON byte by byte and stores only the current ring. Numbers become whole microdegrees directly from their digits, so no
 * coordinate passes through a binary fraction.
 */
class Scanner {
  /** Complete features: zone id → its rings. */
  readonly rings = new Map<string, Ring[]>()
  /** The number of coordinates with digits beyond the sixth decimal. */
  tooFine = 0

  /** For each open object, the key last read. Null for an open array. */
  readonly #keys: (string | null)[] = []
  #text: number[] = []
  #isInText = false
  #isEscaped = false
  /** The last complete string. It is a key if a colon follows, else a value. */
  #last = ''

  #tzid = ''
  #featureRings: Ring[] = []
  /** The ring so far. */
  #vertices: number[] = []
  /** The count of numbers in the innermost array. */
  #numbers = 0
  #ringsInPolygon = 0
  /** The number of open brackets at the start of the coordinates. −1 outside coordinates. */
  #coordinatesFrom = -1

  #isInNumber = false
  #isNegative = false
  #mantissa = 0
  #decimals = -1
  #exponent = 0
  #exponentSign = 0

  #at = 0

  #fail(problem: string): SourceError {
    return faultInFile('geojson-damaged', 'GeoJSON', problem, { subject: `byte ${this.#at}` })
  }

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      this.#at += 1
      if (this.#isInText) this.#inText(byte)
      else if (byte >= ZERO && byte <= NINE) this.#digit(byte - ZERO)
      else if (byte === DOT) this.#decimals = 0
      else if (byte === MINUS) this.#minus()
      else if (this.#isInNumber && (byte === 0x65 || byte === 0x45)) this.#exponentSign = 1
      else if (this.#isInNumber && byte === PLUS) this.#exponentSign = 1
      else {
        if (this.#isInNumber) this.#endNumber()
        this.#structure(byte)
      }
    }
  }

  end(): void {
    if (this.#keys.length > 0 || this.#isInText) throw this.#fail('the text ends inside a value')
  }

  #inText(byte: number): void {
    if (this.#isEscaped) {
      this.#isEscaped = false
      this.#text.push(byte)
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true
    } else if (byte === QUOTE) {
      this.#isInText = false
      this.#last = Buffer.from(this.#text).toString('utf8')
      if (this.#keys.at(-1) === 'tzid') this.#tzid = this.#last
    } else {
      this.#text.push(byte)
    }
  }

  #minus(): void {
    if (this.#isInNumber) this.#exponentSign = -1
    else {
      this.#startNumber()
      this.#isNegative = true
    }
  }

  #startNumber(): void {
    this.#isInNumber = true
    this.#isNegative = false
    this.#mantissa = 0
    this.#decimals = -1
    this.#exponent = 0
    this.#exponentSign = 0
  }

  #digit(digit: number): void {
    if (!this.#isInNumber) this.#startNumber()
    if (this.#exponentSign !== 0) this.#exponent = this.#exponent * 10 + digit
    // Further digits cannot change a microdegree, so they are skipped.
    else if (this.#mantissa < 1e14) {
      this.#mantissa = this.#mantissa * 10 + digit
      if (this.#decimals >= 0) this.#decimals += 1
    } else if (this.#decimals < 0) {
      throw this.#fail('a number of more than fourteen digits')
    }
  }

  #endNumber(): void {
    this.#isInNumber = false
    if (this.#coordinatesFrom < 0) return
    this.#numbers += 1
    // A third number would be a height.
    if (this.#numbers > 2) return
    const power = 6 - Math.max(0, this.#decimals) + this.#exponent * this.#exponentSign
    let value = this.#mantissa
    if (power >= 0) value *= 10 ** power
    else {
      const exact = value / 10 ** -power
      value = Math.round(exact)
      if (value !== exact) this.tooFine += 1
    }
    const limit = this.#numbers === 1 ? 180_000_000 : 90_000_000
    if (value > limit) throw this.#fail(`a coordinate of ${value} microdegrees, expected at most ${limit}`)
    this.#vertices.push(this.#isNegative ? -value : value)
  }

  #structure(byte: number): void {
    switch (String.fromCharCode(byte)) {
      case '"':
        this.#isInText = true
        this.#text = []
        break
      case '[':
        if (this.#coordinatesFrom < 0 && this.#keys.at(-1) === 'coordinates')
          this.#coordinatesFrom = this.#keys.length
        this.#keys.push(null)
        this.#numbers = 0
        break
      case ']':
        if (this.#keys.pop() !== null) throw this.#fail('"]" closes nothing')
        if (this.#coordinatesFrom >= 0) this.#closeCoordinates()
        break
      case '{':
        this.#keys.push('')
        break
      case '}':
        if (typeof this.#keys.pop() !== 'string') throw this.#fail('"}" closes nothing')
        // A feature is an object in the list named "features".
        if (this.#keys.at(-2) === 'features') this.#endFeature()
        break
      case ':':
      case ',':
        if (typeof this.#keys.at(-1) === 'string')
          this.#keys[this.#keys.length - 1] = byte === COMMA ? '' : this.#last
    }
    // Anything else is white space or part of true, false and null. None of these matter here.
  }

  /** Ends a vertex, a ring, a polygon or all coordinates at a closing bracket. The brackets before it decide which. */
  #closeCoordinates(): void {
    if (this.#numbers > 0) {
      if (this.#numbers < 2) throw this.#fail('a position with one number')
      this.#numbers = 0
    } else if (this.#vertices.length > 0) {
      const vertices = this.#vertices
      this.#vertices = []
      // The last vertex of a ring may repeat the first.
      if (vertices.length >= 4 && vertices[0] === vertices.at(-2) && vertices[1] === vertices.at(-1))
        vertices.length -= 2
      const ring = Int32Array.from(vertices)
      const isOuter = this.#ringsInPolygon === 0
      this.#ringsInPolygon += 1
      // Outer rings become counter-clockwise and holes clockwise, whatever the file has.
      this.#featureRings.push(doubleArea(ring) > 0 === isOuter ? ring : reversed(ring))
    } else {
      this.#ringsInPolygon = 0
    }
    if (this.#keys.length === this.#coordinatesFrom) this.#coordinatesFrom = -1
  }

  #endFeature(): void {
    if (this.#tzid === '') throw this.#fail('a feature without tzid')
    if (this.#featureRings.length === 0) throw this.#fail(`the feature ${this.#tzid} has no polygon`)
    const known = this.rings.get(this.#tzid)
    if (known === undefined) this.rings.set(this.#tzid, this.#featureRings)
    else known.push(...this.#featureRings)
    this.#tzid = ''
    this.#featureRings = []
  }
}

/** Reads the whole stream. `size` is its length in bytes, only for the progress. */
export async function parseBoundaryGeoJson(
  chunks: AsyncIterable<Uint8Array>,
  size: number,
  progress?: Progress,
): Promise<BoundaryRecords> {
  const scanner = new Scanner()
  let done = 0
  for await (const chunk of chunks) {
    scanner.push(chunk)
    done += chunk.length
    progress?.(done, size)
  }
  scanner.end()
  const all = [...scanner.rings].map(([id, rings]) => ({ id, rings }))
  const message = `${scanner.tooFine} coordinates have more than six decimals and were rounded`
  return {
    zones: canonicalPolygons(all.filter(({ id }) => !OCEAN.test(id))),
    oceans: canonicalPolygons(all.filter(({ id }) => OCEAN.test(id))),
    findings: scanner.tooFine > 0 ? [note('finer-than-microdegrees', 'coordinates', message)] : [],
  }
}
