// Exports the exact boundaries for maps and GIS: GeoJSON, GeoParquet and SQL for PostGIS.
import type { ColumnSource, SchemaElement } from 'hyparquet-writer'
import { boxAround } from '#core/geo/clip-ring.ts'
import type { Artifact } from '#open/artifact.ts'
import type { Content, Form } from './form.ts'
import { zoneShapes, type Polygon, type ZoneShape } from './polygons.ts'
import { parquetFile } from './table-file.ts'

const GEOJSON: Form = {
  name: 'geojson',
  summary: 'the exact boundaries, one feature for each zone (RFC 7946): for maps, GIS, anything',
  to: 'file',
  async write(artifact, options) {
    const shapes = await zoneShapes(artifact, options)
    return (function* () {
      yield '{"type":"FeatureCollection","features":[\n'
      for (const [index, shape] of shapes.entries()) {
        yield `${index === 0 ? '' : ',\n'}${featureOf(shape)}`
      }
      yield '\n]}\n'
    })()
  },
}

function featureOf({ zone, boundaryId, polygons }: ZoneShape): string {
  const properties = JSON.stringify({ tzid: zone, boundary_id: boundaryId })
  const coordinates = polygons.map((polygon) => `[${polygon.map(ringText).join(',')}]`).join(',')
  return `{"type":"Feature","properties":${properties},"geometry":{"type":"MultiPolygon","coordinates":[${coordinates}]}}`
}

/** Six decimals hold microdegrees exactly. The first vertex is repeated at the end. */
function ringText(ring: Int32Array): string {
  const vertices: string[] = []
  for (let i = 0; i < ring.length + 2; i += 2) {
    vertices.push(`[${(ring[i % ring.length] ?? 0) / 1e6},${(ring[(i + 1) % ring.length] ?? 0) / 1e6}]`)
  }
  return `[${vertices.join(',')}]`
}

const GEOPARQUET: Form = {
  name: 'geoparquet',
  summary: 'the same as GeoParquet 1.1 (WKB): for DuckDB, BigQuery, pandas, QGIS',
  to: 'file',
  async write(artifact, options) {
    const shapes = await zoneShapes(artifact, options)
    const schema: SchemaElement[] = [
      { name: 'tzid', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'boundary_id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
      { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
    ]
    const kvMetadata = [{ key: 'geo', value: geoMetadata(shapes) }]
    return [parquetFile(schema, shapes, GROUP, columnsOf, { kvMetadata })]
  },
}

/** The number of zones in one row group. */
const GROUP = 50

const columnsOf = (some: readonly ZoneShape[]): ColumnSource[] => [
  { name: 'tzid', data: some.map(({ zone }) => zone) },
  { name: 'boundary_id', data: some.map(({ boundaryId }) => boundaryId) },
  {
    name: 'geometry',
    data: some.map(({ polygons }) => multiPolygonWkb(polygons, null)),
    statistics: false,
  },
]

/** Metadata by https://geoparquet.org/releases/v1.1.0/. Without a crs, longitude and latitude are by WGS 84, as in GeoJSON. */
function geoMetadata(shapes: readonly ZoneShape[]): string {
  const boxes = shapes.flatMap(({ polygons }) => polygons.map(([outer]) => boxAround(outer ?? [])))
  const { west, south, east, north } = boxAround(
    boxes.flatMap((box) => [box.west, box.south, box.east, box.north]),
  )
  return JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: {
      geometry: {
        encoding: 'WKB',
        geometry_types: ['MultiPolygon'],
        orientation: 'counterclockwise',
        edges: 'planar',
        bbox: [west, south, east, north].map((value) => value / 1e6),
      },
    },
  })
}

const WGS_84 = 4326

const POSTGIS: Form = {
  name: 'postgis',
  summary: 'the same as SQL that makes and fills a table of PostGIS (COPY of WKB)',
  to: 'file',
  write: async (artifact, options) => postgisSql(artifact, await zoneShapes(artifact, options)),
}

function* postgisSql({ manifest }: Artifact, shapes: readonly ZoneShape[]): Generator<Content> {
  yield `-- Boundaries of ${manifest.id}: psql -f this. ODbL 1.0, see NOTICE.
BEGIN;
CREATE EXTENSION IF NOT EXISTS postgis;
CREATE TABLE tz_boundary (
  tzid text,
  boundary_id text PRIMARY KEY,
  geom geometry(MultiPolygon, ${WGS_84}) NOT NULL
);
COMMENT ON COLUMN tz_boundary.tzid IS 'current identifier; null where the tz release has none';
COPY tz_boundary (tzid, boundary_id, geom) FROM stdin;
`
  for (const { zone, boundaryId, polygons } of shapes) {
    yield `${zone ?? String.raw`\N`}\t${boundaryId}\t${Buffer.from(multiPolygonWkb(polygons, WGS_84)).toString('hex')}\n`
  }
  yield String.raw`\.
CREATE INDEX ON tz_boundary USING gist (geom);
COMMIT;
`
}

const LITTLE_ENDIAN = 1
const POLYGON = 3
const MULTI_POLYGON = 6
/** PostGIS's flag: the number of the reference system follows the type. */
const HAS_SRID = 0x2000_0000

/**
 * Well-known binary (OGC 06-103r4) of a MultiPolygon in degrees, longitude first, with closed rings. `srid` is written as in PostGIS's
 * extension. Null gives plain WKB.
 */
function multiPolygonWkb(polygons: readonly Polygon[], srid: number | null): Uint8Array {
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

export const GEOMETRY_FORMS: readonly Form[] = [GEOJSON, GEOPARQUET, POSTGIS]
