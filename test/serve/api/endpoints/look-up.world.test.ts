// GET /lookup over the tiny world's boundaries and the zones of the embedded tz release.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { BOUNDARY_CREDIT } from '#core/artifact/boundaries-credit.ts'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import type { ZonePolygons } from '#pipeline/parse/zone-polygons.ts'
import { closedOpenapi } from '#schemas/openapi.ts'
import {
  openService,
  withoutBoundaries,
  type Answered,
  type Service,
} from '../../../support/worlds/interface-service.ts'
import { tinyPolygons } from '../../../support/worlds/tiny-boundaries.ts'

const box = (west: number, south: number, east: number, north: number): Int32Array =>
  Int32Array.of(...[west, south, east, south, east, north, west, north].map((degrees) => degrees * 1e6))

/** More zones, for cases that the tiny world does not have: the three rulings, and a boundary under an alias. */
const MORE: readonly ZonePolygons[] = [
  { id: 'Asia/Shanghai', rings: [box(70, 20, 120, 50)] },
  { id: 'Asia/Urumqi', rings: [box(75, 35, 90, 45)] },
  { id: 'Europe/Moscow', rings: [box(30, 40, 60, 70)] },
  { id: 'Asia/Tbilisi', rings: [box(40, 41, 44, 44)] },
  { id: 'Asia/Kolkata', rings: [box(70, 8, 90, 19)] },
  { id: 'Asia/Kathmandu', rings: [box(80, 15, 82, 16)] },
  { id: 'Etc/UTC', rings: [box(10, -75, 12, -74)] },
  { id: 'Asia/Anadyr', rings: [box(178, 60, 180, 66), box(-180, 60, -178, 66)] },
  { id: 'Pacific/Fiji', rings: [box(177, -20, 180, -16)] },
  { id: 'Pacific/Apia', rings: [box(-180, -20, -177, -16)] },
]

const boundaries = openBoundaries(compileBoundaries('tiny-1', [...tinyPolygons, ...MORE]).bytes)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(JSON.parse(JSON.stringify(closedOpenapi())), 'openapi')

let service: Service
beforeAll(async () => {
  service = await openService(undefined, {}, (artifact) => ({ ...artifact, boundaries: () => boundaries }))
})
afterAll(() => service.close())

async function ask(query: string): Promise<Answered> {
  const answered = await service.ask(`/lookup?${query}`)
  const pointer = `#/paths/~1lookup/get/responses/${answered.status}/content/application~1json/schema`
  const validate = ajv.getSchema(`openapi${pointer}`) ?? ajv.compile({ $ref: `openapi${pointer}` })
  expect(validate(answered.body) || validate.errors, answered.text).toBe(true)
  return answered
}

/** Kind, zone, and the alternatives as reason and zone. */
async function found(query: string): Promise<unknown> {
  const { data } = (await ask(query)).body
  const alternatives = data.alternatives.map(
    (one: { reason: string; timezone: { iana: string } }) => `${one.reason} ${one.timezone.iana}`,
  )
  return [data.kind, data.timezone.iana, ...alternatives]
}

describe('the answer', () => {
  test('a point on land: its zone in full, the release and the credit', async () => {
    const { body, headers } = await ask('lat=50&lon=10')
    expect(body.data.query).toEqual({ latitude: 50, longitude: 10 })
    expect(body.data.kind).toBe('land')
    expect(body.data.timezone).toEqual((await service.ask('/timezones/Europe/Berlin')).body.data)
    expect(body.data.alternatives).toEqual([])
    expect(body.meta).toStrictEqual({
      tzdb_version: '2026f',
      boundaries: { version: 'tiny-1', attribution: BOUNDARY_CREDIT },
      generated_at: expect.any(String),
    })
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  test('a point at sea: the strip of its longitude, without links', async () => {
    const { body } = await ask('lat=0&lon=-45')
    expect([body.data.kind, body.data.timezone.iana, body.data.timezone.display_name]).toEqual([
      'ocean',
      'Etc/GMT+3',
      'UTC-03:00',
    ])
    expect(body.data.timezone.links).toEqual({ self: null, country: null, abbreviation: null, web: null })
    expect(body.data.timezone.current.utc_offset).toBe('-03:00')
  })

  test.each([
    ['lat=53.5&lon=6.5', ['land', 'Europe/Dublin', 'overlap Europe/Berlin']],
    ['lat=40&lon=80', ['land', 'Asia/Shanghai', 'overlap Asia/Urumqi']],
    ['lat=43&lon=41', ['land', 'Europe/Moscow', 'overlap Asia/Tbilisi']],
    ['lat=15.5&lon=81', ['land', 'Asia/Kolkata', 'overlap Asia/Kathmandu']],
    ['lat=-74.5&lon=11', ['ocean', 'UTC']],
    ['lat=-74.5&lon=21', ['ocean', 'Etc/GMT-1']],
    ['lat=0&lon=180', ['ocean', 'Etc/GMT-12', 'antimeridian Etc/GMT+12']],
    ['lat=0&lon=-180', ['ocean', 'Etc/GMT+12', 'antimeridian Etc/GMT-12']],
    ['lat=63&lon=180', ['land', 'Asia/Anadyr']],
    ['lat=63&lon=-180', ['land', 'Asia/Anadyr']],
    ['lat=-18&lon=180', ['land', 'Pacific/Fiji', 'antimeridian Pacific/Apia']],
    ['lat=-18&lon=-180', ['land', 'Pacific/Apia', 'antimeridian Pacific/Fiji']],
    ['lat=-18&lon=179.999999', ['land', 'Pacific/Fiji']],
    ['lat=-18&lon=179.9999996', ['land', 'Pacific/Fiji', 'antimeridian Pacific/Apia']],
    ['lat=90&lon=-100', ['land', 'America/Edmonton']],
    ['lat=90&lon=33', ['ocean', 'Etc/GMT-2']],
    ['lat=-90&lon=-180', ['ocean', 'Etc/GMT+12', 'antimeridian Etc/GMT-12']],
  ])('%s is %j', async (query, expected) => expect(await found(query)).toEqual(expected))

  test('`at` changes every time-dependent field, also of alternatives, and makes the answer cacheable', async () => {
    const { body, headers } = await ask('lat=53.5&lon=6.5&at=2026-07-01T00:00:00Z')
    expect(body.data.timezone.current).toMatchObject({
      is_dst: true,
      utc_datetime: '2026-07-01T00:00:00+00:00',
    })
    expect(body.data.alternatives[0].timezone.current).toMatchObject({ is_dst: true, abbreviation: 'CEST' })
    expect(headers['cache-control']).toBe('private, max-age=3600')
  })

  test('the same answer has the same tag', async () => {
    const first = await service.ask('/lookup?lat=50&lon=10&at=1774748400')
    const again = await service.ask('/lookup?lat=50.0000001&lng=%2B1e1&at=1774748400', {
      headers: { 'if-none-match': first.headers['etag'] ?? '' },
    })
    expect(again.status).toBe(304)
  })
})

describe('the numbers', () => {
  test.each([
    ['lat=5e-7&lon=-5e-7', 0.000001, -0.000001],
    ['lat=4.9e-7&lon=-0', 0, 0],
    ['lat=%2B.5&lon=5.', 0.5, 5],
    ['lat=+12.3456785&lng=+1.0000005', 12.345679, 1.000001],
    ['lat=90.0&lon=-180.000', 90, -180],
    ['lat=1&lon=2&lng=2.0000000001', 1, 2],
    ['lat=1&lon=&lng=2', 1, 2],
  ])('%s is %d %d', async (query, latitude, longitude) => {
    expect((await ask(query)).body.data.query).toEqual({ latitude, longitude })
  })

  test('minus zero is zero', async () => {
    expect((await ask('lat=-0&lon=-0.0000001')).text).toContain('"query":{"latitude":0,"longitude":0}')
  })
})

describe('422, for lon and lng as decision 16 says', () => {
  const NUMBER = 'field must be a number of degrees, like 52.52 or -1.5e-3.'
  test.each([
    ['', { lat: ['The lat field is required.'], lon: ['The lon field is required.'] }],
    ['lat=1', { lon: ['The lon field is required.'] }],
    ['lng=1', { lat: ['The lat field is required.'] }],
    [
      'lat=91&lon=181',
      {
        lat: ['The lat field must be between -90 and 90.'],
        lon: ['The lon field must be between -180 and 180.'],
      },
    ],
    [
      'lat=90.0000001&lng=-180.0000004',
      {
        lat: ['The lat field must be between -90 and 90.'],
        lng: ['The lng field must be between -180 and 180.'],
      },
    ],
    ['lat=1,5&lon=1%202', { lat: [`The lat ${NUMBER}`], lon: [`The lon ${NUMBER}`] }],
    ['lat=NaN&lon=0x10', { lat: [`The lat ${NUMBER}`], lon: [`The lon ${NUMBER}`] }],
    ['lat=1e999&lon=-Infinity', { lat: [`The lat ${NUMBER}`], lon: [`The lon ${NUMBER}`] }],
    ['lat=1&lon=2&lng=3', { lng: ['The lng field must equal the lon field if both are sent.'] }],
    ['lat=1&lon=2&lng=x', { lng: [`The lng ${NUMBER}`] }],
    [
      'lat=1&lon=2&ip=192.0.2.1',
      { ip: ['The ip field is reserved for a later version and must not be sent.'] },
    ],
    ['lat=1&lat=2&lon=3', { lat: ['The lat field must be sent once; it was sent 2 times.'] }],
    ['lat=1&lon[]=3', { lon: ['The lon field must be sent as lon=…, without brackets.'] }],
  ])('%s', async (query, errors) => {
    const { status, body } = await ask(query)
    expect(status).toBe(422)
    expect(body.errors).toEqual(errors)
    expect(Object.keys(body.errors)).toEqual(Object.keys(errors))
  })

  test('an empty ip counts as absent', async () => {
    expect((await ask('lat=1&lon=2&ip=')).status).toBe(200)
  })

  test('a moment whose local date would leave the years 1 to 9999', async () => {
    const { status, body } = await ask('lat=0&lon=179&at=9999-12-31T23:00:00Z')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['at']])
  })
})

test('a bare plus is a plus in every form of a number', async () => {
  for (const mantissa of ['1', '+1', '-1', '1.5', '+.5', '-2.'])
    for (const exponent of ['', 'e1', 'e+1', 'E+01', 'e-1', 'e+0']) {
      const number = mantissa + exponent
      const bare = await ask(`lat=${number}&lon=${number}`)
      expect(bare.status, number).toBe(200)
      expect(bare.body.data.query.longitude, number).toBeCloseTo(Number(number), 6)
      const escaped = encodeURIComponent(number)
      expect((await ask(`lat=${escaped}&lon=${escaped}`)).body.data, number).toEqual(bare.body.data)
    }
  for (const broken of ['1e', '1e+', '1e++1', '1 +e1'])
    expect((await ask(`lat=1&lon=${broken}`)).status).toBe(422)
})

test('503 with Retry-After if the artifact has no boundaries; a bad request is 422 even then', async () => {
  const without = await openService(undefined, {}, withoutBoundaries)
  const missing = await without.ask('/lookup?lat=1&lon=2')
  expect([missing.status, missing.headers['retry-after'], missing.headers['cache-control']]).toEqual([
    503,
    '3600',
    'no-store',
  ])
  expect(missing.body.message).toMatch(/temporarily unavailable/)
  expect((await without.ask('/lookup?lat=1')).status).toBe(422)
  await without.close()
})

test('the credit of the answer is in NOTICE', () => {
  const notice = readFileSync(new URL('../../../../NOTICE', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ')
  expect(notice).toContain(BOUNDARY_CREDIT)
})
