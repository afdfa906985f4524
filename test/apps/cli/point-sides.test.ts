// Points whose side is a letter in a column of its own or behind the number, files that are no text, and lines before the header.
import { describe, expect, test } from 'vitest'
import { crsFault } from '#apps/cli/point-json.ts'
import { tableLayout, tableReader } from '#apps/cli/point-table.ts'
import { notText } from '#open/program/first-bytes.ts'

/** The points of a table, and the messages of its bad rows. */
function pointsOf(text: string): unknown[] {
  const layout = tableLayout(text, true, {})
  if ('message' in layout) return [layout.message]
  const found: unknown[] = []
  tableReader(layout).read(text, true, (item) => {
    if (typeof item !== 'string') found.push('message' in item.point ? item.point.message : item.point)
    return true
  })
  return found
}

const CITIES = [
  ['33.8688', 'S', '151.2093', 'E'],
  ['40.7128', 'N', '74.006', 'W'],
  ['22.9068', 'S', '43.1729', 'W'],
] as const
const WANTED = [
  { lat: '-33.8688', lon: '151.2093' },
  { lat: '40.7128', lon: '-74.006' },
  { lat: '-22.9068', lon: '-43.1729' },
]

describe('a side in a column of its own is the sign', () => {
  test.each([
    'lat,ns,lon,ew',
    'Latitude,N/S,Longitude,E/W',
    'lat,lat_dir,lon,lon_dir',
    'LAT,NS,LON,EW',
    'latitude,latitude_ref,longitude,longitude_ref',
    // By what stands right behind the number.
    'lat,a,lon,b',
  ])('%s', (header) => {
    expect(pointsOf(`${[header, ...CITIES.map((row) => row.join(','))].join('\n')}\n`)).toEqual(WANTED)
  })

  test('and another text there is a bad row', () => {
    expect(pointsOf('lat,ns,lon,ew\n33,S,151,E\n33,up,151,E\n')).toEqual([
      { lat: '-33', lon: '151' },
      '"33,up,151,E": the column "ns" is "up", expected N or S',
    ])
  })
})

test('a side behind the number is the sign', () => {
  const rows = CITIES.map(([lat, ns, lon, ew]) => `${lat}${ns},${lon}${ew}`)
  expect(pointsOf(`name,lat,lon\n${rows.map((row, i) => `p${i},${row}`).join('\n')}\n`)).toEqual(
    WANTED.map(({ lat, lon }) => ({ lat: Number(lat).toFixed(6), lon: Number(lon).toFixed(6) })),
  )
})

test('lines of # before the header are passed over, and a header may begin with it', () => {
  expect(pointsOf('# made 2026\n#\nname,lat,lon\na,1.5,2.5\n')).toEqual([{ lat: '1.5', lon: '2.5' }])
  expect(pointsOf('#lat,lon\n1.5,2.5\n')).toEqual([{ lat: '1.5', lon: '2.5' }])
})

test.each([
  ['PK\x03\x04....xl/workbook.xml', 'xlsx (Excel)'],
  ['<?xml version="1.0"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">', 'KML'],
  ['PK\x03\x04....doc.kml', 'KMZ'],
  ['PAR1....', 'Parquet'],
  ['\x1f\x8b\x08', 'gzip'],
  ['\xff\xd8\xff\xe1', 'JPEG'],
])('%j is named', (bytes, name) => {
  expect(notText(Buffer.from(bytes, 'latin1'))).toContain(`found ${name}, expected rows of text`)
})

test('GeoJSON in another reference system is refused', () => {
  const named = (name: string): string | null =>
    crsFault(
      `{"type":"FeatureCollection","crs":{"type":"name","properties":{"name":"${name}"}},"features":[]}`,
    )
  expect(named('urn:ogc:def:crs:EPSG::3857')).toContain('found another reference system')
  for (const name of ['urn:ogc:def:crs:OGC:1.3:CRS84', 'urn:ogc:def:crs:EPSG::4326', 'EPSG:4326'])
    expect(named(name)).toBeNull()
  expect(crsFault('{"type":"FeatureCollection","features":[]}')).toBeNull()
})

describe('a column of whole points with the longitude first stops the run before the first answer', () => {
  const messageOf = (text: string): string | null => {
    const layout = tableLayout(text, true, {})
    return 'message' in layout ? layout.message : null
  }
  test.each([
    'id,coordinates\n1,"13.4, 52.5"\n2,"151.2, -33.9"\n',
    'id;coordinates\n1;(13.4 52.5)\n2;(-122.4 37.8)\n',
    'coordinates\n"13.4, 52.5"\n"151.2, -33.9"\n',
  ])('%j', (text) => {
    expect(messageOf(text)).toMatch(/: the longitude stands first, expected the latitude first/)
  })
  test.each([
    'id,coordinates\n1,"52.5, 13.4"\n2,"-33.9, 151.2"\n',
    // One row is wrong, and another says which number is the latitude.
    'id,coordinates\n1,"152.5, 13.4"\n2,"-33.9, 151.2"\n',
    'id,coordinates\n1,POINT(151.2 -33.9)\n',
    // Nothing says it.
    'id,coordinates\n1,"13.4, 52.5"\n',
    'id,lat,lon\n1,113.4,52.5\n',
  ])('but not %j', (text) => {
    expect(messageOf(text)).toBeNull()
  })
})
