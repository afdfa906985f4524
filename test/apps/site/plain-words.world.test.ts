// Pages are plain, complete and about this server: documents, missing pages, empty results, codes of countries, and reasons.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string, accept = 'text/html') =>
  service.app.inject({ url: path, headers: { host: 'localhost', accept } })

const textOf = (body: string): string =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** The page without its code, because a backtick may be correct there. */
const withoutCode = (body: string): string => body.replace(/<(pre|code)\b.*?<\/\1\s*>/gs, '')

const linksIn = (body: string): string[] =>
  [...body.replace(/.*<main/s, '').matchAll(/<a href="([^"]+)"/g)].map(([, path = '']) => path)

describe('documents', () => {
  const guides = [
    'guide',
    'operations',
    'accounts',
    'releases',
    'library',
    'coming-from',
    'sources',
    'formats',
  ].map((name) => `/docs/${name}`)
  const formats = ['boundaries', 'clocks', 'names', 'tables'].map((name) => `/docs/formats/${name}`)

  test.each(['/docs', ...guides, ...formats])('%s is rendered completely', async (path) => {
    const { statusCode, body } = await page(path)
    expect(statusCode).toBe(200)
    expect(withoutCode(body)).not.toContain('`')
    expect(withoutCode(body)).not.toMatch(/\*\*\w/)
    expect(body).not.toMatch(/\(decision \d{4}\)/)
  })

  test('the guide has the address of this server in its examples', async () => {
    const { body } = await page('/docs/guide')
    expect(body).toContain(`BASE=${BASE}`)
    expect(body).not.toContain('127.0.0.1:8080')
  })
})

describe('a missing page', () => {
  test.each([
    ['/timezones/Vancouver', '/cities/vancouver', '/timezones/America/Vancouver'],
    ['/timezones/New_York', '/cities/new-york', '/timezones/America/New_York'],
    ['/countries/Germny', '/countries/germany', '/countries/germany'],
    ['/cities/dublim', '/cities/dublin', '/cities/dublin'],
    ['/meeting-planner', '/meeting', '/meeting'],
  ])('%s suggests pages', async (path, ...wanted) => {
    const { statusCode, body } = await page(path)
    expect(statusCode).toBe(404)
    for (const one of wanted) expect(linksIn(body)).toContain(one)
    expect(linksIn(body).filter((link) => link.startsWith('/search'))).toEqual([])
  })

  test('with "here" in its name is not about the time of the visitor', async () => {
    expect(textOf((await page('/nothing-here')).body)).not.toContain('set your own time zone first')
    expect(textOf((await page('/search?q=3pm+new+york+here')).body)).toContain('set your own time zone first')
  })

  test('gives programs the paths of the nearest pages', async () => {
    const { message } = (await page('/timezones/Vancouver', 'application/json')).json()
    expect(message).toContain('There is no page for "Vancouver". The nearest pages: /cities/vancouver,')
  })
})

test.each([
  ['/countries/USA', '/countries/united-states'],
  ['/countries/gbr', '/countries/united-kingdom'],
  ['/countries/GB', '/countries/united-kingdom'],
  ['/countries/che', '/countries/switzerland'],
])('the code in %s leads to the country', async (path, wanted) => {
  const { statusCode, headers } = await page(path)
  expect([statusCode, headers['location']]).toEqual([308, wanted])
})

test.each([
  ['DST', '/dst/2027'],
  ['daylight saving time 2027', '/dst/2027'],
  ['meeting', '/meeting'],
  ['news', '/news'],
  ['time zone map', '/lookup'],
  ['api', '/docs'],
])('the search for "%s" finds the page first', async (q, path) => {
  const { results } = (await page(`/search.json?q=${encodeURIComponent(q)}`, 'application/json')).json()
  expect(results[0].path).toBe(path)
})

test('the card of a clock names its largest cities, and the cards go from west to east', async () => {
  const body = textOf((await page('/countries/united-states')).body)
  const firsts = ['Adak', 'Honolulu', 'Anchorage', 'Los Angeles', 'Phoenix', 'Denver', 'Chicago', 'New York']
  const at = firsts.map((name) => body.indexOf(` ${name}`))
  expect(at.every((one) => one > 0)).toBe(true)
  expect(at).toEqual(at.toSorted((one, other) => one - other))
  expect(body).toContain('Chicago , Houston , San Antonio')
})

test('the map of a country has the largest city of each rule with its time, and no name without one', async () => {
  const { body } = await page('/countries/united-states')
  const names = [...body.matchAll(/<text(?: class="\w+")? x="[^>]*>(.*?)<\/text>/gs)].map(([, text = '']) =>
    textOf(text),
  )
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((text) => !/ \d\d:\d\d$/.test(text))).toEqual([])
  for (const city of ['New York', 'Chicago', 'Denver', 'Phoenix', 'Los Angeles', 'Anchorage', 'Honolulu'])
    expect(names.some((text) => text.startsWith(city))).toBe(true)
})

test('the changes of a zone are a row for each year, and what follows is said once where it is the same', async () => {
  const berlin = textOf((await page('/timezones/Europe/Berlin')).body)
  expect(berlin).toContain('Forward one hour, to UTC+02:00, CEST. Back one hour, to UTC+01:00, CET.')
  expect(berlin).toMatch(/ 2027 Sun 28 Mar , 02:00 → 03:00 Sun 31 Oct , 03:00 → 02:00 2028 /)
  const { body } = await page('/timezones/Asia/Almaty')
  expect(textOf(body)).toMatch(/ 2024 Fri 1 Mar , 00:00 → 23:00 the day before/)
})

test('a point has its sun, its twilights as times, and its shortest day; at sea the turned sign is told', async () => {
  const sea = textOf((await page('/lookup?lat=30&lon=-40')).body)
  expect(sea).toMatch(/The sun rises at \d\d:\d\d and sets at \d\d:\d\d/)
  expect(sea).toMatch(/Nautical twilight \d\d:\d\d to \d\d:\d\d , \d\d:\d\d to \d\d:\d\d/)
  expect(sea).toMatch(/The shortest day of \d{4} is about/)
  expect(sea).toContain('GMT+3 is three hours behind UTC')
  const north = textOf((await page('/lookup?lat=78.2&lon=15.6')).body)
  expect(north).toMatch(/the sun does not rise on \d+ days/)
})

test('what a call answers stands with its operation, and only errors are told once for all', async () => {
  const all = textOf((await page('/docs')).body)
  expect(all).toMatch(/Errors of every operation The body is a problem: Error/)
  expect(all).not.toMatch(/Errors of every operation.* 200 The answer/)
  expect(textOf((await page('/docs/api/lookUp')).body)).toMatch(/Status Meaning Body 200 /)
})

test('every card of a clock says when it changes next, and none of its places seems to be two', async () => {
  const heads = async (country: string) =>
    [...(await page(`/countries/${country}`)).body.matchAll(/<strong class="num"\s*>.*?<br/gs)].map(
      ([head]) => textOf(`${head}>`).replace(' ,', ','),
    )
  const canada = await heads('canada')
  expect(new Set(canada).size).toBe(canada.length)
  expect(canada).toContain('UTC−06:00 CST, no clock changes')
  expect(canada).toContain('UTC−06:00 CST, next change 14 Mar 2027')
  expect(canada).toContain('UTC−03:30 NST, next change 14 Mar 2027')
  const states = await heads('united-states')
  expect(states.filter((head) => !/, (?:next change 14 Mar 2027|no clock changes)$/.test(head))).toEqual([])
  expect(states).toContain('UTC−08:00 PST, next change 14 Mar 2027')
})

describe('reasons', () => {
  test.each(['Europe/Dublin', 'Africa/Casablanca', 'Europe/Prague', 'Africa/Windhoek'])(
    'for %s call the same time standard as its facts do',
    async (iana) => {
      const { body } = await page(`/timezones/${iana}`)
      const text = textOf(body)
      const [, standard] = /Standard time UTC([+−]\d\d:\d\d)/.exec(text) ?? []
      expect(standard).toBeDefined()
      for (const [, offset] of text.matchAll(/standard time is UTC([+−]\d+:\d\d)/g))
        expect(offset).toBe(standard)
    },
  )

  test('each rule line has its meaning before it', async () => {
    const text = textOf((await page('/timezones/Europe/Dublin')).body)
    expect(text).toContain('Since 1996: back on the last Sunday in October at 01:00 UTC. R IE 1996')
    expect(text).toContain('Since 1981: forward on the last Sunday in March at 01:00 UTC. R IE 1981')
    expect(text).toContain('The offset is UTC+01:00, changed by the rules “IE”.')
    expect(text).toContain('Here, as in daily life, the earlier clock is standard time.')
    expect(textOf((await page('/timezones/Europe/Berlin')).body)).not.toContain('as in daily life')
  })
})
