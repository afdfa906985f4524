// Records of polygons → a zip in the form of a boundary release: one GeoJSON, deflated, written piece by piece.
import { closeSync, openSync, writeSync } from 'node:fs'
import { once } from 'node:events'
import { createDeflateRaw, crc32 } from 'node:zlib'
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
export async function writeBoundaryZip(
  path: string,
  records: readonly ZonePolygons[],
  entryName = 'combined-with-oceans.json',
): Promise<void> {
  const file = openSync(path, 'w')
  const name = Buffer.from(entryName)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x0403_4b50, 0)
  local.writeUInt16LE(20, 4)
  local.writeUInt16LE(8, 6)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  let at = writeSync(file, local) + writeSync(file, name)
  const from = at
  const deflate = createDeflateRaw({ level: 1 })
  const written = (async () => {
    for await (const chunk of deflate as AsyncIterable<Buffer>) at += writeSync(file, chunk)
  })()
  let size = 0
  let crc = 0
  const put = async (text: string): Promise<void> => {
    const bytes = Buffer.from(text)
    size += bytes.length
    crc = crc32(bytes, crc)
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  await put('{"type":"FeatureCollection","features":[')
  for (const [i, record] of records.entries()) {
    if (i > 0) await put(',\n')
    for (const text of featureText(record)) await put(text)
  }
  await put(']}')
  deflate.end()
  await written
  const packed = at - from
  const sizes = Buffer.alloc(16)
  sizes.writeUInt32LE(0x0807_4b50, 0)
  sizes.writeUInt32LE(crc, 4)
  sizes.writeUInt32LE(packed, 8)
  sizes.writeUInt32LE(size, 12)
  at += writeSync(file, sizes)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x0201_4b50, 0)
  entry.writeUInt16LE(20, 4)
  entry.writeUInt16LE(20, 6)
  entry.writeUInt16LE(8, 8)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(at, 16)
  writeSync(file, entry)
  writeSync(file, name)
  writeSync(file, end)
  closeSync(file)
}
