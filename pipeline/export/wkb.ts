// Writes polygons as well-known binary (OGC 06-103r4), with an SRID where PostGIS needs one.
import type { Polygon } from './polygons.ts'

const LITTLE_ENDIAN = 1
const POLYGON = 3
const MULTI_POLYGON = 6
/** PostGIS's flag: the number of the reference system follows the type. */
const HAS_SRID = 0x2000_0000

/**
 * Returns a MultiPolygon in degrees, longitude first, with closed rings. `srid` is written as in PostGIS's extension. Null gives plain
 * WKB.
 */
export function multiPolygonWkb(polygons: readonly Polygon[], srid: number | null): Uint8Array {
  const rings = polygons.flat()
  const vertices = rings.reduce((sum, ring) => sum + ring.length / 2 + 1, 0)
  const bytes = new Uint8Array(
    9 + (srid === null ? 0 : 4) + polygons.length * 9 + rings.length * 4 + vertices * 16,
  )
  const view = new DataView(bytes.buffer)
  let at = 0
  const putCount = (value: number): void => {
    view.setUint32(at, value, true)
    at += 4
  }
  const putHead = (type: number): void => {
    bytes[at] = LITTLE_ENDIAN
    at += 1
    putCount(type)
  }
  putHead(srid === null ? MULTI_POLYGON : MULTI_POLYGON + HAS_SRID)
  if (srid !== null) putCount(srid)
  putCount(polygons.length)
  for (const polygon of polygons) {
    putHead(POLYGON)
    putCount(polygon.length)
    for (const ring of polygon) {
      putCount(ring.length / 2 + 1)
      for (let i = 0; i < ring.length + 2; i++) {
        view.setFloat64(at, (ring[i % ring.length] ?? 0) / 1e6, true)
        at += 8
      }
    }
  }
  return bytes
}
