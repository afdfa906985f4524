// Degrees as whole microdegrees, from numbers and from texts.
import { describe, expect, test } from 'vitest'
import {
  degreesText,
  isWithin,
  microdegrees,
  microdegreesFromText,
  plainMicrodegrees,
  wholeMicrodegrees,
} from '#core/geo/microdegrees.ts'
import { seededRandom } from '../../support/worlds/seeded-random.ts'

describe('numbers', () => {
  test.each([
    [0, 0],
    [-0, 0],
    [12.345678, 12_345_678],
    [-12.345678, -12_345_678],
    [0.0000005, 1],
    [-0.0000005, -1],
    [0.0000004, 0],
    [-0.0000004, 0],
    [179.9999995, 180_000_000],
    [-179.9999995, -180_000_000],
  ])('%d degrees are %d microdegrees', (degrees, expected) => expect(microdegrees(degrees)).toBe(expected))

  // 0.49999999999999994 is the largest double below a half. Adding a half to it gives 1.
  test.each([
    [0.49999999999999994, 0],
    [-0.49999999999999994, 0],
    [0.5, 1],
    [-0.5, -1],
    [-179_999_999.5, -180_000_000],
  ])('%d microdegrees are %d whole ones', (exact, expected) =>
    expect(wholeMicrodegrees(exact)).toBe(expected),
  )
})

describe('texts', () => {
  test.each([
    ['12.345678', 12_345_678],
    ['+.5', 500_000],
    ['5.', 5_000_000],
    ['-0', 0],
    ['5e-7', 1],
    ['4.9e-7', 0],
    ['-5E-7', -1],
    ['1e1', 10_000_000],
    ['0.00018e6', 180_000_000],
    ['0000179.9999994999', 179_999_999],
    ['179.9999995', 180_000_000],
    // The nearest double lies below the half, but the digits of the text do not.
    ['1.0000005', 1_000_001],
    ['2.0000015', 2_000_002],
    ['0e999', 0],
    ['1e-999', 0],
    ['180.000000000', 180_000_000],
  ])('%s degrees are %d microdegrees', (text, expected) => {
    expect(microdegreesFromText(text, 180)).toEqual({ value: expected })
  })

  test.each([
    ['', 'not-a-number'],
    ['.', 'not-a-number'],
    ['1,5', 'not-a-number'],
    ['1 5', 'not-a-number'],
    ['0x10', 'not-a-number'],
    ['NaN', 'not-a-number'],
    ['Infinity', 'not-a-number'],
    ['1e999', 'not-a-number'],
    ['١', 'not-a-number'],
    ['180.0000000001', 'out-of-range'],
    ['-180.0000004', 'out-of-range'],
    ['181', 'out-of-range'],
    ['1e3', 'out-of-range'],
    ['1e300', 'out-of-range'],
  ])('%j is %s', (text, fault) => expect(microdegreesFromText(text, 180)).toEqual({ fault }))
})

/** Whole microdegrees; their texts in degrees have from none to six decimals. */
function counts(): number[] {
  const random = seededRandom(5)
  const drawn = Array.from({ length: 20_000 }, () => {
    const step = 10 ** Math.floor(random() * 9)
    return ((Math.round((random() - 0.5) * 360e6) / step) | 0) * step
  })
  return [0, 1, -1, 999_999, 1_000_001, -100_000, 180_000_000, -180_000_000, ...drawn]
}

test('microdegrees are written as JavaScript writes that number of degrees', () => {
  for (const count of counts()) expect(degreesText(count)).toBe(`${count / 1e6}`)
})

test('the fast reader reads plain texts as the full one does, and leaves all others to it', () => {
  for (const count of counts()) {
    const text = degreesText(count)
    expect(plainMicrodegrees(text)).toBe(count)
    // A text with an exponent is not plain.
    expect(microdegreesFromText(`${text}e0`, 180)).toEqual({ value: count })
  }
  expect(plainMicrodegrees('-0')).toBe(0)
  expect(plainMicrodegrees('007.50')).toBe(7_500_000)
  expect(plainMicrodegrees('999.999999')).toBe(999_999_999)
  for (const text of [
    '',
    '-',
    '.',
    '.5',
    '5.',
    '-.5',
    '+5',
    '--5',
    '5-',
    '1.2.3',
    '1e2',
    ' 1',
    '1 ',
    '1234',
    '1.1234567',
    '١',
  ])
    expect(plainMicrodegrees(text), text).toBeNull()
})

test('the range is the same for a number and for its text, and is that of the exact value', () => {
  const steps = [0, 2 ** -52, 1e-12, 1e-9, 1e-7, 4e-7, 5e-7, 1e-6].flatMap((step) => [step, -step])
  for (const limit of [90, 180] as const)
    for (const sign of [1, -1])
      for (const step of steps) {
        const degrees = sign * limit * (1 + step)
        const isIn = step <= 0
        expect(isWithin(degrees, limit), `${degrees}`).toBe(isIn)
        for (const text of [`${degrees}`, `${degrees}e0`])
          expect('value' in microdegreesFromText(text, limit), text).toBe(isIn)
      }
  expect(isWithin(Number.NaN, 90)).toBe(false)
})
