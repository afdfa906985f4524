// Reads geobuf bytes (a FeatureCollection of polygons) into rings in whole microdegrees, without floating-point degrees.
import { PbfReader } from 'pbf'
import type { Ring } from './zone-polygons.ts'

const POLYGON = 4
const MULTI_POLYGON = 5

/** Returns the features of one geobuf FeatureCollection, in file order. Throws where the bytes are not geobuf. */
export function readGeobuf(bytes: Uint8Array) {
  const pbf = new PbfReader(bytes)
  const keys: string[] = []
  const features: ReturnType<typeof readFeature>[] = []
  let precision = 6
  pbf.readFields((tag) => {
    if (tag === 1) keys.push(pbf.readString())
    else if (tag === 3) precision = pbf.readVarint()
    else if (tag === 4) {
      if (precision > 6) throw new RangeError(`geobuf: ${precision} decimals, more than a microdegree has`)
      pbf.readMessage((inner) => {
        if (inner === 1) features.push(readFeature(pbf, keys, 10 ** (6 - precision)))
      }, null)
    }
  }, null)
  if (pbf.pos > pbf.length) throw new RangeError(`geobuf: runs past its end (${pbf.length} bytes)`)
  return features
}

/** One feature: its `tzid` and all rings of its polygons, in the direction in which they were written. */
function readFeature(pbf: PbfReader, keys: readonly string[], scale: number) {
  const values: string[] = []
  let tzid = ''
  let rings: Ring[] = []
  pbf.readMessage((tag) => {
    if (tag === 1) rings = readRings(pbf, scale)
    else if (tag === 13) values.push(readText(pbf))
    else if (tag === 14) {
      const pairs = pbf.readPackedVarint()
      for (let at = 0; at + 1 < pairs.length; at += 2) {
        const value = values[pairs[at + 1] ?? -1]
        if (keys[pairs[at] ?? -1] === 'tzid' && value !== undefined) tzid = value
      }
    }
  }, null)
  return { tzid, rings }
}

/** Reads a text value. Empty for a value of another kind. */
function readText(pbf: PbfReader): string {
  let text = ''
  pbf.readMessage((tag) => {
    if (tag === 1) text = pbf.readString()
  }, null)
  return text
}

function readRings(pbf: PbfReader, scale: number): Ring[] {
  let type = 0
  let lengths: number[] = []
  /** Differences, x and y alternating. Each ring begins at 0, 0. */
  let differences: number[] = []
  pbf.readMessage((tag) => {
    if (tag === 1) type = pbf.readVarint()
    else if (tag === 2) lengths = pbf.readPackedVarint()
    else if (tag === 3) differences = pbf.readPackedSVarint()
  }, null)
  if (type !== POLYGON && type !== MULTI_POLYGON)
    throw new RangeError(`geobuf: geometry type ${type} is not a polygon`)
  let at = 0
  return ringLengths(type, lengths, differences.length / 2).map((length) => {
    const ring = new Int32Array(Math.min(2 * length, differences.length - at))
    let x = 0
    let y = 0
    for (let i = 0; i + 1 < ring.length; i += 2, at += 2) {
      x += differences[at] ?? 0
      y += differences[at + 1] ?? 0
      ring[i] = x * scale
      ring[i + 1] = y * scale
    }
    return ring
  })
}

/** The number of vertices of each ring. Without lengths: one ring that takes all `vertices`. */
function ringLengths(type: number, lengths: readonly number[], vertices: number): readonly number[] {
  if (lengths.length === 0) return vertices === 0 ? [] : [vertices]
  if (type === POLYGON) return lengths
  // A multipolygon begins with its number of polygons. Then each polygon has its number of rings and their lengths.
  const found: number[] = []
  let at = 1
  for (let polygon = 0; polygon < (lengths[0] ?? 0) && at < lengths.length; polygon++) {
    const rings = lengths[at] ?? 0
    found.push(...lengths.slice(at + 1, at + 1 + rings))
    at += 1 + rings
  }
  return found
}
