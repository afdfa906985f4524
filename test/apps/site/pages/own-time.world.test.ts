// Facts about the visitor's own time: visitors without a choice get the same bytes, a visitor with a choice gets a separate answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTwelveHours, withTimes } from '#apps/site/frame/hours.ts'
import { openService, type Service } from '../../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } })
const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  service.app.inject({
    method: 'POST',
    url: '/your-time',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
const cookieOf = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  String((await choose(fields, headers)).headers['set-cookie'] ?? '')
const as = (choice: string) => ({ cookie: `other=1; tzref_visitor=${encodeURIComponent(choice)}` })
const textOf = (body: string): string => body.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')

const KINDS = [
  '/',
  '/timezones/Europe/Dublin',
  '/cities/tokyo',
  '/countries/ireland',
  '/changes',
  '/your-time',
]

test.each(KINDS)(
  '%s has the same bytes for all visitors without a choice, and shared caches may store it',
  async (path) => {
    const plain = await get(path)
    expect(plain.statusCode).toBe(200)
    expect(plain.headers['set-cookie']).toBeUndefined()
    expect(plain.headers.vary).toBe('accept-encoding, cookie')
    expect(plain.headers['cache-control']).toMatch(/^public, max-age=\d+$/)
    // Other cookies and invalid choices count as no choice.
    for (const cookie of [
      'a=b',
      'tzref_visitor=',
      'tzref_visitor=Mars%2FOlympus',
      'tzref_visitor=%2013',
      'tzref_visitor=%',
    ]) {
      const other = await get(path, { cookie })
      expect([other.body, other.headers['cache-control']], cookie).toEqual([
        plain.body,
        plain.headers['cache-control'],
      ])
    }
  },
)

test.each(KINDS)(
  '%s is private for a visitor who chose a zone, and is never given to another',
  async (path) => {
    const own = await get(path, as('Asia/Kolkata 12'))
    expect(own.headers['cache-control']).toMatch(/^private, max-age=\d+$/)
    expect(own.headers.vary).toBe('accept-encoding, cookie')
    const plain = await get(path)
    const other = await get(path, as('America/New_York'))
    expect(new Set([own.body, plain.body, other.body]).size).toBe(3)
    expect(
      (await get(path, { ...as('Asia/Kolkata 12'), 'if-none-match': String(own.headers.etag) })).headers.vary,
    ).toBe('accept-encoding, cookie')
  },
)

test('documents, scripts and the interface do not depend on the choice', async () => {
  for (const path of ['/sitemap.xml', '/openapi.json', '/search.json?q=paris']) {
    const [plain, own] = [await get(path), await get(path, as('Asia/Kolkata 12'))]
    expect([own.body, own.headers.vary], path).toEqual([plain.body, 'accept-encoding'])
    expect(own.headers['cache-control']).toMatch(/^public/)
  }
})

// At noon of 20 November 2026 in UTC. The offsets are written by hand.
test.each([
  ['/timezones/Asia/Tokyo', 'Europe/Zurich', '8 hours ahead of you. In Zurich it is 13:00.'],
  ['/cities/dublin', 'Asia/Kolkata', '5 hours 30 minutes behind you. In Kolkata it is 17:30.'],
  ['/countries/ireland', 'Europe/London', 'The same time as yours. In London it is 12:00.'],
  ['/timezones/Asia/Kathmandu', 'Asia/Kolkata', '15 minutes ahead of you.'],
  ['/countries/united-states', 'America/New_York', '1 hour behind you'],
])('%s for a visitor in %s says "%s"', async (path, zone, words) => {
  expect(textOf((await get(path, as(zone))).body)).toContain(words)
})

test('the home page shows the time of a visitor who chose a zone, and asks others', async () => {
  const own = (await get('/', as('Asia/Kolkata'))).body
  expect(own.indexOf('Your time')).toBeLessThan(own.indexOf('What changed lately'))
  expect(textOf(own)).toMatch(/Your time 17:30 Friday 20 November 2026 Kolkata UTC\+05:30/)
  expect((await get('/')).body).toContain('<label for="zone">Your city or time zone</label>')
})

test.each([
  [{ zone: 'Mumbai' }, 'Asia%2FKolkata'],
  [{ zone: 'europe/zurich', hours: '24' }, 'Europe%2FZurich%2024'],
  [{ zone: 'Europe/Vienna', hours: '12' }, 'Europe%2FVienna%2012'],
  [{ hours: '12' }, '%2012'],
] as const)('the form %j sets the cookie only to the zone and the clock: %s', async (fields, value) => {
  const cookie = await cookieOf(fields)
  expect(cookie).toMatch(/^tzref_visitor=/)
  expect(cookie.split(';')[0]).toBe(`tzref_visitor=${value}`)
  expect(cookie).toContain('HttpOnly')
  expect(cookie).toContain('SameSite=Lax')
})

test('each half of the choice can change without the other, and both can be deleted', async () => {
  expect(await cookieOf({ hours: '24' }, as('Europe/Zurich 12'))).toContain('=Europe%2FZurich%2024;')
  expect(await cookieOf({ zone: 'Tokyo' }, as('Europe/Zurich 12'))).toContain('=Asia%2FTokyo%2012;')
  expect(await cookieOf({ zone: '', hours: '' }, as('Europe/Zurich 12'))).toMatch(
    /^tzref_visitor=; Max-Age=0/,
  )
})

test('the form leads back to the page where the choice was made, and never to another site', async () => {
  const back = async (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    (await choose({ zone: 'Tokyo', ...fields }, headers)).headers.location
  expect(await back({ back: '/cities/dublin' })).toBe('/cities/dublin')
  expect(await back({}, { referer: 'https://example.org/convert?from=Paris' })).toBe('/convert?from=Paris')
  for (const elsewhere of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/\r\nset-cookie: a=b',
  ])
    expect(new URL(String(await back({ back: elsewhere })), 'https://example.org').host, elsewhere).toBe(
      'example.org',
    )
  expect(await back({}, { referer: 'https://evil.example//evil.example/x' })).toBe('/evil.example/x')
  expect((await choose({ zone: 'Tokyo' }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
})

test('the form asks which town a name means, and says what to write if it means none', async () => {
  const several = await choose({ zone: 'Springfield', back: '/cities/dublin' })
  expect(several.statusCode).toBe(422)
  expect(several.headers['set-cookie']).toBeUndefined()
  expect(textOf(several.body)).toContain('Springfield, Illinois, United States')
  const tokens = [...several.body.matchAll(/name="zone" value="([^"]+)"/g)].map(([, token]) => token ?? '')
  const chosen = tokens.filter((token) => token.startsWith('springfield'))
  expect(chosen.length).toBeGreaterThan(2)
  for (const zone of chosen) expect((await choose({ zone })).statusCode, zone).toBe(303)
  const none = await choose({ zone: 'Qwxzv' })
  expect(none.statusCode).toBe(422)
  expect(textOf(none.body)).toContain('No place or zone is called “Qwxzv”.')
  const misspelt = await choose({ zone: 'Kolkatta' })
  expect(misspelt.statusCode).toBe(422)
  expect(misspelt.body).toMatch(/Did you mean one of these\?.*name="zone" value="Kolkata"/s)
})

test('with 12 hours all times of a page have 12 hours, and offsets and date-times stay', async () => {
  const { body } = await get('/timezones/Europe/Dublin', as('Europe/Dublin 12'))
  expect(textOf(body)).toContain('12:00 pm')
  expect(textOf(body)).toContain('1:00 am → 2:00 am')
  expect(textOf(body)).toContain('UTC+00:00')
  expect(body).toContain('data-hours="12" data-zone="Europe/Dublin"')
  expect(inTwelveHours('<p><time>00:05</time> <time datetime="x">13:00:30</time> 14:00</p>')).toBe(
    '<p><time datetime="00:05">12:05 am</time> <time datetime="x">1:00:30 pm</time> 14:00</p>',
  )
  const city = await get('/cities/dublin', as('Europe/Dublin 12'))
  const marks = Array.from(city.body.matchAll(/<tspan class="hour">([^<]*)/g), ([, mark]) => mark)
  expect(marks.join()).toBe('12 am,3 am,6 am,9 am,12 pm,3 pm,6 pm,9 pm,12 am,12 am,6 am,12 pm,6 pm,12 am')
  expect(withTimes('at 16:29: day').text).toBe('at <time>16:29</time>: day')
  expect(withTimes('At 02:00, UTC+05:30, 2026-10-25T02:30, 24:00.').text).toBe(
    'At <time>02:00</time>, UTC+05:30, 2026-10-25T02:30, <time>24:00</time>.',
  )
})

test('a visitor’s own time that happens twice has its offset', async () => {
  const own = async (path: string, cookie: string): Promise<string> =>
    textOf((await get(path, as(cookie))).body).match(/In your time \(\w+\): .*? 2026(?: \([^)]*\))?/)?.[0] ??
    ''
  const fold = '/t/2026-10-25T02:30/Europe/Berlin'
  expect(await own(fold, 'Europe/Zurich')).toBe(
    'In your time (Zurich): 02:30 on Sunday 25 October 2026 (UTC+02:00)',
  )
  expect(await own(`${fold}?resolution=latest`, 'Europe/Zurich')).toMatch(/ \(UTC\+01:00\)$/)
  expect(await own(fold, 'Asia/Tokyo')).toBe('In your time (Tokyo): 09:30 on Sunday 25 October 2026')
})

test('the server gives a zone’s name, offset and next change', async () => {
  const { zone } = (await get('/time.json?zone=europe/zurich')).json()
  expect(zone).toEqual({
    iana: 'Europe/Zurich',
    name: 'Zurich',
    utc_offset_seconds: 3600,
    told_apart_by: null,
    next: { at: Date.UTC(2027, 2, 28, 1) / 1000, utc_offset_seconds: 7200 },
  })
  expect((await get('/time.json?zone=Mars/Olympus')).json().zone).toBeNull()
})

test('results of a search have their times in 12 hours for who chose those, and offsets stay', async () => {
  const of = async (q: string) => textOf((await get(`/search?q=${encodeURIComponent(q)}`, as(' 12'))).body)
  expect(await of('3pm berlin')).toMatch(
    /Berlin Europe\/Berlin 3:00 pm Friday .*Universal Time UTC 2:00 pm Friday/,
  )
  expect(await of('sunset oslo')).toMatch(/The sun rises at 8:\d\d am and sets at 3:\d\d pm\./)
  expect(await of('UTC+05:30')).toContain('UTC+05:30')
})

test('a time that is asked for without a second place is that of the visitor, then that of UTC', async () => {
  const of = async (q: string) => (await get(`/search?q=${encodeURIComponent(q)}`, as('Europe/Zurich'))).body
  const sydney = await of('tomorrow 9am sydney')
  expect(textOf(sydney)).toMatch(
    /Sydney Australia\/Sydney 09:00 Saturday .* Zurich Europe\/Zurich 23:00 Friday 20 November 2026 the day before .* UTC 22:00 Friday/,
  )
  const path = /href="(\/convert\?[^"]+)#another"/.exec(sydney)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(textOf((await get(path)).body)).toContain('in Sydney is 23:00 on Friday 20 November 2026 in Zurich')
  expect(textOf(await of('2026-12-14T15:00:00Z'))).toMatch(
    / UTC 15:00 Monday .* Zurich Europe\/Zurich 16:00 Monday/,
  )
  expect(textOf(await of('9am sydney to utc'))).toMatch(/Sydney 09:00 Friday .* UTC 22:00 Thursday/)
  expect(textOf(await of('9am zurich'))).toMatch(/Zurich 09:00 Friday .* UTC 08:00 Friday/)
})
