// Questions that people put to the search, and the first results: a table written by hand.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../support/service.ts'
import { openTiny } from '../../support/tiny-boundaries.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const textOf = (body: string): string => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** The first suggestion. It is also the first result. */
const firstOf = async (
  query: string,
): Promise<{ name: string; detail: string; path: string } | undefined> => {
  const url = `/search.json?q=${encodeURIComponent(query)}`
  return (await service.app.inject({ url, headers: { host: 'localhost' } })).json().results[0]
}

test('of 170 questions 95 in 100 are answered by the first result', async () => {
  const rows = readFileSync(new URL('../../fixtures/names/questions.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
  expect(rows.length).toBeGreaterThanOrEqual(170)
  const missed: string[] = []
  for (const [query = '', path = ''] of rows) {
    const found = await firstOf(query)
    if (found?.path.startsWith(path) !== true)
      missed.push(`${query}: ${path}, found ${JSON.stringify(found)}`)
  }
  expect(missed.length / rows.length, missed.join('\n')).toBeLessThanOrEqual(0.05)
})

test('the answer stands in the result', async () => {
  expect((await firstOf('3pm pst to utc'))?.name).toBe('15:00 PST is 23:00 UTC')
  expect((await firstOf('3pm EST in London'))?.name).toBe('15:00 EST is 20:00 London')
  expect((await firstOf('11pm london to tokyo'))?.name).toBe('23:00 London is 08:00 Tokyo the next day')
  expect(await firstOf('london to tokyo')).toMatchObject({
    name: 'London to Tokyo',
    detail: 'conversion: nine hours ahead now',
  })
  expect((await firstOf('sunset in reykjavik in june'))?.detail).toMatch(
    /^sunrise 0[23]:\d\d, sunset (?:23|00):\d\d on Tue 15 Jun$/,
  )
  expect((await firstOf('sunrise in tromso in december'))?.detail).toBe('the sun does not rise on Tue 15 Dec')
})

test('a zone without a page of its own is found as its offset, and every result leads to a page', async () => {
  for (const query of ['anywhere on earth', 'Dateline Standard Time', 'Factory', 'GMT0', 'Hawaii time']) {
    const url = (await firstOf(query))?.path ?? ''
    const { statusCode } = await service.app.inject({ url, headers: { host: 'localhost' } })
    expect(statusCode, `${query}: ${url}`).toBe(200)
  }
})

test('a point has its zone and time in its row', async () => {
  const bounded = await openService(undefined, {}, (artifact) => ({ ...artifact, boundaries: openTiny }))
  const { body } = await bounded.app.inject({ url: '/search?q=52.5,13.4', headers: { host: 'localhost' } })
  expect(textOf(body)).toMatch(/52\.5, 13\.4 .*place on the map, Europe\/Berlin .*13:00/)
  await bounded.close()
})

// The question, and the text of the first result.
test.each([
  ['time in the hague', 'The Hague', '/cities/the-hague'],
  ["tokyo's time", 'Tokyo', '/cities/tokyo'],
  ["Land's End time", 'London', '/cities/london'],
  ['3pm est', 'Eastern Standard Time', '/abbreviations/eastern-standard-time'],
  [
    'if it is 3pm in paris what time is it in tokyo',
    '15:00 Paris is 23:00 Tokyo',
    '/convert?from=paris&to=tokyo',
  ],
  ['from london to tokyo', 'London to Tokyo', '/convert?from=london&to=tokyo'],
  ['london to tokyo at 3pm', '15:00 London is 00:00 Tokyo the next day', '/convert?from=london&to=tokyo'],
  ['5pm GMT → JST', '17:00 GMT is 02:00 JST the next day', '/convert?from=GMT&to=JST'],
  ['12am pst to est', '00:00 PST is 03:00 EST', '/convert?from=pacific-standard-time&to=est'],
  ['12 pm et to ct', '12:00 ET is 11:00 CT', '/convert?from=America%2FNew_York&to=America%2FChicago'],
  ['difference in time between oslo and rome', 'Oslo to Rome', '/convert?from=oslo&to=rome'],
  ['utc 3 to utc 8', 'Etc/GMT-3 to Etc/GMT-8', '/convert?from=utc+3&to=utc+8'],
  ['sunset marrakesh morocco', 'Marrakesh', '/cities/marrakesh'],
  ['sun city, arizona', 'Sun City', '/cities/sun-city'],
  ['is it dst in chicago', 'Chicago', '/cities/chicago'],
  ['dst 2026 chicago', 'Chicago', '/cities/chicago'],
  ['germany clock change 2027', 'Germany', '/countries/germany'],
  ['time change in winter park florida', 'Winter Park', '/cities/winter-park'],
  ['time difference london tokyo', 'London to Tokyo', '/convert?from=london&to=tokyo'],
  [
    'new york los angeles time difference',
    'New York to Los Angeles',
    '/convert?from=new+york&to=los+angeles',
  ],
  ['eastern time', 'America/New_York', '/timezones/America/New_York'],
  ['eastern standard time', 'Eastern Standard Time', '/abbreviations/eastern-standard-time'],
])('%s', async (asked, name, path) => {
  const first = await firstOf(asked)
  expect(first?.name).toBe(name)
  expect(first?.path.startsWith(path), first?.path).toBe(true)
})

test.each([
  'what time is it',
  'time zone',
  'time difference',
  'time difference in tokyo',
  '3pm',
  '9am to 5pm',
  '25:00 london to tokyo',
  'to',
  'in',
])('%s is no conversion', async (asked) => {
  expect((await firstOf(asked))?.path ?? '').not.toContain('/convert')
})

test('the day of the sun is the one that was said: the end of a month, tomorrow', async () => {
  expect((await firstOf('sunset in rome on 31 december'))?.detail).toMatch(/on Thu 31 Dec$/)
  expect((await firstOf('sunset in rome on 31 june'))?.detail).toMatch(/on Wed 30 Jun$/)
  expect((await firstOf('when is sunrise in denver tomorrow'))?.detail).toMatch(/on Sat 21 Nov$/)
})

test('a text of separators alone, as long as one may be, is answered at once', async () => {
  for (const asked of ['to '.repeat(33), '3pm in '.repeat(14), 'sunset '.repeat(14), 'time '.repeat(20)]) {
    const began = performance.now()
    await firstOf(asked)
    expect(performance.now() - began).toBeLessThan(1000)
  }
})

test('what nothing answers to has a way on', async () => {
  const { body } = await service.app.inject({ url: '/search?q=qqqxzzy', headers: { host: 'localhost' } })
  for (const path of ['/lookup', '/cities', '/countries', '/timezones'])
    expect(body).toContain(`href="${path}"`)
  expect(body).toContain('No results for “qqqxzzy”.')
})
