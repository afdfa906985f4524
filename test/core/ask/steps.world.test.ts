// The work of a reading: how often the names are looked up for the worst texts that a request may carry.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMeanings } from '#core/ask/location.ts'
import { openService, type Service } from '../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** How often a text makes the reading go to the file of names. */
function lookUpsOf(text: string): number {
  const { almanac } = service.catalogue
  const names = almanac.names()
  let count = 0
  const counted = new Proxy(names, {
    get: (of, name) => {
      const value: unknown = Reflect.get(of, name, of)
      if (typeof value !== 'function') return value
      return (...values: unknown[]): unknown => {
        count++
        return Reflect.apply(value, of, values)
      }
    },
  })
  openMeanings({ ...almanac, names: () => counted })(text)
  return count
}

const fitted = (text: string): string => text.repeat(300).slice(0, 300).trim()
const pieces = (piece: string): string =>
  Array.from({ length: 8 }, () => piece)
    .join(', ')
    .slice(0, 300)

/**
 * By construction: a text has at most 72 divisions of at most nine parts, of which at most 151 differ. A part is looked up by its name, its
 * codes and its forms: at most seven times, and once for each word that a form takes off.
 */
const MOST = 151 * (7 + 2 * 9)

test('the worst texts are looked up a bounded number of times', () => {
  const texts = [
    'to ',
    'a ',
    'north ',
    'de republic ',
    'St ',
    'Paris, ',
    'San José ',
    '(',
    'Springfield/',
    '東省',
    'City of ',
    'EST ',
  ].map(fitted)
  const divided = [
    'to to to to to to to to to',
    'San Jose la de el St',
    'New York north east CA',
    'EST IST CST',
  ].map(pieces)
  const counts = [...texts, ...divided].map((text) => ({ text: text.slice(0, 40), count: lookUpsOf(text) }))
  for (const { text, count } of counts) expect(count, text).toBeLessThanOrEqual(MOST)
  const most = Math.max(...counts.map(({ count }) => count))
  process.stderr.write(`the most look-ups of a text: ${most} of ${MOST}\n`)
  expect(most).toBeGreaterThan(20)
})
