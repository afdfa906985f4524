// Points as texts: what is read as which point, and what is none.
import { describe, expect, test } from 'vitest'
import { isOffTheGlobe, readCoordinate, readPoint } from '#apps/search/point-text.ts'

describe('a point', () => {
  test.each([
    [`33 deg 21' 11.16" N, 111 deg 51' 46.08" W`, 33.353_1, -111.862_8],
    [`33 deg 51' 54.55" S, 151 deg 12' 36.00" E`, -33.865_153, 151.21],
    ['geo:52.52,13.405', 52.52, 13.405],
    ['GEO:-33.87,151.21,30;crs=wgs84;u=35', -33.87, 151.21],
    ['geo:52.52,13.405?z=11', 52.52, 13.405],
    ['geo:0,0?q=52.52,13.405(Berlin)', 52.52, 13.405],
    ['POINT(13.405 52.52)', 52.52, 13.405],
    ['point ( -111.8628   33.3531 )', 33.353_1, -111.862_8],
    ['POINT Z (13.405 52.52 34.5)', 52.52, 13.405],
    ['SRID=4326;POINT(13.405 52.52)', 52.52, 13.405],
    ['-33.87/151.21', -33.87, 151.21],
    [`33°21'11"N 111°51'46"W`, 33.353_056, -111.862_778],
    ['52.52N 13.405E', 52.52, 13.405],
    ['N52.52 E13.405', 52.52, 13.405],
    ['51,5 -0,12', 51.5, -0.12],
  ])('%s', (text, lat, lon) => expect(readPoint(text)).toEqual({ lat, lon }))

  test.each([
    'geo:52.52',
    'geo:52.52,13.405;crs=nad27',
    'SRID=3857;POINT(13.405 52.52)',
    'LINESTRING(13.405 52.52, 13.5 52.6)',
    'POINT(13.405, 52.52)',
    'POINT EMPTY',
    '3/4',
    '12 monkeys',
  ])('%s is none', (text) => expect(readPoint(text)).toBeNull())

  test('one with too many degrees is told apart', () => {
    for (const text of ['POINT(52.52 113.405)', 'geo:91,0', '10, 181']) {
      expect(readPoint(text)).toBeNull()
      expect(isOffTheGlobe(text), text).toBe(true)
    }
  })
})

test('one coordinate has its own sides', () => {
  expect(readCoordinate(`33 deg 21' 11.16" S`, 'lat')).toBe(-33.353_1)
  expect(readCoordinate('W 111.8628', 'lon')).toBe(-111.862_8)
  expect(readCoordinate('111.8628 W', 'lat')).toBeNull()
})
