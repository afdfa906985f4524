// Geobuf bytes (a FeatureCollection of polygons) → rings in whole microdegrees, without passing through floating degrees.
import { type Ring } from './zone-polygons.ts'

/** One feature: its `tzid` and all rings of its polygons, in the direction they were written in. */
export interface GeobufFeature {
  readonly tzid: string
  readonly rings: readonly Ring[]
}

/** Reads protocol-buffer fields. Fields that geobuf writes and we have no use for are skipped by their wire type. */
class Fields {
  at: number
  readonly end: number
  readonly #bytes: Uint8Array

  constructor(bytes: Uint8Array, from: number, end: number) {
    if (end > bytes.length || from > end) {
      throw new RangeError(`geobuf: a field from ${from} to ${end} in ${bytes.length} bytes`)
    }
    this.#bytes = bytes
    this.at = from
    this.end = end
  }

  more(): boolean {
    return this.at < this.end
  }

  /** An unsigned varint; geobuf's values stay far below 2^53. */
  varint(): number {
    let value = 0
    let scale = 1
    for (;;) {
      const byte = this.#bytes[this.at]
      if (byte === undefined || this.at >= this.end)
        throw new RangeError('geobuf: a number runs past its field')
      this.at += 1
      value += (byte & 0x7f) * scale
      if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('geobuf: a number of more than 53 bits')
      if (byte < 0x80) return value
      scale *= 128
    }
  }

  signed(): number {
    const value = this.varint()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  message(): Fields {
    const length = this.varint()
    const from = this.at
    this.at += length
    return new Fields(this.#bytes, from, Math.min(from + length, this.end))
  }

  text(): string {
    const { at, end } = this.message()
    return new TextDecoder().decode(this.#bytes.subarray(at, end))
  }

  skip(wireType: number): void {
    if (wireType === 0) this.varint()
    else if (wireType === 1) this.at += 8
    else if (wireType === 2) this.message()
    else if (wireType === 5) this.at += 4
    else throw new RangeError(`geobuf: wire type ${wireType}`)
  }
}

const POLYGON = 4
const MULTI_POLYGON = 5

function readRings(geometry: Fields, scale: number): Ring[] {
  let type = 0
  const lengths: number[] = []
  let coordinates: Fields | undefined
  while (geometry.more()) {
    const tag = geometry.varint()
    if (tag >> 3 === 1) type = geometry.varint()
    else if (tag >> 3 === 2) for (const list = geometry.message(); list.more();) lengths.push(list.varint())
    else if (tag >> 3 === 3) coordinates = geometry.message()
    else geometry.skip(tag & 7)
  }
  if (type !== POLYGON && type !== MULTI_POLYGON)
    throw new RangeError(`geobuf: geometry type ${type} is not a polygon`)
  if (coordinates === undefined) return []

  // A multipolygon's lengths are its number of polygons, then for each its number of rings and their lengths.
  const ringLengths: number[] = []
  if (type === POLYGON || lengths.length === 0) ringLengths.push(...lengths)
  else {
    let at = 1
    for (let polygon = 0; polygon < (lengths[0] ?? 0); polygon++) {
      const rings = lengths[at] ?? 0
      ringLengths.push(...lengths.slice(at + 1, at + 1 + rings))
      at += 1 + rings
    }
  }
  // No lengths: one ring that takes all.
  if (ringLengths.length === 0) ringLengths.push(Infinity)

  return ringLengths.map((length) => {
    const vertices: number[] = []
    let x = 0
    let y = 0
    for (let i = 0; i < length && coordinates.more(); i++) {
      x += coordinates.signed()
      y += coordinates.signed()
      vertices.push(x * scale, y * scale)
    }
    return Int32Array.from(vertices)
  })
}

function readFeature(feature: Fields, keys: readonly string[], scale: number): GeobufFeature {
  const values: string[] = []
  let tzid = ''
  let rings: readonly Ring[] = []
  while (feature.more()) {
    const tag = feature.varint()
    if (tag >> 3 === 1) rings = readRings(feature.message(), scale)
    else if (tag >> 3 === 13) {
      const value = feature.message()
      const kind = value.varint()
      values.push(kind >> 3 === 1 ? value.text() : '')
    } else if (tag >> 3 === 14) {
      for (const properties = feature.message(); properties.more();) {
        const key = keys[properties.varint()]
        const value = values[properties.varint()]
        if (key === 'tzid' && value !== undefined) tzid = value
      }
    } else feature.skip(tag & 7)
  }
  return { tzid, rings }
}

/** The features of one geobuf FeatureCollection, in file order. */
export function readGeobuf(bytes: Uint8Array): GeobufFeature[] {
  const data = new Fields(bytes, 0, bytes.length)
  const keys: string[] = []
  let precision = 6
  const features: GeobufFeature[] = []
  while (data.more()) {
    const tag = data.varint()
    if (tag >> 3 === 1) keys.push(data.text())
    else if (tag >> 3 === 3) precision = data.varint()
    else if (tag >> 3 === 4) {
      if (precision > 6) throw new RangeError(`geobuf: ${precision} decimals, more than a microdegree has`)
      for (const collection = data.message(); collection.more();) {
        const inner = collection.varint()
        if (inner >> 3 === 1) features.push(readFeature(collection.message(), keys, 10 ** (6 - precision)))
        else collection.skip(inner & 7)
      }
    } else data.skip(tag & 7)
  }
  return features
}
