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
    ['(48.8566, 2.3522)', 48.8566, 2.3522],
    ['[48.8566, 2.3522]', 48.8566, 2.3522],
    ['lat: 48.8566, lng: 2.3522', 48.8566, 2.3522],
    ['lat=48.8566&lon=2.3522', 48.8566, 2.3522],
    ['{"lat": 48.8566, "lng": 2.3522}', 48.8566, 2.3522],
    ['Latitude: -33.87 Longitude: 151.21', -33.87, 151.21],
    ['longitude 151.21, latitude -33.87', -33.87, 151.21],
    ['31 42 28.5694 N 34 36 23.92196 E', 31.707_936, 34.606_645],
    ['01°48′45″E,14°49′48″N', 14.83, 1.8125],
    ['N48° 12.445 E16° 22.000', 48.207_417, 16.366_667],
    [`28˚ 55' 19"N 77˚ 23' 14"W`, 28.921_944, -77.387_222],
    [`48° 51' 24" Nord, 2° 21' 8" Est`, 48.856_667, 2.352_222],
    [`52° 31' 12" N, 13° 24' 18" Ost`, 52.52, 13.405],
    ['55°45′ с. ш. 37°37′ в. д.', 55.75, 37.616_667],
    ['北緯35度41分 東経139度41分', 35.683_333, 139.683_333],
    ['23.5S 46.6W', -23.5, -46.6],
    ['+48.8566+002.3522/', 48.8566, 2.3522],
    ['+4851.396+00221.132/', 48.8566, 2.352_2],
    ['-335136-1511236/', -33.86, -151.21],
    ['{"type":"Point","coordinates":[2.3522,48.8566]}', 48.8566, 2.3522],
    ['{"type":"Feature","geometry":{"type":"Point","coordinates":[2.3522,48.8566,35]}}', 48.8566, 2.3522],
    ['https://www.openstreetmap.org/#map=12/48.8566/2.3522', 48.8566, 2.3522],
    ['https://www.openstreetmap.org/?mlat=48.8566&mlon=2.3522#map=5/40/1', 48.8566, 2.3522],
    ['https://www.openstreetmap.org/?lat=48.8566&lon=2.3522&zoom=12', 48.8566, 2.3522],
    ['https://www.google.com/maps/@48.8566,2.3522,12z', 48.8566, 2.3522],
    ['https://www.google.com/maps/place/Paris/@48.85,2.35,12z/data=!3d48.8566!4d2.3522', 48.8566, 2.3522],
    ['https://maps.google.com/?q=48.8566,2.3522', 48.8566, 2.3522],
    ['https://maps.apple.com/?ll=48.8566,2.3522', 48.8566, 2.3522],
    ['https://maps.apple.com/?q=48.8566,2.3522', 48.8566, 2.3522],
    ['https://maps.apple.com/place?coordinate=48.8566,2.3522&name=Paris', 48.8566, 2.3522],
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
    // Ost and Ouest.
    `48° 51' 24" N, 2° 21' 8" O`,
    '48 N 51 N',
    '48°61′N 2°E',
    'https://example.org/@48.8566,2.3522,12z',
    '{"type":"LineString","coordinates":[[2,48],[3,49]]}',
    'lat: 48.8566',
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
