// The list of allowed differences allows what it names, and nothing else.
import { expect, test } from 'vitest'
import { surprises } from '../support/oracles/against-zic.ts'

const difference = { key: '2026c main Europe/Dublin initially', message: 'tzref 0 GMT, zic 3600 IST' }
const listed = '2026c main Europe/Dublin initially # the reason\n'

test('a difference that is not listed is reported', () => {
  expect(surprises([difference], '# a comment\n', '2026c', ['Europe/Dublin'], ['main'])).toEqual([
    '2026c main Europe/Dublin initially: tzref 0 GMT, zic 3600 IST',
  ])
})

test('a listed difference is not reported', () => {
  expect(surprises([difference], listed, '2026c', ['Europe/Dublin'], ['main'])).toEqual([])
})

test('a listed difference that no longer occurs is reported', () => {
  expect(surprises([], listed, '2026c', ['Europe/Dublin'], ['main'])).toHaveLength(1)
})

test('lines about other releases, names and forms, which were not compared, are not reported', () => {
  expect(surprises([], listed, '2026f', ['Europe/Dublin'], ['main'])).toEqual([])
  expect(surprises([], listed, '2026c', ['Europe/Paris'], ['main'])).toEqual([])
  expect(surprises([], listed, '2026c', ['Europe/Dublin'], ['rearguard'])).toEqual([])
})

test('a line without a reason is reported', () => {
  expect(surprises([difference], '2026c main Europe/Dublin initially\n', '2026c', [], ['main'])).toHaveLength(
    1,
  )
})
