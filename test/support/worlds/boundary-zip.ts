// Records of polygons → a zip in the form of a boundary release: one GeoJSON, deflated, written piece by piece.
import { closeSync, openSync, writeSync } from 'node:fs'
import { Zip, ZipDeflate } from 'fflate'
import { doubleArea, type Ring, type ZonePolygons } from '#pipeline/parse/zone-polygons.ts'

/** Whether a vertex lies inside a ring. It is exact enough to find the outer ring of a hole. */
function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false
  let ax = ring[ring.length - 2] ?? 0
  let ay = ring[ring.length - 1] ?? 0
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] ?? 0
    const by = ring[i + 1] ?? 0
    if (ay > y !== by > y && x > ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
    ax = bx
    ay = by
  }
  return inside
}

/** Outer rings, each with its holes. */
function polygonsOf(rings: readonly Ring[]): Ring[][] {
  const polygons = rings.filter((ring) => doubleArea(ring) > 0).map((ring) => [ring])
  for (const hole of rings.filter((ring) => doubleArea(ring) <= 0)) {
    const [x = 0, y = 0] = hole
    const around = polygons
      .filter(([outer]) => outer !== undefined && isInside(outer, x, y))
      .toSorted(([a = hole], [b = hole]) => doubleArea(a) - doubleArea(b))
    const [home = polygons[0]] = around
    home?.push(hole)
  }
  return polygons
}

/** One Feature as in a release: rings are closed, with at most six decimals. */
function* featureText({ id, rings }: ZonePolygons): Generator<string> {
  const polygons = polygonsOf(rings)
  const isMany = polygons.length > 1
  yield `{"type":"Feature","properties":{"tzid":${JSON.stringify(id)}},"geometry":{"type":"${isMany ? 'MultiPolygon' : 'Polygon'}","coordinates":${isMany ? '[' : ''}`
  for (const [p, polygon] of polygons.entries()) {
    yield p === 0 ? '[' : ',['
    for (const [r, ring] of polygon.entries()) {
      const positions: string[] = []
      for (let i = 0; i < ring.length; i += 2)
        positions.push(`[${(ring[i] ?? 0) / 1e6},${(ring[i + 1] ?? 0) / 1e6}]`)
      positions.push(positions[0] ?? '')
      yield `${r === 0 ? '' : ','}[${positions.join(',')}]`
    }
    yield ']'
  }
  yield `${isMany ? ']' : ''}}}`
}

/** Writes the zip. `entryName` is the name of its only file. */
export function writeBoundaryZip(
  path: string,
  records: readonly ZonePolygons[],
  entryName = 'combined-with-oceans.json',
): void {
  const file = openSync(path, 'w')
  const zip = new Zip((error, chunk) => {
    if (error !== null) throw error
    writeSync(file, chunk)
  })
  const entry = new ZipDeflate(entryName, { level: 1 })
  zip.add(entry)
  const put = (text: string, isLast = false): void => entry.push(Buffer.from(text), isLast)
  put('{"type":"FeatureCollection","features":[')
  for (const [i, record] of records.entries()) {
    if (i > 0) put(',\n')
    for (const text of featureText(record)) put(text)
  }
  put(']}', true)
  zip.end()
  closeSync(file)
}
