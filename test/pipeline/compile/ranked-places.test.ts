// GeoNames' rows of two years as one list: whose people a place has, and under which id a city is known that had a row of our own.
import { expect, test } from 'vitest'
import { rankedPlaces, withOwnIds } from '#pipeline/compile/ranked-places.ts'
import { joinPlaces, placesOfGeonames } from '#pipeline/compile/places.ts'
import { geonamesRow as row, rowOfToday as today } from '../../support/worlds/geonames-rows.ts'

test.each([
  ['the newer number', 20_000, 30_000, 30_000],
  ['the newer number, also if it is smaller', 30_000, 20_000, 20_000],
  ['the older number where the newer is unknown', 20_000, null, 20_000],
  ['the newer number where the older is unknown', null, 20_000, 20_000],
  ['the smaller of numbers five times apart: the newer counts the district', 20_000, 100_000, 20_000],
  ['the smaller of numbers five times apart: the older counts the district', 100_000, 20_000, 20_000],
  ['the newer of numbers a little less apart', 20_000, 99_999, 99_999],
  ['no number where nobody counted', null, null, null],
])('a place of both lists has %s', (_, older, newer, expected) => {
  const [place, ...others] = rankedPlaces(
    [row(1, 'Alt', { population: older })],
    [row(1, 'Neu', { population: newer })],
  )
  expect(place).toEqual(row(1, 'Neu', { population: expected, otherNames: ['Alt'] }))
  expect(others).toEqual([])
})

test('a place of both lists keeps its names of the older, but for those taken back that another place has', () => {
  const older = row(1, 'Ville', { otherNames: ['Villa', 'Dorf', 'Rome', 'Alt'], lat: 43 })
  const newer = row(1, 'Dorf', { population: 30_000, otherNames: ['Villa', 'Pyla'], featureCode: 'PPLA' })
  const [place] = rankedPlaces([older], [newer, row(2, 'Roma', { otherNames: ['Rome'] }), row(3, 'Ville')])
  expect(place).toEqual({ ...newer, otherNames: ['Ville', 'Villa', 'Alt'] })
})

test('a place of one list is in the result as it stands there', () => {
  const [gone, added] = [row(1, 'Gone'), row(2, 'Added', { population: 30_000 })]
  expect(rankedPlaces([gone], [added])).toEqual([added, gone])
})

test('a city that had a row of our own keeps its id, for which its slug is registered', () => {
  const [yanan] = withOwnIds([row(1787765, 'Yan’an', { population: 475_234, country: 'CN' })])
  expect(yanan?.geonamesId).toBe(-25)
  expect(withOwnIds([row(1, 'Other', { population: null })])).toEqual([row(1, 'Other', { population: null })])
})

test('a city with a slug stays a city when it shrinks or becomes a quarter, and keeps its place beside a larger namesake', () => {
  const shrunk = row(1, 'Ville', { population: 9000 })
  const quarter = row(2, 'Faubourg', { population: 50_000, featureCode: 'PPLX', lat: 44 })
  const rows = [shrunk, quarter]
  const idsOf = (places: readonly { readonly id: number }[]) => places.map(({ id }) => id)
  expect(idsOf(placesOfGeonames(rows).places)).toEqual([])
  expect(idsOf(placesOfGeonames(rows, new Set([1, 2])).places)).toEqual([1, 2])
  const named = [today('Ville'), today('Faubourg', 44)]
  expect(idsOf(joinPlaces(named, rows, new Set([1, 2])).places)).toEqual([1, 2])
  const namesake = row(3, 'Ville')
  expect(idsOf(joinPlaces(named, [shrunk, namesake]).places)).toEqual([3])
  expect(idsOf(joinPlaces(named, [shrunk, namesake], new Set([1])).places)).toEqual([1])
})

test('of two rows of one city the one with a slug stays, with the people of the other; two with slugs both stay', () => {
  const uncounted = row(2, 'Ville', { population: null, featureCode: 'PPLA2', otherNames: ['Villa'] })
  const counted = row(3, 'Ville', { lat: 43.31 })
  const [kept, ...others] = placesOfGeonames([uncounted, counted], new Set([2])).places
  expect(others).toEqual([])
  expect(kept).toMatchObject({ id: 2, population: 20_000 })
  // A name with other people would be that of a section.
  expect(kept?.otherNames.map(({ population }) => population)).toEqual(kept?.otherNames.map(() => 20_000))
  expect(placesOfGeonames([uncounted, counted], new Set([2, 3])).places).toHaveLength(2)
  expect(placesOfGeonames([uncounted, counted]).places.map(({ id }) => id)).toEqual([3])
})
