// Facts about dear questions: what is asked is folded once, long lists are refused before a name is looked up, and pages stay small.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import * as fields from '#apps/search/form-fields.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.close())

const page = (path: string) => service.app.inject({ url: path, headers: { host: 'localhost' } })

test.each(['/cities', '/timezones', '/abbreviations', '/countries'])(
  'the text of a filter of %s is folded once, and not for each thing of the list',
  async (path) => {
    await page(path)
    const folding = vi.spyOn(String.prototype, 'normalize')
    const { statusCode } = await page(`${path}?q=${encodeURIComponent('\uFDFA'.repeat(97))}`)
    expect(statusCode).toBe(200)
    expect(folding.mock.calls.length).toBeLessThan(20)
  },
)

/** Names that no other test has looked up. */
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `Springfield ${index}`)

test.each([
  ['/meeting?place=', names(1095).join(','), 'These are 1095 names; 50 places are shown at once.'],
  ['/meeting?place=', names(101).join(' and '), 'These are 101 names; 50 places are shown at once.'],
  ['/meeting?place=', names(150).join('&place='), 'These are 150 names; 50 places are shown at once.'],
  ['/convert?from=UTC&to=', names(1095).join(','), 'These are 1095 places; ten are converted at once.'],
])('%s with a long list is refused before a name of it is looked up', async (path, list, words) => {
  const meanings = vi.spyOn(service.catalogue.almanac, 'meaningsOf')
  const { statusCode, body } = await page(path + list.replaceAll(' ', '+'))
  expect(statusCode).toBe(422)
  expect(body).toContain(words)
  // What was typed is still in the form.
  for (const name of list.split(/,|&place=| and /)) expect(body).toContain(name)
  expect(meanings.mock.calls.filter(([token]) => token.includes('Springfield'))).toEqual([])
})

test('a text that every link of a meeting would repeat is refused', async () => {
  const { statusCode, body } = await page(`/meeting?place=Tokyo&from=${'9'.repeat(6000)}`)
  expect(statusCode).toBe(422)
  expect(body).toContain('These texts are too long for a page of meetings.')
  expect(body.length).toBeLessThan(20_000)
})

test.each([
  [
    'many places',
    Array.from({ length: 50 }, (_, index) => `place=UTC%2B${index % 13}:${Math.floor(index / 13)}0`),
    'tue+3pm+and+4pm',
  ],
  ['many hyphens', ['place=Tokyo'], '-'.repeat(15_000)],
])('working hours are read once: %s', async (_, placesOf, hours) => {
  const reading = vi.spyOn(fields, 'readTime')
  await page(`/meeting?${placesOf.map((place) => `${place}&hours=${hours}`).join('&')}`)
  expect(reading.mock.calls.length).toBeLessThanOrEqual(placesOf.length * 3 + 5)
})

test('of a search only a few parts between slashes are looked up', async () => {
  const meanings = vi.spyOn(service.catalogue.almanac, 'meaningsOf')
  const { statusCode } = await page(`/search?q=${'qx/'.repeat(33)}`)
  expect(statusCode).toBe(200)
  expect(meanings.mock.calls.filter(([token]) => token === 'qx').length).toBeLessThan(10)
})

test('a meeting asks about three ambiguous places at once', async () => {
  const some = 'Springfield Victoria Salem Richmond Georgetown Clinton Franklin Madison'.split(' ')
  const { statusCode, body } = await page(`/meeting?place=${some.join(',')}`)
  expect(statusCode).toBe(200)
  expect(body.match(/<h2>Which /g)).toHaveLength(3)
  for (const name of some) expect(body).toContain(`<strong>${name}</strong>`)
})
