// The text that tells a city from others of its name: its state, and a town that is really near.
import { expect, test } from 'vitest'
import { cityRegions } from '#pipeline/compile/city-regions.ts'
import type { ZonedCity } from '#pipeline/compile/cities.ts'

const city = (
  id: number,
  name: string,
  lat: number,
  population: number | null,
  isCapital = false,
): ZonedCity => ({
  id,
  name,
  otherNames: [],
  country: 'VN',
  region: '44',
  lat,
  lon: 106,
  population,
  isCapital,
  zone: 'Asia/Ho_Chi_Minh',
})

const regionsOf = (...cities: ZonedCity[]): (string | undefined)[] => {
  const regions = cityRegions(cities, new Map([['VN.44', 'Ha Noi']]))
  return cities.map(({ id }) => regions.get(id))
}

test('a capital, and a city that is much the largest of its name, needs no town', () => {
  const big = city(9, 'Saigon', 21.2, 9_000_000)
  expect(regionsOf(city(1, 'Hanoi', 21, 8_000_000, true), city(2, 'Hanoi', 21.1, 2_000_000), big)).toEqual([
    'Ha Noi',
    'Ha Noi, near Saigon',
    undefined,
  ])
  // In any order of the cities.
  expect(regionsOf(city(1, 'Vinh', 21, 20), city(2, 'Vinh', 21.1, 200), big).slice(0, 2)).toEqual([
    'Ha Noi, near Saigon',
    'Ha Noi',
  ])
})

test('a town farther away than 150 km is not near: then a smaller one is named, or none', () => {
  const far = city(9, 'Saigon', 10.8, 9_000_000)
  const pair = [city(1, 'Vinh', 21, 300), city(2, 'Vinh', 21.1, 200)]
  expect(regionsOf(...pair, far).slice(0, 2)).toEqual(['Ha Noi', 'Ha Noi'])
  expect(regionsOf(...pair, far, city(10, 'Hamlet', 21.5, 5)).slice(0, 2)).toEqual([
    'Ha Noi, near Hamlet',
    'Ha Noi',
  ])
})
