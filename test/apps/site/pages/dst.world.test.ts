// The clock changes of a year: the page of all countries, a country's table and calendar file, the lists and the next change.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOON, openService, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string) =>
  service.app.inject({ url: path, headers: { host: 'localhost', accept: 'text/html' } })

const cellOf = (text: string): string =>
  text
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const withoutFlag = (text: string): string =>
  cellOf(text.replace(/<span aria-hidden="true">.*?<\/span>/s, ''))

/** The cells of the tables of a page, as text without flags, and the countries that stand in lists: their clocks do not change. */
const rowsOf = (body: string): string[][] =>
  [...body.matchAll(/<tr>(.*?)<\/tr>|<ul class="flow">(.*?)<\/ul>/gs)].flatMap(([, row = '', list]) =>
    list === undefined
      ? [[...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => withoutFlag(cell))]
      : [...list.matchAll(/<li>(.*?)<\/li>/gs)].map(([, item = '']) => {
          const name = withoutFlag(item).replace(/ no clock of its own$/, '')
          return [name, name === withoutFlag(item) ? 'no change' : 'no clock of its own']
        }),
  )

/** The n-th or last Sunday of a month (0: January), as the page writes it. It comes from JavaScript's calendar, not from ours. */
function sunday(year: number, month: number, which: number | 'last'): string {
  const days = Array.from({ length: 31 }, (_, day) => new Date(Date.UTC(year, month, day + 1))).filter(
    (day) => day.getUTCMonth() === month && day.getUTCDay() === 0,
  )
  const found = which === 'last' ? days.at(-1) : days[which - 1]
  return `Sun ${found?.getUTCDate()} ${found?.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}`
}

/** The rows of a year's page without their links to calendar files. */
const datesOf = (body: string): string[][] =>
  rowsOf(body.replace(/<a href="[^"]*\.ics[^"]*">.*?<\/a>/gs, '')).map((cells) => cells.slice(0, 3))

test.each([2025, 2026, 2027, 2031])('the laws of Europe, America and New Zealand, in %s', async (year) => {
  const rows = datesOf((await page(`/dst/${year}`)).body)
  expect(rows).toContainEqual([
    'Germany',
    `${sunday(year, 2, 'last')}, 02:00 → 03:00`,
    `${sunday(year, 9, 'last')}, 03:00 → 02:00`,
  ])
  expect(rows).toContainEqual([
    'United Kingdom',
    `${sunday(year, 2, 'last')}, 01:00 → 02:00`,
    `${sunday(year, 9, 'last')}, 02:00 → 01:00`,
  ])
  expect(rows).toContainEqual([
    'United States New York , Los Angeles , Chicago and 24 more',
    `${sunday(year, 2, 2)}, 02:00 → 03:00`,
    `${sunday(year, 10, 1)}, 02:00 → 01:00`,
  ])
  expect(rows).toContainEqual(['Japan', 'no change'])
  const zealand = rows.find(([name]) => name?.startsWith('New Zealand'))
  expect(zealand?.slice(1)).toEqual([
    `${sunday(year, 8, 'last')}, 02:00 → 03:00`,
    `${sunday(year, 3, 1)}, 03:00 → 02:00`,
  ])
})

test('a country that changes its clocks twice in one direction has both days', async () => {
  const rows = datesOf((await page('/dst/2026')).body)
  // Clocks go back for Ramadan, forward after it, and back for ever in September.
  expect(rows).toContainEqual([
    'Morocco',
    'Sun 22 Mar, 02:00 → 03:00',
    'Sun 15 Feb, 03:00 → 02:00 Sun 20 Sep, 02:00 → 01:00',
  ])
})

test('every country is on the page once, or once for each of its clocks', async () => {
  const { body } = await page('/dst/2027')
  const rows = rowsOf(body)
  const { countries } = service.catalogue.almanac
  const missing = countries.all.filter(
    ({ name }) => !rows.some(([cell]) => cell?.startsWith(name.replace('&', '&amp;'))),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  const said =
    /Clocks change in (\d+) countries and territories\. They do not change in (\d+), and (\d+) have no clock of their own/
  const counts = said.exec(cellOf(body))?.slice(1).map(Number)
  expect(counts?.reduce((sum, count) => sum + count)).toBe(countries.all.length)
})

test('a country without a zone in its name has the clock of its own page, and where nobody lives is none', async () => {
  const rows = datesOf((await page('/dst/2027')).body)
  expect(rows).toContainEqual(['Kosovo', 'Sun 28 Mar, 02:00 → 03:00', 'Sun 31 Oct, 03:00 → 02:00'])
  expect(rows).toContainEqual(['Bouvet Island', 'no clock of its own'])
  expect(cellOf((await page('/countries/kosovo')).body)).toContain('Sunday 28 March 2027')
  expect((await page('/countries/kosovo.ics')).body.match(/BEGIN:VEVENT/g)).toHaveLength(4)
  const seasons = rowsOf((await page('/countries')).body).map(([name, , season]) => [name, season])
  expect(seasons).toContainEqual(['Kosovo', 'yes, not now'])
  expect(seasons).toContainEqual(['Bouvet Island', 'no clock of its own'])
  const observing = rowsOf((await page('/countries?observes_dst=true')).body).map(([name]) => name)
  expect(observing).toContain('Kosovo')
  // The interface counts the zones of a country, and Kosovo has none.
  const { data } = (await service.ask('/countries?observes_dst=true&q=kosovo')).body
  expect(data).toEqual([])
})

test('in each region the countries whose clocks change come first', async () => {
  const rows = rowsOf((await page('/dst/2027?region=Africa')).body).map((cells) =>
    cells.includes('no change'),
  )
  expect(rows.slice(0, 2)).toEqual([false, false])
  expect(rows).toEqual(rows.toSorted((one, other) => Number(one) - Number(other)))
})

test.each([
  ['?region=europe', ['Germany', 'Iceland'], ['Chile', 'Japan']],
  ['?changes=true', ['Germany', 'Chile'], ['Iceland', 'Japan']],
  ['?changes=false&region=Europe', ['Iceland'], ['Germany', 'Japan']],
  ['?q=ireland', ['Ireland'], ['Germany']],
])('the filter %s works without a script', async (query, present, absent) => {
  const names = rowsOf((await page(`/dst/2027${query}`)).body).map(([cell]) => cell?.split('  ')[0] ?? '')
  for (const name of present) expect(names.some((found) => found.startsWith(name))).toBe(true)
  for (const name of absent) expect(names.some((found) => found.startsWith(name))).toBe(false)
})

test.each([
  ['UK', 'United Kingdom'],
  ['gb', 'United Kingdom'],
  ['GBR', 'United Kingdom'],
  ['usa', 'United States'],
  ['Holland', 'Netherlands'],
])('"%s" finds %s here and in the list of countries', async (q, name) => {
  for (const path of ['/dst/2027', '/countries']) {
    const rows = rowsOf((await page(`${path}?q=${q}`)).body)
    expect(rows.some(([cell]) => cell?.startsWith(name))).toBe(true)
  }
})

test('a text that no country has leads to all of them', async () => {
  const { body } = await page('/dst/2027?q=Atlantis')
  expect(cellOf(body)).toContain('Nothing found for “Atlantis”. All countries and territories .')
  expect(body).toContain('<a href="/dst/2027">All countries and territories</a>')
  expect(cellOf((await page('/dst/2027?q=japan')).body)).toContain('Clocks do not change in Japan in 2027.')
})

test('the form leads to another year, and a year without a page is 404', async () => {
  const asked = await page('/dst/2026?q=&year=2027&region=Europe')
  expect([asked.statusCode, asked.headers['location']]).toEqual([308, '/dst/2027?region=Europe'])
  // In November the changes of this year are over.
  expect((await page('/dst')).headers['location']).toBe('/dst/2027')
  const { results } = JSON.parse((await page('/search.json?q=which+countries+have+dst')).body)
  const counted = /Clocks change in (\d+) countries/.exec((await page('/dst/2027')).body.replace(/\s+/g, ' '))
  expect(results[0].detail).toBe(`clocks change in ${counted?.[1]} countries and territories`)
  for (const year of ['1969', '2101', 'next', '02027'])
    expect((await page(`/dst/${year}`)).statusCode).toBe(404)
})

test('a country has all changes of this year and the next, with their places', async () => {
  const { body } = await page('/countries/united-states')
  const dates = rowsOf(body).filter(([cell]) => /^Sun \d/.test(cell ?? ''))
  expect(dates.map((cells) => cells.slice(0, 3))).toEqual([
    ['Sun 8 Mar 2026', '02:00 → 03:00', 'forward one hour'],
    ['Sun 1 Nov 2026', '02:00 → 01:00', 'back one hour'],
    ['Sun 14 Mar 2027', '02:00 → 03:00', 'forward one hour'],
    ['Sun 7 Nov 2027', '02:00 → 01:00', 'back one hour'],
  ])
  expect(body).toContain('href="/countries/united-states.ics"')
  expect(cellOf((await page('/countries/japan')).body)).toContain('Clocks do not change in 2026 and 2027.')
})

test('its calendar file has an all-day event for each of them', async () => {
  const { body, headers } = await page('/countries/united-states.ics')
  expect(headers['content-type']).toContain('text/calendar')
  expect(headers['content-disposition']).toContain('"clock-changes-united-states-2026-2027.ics"')
  expect([...body.matchAll(/^DTSTART;VALUE=DATE:(\d+)\r$/gm)].map(([, day]) => day)).toEqual([
    '20260308',
    '20261101',
    '20270314',
    '20271107',
  ])
  const uids = [...body.matchAll(/^UID:(.+)\r$/gm)].map(([, uid]) => uid)
  expect(new Set(uids).size).toBe(4)
  expect(body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  expect(body).toContain('SUMMARY:Clocks go forward one hour\\, 02:00 → 03:00 (United States)')
})

test('on the page of a year each country whose clocks change has the calendar file of that year', async () => {
  const all = (await page('/dst/2031')).body
  const filesOf = (slug: string) => all.split(`href="/countries/${slug}.ics?year=2031"`).length - 1
  expect(['germany', 'united-states', 'japan'].map(filesOf)).toEqual([1, 1, 0])
  const { body, headers } = await page('/countries/germany.ics?year=2031')
  expect(headers['content-disposition']).toContain('"clock-changes-germany-2031.ics"')
  expect((await page('/countries/DEU.ics?year=2031')).body).toBe(body)
  const days = [...body.matchAll(/^DTSTART;VALUE=DATE:(\d+)\r$/gm)].map(([, day]) => day)
  // The last Sunday of March and of October.
  expect(days).toEqual(['20310330', '20311026'])
  // An event has the same UID in both files, so a second download replaces the first.
  const uids = async (query: string) =>
    [...(await page(`/countries/germany.ics${query}`)).body.matchAll(/^UID:(.+)\r$/gm)].map(([, uid]) => uid)
  expect((await uids('')).slice(2)).toEqual(await uids('?year=2027'))
  for (const year of ['1969', '2101', '', 'next'])
    expect((await page(`/countries/germany.ics?year=${year}`)).statusCode).toBe(404)
})

test('the list of countries says which have daylight saving time, and filters by it', async () => {
  const all = rowsOf((await page('/countries')).body)
  const seasonOf = (name: string): string | undefined => all.find(([cell]) => cell === name)?.[2]
  expect(['Germany', 'Japan', 'Chile', 'Australia', 'Brazil'].map(seasonOf)).toEqual([
    'yes, not now',
    'no',
    'yes, in force, in parts of it',
    'yes, in force, in parts of it',
    'no',
  ])
  const observing = rowsOf((await page('/countries?observes_dst=true')).body).map(([name]) => name)
  expect([observing.includes('Chile'), observing.includes('Japan')]).toEqual([true, false])
})

test('the next change is named if none comes within 30 days', async () => {
  const text = cellOf((await page('/changes')).body)
  expect(text).toContain('No clock changes in the next 30 days.')
  expect(text).toMatch(
    /The next change Clocks go forward one hour, 02:00 → 03:00 ?, on Sunday 14 March 2027, in 114 days\./,
  )
  service.setNow(Date.UTC(2027, 2, 1, 12) / 1000)
  const soon = cellOf((await page('/changes')).body)
  service.setNow(NOON)
  expect(soon).not.toContain('The next change')
})

test('a clock that goes back at midnight is on the day before', async () => {
  const rows = datesOf((await page('/dst/2026')).body)
  expect(rows).toContainEqual([
    'Egypt',
    'Fri 24 Apr, 00:00 → 01:00',
    'Fri 30 Oct, 00:00 → 23:00 the day before',
  ])
})
