// Each function, method and error that users can reach has an `@example`, which editors show. test/apps/library/documents.full.test.ts runs them.
import { expect, test } from 'vitest'
import { examples } from '../../support/worlds/samples.ts'
import { ENTRIES, PARAMETERS } from '../../support/worlds/public-functions.ts'

const all = examples()

test('every function and method has an example with its result', () => {
  const without = Object.keys(PARAMETERS).filter((row) => !(all.get(row)?.includes(' // → ') ?? false))
  expect(without).toEqual([])
})

test('every other export of an entry has one too', () => {
  const exported = new Set(Object.values(ENTRIES).flatMap((entry) => Object.keys(entry)))
  expect(exported.size).toBeGreaterThan(20)
  const described = new Set(
    [...all].flatMap(([row, example]) => (example === null ? [] : [row.slice(row.indexOf('.') + 1)])),
  )
  expect([...exported].filter((name) => !described.has(name))).toEqual([])
})

test('every export of the smaller packages has one too', () => {
  const rows = [...all].filter(([row]) => row.startsWith('alone-'))
  expect(rows.map(([row]) => row)).toEqual(
    expect.arrayContaining(['alone-clocks.clocks', 'alone-boundaries.find']),
  )
  expect(rows.filter(([, example]) => example === null)).toEqual([])
})
