// Questions that people put to the search, and the first results: a table written by hand.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../support/worlds/service.ts'
import { openTiny } from '../../support/worlds/tiny-boundaries.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const textOf = (body: string): string => body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

/** The first suggestion. It is also the first result. */
const firstOf = async (
  query: string,
  zone = '',
): Promise<{ name: string; detail: string; path: string } | undefined> => {
  const url = `/search.json?q=${encodeURIComponent(query)}${zone && `&zone=${zone}`}`
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
  expect((await firstOf('3pm EST in London'))?.name).toBe('15:00 EST is 20:00 in London')
  expect((await firstOf('11pm london to tokyo'))?.name).toBe('23:00 in London is 08:00 in Tokyo the next day')
  expect(await firstOf('london to tokyo')).toMatchObject({
    name: 'London to Tokyo',
    detail: 'difference: nine hours ahead now, and through the year',
    path: '/compare/london/tokyo',
  })
  expect((await firstOf('sunset in reykjavik in june'))?.detail).toMatch(
    /^Tue 15 Jun 2027: sunrise 0[23]:\d\d, sunset (?:23:\d\d|00:\d\d the next day)$/,
  )
  expect((await firstOf('sunset in reykjavik on 21 june'))?.detail).toBe(
    'Mon 21 Jun 2027: sunrise 02:55, sunset 00:03 the next day',
  )
  expect((await firstOf('sunrise in tromso in december'))?.detail).toBe('Tue 15 Dec: the sun does not rise')
})

test('the sun of each city with the name is said, and a point leads to where its sun is', async () => {
  const url = '/search.json?q=sunrise+portland+in+june'
  const { results } = (await service.app.inject({ url, headers: { host: 'localhost' } })).json()
  const suns = results.filter(({ detail }: { detail: string }) =>
    detail.startsWith('Tue 15 Jun 2027: sunrise 0'),
  )
  expect(suns.map(({ name }: { name: string }) => name).slice(0, 2)).toEqual([
    'Portland, Oregon',
    'Portland, Maine',
  ])
  expect((await firstOf('sunset at 48.2, 16.4'))?.path).toMatch(/^\/lookup\?lat=48\.2&lon=16\.4/)
  const { body } = await service.app.inject({
    url: '/search?q=sunrise+norway',
    headers: { host: 'localhost', accept: 'text/html' },
  })
  expect(textOf(body)).toMatch(/Sunrise and sunset are known for a city or a point on the map\s*\..*Norway/)
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
  ['3pm est', '15:00 EST is 20:00 UTC', '/convert?from=eastern-standard-time&to=UTC&at=2026-11-20T15%3A00'],
  ['1pm pst', '13:00 PST is 21:00 UTC', '/convert?from=pacific-standard-time&to=UTC&at=2026-11-20T13%3A00'],
  ['8am berlin', '08:00 in Berlin is 07:00 UTC', '/convert?from=berlin&to=UTC&at=2026-11-20T08%3A00'],
  [
    'next friday 9am berlin',
    '09:00 in Berlin is 08:00 UTC',
    '/convert?from=berlin&to=UTC&at=2026-11-27T09%3A00',
  ],
  [
    '25/12/2026 8am tokyo',
    '08:00 in Tokyo is 23:00 UTC the day before',
    '/convert?from=tokyo&to=UTC&at=2026-12-25T08%3A00',
  ],
  [
    '14.07.2027 15:00 zurich in new york',
    '15:00 in Zurich is 09:00 in New York',
    '/convert?from=zurich&to=new+york&at=2027-07-14T15%3A00',
  ],
  [
    '3pm 14 July 2027 Zurich to New York',
    '15:00 in Zurich is 09:00 in New York',
    '/convert?from=Zurich&to=New+York&at=2027-07-14T15%3A00',
  ],
  [
    '15:00 zurich new york',
    '15:00 in Zurich is 09:00 in New York',
    '/convert?from=zurich&to=new+york&at=2026-11-20T15%3A00',
  ],
  [
    'london tomorrow 3pm to dubai',
    '15:00 in London is 19:00 in Dubai',
    '/convert?from=london&to=dubai&at=2026-11-21T15%3A00',
  ],
  [
    'tomorrow 3pm est to gmt',
    '15:00 EST is 20:00 GMT',
    '/convert?from=eastern-standard-time&to=GMT&at=2026-11-21T15%3A00',
  ],
  [
    'in 2 hours berlin',
    '14:00 UTC is 15:00 in Berlin',
    '/convert?from=UTC&to=berlin&at=2026-11-20T14%3A00%2B00%3A00',
  ],
  [
    'if it is 3pm in paris what time is it in tokyo',
    '15:00 in Paris is 23:00 in Tokyo',
    '/convert?from=paris&to=tokyo',
  ],
  ['from london to tokyo', 'London to Tokyo', '/compare/london/tokyo'],
  // A place next to a year has its clocks of that year, and next to a month its sun.
  ['Morocco 2027', 'Morocco', '/countries/morocco#changes'],
  ['us 2027', 'United States', '/countries/united-states#changes'],
  ['Amsterdam 1930', 'Amsterdam', '/timezones/Europe/Amsterdam#history'],
  // Four digits before a place are a time.
  [
    '1930 amsterdam',
    '19:30 in Amsterdam is 18:30 UTC',
    '/convert?from=amsterdam&to=UTC&at=2026-11-20T19%3A30',
  ],
  ['DST Chicago 1918', 'Chicago, Illinois', '/timezones/America/Chicago#history'],
  ['Netherlands 1930', 'Netherlands', '/timezones/Europe/Amsterdam#history'],
  ['tromso december', 'Tromsø', '/cities/tromso?date=2026-12-15'],
  ['chicago 2027', 'Chicago', '/cities/chicago'],
  ['countries UTC+5:45', 'UTC+05:45', '/timezones?offset=%2B05%3A45'],
  ['same time as nepal', 'Nepal', '/countries/nepal'],
  ['which countries have the same time as nepal', 'Nepal', '/countries/nepal'],
  // Written together, "to est" is a name of Tostedt, and "to cet" would be in Tonga.
  [
    'tomorrow 3pm pst to est',
    '15:00 PST is 18:00 EST',
    '/convert?from=pacific-standard-time&to=EST&at=2026-11-21T15%3A00',
  ],
  [
    '3pm pst on monday to gmt',
    '15:00 PST is 23:00 GMT',
    '/convert?from=pacific-standard-time&to=GMT&at=2026-11-23T15%3A00',
  ],
  [
    'what time is it in tokyo when it is 5pm in london',
    '17:00 in London is 02:00 in Tokyo the next day',
    '/convert?from=london&to=tokyo&at=2026-11-20T17%3A00',
  ],
  [
    "what's the time in sydney if it's 3pm tomorrow in paris",
    '15:00 in Paris is 01:00 in Sydney the next day',
    '/convert?from=paris&to=sydney&at=2026-11-21T15%3A00',
  ],
  [
    'tokyo at 5pm london time',
    '17:00 in London is 02:00 in Tokyo the next day',
    '/convert?from=london&to=tokyo&at=2026-11-20T17%3A00',
  ],
  // AGO is Angola.
  [
    '3 hours ago in paris',
    '09:00 UTC is 10:00 in Paris',
    '/convert?from=UTC&to=paris&at=2026-11-20T09%3A00%2B00%3A00',
  ],
  [
    'midnight tonight london',
    '00:00 in London is 00:00 UTC',
    '/convert?from=london&to=UTC&at=2026-11-21T00%3A00',
  ],
  ['dec 25 noon london', '12:00 in London is 12:00 UTC', '/convert?from=london&to=UTC&at=2026-12-25T12%3A00'],
  ['dec 12 9pm london', '21:00 in London is 21:00 UTC', '/convert?from=london&to=UTC&at=2026-12-12T21%3A00'],
  [
    'london to tokyo at 3pm',
    '15:00 in London is 00:00 in Tokyo the next day',
    '/convert?from=london&to=tokyo&at=2026-11-20T15%3A00',
  ],
  ['5pm GMT → JST', '17:00 GMT is 02:00 JST the next day', '/convert?from=greenwich-mean-time&to=JST'],
  ['1500 London', '15:00 in London is 15:00 UTC', '/convert?from=London&to=UTC&at=2026-11-20T15%3A00'],
  // Behind a place they may be a year.
  ['London 1500', 'London', '/cities/london'],
  ['0930 berlin to tokyo', '09:30 in Berlin is 17:30 in Tokyo', '/convert?from=berlin&to=tokyo'],
  ['2026-12-14T15:00:00Z', '15:00 UTC', '/convert?from=UTC&to=UTC&at=2026-12-14T15%3A00'],
  [
    '2026-12-14T15:00:00+01:00 tokyo',
    '15:00 UTC+01:00 is 23:00 in Tokyo',
    '/convert?from=%2B01%3A00&to=tokyo',
  ],
  ['12am pst to est', '00:00 PST is 03:00 EST', '/convert?from=pacific-standard-time&to=EST'],
  ['12 pm et to ct', '12:00 ET is 11:00 in Chicago', '/convert?from=America%2FNew_York&to=America%2FChicago'],
  ['difference in time between oslo and rome', 'Oslo to Rome', '/compare/oslo/rome'],
  ['utc 3 to utc 8', 'UTC+03:00 to UTC+08:00', '/convert?from=utc+3&to=utc+8'],
  ['sunset marrakesh morocco', 'Marrakesh', '/cities/marrakesh'],
  ['sun city, arizona', 'Sun City', '/cities/sun-city'],
  ['is it dst in chicago', 'Chicago', '/cities/chicago'],
  ['dst 2026 chicago', 'Chicago', '/cities/chicago'],
  ['germany clock change 2027', 'Germany', '/countries/germany#changes'],
  ['us clock changes', 'United States', '/countries/united-states#changes'],
  ['US clock changes 2027', 'United States', '/countries/united-states#changes'],
  ['US clock changes 2031', 'United States', '/dst/2031?q=United%20States'],
  ['is Arizona on daylight saving time', 'America/Phoenix', '/timezones/America/Phoenix'],
  ['does Queensland change its clocks', 'Australia/Brisbane', '/timezones/Australia/Brisbane'],
  ['is Queensland on dst', 'Australia/Brisbane', '/timezones/Australia/Brisbane'],
  ['Gaza 2027', 'Gaza', '/cities/gaza'],
  ['Lord Howe 2027', 'Lord Howe Island', '/timezones/Australia/Lord_Howe#history'],
  ['Eastern Time 2027', 'New York', '/timezones/America/New_York#history'],
  ['british summer time', 'British Summer Time', '/abbreviations/british-summer-time'],
  ['dst in france', 'France', '/countries/france#changes'],
  ['countries with daylight saving', 'Daylight saving time in 2027', '/dst/2027'],
  ['who changes clocks', 'Daylight saving time in 2027', '/dst/2027'],
  ['which countries have dst', 'Daylight saving time in 2027', '/dst/2027'],
  ['which countries change clocks in 2027', 'Daylight saving time in 2027', '/dst/2027'],
  ['time change in winter park florida', 'Winter Park', '/cities/winter-park'],
  ['what is CST', 'Central Standard Time', '/abbreviations/central-standard-time'],
  ['cst meaning', 'Central Standard Time', '/abbreviations/central-standard-time'],
  ['Uhrzeit New York', 'New York', '/cities/new-york'],
  ['heure à Montréal', 'Montréal', '/cities/montreal'],
  ['time difference vancouver', 'Vancouver', '/cities/vancouver'],
  ['when do us clocks change in 2027', 'United States', '/countries/united-states#changes'],
  ['what changed in latest tz release', 'tz release 2026f', '/news/2026f'],
  ['the latest release', 'tz release 2026f', '/news/2026f'],
  ['1999x', 'News', '/news'],
  ['meeting zurich sydney', 'Find a time to meet', '/meeting?place=zurich&place=sydney'],
  ['meeting between oslo and rome', 'Find a time to meet', '/meeting?place=oslo&place=rome'],
  [
    'meeting Zurich, New York, Sydney',
    'Find a time to meet',
    '/meeting?place=Zurich&place=New+York&place=Sydney',
  ],
  ['oslo, rome, tokyo', 'Find a time to meet', '/meeting?place=oslo&place=rome&place=tokyo'],
  ['Paris, Texas, United States', 'Paris', '/cities/paris-us'],
  [
    'meeting oslo rome tokyo tuesday 9am',
    'Find a time to meet on Tuesday 24 November 2026 from 09:00',
    '/meeting?place=oslo&place=rome&place=tokyo&date=2026-11-24&from=09%3A00',
  ],
  [
    '9am tuesday San Francisco, Oslo, Rome',
    'Find a time to meet on Tuesday 24 November 2026 from 09:00',
    '/meeting?place=San+Francisco&place=Oslo&place=Rome&date=2026-11-24&from=09%3A00',
  ],
  ['meeting San Francisco London', 'Find a time to meet', '/meeting?place=San+Francisco&place=London'],
  ['meeting Oslo qwxzv', 'Find a time to meet', '/meeting'],
  // IN is India: these words could be parted in millions of ways.
  [`meeting ${'in '.repeat(30)}x`, 'Find a time to meet', '/meeting'],
  ['next dst change germany', 'Germany', '/countries/germany#changes'],
  ['when is the next dst change', 'Clock changes', '/changes'],
  ['embed a clock', 'Clocks for a page of your own', '/clocks#embed'],
  ['next clock change in the world', 'Clock changes', '/changes'],
  ['sunset Reykjavik 21 June next year', 'Reykjavík', '/cities/reykjavik?date=2027-06-21'],
  ['New York, London', 'New York to London', '/compare/london/new-york'],
  ['my time', 'Check your device', '/check'],
  ['3pm my time in Tokyo', 'Your time', '/your-time'],
  ['api key', 'The API', '/docs'],
  ['time difference london tokyo', 'London to Tokyo', '/compare/london/tokyo'],
  ['new york los angeles time difference', 'New York to Los Angeles', '/compare/los-angeles/new-york'],
  ['eastern time', 'America/New_York', '/timezones/America/New_York'],
  ['eastern standard time', 'Eastern Standard Time', '/abbreviations/eastern-standard-time'],
])('%s', async (asked, name, path) => {
  const first = await firstOf(asked)
  expect(first?.name).toBe(name)
  expect(first?.path.startsWith(path), first?.path).toBe(true)
})

test.each([
  ['3pm', '15:00 in Zurich is 14:00 UTC'],
  ['tomorrow 9am', '09:00 in Zurich is 08:00 UTC'],
  ['14/7/2027 15:00', '15:00 in Zurich is 13:00 UTC'],
  ['3pm to Tokyo', '15:00 in Zurich is 23:00 in Tokyo'],
  ['next Friday 15:00 my time in Tokyo', '15:00 in Zurich is 23:00 in Tokyo'],
  // Two Sundays can be meant, on either's clock.
  ['next Sunday 15:00 my time in Tokyo', '15:00 in Zurich is 23:00 in Tokyo'],
  ['here 3pm Tokyo', '15:00 in Zurich is 23:00 in Tokyo'],
  ['3pm in New York my time', '15:00 in New York is 21:00 in Zurich, 20:00 UTC'],
  ['3pm Vancouver', '15:00 in Vancouver is 23:00 in Zurich, 22:00 UTC'],
  ['difference between Tokyo and here', 'Tokyo to Zurich'],
  ['my time', 'Check your device'],
])('on a device in Zurich, "%s" is "%s"', async (asked, name) => {
  expect((await firstOf(asked, 'Europe/Zurich'))?.name).toBe(name)
})

test('a result of clock changes has the calendar file of the year', async () => {
  const { body } = await service.app.inject({
    url: '/search?q=us+clock+changes+2027',
    headers: { host: 'localhost', accept: 'text/html' },
  })
  expect(body).toContain('href="/countries/united-states.ics?year=2027"')
  const never = await service.app.inject({
    url: '/search?q=dst+japan',
    headers: { accept: 'text/html', host: 'localhost' },
  })
  expect(never.body).not.toContain('.ics')
})

test('a result says how far its clock is ahead of the zone in the address, and the text stays as it was typed', async () => {
  const { body } = await service.app.inject({
    url: '/search?q=15:00+Vancouver&zone=Europe/Zurich',
    headers: { host: 'localhost', cookie: 'tzref_visitor= 12' },
  })
  expect(textOf(body)).toMatch(
    /Vancouver city, British Columbia, Canada 05:00 −8 h Vancouver city, Washington, United States 04:00 −9 h/,
  )
  expect(body).toContain('<h1>Search: 15:00 Vancouver</h1>')
})

test.each([
  'what time is it',
  'time zone',
  'time difference',
  'time difference in tokyo',
  '25:00 london to tokyo',
  'to',
  'in',
  'utc+5:30',
  'time now in dubai',
  '6 october city',
  '100 mile house',
])('%s is no conversion', async (asked) => {
  expect((await firstOf(asked))?.path ?? '').not.toContain('/convert')
})

test('who asks for the clock changes of a country gets that country alone, and the link leads to its changes', async () => {
  const { results } = (
    await service.app.inject({
      url: '/search.json?q=us%20clock%20changes%202027',
      headers: { host: 'localhost' },
    })
  ).json()
  expect(results.map(({ path }: { path: string }) => path)).toEqual([
    '/countries/united-states#changes',
    '/countries/united-states',
  ])
  const { body } = await service.app.inject({
    url: '/countries/united-states',
    headers: { host: 'localhost' },
  })
  expect(body).toMatch(/<h2 id="changes">When clocks change<\/h2>/)
})

test('a result for the clock changes of a year names the days', async () => {
  expect((await firstOf('us clock changes 2027'))?.detail).toBe('clocks change on 14 Mar and 7 Nov 2027')
  expect((await firstOf('clock changes japan 2027'))?.detail).toBe('clocks do not change in 2027')
  expect((await firstOf('clock changes japan'))?.detail).toBe(
    'standard time now; no clock change in the next five years',
  )
  expect((await firstOf('when do clocks change in germany'))?.detail).toBe(
    'standard time now; clocks change on 28 Mar and 31 Oct 2027',
  )
  expect((await firstOf('clock changes us'))?.detail).toBe(
    'standard time now; clocks change on 14 Mar and 7 Nov 2027',
  )
  expect((await firstOf('is germany on daylight saving time'))?.detail).toBe(
    'standard time now; clocks change on 28 Mar and 31 Oct 2027',
  )
  expect((await firstOf('is arizona on daylight saving time'))?.detail).toBe(
    'Arizona, United States: standard time now; no clock change in the next five years',
  )
  expect((await firstOf('is chicago on dst'))?.detail).toMatch(
    /^standard time now; clocks go forward one hour/,
  )
  expect((await firstOf('gaza 2027'))?.detail).toBe(
    'in 2027: UTC+02:00, from 27 Mar UTC+03:00, from 30 Oct UTC+02:00',
  )
  // Date and Line are villages, which nobody compares without saying so.
  expect((await firstOf('date line'))?.path).not.toMatch(/^.(?:compare|convert)/)
  expect((await firstOf('date to line'))?.path).toMatch(/^.(?:compare|convert)/)
  // Of a past year it says when they were the last.
  expect((await firstOf('turkey 2016'))?.detail).toBe(
    'clocks changed on 27 Mar 2016, for the last time until now',
  )
  expect((await firstOf('turkey 2015'))?.detail).toBe('clocks changed on 29 Mar and 8 Nov 2015')
})

test('an answer has the end of a range in each place', async () => {
  const said = async (text: string): Promise<string> => {
    const url = `/search?q=${encodeURIComponent(text)}`
    const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
    return textOf(body)
  }
  const range = await said('9am to 5pm 14 July 2027 Berlin in New York')
  expect(range).toContain('Wednesday 14 July 2027 until 17:00')
  expect(range).toContain(
    '09:00 on Wednesday 14 July 2027 until 17:00 in Berlin is 03:00 on Wednesday 14 July 2027 until 11:00 in New York.',
  )
  expect(await said('14 July 2027 22:00 to 01:00 Berlin in London')).toContain(
    'Wednesday 14 July 2027 until 01:00 on Thu 15 Jul CEST',
  )
  expect(await said('14 July 2027 22:00 Berlin in London')).not.toContain('until')
})

test('the clock changes of a country are not those of a city with its name elsewhere', async () => {
  for (const year of [2022, 2027]) {
    const first = await firstOf(`mexico ${year}`)
    expect([first?.name, first?.path.includes('/timezones/')]).toEqual(['Mexico', false])
  }
})

test('an offset says whose clocks show it now, and leads to where they are', async () => {
  expect((await firstOf('UTC+05:45'))?.detail).toBe('now the time of Nepal')
  expect((await firstOf('UTC+08:45'))?.detail).toBe('now the time of Eucla, Australia')
  // In November Chatham has its summer time, which is no standard offset.
  expect((await firstOf('UTC+12:45'))?.detail).toBe(
    'no clock shows it now; the standard time of Chatham Islands, New Zealand',
  )
  expect(await firstOf('UTC+13:45')).toMatchObject({
    detail: 'now the time of Chatham Islands, New Zealand',
    path: '/timezones/Pacific/Chatham',
  })
  expect((await firstOf('UTC+05:43'))?.detail).toBe('no clock shows it now')
  expect((await firstOf('UTC+01:00'))?.detail).toMatch(/^now the time of .+ and \d+ more$|; \d+ more$/)
})

test('where a code is that of several standards, each row names its own', async () => {
  const detailsOf = async (q: string): Promise<string[]> => {
    const url = `/search.json?q=${encodeURIComponent(q)}`
    const { results } = (await service.app.inject({ url, headers: { host: 'localhost' } })).json()
    return results.map(({ detail }: { detail: string }) => detail)
  }
  const day = 'Friday 20 November 2026'
  expect(await detailsOf('3pm est to ist')).toEqual([
    `conversion, Eastern Standard Time to India Standard Time, ${day}`,
    `conversion, Eastern Standard Time to Irish Standard Time, ${day}`,
    `conversion, Eastern Standard Time to Israel Standard Time, ${day}`,
  ])
  expect((await detailsOf('ist to london'))[0]).toBe(
    'conversion, India Standard Time: 5 hours and 30 minutes behind now',
  )
})

test('of a date that may be two days, both are answered, and say which day they mean', async () => {
  const url = '/search.json?q=7/8/2027%203pm%20berlin'
  const { results } = (await service.app.inject({ url, headers: { host: 'localhost' } })).json()
  expect(results.map(({ detail }: { detail: string }) => detail)).toEqual([
    'conversion, Saturday 7 August 2027',
    'conversion, Thursday 8 July 2027',
  ])
})

test('next Sunday, said on a Friday, may be in two days too', async () => {
  const url = '/search.json?q=next%20sunday%203pm%20berlin'
  const { results } = (await service.app.inject({ url, headers: { host: 'localhost' } })).json()
  expect(results.map(({ detail }: { detail: string }) => detail)).toEqual([
    'conversion, Sunday 22 November 2026',
    'conversion, Sunday 29 November 2026',
  ])
  expect((await firstOf('next friday 11am berlin'))?.detail).toBe('conversion, Friday 27 November 2026')
})

test('of a time that never happens, and of one that happens twice, the result says so', async () => {
  expect((await firstOf('29 March 2026 02:30 Zurich'))?.detail).toBe(
    'conversion. 02:30 does not exist in Zurich on Sunday 29 March 2026: clocks jump over it.',
  )
  expect((await firstOf('25 October 2026 02:30 Zurich'))?.detail).toBe(
    'conversion. 02:30 happens twice in Zurich on Sunday 25 October 2026: first at UTC+02:00, then again at UTC+01:00.',
  )
})

test('of a time of today that is over the result says so', async () => {
  expect((await firstOf('3am new york in zurich'))?.detail).toBe(
    'conversion, Friday 20 November 2026, earlier today',
  )
  expect((await firstOf('3pm new york in zurich'))?.detail).toBe('conversion, Friday 20 November 2026')
})

test('below the time of one place stands the place, and below a date no name with its day', async () => {
  const namesOf = async (q: string): Promise<string[]> => {
    const url = `/search.json?q=${encodeURIComponent(q)}`
    const { results } = (await service.app.inject({ url, headers: { host: 'localhost' } })).json()
    return results.map(({ name }: { name: string }) => name)
  }
  expect((await namesOf('8am berlin')).slice(0, 2)).toEqual(['08:00 in Berlin is 07:00 UTC', 'Berlin'])
  expect(await namesOf('25/12/2026 8am tokyo')).toEqual(['08:00 in Tokyo is 23:00 UTC the day before'])
})

test.each([
  ['monday 9am next to zurich', '“next” was not understood.'],
  ['14.7.2027 zurich', 'A time of day is missing'],
])(
  'where the time in "%s" cannot be read, the page says so and leads to a form with the text',
  async (asked, words) => {
    const url = `/search?q=${encodeURIComponent(asked)}`
    const { body } = await service.app.inject({ url, headers: { host: 'localhost' } })
    expect(textOf(body)).toContain(words)
    const form = `/convert?at=${encodeURIComponent(asked)}`
    expect(body).toContain(`href="${form}"`)
    const there = await service.app.inject({ url: form, headers: { host: 'localhost' } })
    expect(there.statusCode).toBe(200)
    expect(there.body).toContain(`value="${asked}"`)
  },
)

test.each([
  ['25:00 Berlin', 'A day has no hour 25: 01:00 of the next day?'],
  ['30 February 2027 10:00 London', 'February 2027 has no day 30.'],
  ['sunset in rome on 31 june', 'June has no day 31.'],
  ['sunset Reykjavik 29 Feb 2027', 'February 2027 has no day 29.'],
  ['91, 10', 'Latitude is from −90 to 90, longitude from −180 to 180.'],
])('for "%s" the page says what does not exist', async (asked, words) => {
  const url = `/search?q=${encodeURIComponent(asked)}`
  const text = textOf((await service.app.inject({ url, headers: { host: 'localhost' } })).body)
  expect(text).toContain(words)
  expect(text).not.toContain('could not be read')
})

test('the day of the sun is the one that was said: the end of a month, tomorrow', async () => {
  expect((await firstOf('sunset in rome on 31 december'))?.detail).toMatch(/^Thu 31 Dec:/)
  expect((await firstOf('sunset in rome on 29 february'))?.detail).toMatch(/^Tue 29 Feb 2028:/)
  expect((await firstOf('when is sunrise in denver tomorrow'))?.detail).toMatch(/^Sat 21 Nov:/)
  for (const day of ['17 june 2026', 'June 17, 2026', '17.6.2026', '2026-06-17'])
    expect((await firstOf(`sunset Reykjavik ${day}`))?.path, day).toBe('/cities/reykjavik?date=2026-06-17')
  expect((await firstOf('sunset oslo 21 december 2028'))?.detail).toMatch(/^Thu 21 Dec 2028:/)
})

test('the name of a tz release leads to its news, and the words of a page to no name spelt like them', async () => {
  const { tz } = service.catalogue.artifact.manifest
  for (const asked of [tz, `what changed in tz ${tz}`])
    expect(await firstOf(asked)).toMatchObject({ name: `tz release ${tz}`, path: `/news/${tz}` })
  const { body } = await service.app.inject({ url: '/search?q=api+key', headers: { host: 'localhost' } })
  expect(body).not.toContain('Apia')
  expect(body).not.toContain('No results')
})

test.each(['stock market hours', 'market london'])(
  'two odd words, "%s", are no places: one of them is only a town by a name in another language',
  async (asked) => {
    const { results } = (
      await service.app.inject({ url: `/search.json?q=${encodeURIComponent(asked)}` })
    ).json()
    expect(results.map(({ path }: { path: string }) => path)).not.toContainEqual(
      expect.stringMatching(/^\/(?:compare|convert)/),
    )
  },
)

test('places alone have a meeting and their clocks; with a time they are a meeting', async () => {
  const pathsOf = async (q: string): Promise<string[]> => {
    const { results } = (await service.app.inject({ url: `/search.json?q=${encodeURIComponent(q)}` })).json()
    return results.map(({ path }: { path: string }) => path)
  }
  const query = 'place=Berlin&place=Denver&place=Tokyo&place=New+York'
  for (const q of ['Berlin Denver Tokyo New York', 'Berlin, Denver, Tokyo, New York'])
    expect((await pathsOf(q)).slice(0, 2)).toEqual([`/meeting?${query}`, `/clocks?${query}`])
  expect((await pathsOf('9am Berlin, Denver, Tokyo')).filter((path) => path.startsWith('/clocks'))).toEqual(
    [],
  )
})

test('a text of separators alone, as long as one may be, is answered at once', async () => {
  for (const asked of [
    'to '.repeat(33),
    '3pm in '.repeat(14),
    'sunset '.repeat(14),
    'time '.repeat(20),
    'qx, '.repeat(2000),
  ]) {
    const began = performance.now()
    await firstOf(asked)
    expect(performance.now() - began).toBeLessThan(1000)
  }
})

test("a time without a place is read on the clock of UTC, where the visitor's zone is not known, and the page says so", async () => {
  const { body } = await service.app.inject({ url: '/search?q=tomorrow+9am', headers: { host: 'localhost' } })
  expect(textOf(body)).toMatch(
    /UTC 09:00 Saturday .*read on the clock of UTC\. Write the place too, or set your own time zone/,
  )
})

test('what nothing answers to has a way on', async () => {
  const { body } = await service.app.inject({ url: '/search?q=qqqxzzy', headers: { host: 'localhost' } })
  for (const path of ['/lookup', '/cities', '/countries', '/timezones'])
    expect(body).toContain(`href="${path}"`)
  expect(body).toContain('No results for “qqqxzzy”.')
  expect(body).not.toContain('The time could not be read')
})
