// Two places through the year: their one address, each week with another difference, compared with a count of every hour, and the shared hours.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OFFICE, sharedHours } from '#apps/site/words/meeting.ts'
import { epochSeconds } from '#core/time/units.ts'
import { offsetAt } from '#core/zone/offset-at.ts'
import { spellsBetween, usualOf } from '#apps/site/words/differences.ts'
import { seededRandom } from '../../../support/worlds/seeded-random.ts'
import { NOON, openService, WEB, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const get = (url: string) => service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })
const textOf = (body: string): string =>
  body
    .slice(body.indexOf('<main'), body.indexOf('</main>'))
    .replaceAll(/<svg[\s\S]*?<\/svg>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const YEAR = 365 * 86_400

test('the spells of two clocks are those that every quarter of an hour shows', () => {
  const zones = service.catalogue.almanac.zones.listed
  const random = seededRandom(7)
  for (let pair = 0; pair < 60; pair++) {
    const [one, other] = [0, 0].map(() => zones[Math.floor(random() * zones.length)]?.compiled())
    if (one === undefined || other === undefined) throw new Error('there is no zone')
    const from = epochSeconds(NOON + Math.floor(random() * 20 - 10) * YEAR)
    const until = epochSeconds(from + YEAR)
    const spells = spellsBetween(one, other, from, until)
    const seen: [number, number][] = []
    for (let at = from; at < until; at = epochSeconds(at + 900)) {
      const ahead = offsetAt(other, at) - offsetAt(one, at)
      if (seen.at(-1)?.[1] !== ahead) seen.push([at, ahead])
    }
    expect(spells.map(({ ahead }) => ahead)).toEqual(seen.map(([, ahead]) => ahead))
    for (const [index, { from: start, until: end }] of spells.entries()) {
      expect(Math.abs(start - (seen[index]?.[0] ?? 0))).toBeLessThan(900)
      expect(end).toBe(spells[index + 1]?.from ?? until)
    }
    const days = new Map<number, number>()
    for (const { from: start, until: end, ahead } of spells)
      days.set(ahead, (days.get(ahead) ?? 0) + end - start)
    expect(days.get(usualOf(spells))).toBe(Math.max(...days.values()))
  }
})

test('the hours of two places are those that a count of every minute of a day finds', () => {
  const wrong: string[] = []
  for (const hours of [OFFICE, { from: 420, until: 1320 }]) {
    for (let ahead = -1560; ahead <= 1560; ahead += 15) {
      const isIn = (minute: number): boolean => minute >= hours.from && minute < hours.until
      const shared = sharedHours(hours, ahead)
      for (let minute = 0; minute < 1440; minute += 5) {
        const there = (((minute + ahead) % 1440) + 1440) % 1440
        const isShared = shared.some(({ from, until }) => minute >= from && minute < until)
        if (isShared !== (isIn(minute) && isIn(there))) wrong.push(`${ahead} at ${minute}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('two places have one address, in whatever order and by whichever name', async () => {
  for (const path of [
    '/compare/Denver/berlin',
    '/compare/denver/berlin',
    '/compare/BERLIN/DENVER',
    '/Compare/berlin/denver',
    '/compare/berlin/denver-us',
  ]) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location], path).toEqual([308, '/compare/berlin/denver'])
  }
  expect((await get('/compare/denver/berlin.ics')).headers.location).toBe('/compare/berlin/denver.ics')
  expect((await get('/compare/new%20york/America/Denver')).headers.location).toBeUndefined()
  expect((await get('/compare/america/denver/new-york')).headers.location).toBe(
    '/compare/America/Denver/new-york',
  )
  expect((await get('/compare/us/germany')).headers.location).toBe('/compare/germany/united-states')
  // One place alone has its own page.
  expect((await get('/compare/berlin/Berlin')).headers.location).toBe('/cities/berlin')
  for (const path of ['/compare/berlin', '/compare/berlin/nowhereatall', '/compare/a/b/c/d/e/f/g/h'])
    expect((await get(path)).statusCode, path).toBe(404)
  const { body } = await get('/compare/berlin/denver')
  expect(body).toContain(`<link rel="canonical" href="${WEB}/compare/berlin/denver" />`)
  for (const file of ['/sitemap/1.xml', '/sitemap/2.xml'])
    expect((await get(file)).body).not.toContain('/compare')
})

test('the form leads to the page of two places, and says which name is none', async () => {
  expect((await get('/compare?one=Denver&other=berlin')).headers.location).toBe('/compare/berlin/denver')
  const wrong = await get('/compare?one=Denver&other=qqqxzzy')
  expect([wrong.statusCode, wrong.body.includes('No place is called “qqqxzzy”.')]).toEqual([422, true])
  expect((await get('/compare')).statusCode).toBe(200)
})

test('the page says the difference now, the weeks of another one, both sides’ changes, and the hours of both', async () => {
  const text = textOf((await get('/compare/berlin/denver')).body)
  expect(text).toContain('Berlin and Denver, Colorado: time difference')
  expect(text).toContain('Denver is eight hours behind Berlin now.')
  expect(text).toContain(
    'For most of the coming year it is eight hours behind Berlin. Otherwise: from 14 Mar 2027 to 28 Mar 2027 : seven hours behind Berlin from 31 Oct 2027 to 7 Nov 2027 : seven hours behind Berlin',
  )
  expect(text).toContain(
    'Both at work ( 09:00 to 17:00 ): 16:00 to 17:00 in Berlin, 09:00 to 10:00 in Denver .',
  )
  expect(text).toMatch(/14 Mar 2027 Denver 02:00 → 03:00 −7 h 28 Mar 2027 Berlin 02:00 → 03:00 −8 h/)
  expect(textOf((await get('/compare/berlin/paris')).body)).toContain(
    'Berlin and Paris have the same time now.',
  )
  expect(textOf((await get('/compare/kathmandu/tokyo')).body)).toContain(
    'Neither clock changes in the coming 2 years.',
  )
  // Two Springfields are told apart.
  expect(textOf((await get('/compare/springfield/springfield-us-massachusetts')).body)).toContain(
    'Springfield, Massachusetts is one hour ahead of Springfield, Missouri now.',
  )
})

test('the calendar file has an event for each change of the difference, and no other', async () => {
  const { body, headers } = await get('/compare/berlin/denver.ics')
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
  const starts = [...body.matchAll(/DTSTART:(\d{8}T\d{6}Z)/g)].map(([, at]) => at)
  expect(starts.slice(0, 4)).toEqual([
    '20270314T090000Z',
    '20270328T010000Z',
    '20271031T010000Z',
    '20271107T080000Z',
  ])
  expect(starts.length).toBe(40)
  // Berlin and Paris change together: there is nothing to tell.
  expect((await get('/compare/berlin/paris.ics')).body).not.toContain('VEVENT')
})

test.each([
  ['berlin denver', '/compare/berlin/denver'],
  ['difference between berlin and denver', '/compare/berlin/denver'],
  ['compare berlin new york', '/compare/berlin/new-york'],
  ['compare berlin with new york', '/compare/berlin/new-york'],
  ['berlin vs denver', '/compare/berlin/denver'],
  ['india vs germany', '/compare/germany/india'],
  // Standards are no places: their difference never changes.
  ['est to pst', '/convert?from=est&to=pacific-standard-time'],
])('the search for “%s” leads to %s', async (asked, path) => {
  const { results } = (await get(`/search.json?q=${encodeURIComponent(asked)}`)).json()
  expect(results[0]?.path).toBe(path)
  expect((await get(path)).statusCode).toBe(200)
})
