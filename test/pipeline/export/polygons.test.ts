// Rings of a zone → polygons with holes that GIS programs accept as valid.
import { expect, test } from 'vitest'
import { polygonsOf } from '#pipeline/export/polygons.ts'

const rings = (...texts: readonly string[]): Int32Array[] =>
  texts.map((text) => Int32Array.from(text.split(/[ ,]+/), Number))
const written = (id: string, ...texts: readonly string[]): string[][] =>
  polygonsOf({ id, rings: rings(...texts) }).map((polygon) => polygon.map((ring) => ring.join(' ')))

test('a hole goes to the smallest ring around it', () => {
  expect(
    written('A', '0 0, 9 0, 9 9, 0 9', '1 1, 1 8, 8 8, 8 1', '2 2, 7 2, 7 7, 2 7', '3 3, 3 4, 4 4, 4 3'),
  ).toEqual([
    ['0 0 9 0 9 9 0 9', '1 1 1 8 8 8 8 1'],
    ['2 2 7 2 7 7 2 7', '3 3 3 4 4 4 4 3'],
  ])
})

test('a ring that passes a vertex twice becomes two: a hole if it turns inwards, two polygons if it turns outwards', () => {
  expect(written('inwards', '0 0, 9 0, 9 9, 5 9, 6 5, 4 5, 5 9, 0 9')).toEqual([
    ['0 0 9 0 9 9 5 9 0 9', '5 9 6 5 4 5'],
  ])
  expect(written('outwards', '0 0, 4 0, 4 4, 8 4, 8 8, 4 8, 4 4, 0 4')).toEqual([
    ['0 0 4 0 4 4 0 4'],
    ['4 4 8 4 8 8 4 8'],
  ])
})

test('vertices that are a millionth of a degree apart stay two', () => {
  const near = '179999998 1, 179999999 0, 180000000 0, 180000000 1, 179999999 1'
  expect(written('near', near)).toEqual([[near.replaceAll(',', '')]])
})
