// Files of points as they lie: each form gives the zones that plain lines give, with a bad row in the middle, and passes on what it has more.
import { Readable, Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { CommandError } from '#open/program/command-error.ts'
import { CURRENT_ARTIFACT } from '#apps/cli/current-artifact.ts'
import { lookUpStream, type StreamOptions } from '#apps/cli/look-up-stream.ts'
import { coordinatePlaces } from '#apps/cli/coordinate-names.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

const boundaries = openTiny()
const opened = {
  boundaries,
  named: boundaries.results.map((ids) => ({
    kind: ids.some((id) => id.startsWith('Etc/')) ? ('ocean' as const) : ('land' as const),
    zones: ids,
  })),
  disagreements: [],
}

async function run(input: string | Buffer, options: Partial<StreamOptions> & { piece?: number } = {}) {
  const { piece = 1 << 20, ...others } = options
  const bytes = Buffer.from(input)
  const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) =>
    bytes.subarray(i * piece, (i + 1) * piece),
  )
  const written: Buffer[] = []
  const notes: string[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      written.push(Buffer.from(chunk))
      done()
    },
  })
  let error: CommandError | null = null
  try {
    await lookUpStream(opened, {
      input: Readable.from(pieces),
      output,
      format: 'plain',
      workers: 1,
      launcher: CURRENT_ARTIFACT.launcher,
      note: (text) => notes.push(text),
      ...others,
    })
  } catch (thrown) {
    if (!(thrown instanceof CommandError)) throw thrown
    error = thrown
  }
  return { text: Buffer.concat(written).toString(), error, notes }
}

interface Point {
  readonly lat: string
  readonly lon: string
  readonly name: string
}

const random = seededRandom(54)
/** Some 5,000 points, in the tiny world and around it. Their names have what separates and quotes. */
const POINTS: Point[] = Array.from({ length: 5_001 }, (_, i) => ({
  lat: (random() * 20 + 40).toFixed(1 + Math.floor(random() * 6)),
  lon: (random() * 40 - 10).toFixed(1 + Math.floor(random() * 6)),
  name: ['plain', 'São Paulo', 'a, b; c', 'say "hi"', "l'été\ttab", '{[<&>]}'][i % 6] ?? '',
}))
const MIDDLE = 2_500
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const comma = (number: string): string => number.replace('.', ',')
const isBad = (index: number): boolean => index === MIDDLE
const feature = ({ lat, lon, name }: Point, index: number): object => ({
  type: 'Feature',
  properties: index % 3 === 0 ? null : index % 3 === 1 ? {} : { name },
  geometry: isBad(index) ? null : { type: 'Point', coordinates: [Number(lon), Number(lat), 34.5] },
})
const xml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
/** Degrees, minutes and seconds, as exiftool prints them. */
const sexagesimal = (text: string, sides: string): string => {
  const tenths = Math.round(Math.abs(Number(text)) * 36_000_000)
  const [whole, minutes] = [Math.floor(tenths / 36_000_000), Math.floor(tenths / 600_000) % 60]
  return `${whole} deg ${minutes}' ${((tenths % 600_000) / 10_000).toFixed(4)}" ${Number(text) < 0 ? sides[1] : sides[0]}`
}

/** Each form: its text, and the lines before the row in the middle. */
const FORMS: Record<string, { text: string | Buffer; line?: number; hasHeader?: boolean }> = {
  'commas, other columns, names in another order': {
    text: `id,Longitude,name,LATITUDE\n${POINTS.map(({ lat, lon, name }, i) => `${i},${lon},${quoted(name)},${isBad(i) ? 'x' : lat}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'GBIF: tabs, and quotation marks that are none': {
    text: `gbifID\tdecimalLatitude\tdecimalLongitude\tlocality\n${POINTS.map(({ lat, lon, name }, i) => `${i}\t${lat}\t${isBad(i) ? '' : lon}\t"${name.replaceAll('\t', ' ')}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'GTFS: a byte order mark, returns': {
    text: `\uFEFFstop_id,stop_name,stop_lat,stop_lon\r\n${POINTS.map(({ lat, lon, name }, i) => `${i},${quoted(name)},${isBad(i) ? '91' : lat},${lon}\r\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'Excel: semicolons and decimal commas': {
    text: `Name;Breitengrad;Längengrad\r\n${POINTS.map(({ lat, lon, name }, i) => (isBad(i) ? '\r\n' : `${quoted(name)};${comma(lat)};${comma(lon)}\r\n`)).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'Excel: UTF-16 between tabs': {
    text: Buffer.from(
      `\uFEFFName\tY\tX\r\n${POINTS.map(({ lat, lon, name }, i) => `${quoted(name)}\t${isBad(i) ? 'n/a' : lat}\t${lon}\r\n`).join('')}`,
      'utf16le',
    ),
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'rows of several lines': {
    text: `note,lat,lng\n${POINTS.map(({ lat, lon, name }, i) => `${quoted(`${name}\nand\n`)},${lat},${isBad(i) ? 'east' : lon}\n`).join('')}`,
    line: MIDDLE * 3 + 2,
    hasHeader: true,
  },
  'exiftool: degrees, minutes and seconds': {
    text: `SourceFile,GPSLatitude,GPSLongitude\n${POINTS.map(({ lat, lon }, i) => `${i}.jpg,${isBad(i) ? ',' : `${quoted(sexagesimal(lat, 'NS'))},${quoted(sexagesimal(lon, 'EW'))}`}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'a column of the whole point in quotes': {
    text: `id,Coordinates,name\n${POINTS.map(({ lat, lon, name }, i) => `${i},"${isBad(i) ? 'unknown' : `${lat}, ${lon}`}",${quoted(name)}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'Socrata: a column of points in brackets': {
    text: `lat_lng\tid\n${POINTS.map(({ lat, lon }, i) => `(${lat}, ${isBad(i) ? '' : lon})\t${i}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'a column of WKT between semicolons': {
    text: `WKT;name\n${POINTS.map(({ lat, lon, name }, i) => `${isBad(i) ? 'LINESTRING(0 0,1 1)' : `POINT (${lon} ${lat})`};${quoted(name)}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'PostGIS: a column of EWKT with a height': {
    text: `id\tgeom\n${POINTS.map(({ lat, lon }, i) => `${i}\tSRID=${isBad(i) ? 3857 : 4326};POINT Z (${lon} ${lat} 34.5)\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'lines of WKT': {
    text: POINTS.map(({ lat, lon }, i) => `${isBad(i) ? 'POINT EMPTY' : `POINT(${lon} ${lat})`}\n`).join(''),
    line: MIDDLE + 1,
  },
  'lines of geo: addresses under a header': {
    text: `position\n${POINTS.map(({ lat, lon }, i) => `geo:${lat},${lon}${isBad(i) ? ';crs=epsg:3857' : ';u=35'}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'lines of degrees, minutes and seconds': {
    text: POINTS.map(({ lat, lon }, i) =>
      isBad(i) ? '?\n' : `${sexagesimal(lat, 'NS')} ${sexagesimal(lon, 'EW')}\n`,
    ).join(''),
    line: MIDDLE + 1,
  },
  'Excel: a first line that names the separator, UTF-16': {
    text: Buffer.from(
      `\uFEFFsep=;\r\nName;Lat.;Long.\r\n${POINTS.map(({ lat, lon, name }, i) => `${quoted(name)};${comma(lat)};${isBad(i) ? '' : comma(lon)}\r\n`).join('')}`,
      'utf16le',
    ),
    line: MIDDLE + 3,
    hasHeader: true,
  },
  'headers with units': {
    text: `STATION,LATITUDE (deg),LONGITUDE (deg)\n${POINTS.map(({ lat, lon }, i) => `${i},${lat},${isBad(i) ? '-999.0' : lon}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'degrees with the letter of the side': {
    text: `id|lat_dd|long_dd\n${POINTS.map(({ lat, lon }, i) => `${i}|${lat}° N|${isBad(i) ? '?' : `${lon.replace('-', '')}° ${lon.startsWith('-') ? 'W' : 'E'}`}\n`).join('')}`,
    line: MIDDLE + 2,
    hasHeader: true,
  },
  'lines of JSON, nested': {
    text: POINTS.map(
      ({ lat, lon, name }, i) =>
        `${isBad(i) ? '{"lat":null,"lng":null}' : JSON.stringify({ name, position: { latitude: lat, longitude: Number(lon) } })}\n`,
    ).join(''),
    line: MIDDLE + 1,
  },
  'a list of JSON objects': {
    text: JSON.stringify(POINTS.map(({ lat, lon, name }, i) => (isBad(i) ? { name } : { name, lat, lon }))),
    line: 1,
  },
  'a GeoJSON collection': {
    text: JSON.stringify({ type: 'FeatureCollection', features: POINTS.map(feature), crs: { a: ['}]'] } }),
    line: 1,
  },
  'a GeoJSON collection over many lines': {
    text: JSON.stringify(
      { bbox: [0, 0, 1, 1], features: POINTS.map(feature), type: 'FeatureCollection' },
      null,
      1,
    ),
  },
  'a sequence of GeoJSON': {
    text: POINTS.map((point, i) => `\u001E${JSON.stringify(feature(point, i))}\n`).join(''),
    line: MIDDLE + 1,
  },
  GPX: {
    text: `<?xml version="1.0"?>\n<gpx><!-- <wpt lat="1" lon="1"/> -->\n${POINTS.map(({ lat, lon, name }, i) => `<trkpt ${isBad(i) ? '' : `lat='${lat}' `}lon="${lon}"><name>${xml(name)}</name></trkpt>\n`).join('')}</gpx>`,
    line: MIDDLE + 3,
  },
}

const plain = async (points: readonly Point[]): Promise<string[]> =>
  (await run(points.map(({ lat, lon }) => `${lat},${lon}\n`).join(''))).text.split('\n').slice(0, -1)

describe.each(Object.entries(FORMS))('%s', (_name, { text, line, hasHeader }) => {
  const header = hasHeader ? ['timezone'] : []

  test('zones are as the plain form has them, and the bad row is stopped at, empty or left out', async () => {
    const zones = await plain(POINTS)
    expect(new Set(zones).size).toBeGreaterThan(4)
    const [before, after] = [zones.slice(0, MIDDLE), zones.slice(MIDDLE + 1)]
    const stopped = await run(text, { isOnly: true })
    expect(stopped.text.split('\n').slice(0, -1)).toEqual([...header, ...before])
    expect(stopped.error?.exitCode).toBe(1)
    expect(stopped.error?.message).toMatch(
      line === undefined ? /^line \d{5,}: / : new RegExp(`^line ${line}: `),
    )
    for (const piece of [1 << 20, 70_001, 997]) {
      const skipped = await run(text, { isOnly: true, onBad: 'skip', piece })
      expect(skipped.text.split('\n').slice(0, -1)).toEqual([...header, ...before, ...after])
      const emptied = await run(text, { isOnly: true, onBad: 'empty', piece })
      expect(emptied.text.split('\n').slice(0, -1)).toEqual([...header, ...before, '', ...after])
      for (const { error } of [skipped, emptied]) {
        expect(error?.exitCode).toBe(3)
        expect(error?.message).toMatch(/^1 row could not be read: 1 [a-z ]+$/)
      }
    }
  })
})

describe('what rows have more is passed on', () => {
  test.each([
    ['id,lat,lon\n7,50,10\n', 'id,lat,lon,timezone\n7,50,10,Europe/Berlin\n'],
    ['sep=;\r\nid;lat;lon\r\n7;50,5;10\r\n', 'sep=;\nid;lat;lon;timezone\n7;50,5;10;Europe/Berlin\n'],
    ['id,wkt\n7,POINT(10 50)\n', 'id,wkt,timezone\n7,POINT(10 50),Europe/Berlin\n'],
    ['wkt\nPOINT(10 50)\n', 'timezone\nEurope/Berlin\n'],
    ['timezone;lat;lon\r\n"a;b";50,5;10\r\n', 'timezone;lat;lon;timezone_2\n"a;b";50,5;10;Europe/Berlin\n'],
    [
      '{"id":12345678901234567890,"lat":50,"lon":10.00}\n',
      '{"id":12345678901234567890,"lat":50,"lon":10.00,"timezone":"Europe/Berlin"}\n',
    ],
    ['["id","lon","lat"]\n[7,10,50]\n', '["id","lon","lat","timezone"]\n[7,10,50,"Europe/Berlin"]\n'],
    [
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[10,50]}}\n',
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[10,50]},"properties":{"timezone":"Europe/Berlin"}}\n',
    ],
    [
      '{"type":"Feature","properties":null,"geometry":{"type":"Point","coordinates":[10,50]}}\n',
      '{"type":"Feature","properties":{"timezone":"Europe/Berlin"},"geometry":{"type":"Point","coordinates":[10,50]}}\n',
    ],
  ])('%j', async (input, output) => expect((await run(input)).text).toBe(output))

  test('in the bytes that it has, whatever its encoding', async () => {
    const latin1 = Buffer.from('Name;lat;lon\nZürich;50;10\n', 'latin1')
    let written = Buffer.alloc(0)
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written = Buffer.concat([written, chunk])
        done()
      },
    })
    await lookUpStream(opened, {
      input: Readable.from([latin1]),
      output,
      format: 'plain',
      workers: 1,
      launcher: CURRENT_ARTIFACT.launcher,
    })
    expect(written.toString('latin1')).toBe('Name;lat;lon;timezone\nZürich;50;10;Europe/Berlin\n')
  })

  test('a collection stays one, whichever rows are left out', async () => {
    const features = ['a', 'b', 'c', 'd'].map((name) => ({
      type: 'Feature',
      properties: { name },
      geometry: { type: 'Point', coordinates: [10, 50] },
    }))
    for (let bad = 0; bad < 16; bad++) {
      const some = features.map((one, i) => ((bad >> i) % 2 === 1 ? { ...one, geometry: null } : one))
      for (const space of [0, 2]) {
        const text = JSON.stringify({ type: 'FeatureCollection', features: some, name: 'x' }, null, space)
        const { text: written } = await run(text, { onBad: 'skip', piece: 17 })
        expect(JSON.parse(written)).toEqual({
          type: 'FeatureCollection',
          features: features
            .filter((_, i) => (bad >> i) % 2 === 0)
            .map((one) => ({ ...one, properties: { ...one.properties, timezone: 'Europe/Berlin' } })),
          name: 'x',
        })
        const { text: all } = await run(text, { onBad: 'empty', piece: 17 })
        expect(
          JSON.parse(all).features.map(
            ({ properties }: { properties: { timezone: unknown } }) => properties.timezone,
          ),
        ).toEqual(some.map(({ geometry }) => (geometry === null ? null : 'Europe/Berlin')))
      }
    }
  })

  test('an object for each point has the row', async () => {
    const { text } = await run('id,lat,lon\n7,50,10\n', { format: 'json' })
    expect(JSON.parse(text)).toEqual({
      latitude: 50,
      longitude: 10,
      kind: 'land',
      timezone: 'Europe/Berlin',
      alternatives: [],
      row: { id: '7', lat: '50', lon: '10' },
    })
  })
})

describe('rows that are no points are told by name', () => {
  test.each([
    ['{"type":"LineString","coordinates":[[10,50],[11,50]]}\n', 'a LineString, not a point'],
    ['{"type":"Feature","geometry":{"type":"Polygon","coordinates":[]}}\n', 'a Polygon, not a point'],
    ['{"type":"Feature","geometry":{"type":"Point","coordinates":[]}}\n', 'no point'],
    ['{"home":{"lat":50,"lon":10},"work":{"lat":51,"lon":10}}\n', 'several points'],
    ['{"lat":50,"lon":\n', 'no JSON'],
    ['\n', 'blank line'],
  ])('%j: %s', async (bad, reason) => {
    const good = '{"lat":50,"lon":10}\n'
    const { text, error } = await run(`${good}${bad}${good}`, { onBad: 'skip' })
    expect(text).toBe('Europe/Berlin\nEurope/Berlin\n')
    expect(error?.message).toBe(`1 row could not be read: 1 ${reason}`)
  })

  test('a quote that is not closed takes no other row with it', async () => {
    const { text, error } = await run('name,lat,lon\n"a,50,10\n"b",50,10\nc,50,10\n', {
      onBad: 'skip',
      isOnly: true,
    })
    expect(text).toBe('timezone\nEurope/Berlin\nEurope/Berlin\n')
    expect(error?.message).toBe('1 row could not be read: 1 a quote that is not closed')
  })

  test('a document that breaks off ends the run', async () => {
    const { error } = await run('[{"lat":50,"lon":10},\n{"lat":50,', { onBad: 'skip' })
    expect(error?.exitCode).toBe(1)
    expect(error?.message).toMatch(/^line 2: .*found the end of the file inside a value$/)
  })

  test('plain lines too: reasons are counted', async () => {
    const { text, error } = await run('50,10\n\n,\n50,x\n91,0\n50,10,1\n50,10\n', { onBad: 'empty' })
    expect(text).toBe('Europe/Berlin\n\n\n\n\n\nEurope/Berlin\n')
    expect(error?.message).toBe(
      '5 rows could not be read: 1 blank line, 1 no point, 1 not a number of degrees, 1 out of range, 1 not lat,lon',
    )
    const json = await run('50,10\n\n50,10\n', { onBad: 'empty', format: 'json' })
    expect(
      json.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).timezone),
    ).toEqual(['Europe/Berlin', null, 'Europe/Berlin'])
  })
})

test('longitudes from 180 to 360 are wrapped and counted', async () => {
  const { text, notes } = await run('0,330\n0,-30\n0,360\n0,0\n0,181\n0,-179\n')
  const zones = text.split('\n')
  expect([zones[0], zones[2], zones[4]]).toEqual([zones[1], zones[3], zones[5]])
  expect(notes).toEqual(['3 longitudes from 180 to 360 were read as those west of Greenwich'])
  expect((await run('0,360.5\n')).error?.message).toMatch(/lon is not between -180 and 180$/)
})

test('swapped columns are warned of, and right ones are not', async () => {
  const rows = POINTS.filter(({ lat, lon }) =>
    boundaries
      .zonesAt(Math.round(Number(lon) * 1e6), Math.round(Number(lat) * 1e6))[0]
      ?.startsWith('Europe/'),
  ).slice(0, 50)
  expect(rows).toHaveLength(50)
  const warned = async (text: string): Promise<boolean> =>
    (await run(text, { onBad: 'skip' })).notes.some((note) => note.startsWith('warning'))
  expect(await warned(rows.map(({ lat, lon }) => `${lon},${lat}\n`).join(''))).toBe(true)
  expect(await warned(rows.map(({ lat, lon }) => `${lat},${lon}\n`).join(''))).toBe(false)
  expect(
    await warned(
      `[${rows.map(({ lat, lon }) => `{"type":"Point","coordinates":[${lat},${lon}]}`).join(',\n')}]`,
    ),
  ).toBe(true)
  // On the high seas both ways are sea.
  expect(await warned('-40,-20\n'.repeat(50))).toBe(false)
})

test('GPX: the local time of a time with an offset; another is unknown', async () => {
  const points = ['2026-07-01T12:00:00Z', '2026-07-01T12:00:00', '']
    .map((time) => `<wpt lat="50" lon="10">${time === '' ? '' : `<time>${time}</time>`}</wpt>`)
    .join('')
  const { text, error } = await run(`<gpx>${points}</gpx>`, {
    localTimes: (zone, time) => (time.endsWith('Z') ? `${zone} at ${time}` : null),
  })
  expect(text.split('\n').slice(1)).toEqual([
    '50,10,,2026-07-01T12:00:00Z,,Europe/Berlin,Europe/Berlin at 2026-07-01T12:00:00Z',
    '50,10,,2026-07-01T12:00:00,,Europe/Berlin,',
    '50,10,,,,Europe/Berlin,',
    '',
  ])
  expect([error?.exitCode, error?.message]).toEqual([
    3,
    '1 row could not be read: 1 of a time without an offset, whose local time is unknown',
  ])
  expect((await run('50,10\n', { localTimes: () => '' })).error?.message).toBe(
    '--local: found no times, expected GPX',
  )
})

describe('columns', () => {
  test.each([
    ['id,lat,lon', 1, 2],
    ['Longitude,Latitude', 1, 0],
    ['gbifID,decimalLatitude,decimalLongitude,verbatimLatitude,verbatimLongitude', 1, 2],
    ['shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence', 1, 2],
    ['SourceFile,EXIF:GPSLatitude,EXIF:GPSLongitude,Composite:GPSLatitude,Composite:GPSLongitude', 3, 4],
    ['GEOID,INTPTLAT,INTPTLONG', 1, 2],
    ['x,y,lat,lon', 2, 3],
    ['X,Y,name', 1, 0],
    ['ident,latitude_deg,longitude_deg,elevation_ft', 1, 2],
    ['lat_error,lat,lon_error,lon', 1, 3],
  ])('%s', (header, lat, lon) => expect(coordinatePlaces(header.split(','))).toMatchObject({ lat, lon }))

  test('two pairs are asked about, none is told, and a command may name them', async () => {
    const taxi = 'pickup_lat,pickup_lon,dropoff_lat,dropoff_lon\n50,10,0,-30\n'
    expect((await run(taxi)).error?.message).toMatch(
      /^line 1: several columns could be the point: pickup_lat and pickup_lon; dropoff_lat/,
    )
    expect(
      (await run(taxi, { columns: { lat: 'dropoff_lat', lon: 'DROPOFF_LON' }, isOnly: true })).text,
    ).toBe('timezone\nEtc/GMT+2\n')
    expect((await run('1,50,10\n')).error?.message).toMatch(
      /found no columns of a latitude and a longitude among 3/,
    )
    expect((await run('1,50,10\n', { columns: { lat: '2', lon: '3' } })).text).toBe('1,50,10,Europe/Berlin\n')
    expect(
      (await run('{"a":{"p":[50,10]}}\n', { columns: { lat: 'a.p.0', lon: 'a.p.1' }, isOnly: true })).text,
    ).toBe('Europe/Berlin\n')
  })

  test('a header of other names is not passed over', async () => {
    const { text, error } = await run('ost,nord\n10,50\n', { onBad: 'skip' })
    expect([text, error?.exitCode]).toEqual(['', 1])
  })
})
