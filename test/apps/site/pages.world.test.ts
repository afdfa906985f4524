// Facts about the pages of zones, cities, countries and standards: they agree with the interface, also in pictures and files.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { epochSeconds } from '#core/time/units.ts'
import { changeSentence, durationInWords, nextMove } from '#apps/site/words/changes.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string) => service.app.inject({ url: path, headers: { host: 'localhost' } })

/** The text of a page as a reader sees it, without markup. */
const textOf = (body: string): string =>
  body
    // A time inside a sentence.
    .replace(/<time>|<\/time>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')

const ODD = [
  'Europe/Dublin',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kathmandu',
  'UTC',
  'America/Edmonton',
  'Africa/El_Aaiun',
  'Asia/Gaza',
]

test.each(ODD)('the page of %s agrees with the interface, in winter and in summer', async (iana) => {
  for (const at of [NOON, Date.UTC(2027, 5, 1, 0, 7) / 1000]) {
    service.setNow(at)
    const { data } = (await service.ask(`/timezones/${iana}`)).body
    const { body, statusCode } = await page(`/timezones/${iana}`)
    service.setNow(NOON)
    expect(statusCode).toBe(200)
    const text = textOf(body)
    expect(body).toContain(`datetime="${data.current.datetime}"`)
    expect(text).toContain(`UTC${data.current.utc_offset.replace('-', '−')}`)
    const { coordinates, standard, country } = data
    for (const fact of [
      `Identifier ${data.iana}`,
      `${data.iana}: time zone`,
      data.current.name,
      data.current.abbreviation,
      country?.name,
      `Standard time UTC${standard.utc_offset.replace('-', '−')}`,
      standard.abbreviation,
      standard.name,
      coordinates.latitude === null
        ? null
        : `${side(coordinates.latitude, 'NS')}, ${side(coordinates.longitude, 'EW')}`,
    ]) {
      if (fact !== null && fact !== undefined) expect(text).toContain(fact)
    }
    expect(/daylight saving time (?:Set your time zone|Clocks|No)/.test(text)).toBe(data.current.is_dst)
    expect(text.includes('not observed')).toBe(!data.observes_dst)
    const next = data.dst.next_transition
    if (next === null) continue
    const shown = /(\d\d:\d\d(?::\d\d)?) → (\d\d:\d\d(?::\d\d)?), on \w+ (\d+ \w+ \d+)/.exec(text)
    expect(shown?.[2]).toBe(next.at.slice(11, 16))
    const before = new Date(
      Date.parse(next.at) + offsetOf(next.utc_offset_after) - next.clock_change_seconds * 1000,
    )
    expect([shown?.[1], shown?.[3]]).toEqual([
      before.toISOString().slice(11, 16),
      `${before.getUTCDate()} ${before.toLocaleString('en', { month: 'long', timeZone: 'UTC' })} ${before.getUTCFullYear()}`,
    ])
    expect(text).toContain(next.clock_change_seconds > 0 ? 'Clocks go forward' : 'Clocks go back')
  }
})

test('a city shows its own mean time from before zones; one whose zone never had mean time shows nothing', async () => {
  const { longitude } = (await service.ask('/cities/berlin')).body.data.coordinates
  const { body } = await page('/cities/berlin')
  const sun = new Date(longitude * 240_000 + 500).toISOString().slice(11, 19)
  expect(textOf(body)).toContain(`Local mean time UTC+${sun}, until Saturday 1 April 1893`)
  const antarctic = textOf((await page('/timezones/Antarctica/Troll')).body)
  expect(antarctic).not.toContain('Local mean time')
})

/** Writes degrees as `6.25° W`. */
const side = (degrees: number, [positive, negative]: string): string =>
  `${Math.abs(degrees)}° ${degrees < 0 ? negative : positive}`

/** Reads `±HH:MM` as milliseconds. */
function offsetOf(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number)
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

test('a sentence names the next change', () => {
  const zones = service.catalogue.almanac.zones
  const sentence = (iana: string): string => {
    const zone = zones.named(iana)
    const now = epochSeconds(NOON)
    const next = zone === null ? null : nextMove(zone, now)
    return zone === null || next === null ? '' : changeSentence(next, now)
  }
  expect(sentence('Europe/Dublin')).toBe(
    'Clocks go forward one hour, 01:00 → 02:00, on Sunday 28 March 2027, in 128 days.',
  )
  expect(sentence('Australia/Lord_Howe')).toBe(
    'Clocks go back 30 minutes, 02:00 → 01:30, on Sunday 4 April 2027, in 135 days.',
  )
  expect(sentence('Antarctica/Troll')).toMatch(
    /^Clocks go forward two hours, 01:00 → 03:00, on Sunday 28 March 2027/,
  )
  expect(sentence('Asia/Tokyo')).toBe('')
  expect(durationInWords(-86_400)).toBe('24 hours')
  expect(durationInWords(3600 + 15 * 60 + 8)).toBe('1 hour, 15 minutes and 8 seconds')
  expect(durationInWords(5 * 3600)).toBe('five hours')
})

test('a clock that changes no more says since when, and how it stopped if it changed twice a year', async () => {
  const next = async (path: string) =>
    textOf((await page(path)).body)
      .match(
        /No clock change in the next five years\..*?(?= The year| The sun today| The time in | All clock changes)/,
      )?.[0]
      .trim()
  const none = 'No clock change in the next five years.'
  const spring =
    'Clocks here changed twice a year until 2026: they last went forward on Sunday 8 March 2026, and since Sunday 1 November 2026 the summer time is kept all year.'
  for (const path of [
    '/timezones/America/Vancouver',
    '/cities/vancouver',
    '/timezones/America/Winnipeg',
    '/timezones/America/Edmonton',
    '/timezones/America/Inuvik',
  ])
    expect(await next(path), path).toBe(`${none} ${spring}`)
  for (const [iana, words] of [
    ['America/Mexico_City', 'until 2022: they last went back on Sunday 30 October 2022.'],
    ['Asia/Tehran', 'until 2022: they last went back on Thursday 22 September 2022.'],
    ['Asia/Damascus', 'until 2022: they last went forward on Friday 25 March 2022, and since'],
    ['America/Asuncion', 'and since Tuesday 15 October 2024 the summer time is kept all year.'],
    ['Africa/Casablanca', 'until 2026: they last went back on Sunday 20 September 2026.'],
  ] as const)
    expect(await next(`/timezones/${iana}`), iana).toContain(words)
  expect(await next('/timezones/Asia/Almaty')).toBe(`${none} The last one was on Friday 1 March 2024.`)
  expect(await next('/timezones/Europe/Istanbul')).toBe(
    `${none} Clocks here changed twice a year until 2016: they last went forward on Sunday 27 March 2016, and since Wednesday 7 September 2016 the summer time is kept all year.`,
  )
  // Two moves in eleven years, and a stop before 1970, when the data is for one place of the zone.
  for (const iana of ['Europe/Volgograd', 'Asia/Tokyo'])
    expect(await next(`/timezones/${iana}`), iana).toBe(none)
  // It skips one winter only.
  expect(textOf((await page('/timezones/America/Havana')).body)).not.toContain('twice a year')
})

test('the picture of a year has a date wherever its bar changes colour', async () => {
  const datesIn = async (iana: string) =>
    [...(await page(`/timezones/${iana}`)).body.matchAll(/>\s*(\d+ [A-Z][a-z]{2})\s*<\/text/g)].map(
      ([, date]) => date,
    )
  expect(await datesIn('America/Vancouver')).toEqual(['8 Mar', '1 Nov'])
  expect(await datesIn('Europe/Dublin')).toEqual(['29 Mar', '25 Oct'])
})

test('before the last winter of a clock that stops, its page says what comes', async () => {
  service.setNow(Date.UTC(2026, 6, 1) / 1000)
  const { body } = await page('/timezones/America/Vancouver')
  service.setNow(NOON)
  expect(textOf(body)).toContain('and from Sunday 1 November 2026 the summer time is kept all year.')
})

test('the reasons of a clock that stopped have the lines of its last move', async () => {
  const text = textOf((await page('/timezones/America/Vancouver')).body)
  expect(text).toContain('for the last move of the clock and the time now:')
  expect(text).toContain('until 1 November 2026 at 02:00 on the clock.')
  expect(text).toContain('The offset is UTC−07:00 all year. -7 - MST')
})

test('a zone has its changes, its reasons, its other names and its year as a picture', async () => {
  const { body } = await page('/timezones/Europe/Dublin')
  const text = textOf(body)
  for (const part of [
    'Sun 28 Mar 2027 01:00 → 02:00 forward one hour UTC+01:00 IST',
    'Since 1981: forward on the last Sunday in March at 01:00 UTC',
    'Eire',
    'GMT0IST,M3.5.0/1,M10.5.0',
  ]) {
    expect(text).toContain(part)
  }
  expect(body).toMatch(
    /<svg[^>]*aria-label="Offsets of Europe\/Dublin in 2026: UTC\+00:00, from Sunday 29 March 2026 UTC\+01:00 \(daylight saving time\)/,
  )
  expect(body.match(/class="f-std"/g)?.length).toBe(2)
  expect(body.match(/class="f-dst"/g)?.length).toBe(1)
  const monrovia = textOf((await page('/timezones/Africa/Monrovia')).body)
  expect(monrovia).toContain('forward 44 minutes and 30 seconds')
})

test('the calendar, the table and the compiled form of a zone have its changes', async () => {
  const ics = await page('/timezones/Europe/Dublin.ics')
  expect(ics.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(ics.body.match(/BEGIN:VEVENT/g)?.length).toBe(20)
  expect(ics.body).toContain('DTSTART:20270328T010000Z\r\n')
  for (const line of ics.body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const csv = (await page('/timezones/Europe/Dublin.csv')).body.split('\r\n')
  expect(csv).toContain(
    '2027-03-28T01:00:00+00:00,2027-03-28T01:00:00+00:00,2027-03-28T02:00:00+01:00,+01:00,3600,true,IST,Irish Standard Time',
  )
  const tzif = await service.app.inject({
    url: '/timezones/Europe/Dublin.tzif',
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(tzif.headers['content-encoding']).toBeUndefined()
  expect(tzif.rawPayload.subarray(0, 5).toString()).toBe('TZif2')
  expect(tzif.rawPayload.toString('latin1')).toMatch(/\nIST-1GMT0,M10\.5\.0,M3\.5\.0\/1\n$/)
  expect((await page('/timezones/Europe/Dublin.exe')).statusCode).toBe(404)
  expect((await page('/timezones/Nowhere.ics')).statusCode).toBe(404)
  // A name that every object of the language has.
  expect((await page('/timezones/Europe/Dublin.constructor')).statusCode).toBe(404)
})

test('a city has its sun of the day, the week and the year, as in the interface', async () => {
  for (const slug of ['dublin', 'kathmandu', 'longyearbyen', 'apia']) {
    const { data } = (await service.ask(`/cities/${slug}`)).body
    const text = textOf((await page(`/cities/${slug}`)).body)
    const { sunrise, sunset } = data.sun ?? data
    if (sunrise !== null && sunrise !== undefined) {
      expect(text, slug).toContain(
        `The sun rises at ${sunrise.slice(11, 16)} and sets at ${sunset.slice(11, 16)}`,
      )
    }
    expect(text).toContain('midnight to midnight')
  }
  expect(textOf((await page('/cities/longyearbyen')).body)).toContain('The sun does not rise on this day.')
})

test('a country says when its clocks change, and a shared code says what it means', async () => {
  const { body } = await page('/countries/united-states')
  expect(textOf(body)).toContain('Time in the United States')
  expect(textOf(body)).toContain('341,963,000')
  expect(textOf(body)).toMatch(/Sun 14 Mar 2027 02:00 → 03:00 forward one hour New York , Los Angeles/)
  expect(textOf((await page('/abbreviations/CST')).body)).toContain('CST is short for')
  // Ireland has GMT in winter.
  const meanings = textOf((await page('/abbreviations/IST')).body)
  expect(meanings).toMatch(/Irish Standard Time \d\d:\d\d UTC\+01:00 not used now Europe/)
  expect(meanings).toMatch(/India Standard Time \d\d:\d\d UTC\+05:30 Asia/)
  expect(textOf((await page('/abbreviations/greenwich-mean-time')).body)).toContain(
    'UTC+00:00 , standard time',
  )
})

test('the lists have every zone, country and standard, and keep their filters', async () => {
  const { almanac } = service.catalogue
  const links = async (path: string, of: string): Promise<number> =>
    new Set(
      [...(await page(path)).body.matchAll(new RegExp(`href="(/${of}/[^"]+)"`, 'g'))].map(([, href]) => href),
    ).size
  expect(await links('/timezones', 'timezones')).toBe(almanac.zones.listed.length)
  expect(await links('/countries', 'countries')).toBe(almanac.countries.all.length)
  expect(await links('/timezones?q=dublin', 'timezones')).toBe(1)
  expect(await links('/timezones?country=IE&observes_dst=false', 'timezones')).toBe(0)
  expect(await links('/timezones?offset=%2B05:45', 'timezones')).toBe(1)
  expect(await links('/countries?region=Oceania&q=zealand', 'countries')).toBe(1)
  expect(textOf((await page('/abbreviations?q=irish')).body)).toContain('1 standard.')
  for (const [path, said] of [
    ['/timezones?country=ZZ', 'There is no country “ZZ”'],
    ['/cities?country=ZZ', 'There is no country “ZZ”'],
    ['/timezones?offset=five', 'There is no offset “five”'],
  ] as const)
    expect(textOf((await page(path)).body), path).toContain(`${said}, so this list is not narrowed by it.`)
  expect((await page('/timezones?country=ireland&offset=UTC%2B01:00')).body).not.toContain('There is no')
})

test.each([
  ['turkey', 'turkiye'],
  ['czech-republic', 'czechia'],
  ['uk', 'united-kingdom'],
  ['great-britain', 'united-kingdom'],
  ['holland', 'netherlands'],
  ['burma', 'myanmar'],
  ['ivory-coast', null],
  ['swaziland', 'eswatini'],
  ['east-timor', 'timor-leste'],
  ['Burma', 'myanmar'],
  ['korea', undefined],
  ['denver', undefined],
])('/countries/%s leads to the only country of the name', async (name, slug) => {
  const { statusCode, headers } = await page(`/countries/${name}`)
  if (slug === undefined) expect(statusCode).toBe(404)
  else if (slug === null) expect(statusCode).toBe(308)
  else expect([statusCode, headers.location]).toEqual([308, `/countries/${slug}`])
})

test('the list leads to every city by country, or by country and letter', async () => {
  const { almanac } = service.catalogue
  const reached = new Set<string>()
  for (const [, href = ''] of (await page('/cities')).body.matchAll(/href="(\/cities\?country=[^"]+)"/g)) {
    const of = await page(href.replaceAll('&amp;', '&'))
    for (const [, slug = ''] of of.body.matchAll(/href="\/cities\/([^"]+)"/g)) reached.add(slug)
    for (const [, letter = ''] of of.body.matchAll(/href="(\/cities\?country=\w+&amp;letter=[^"]+)"/g)) {
      const { body } = await page(letter.replaceAll('&amp;', '&'))
      for (const [, slug = ''] of body.matchAll(/href="\/cities\/([^"]+)"/g)) reached.add(slug)
    }
  }
  expect(reached.size).toBe(almanac.cities().byName.length)
}, 120_000)

test('no map of the world is drawn where nothing of it would be marked', async () => {
  for (const path of ['/timezones/UTC', '/countries/bouvet-island']) {
    const { statusCode, body } = await page(path)
    expect([statusCode, body.includes('/world.svg')]).toEqual([200, false])
  }
  expect((await page('/')).body).toContain('/world.svg')
})

test.each([
  ['/timezones', 'aria-current="page">Zones</a>'],
  ['/timezones/Europe/Dublin', 'aria-current="true">Zones</a>'],
  ['/lookup', 'aria-current="page">Look up</a>'],
  ['/convert?from=Zurich', 'aria-current="true">Convert</a>'],
  ['/convert?from=Nowhereland', 'aria-current="true">Convert</a>'],
  ['/', null],
])('the menu on %s marks its section: %s', async (path, mark) => {
  const menu = (await page(path)).body.split('</header>')[0] ?? ''
  expect(/aria-current[^/]*<\/a>/.exec(menu)?.[0] ?? null).toBe(mark)
})

test('cities whose names begin with no Latin letter come after those with Z', async () => {
  const { body } = await page('/cities')
  const letters = [...body.matchAll(/letter=(\w+)">(\w+)</g)].map(([, letter]) => letter)
  expect(letters.slice(-2)).toEqual(['z', 'other'])
})
