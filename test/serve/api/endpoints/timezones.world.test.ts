// The answers of the two time zone endpoints, as the interface describes them, on the embedded tz release.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, NOON, openService, WEB, type Service } from '../../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const zone = async (id: string, at?: string) =>
  (await service.ask(`/timezones/${id}${at === undefined ? '' : `?at=${encodeURIComponent(at)}`}`)).body.data

const ids = async (query: string): Promise<string[]> =>
  (await service.ask(`/timezones?per_page=500&${query}`)).body.data.map((row: { iana: string }) => row.iana)

describe('one zone', () => {
  test('Dublin in winter has standard time, although tzdb gives its winter a negative SAVE', async () => {
    expect(await zone('Europe/Dublin', '2026-01-15T12:00:00Z')).toMatchObject({
      current: { datetime: '2026-01-15T12:00:00+00:00', abbreviation: 'GMT', is_dst: false },
      standard: { utc_offset: '+00:00', abbreviation: 'GMT' },
      dst: {
        savings_seconds: 3600,
        next_transition: {
          type: 'spring_forward',
          at: '2026-03-29T02:00:00+01:00',
          utc_offset_after: '+01:00',
          abbreviation_after: 'IST',
          clock_change_seconds: 3600,
        },
      },
    })
  })

  test('Dublin in summer is on DST, ahead of its standard time by an hour', async () => {
    expect(await zone('Europe/Dublin', '2026-07-15T12:00:00Z')).toMatchObject({
      observes_dst: true,
      current: {
        datetime: '2026-07-15T13:00:00+01:00',
        abbreviation: 'IST',
        is_dst: true,
        utc_offset_seconds: 3600,
      },
      standard: { utc_offset: '+00:00', utc_offset_seconds: 0, abbreviation: 'GMT' },
      dst: { savings_seconds: 3600, next_transition: { type: 'fall_back', clock_change_seconds: -3600 } },
    })
  })

  test('Lord Howe moves by thirty minutes', async () => {
    expect((await zone('Australia/Lord_Howe', '2026-06-01T00:00:00Z')).dst).toMatchObject({
      savings_seconds: 1800,
      next_transition: { clock_change_seconds: 1800 },
    })
  })

  test('Edmonton 2026-11-01: abbreviation and is_dst change, the clock does not, so there is no next transition (decision 0006)', async () => {
    const before = await zone('America/Edmonton', '2026-10-31T12:00:00Z')
    expect(before.dst.next_transition).toBeNull()
    expect(before).toMatchObject({ observes_dst: true, current: { is_dst: true, utc_offset: '-06:00' } })
    const after = await zone('America/Edmonton', '2026-11-02T12:00:00Z')
    expect(after).toMatchObject({
      observes_dst: false,
      current: { is_dst: false, utc_offset: '-06:00' },
      dst: { savings_seconds: 0, next_transition: null },
    })
  })

  test('Monrovia before 1972 prints the nearest whole minute and keeps the exact seconds', async () => {
    expect((await zone('Africa/Monrovia', '1970-01-01T00:00:00Z')).current).toMatchObject({
      datetime: '1969-12-31T23:15:00-00:45',
      utc_datetime: '1970-01-01T00:00:00+00:00',
      utc_offset: '-00:45',
      utc_offset_seconds: -2670,
    })
  })

  test('Amsterdam in 1930 is Amsterdam, not Brussels', async () => {
    expect((await zone('Europe/Amsterdam', '1930-01-01T12:00:00Z')).current.utc_offset_seconds).toBe(1172)
  })

  test('Oslo is a separate zone', async () => {
    expect((await zone('Europe/Oslo')).iana).toBe('Europe/Oslo')
  })

  test('an unknown offset (-00) is +00:00 without an abbreviation', async () => {
    expect((await zone('Antarctica/Troll', '1990-01-01T00:00:00Z')).current).toMatchObject({
      utc_offset: '+00:00',
      abbreviation: null,
    })
  })

  test('tzdb’s digits are no abbreviation', async () => {
    expect((await zone('Etc/GMT%2B3')).current.abbreviation).toBeNull()
  })

  test('UTC has no country and no place, but has a page of its own', async () => {
    expect(await zone('UTC')).toMatchObject({
      iana: 'UTC',
      country: null,
      is_mainland: false,
      coordinates: { latitude: null, longitude: null },
      current: { utc_offset: '+00:00', abbreviation: 'UTC', is_dst: false },
      links: { self: `${BASE}/timezones/UTC`, country: null, web: `${WEB}/timezones/UTC` },
    })
  })

  test.each(['Etc/UTC', 'UCT', 'Zulu', 'Universal', 'Etc/Zulu', 'utc'])('%s is UTC', async (alias) => {
    expect((await zone(alias)).iana).toBe('UTC')
  })

  test.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['US/Eastern', 'America/New_York'],
    ['EST5EDT', 'America/New_York'],
    ['europe/KIEV', 'Europe/Kyiv'],
    ['GMT', 'Etc/GMT'],
    ['Greenwich', 'Etc/GMT'],
    ['Iceland', 'Atlantic/Reykjavik'],
  ])('%s gives the answer of %s, without a redirect', async (alias, iana) => {
    const answered = await service.ask(`/timezones/${alias}`)
    expect(answered.status).toBe(200)
    expect(answered.body.data.iana).toBe(iana)
    if (!iana.startsWith('Etc/')) expect(answered.body.data.links.self).toBe(`${BASE}/timezones/${iana}`)
  })

  test.each(['Etc/GMT%2B3', 'Etc/GMT+3', 'Etc%2FGMT%2B3', 'etc/gmt+3', 'Etc/GMT%203'])(
    '%s is three hours behind UTC, never ahead',
    async (id) => {
      expect(await zone(id)).toMatchObject({
        iana: 'Etc/GMT+3',
        display_name: 'UTC-03:00',
        current: { utc_offset: '-03:00', name: null },
        links: { self: null, country: null, abbreviation: null, web: null },
      })
    },
  )

  test('Etc/GMT is not merged with UTC', async () => {
    expect(await zone('Etc/GMT')).toMatchObject({ iana: 'Etc/GMT', current: { abbreviation: 'GMT' } })
  })

  test('without `at` it is now, and says so', async () => {
    const answered = await service.ask('/timezones/Asia/Kathmandu')
    expect(answered.body.data.current.datetime).toBe('2026-11-20T17:45:00+05:45')
    expect(answered.body.data.current.utc_datetime).toBe(answered.body.meta.generated_at)
    expect(answered.body.meta.tzdb_version).toBe('2026f')
  })

  test.each([
    ['a naked date-time is UTC', '2026-06-01T12:00:00'],
    ['an offset whose plus became a space', '2026-06-01T14:00:00 02:00'],
    ['Unix seconds', '1780315200'],
  ])('%s', async (_, at) => {
    expect((await zone('UTC', at)).current.utc_datetime).toBe('2026-06-01T12:00:00+00:00')
  })

  test('a moment whose local date would leave the years 0001–9999 is refused on `at`', async () => {
    for (const url of [
      '/timezones/America/New_York?at=0001-01-01T00:00:00Z',
      '/timezones/Asia/Tokyo?at=9999-12-31T23:59:59Z',
    ]) {
      const answered = await service.ask(url)
      expect(answered.status).toBe(422)
      expect(Object.keys(answered.body.errors)).toEqual(['at'])
    }
    expect((await service.ask('/timezones/UTC?at=9999-12-31T23:59:59Z')).status).toBe(200)
  })

  test('Apia has no 30 December 2011', async () => {
    const shown = async (at: string) => (await zone('Pacific/Apia', at)).current.datetime
    expect(await shown('2011-12-30T09:59:59Z')).toBe('2011-12-29T23:59:59-10:00')
    expect(await shown('2011-12-30T10:00:00Z')).toBe('2011-12-31T00:00:00+14:00')
  })

  test('404 names what was looked up', async () => {
    const answered = await service.ask('/timezones/Mars/Olympus')
    expect(answered.status).toBe(404)
    expect(answered.body.message).toContain('Mars/Olympus')
  })

  test('a bad parameter is reported before an unknown zone', async () => {
    expect((await service.ask('/timezones/Mars/Olympus?at=x')).status).toBe(422)
  })
})

describe('the list', () => {
  test('has the identifiers of zone.tab and UTC, sorted by identifier', async () => {
    const all = await ids('')
    expect(all).toHaveLength(419)
    expect(all).toContain('UTC')
    expect(all).toContain('Europe/Oslo')
    expect(all.filter((id) => id.startsWith('Etc/'))).toEqual([])
    expect(all).toEqual(all.toSorted())
    expect(await ids('sort=-iana')).toEqual(all.toReversed())
  })

  test('is 50 rows a page unless asked, and at most 500 (decision 0009)', async () => {
    expect((await service.ask('/timezones?per_page=500')).body.data).toHaveLength(419)
    expect((await service.ask('/timezones?per_page=501')).status).toBe(422)
    const { meta, links } = (await service.ask('/timezones')).body
    expect(meta).toMatchObject({ current_page: 1, from: 1, to: 50, per_page: 50, last_page: 9, total: 419 })
    expect(meta.path).toBe(`${BASE}/timezones`)
    expect(links).toEqual({
      first: `${BASE}/timezones?page=1`,
      last: `${BASE}/timezones?page=9`,
      prev: null,
      next: `${BASE}/timezones?page=2`,
    })
  })

  test('its pages together are the whole list', async () => {
    const all = await ids('')
    const paged: string[] = []
    for (let page = 1; page <= 7; page += 1) {
      const { body } = await service.ask(`/timezones?per_page=60&page=${page}`)
      paged.push(...body.data.map((row: { iana: string }) => row.iana))
    }
    expect(paged).toEqual(all)
  })

  test('past its end it is empty, and links to the last page', async () => {
    const { data, meta, links } = (await service.ask('/timezones?page=40')).body
    expect(data).toEqual([])
    expect(meta).toMatchObject({ current_page: 40, from: null, to: null, last_page: 9 })
    expect(links.prev).toBe(`${BASE}/timezones?page=9`)
    expect(links.next).toBeNull()
  })

  test('filters by country in any case; an unknown country is an empty list', async () => {
    expect(await ids('country=ie')).toEqual(['Europe/Dublin'])
    const none = (await service.ask('/timezones?country=ZZ')).body
    expect(none.data).toEqual([])
    expect(none.meta).toMatchObject({ last_page: 1, total: 0, from: null, to: null })
  })

  test('filters by standard offset, written three ways', async () => {
    const india = await ids('offset=%2B05:30')
    expect(india).toEqual(['Asia/Colombo', 'Asia/Kolkata'])
    expect(await ids('offset=+05:30')).toEqual(india)
    expect(await ids('offset=330')).toEqual(india)
    // Dublin is one hour ahead in summer; its standard offset stays zero.
    service.setNow(Date.UTC(2026, 6, 1) / 1000)
    expect(await ids('offset=0')).toContain('Europe/Dublin')
    service.setNow(NOON)
  })

  test('filters by abbreviations used from now to a year from now', async () => {
    const eastern = await ids('abbreviation=edt')
    expect(eastern).toContain('America/New_York')
    expect(eastern).not.toContain('America/Jamaica')
    expect(await ids('abbreviation=XXX')).toEqual([])
  })

  test('filters by observance of DST; both halves together are the whole list', async () => {
    const yes = await ids('observes_dst=true')
    const no = await ids('observes_dst=0')
    expect(yes).toContain('Africa/Cairo')
    expect(no).toContain('Asia/Tokyo')
    expect([...yes, ...no].toSorted()).toEqual(await ids(''))
  })

  test('searches literally: %, _ and \\ have no special meaning', async () => {
    expect(await ids('q=york')).toEqual(['America/New_York'])
    expect(await ids('q=New%5FY')).toEqual(['America/New_York'])
    expect(await ids('q=%25')).toEqual([])
    expect(await ids('q=%5C')).toEqual([])
    expect(await ids('q=%20york%20')).toEqual(['America/New_York'])
  })

  test('sorts by offset, ties by identifier', async () => {
    const byOffset = await ids('sort=offset')
    expect(byOffset[0]).toBe('Pacific/Midway')
    expect(byOffset.at(-1)).toBe('Pacific/Kiritimati')
    expect((await ids('sort=-offset'))[0]).toBe('Pacific/Kiritimati')
  })

  test('with detail=full, a row is the single resource', async () => {
    const { data } = (await service.ask('/timezones?country=IE&detail=full')).body
    expect(data).toEqual([await zone('Europe/Dublin')])
  })

  test('`at` is not one of its parameters', async () => {
    expect((await service.ask('/timezones?at=nonsense')).status).toBe(200)
  })

  test('links have the request’s known parameters, and page last', async () => {
    const { links } = (await service.ask('/timezones?offset=+00:00&per_page=2&page=2&nonsense=1')).body
    expect(links.next).toBe(`${BASE}/timezones?offset=%2B00%3A00&per_page=2&page=3`)
  })

  test('the paginator shows ten pages, a gap and the last two', async () => {
    const { links } = (await service.ask('/timezones?per_page=5&page=3')).body.meta
    const labels = links.map((link: { label: string }) => link.label)
    expect(labels).toEqual([
      '&laquo; Previous',
      ...'1 2 3 4 5 6 7 8 9 10 ... 83 84'.split(' '),
      'Next &raquo;',
    ])
    expect(links[11]).toEqual({ url: null, label: '...', active: false })
    expect(links[3]).toMatchObject({ label: '3', page: 3, active: true })
    const middle = (await service.ask('/timezones?per_page=5&page=40')).body.meta.links
    expect(
      middle
        .map((link: { label: string }) => link.label)
        .slice(1, -1)
        .join(' '),
    ).toBe('1 2 ... 37 38 39 40 41 42 43 ... 83 84')
    const end = (await service.ask('/timezones?per_page=5&page=80')).body.meta.links
    expect(
      end
        .map((link: { label: string }) => link.label)
        .slice(1, -1)
        .join(' '),
    ).toBe('1 2 ... 75 76 77 78 79 80 81 82 83 84')
  })
})

describe('faults', () => {
  test.each([
    ['page=0', { page: ['The page field must be at least 1.'] }],
    ['page=1.0', { page: ['The page field must be an integer.'] }],
    ['page=%2B5', { page: ['The page field must be an integer.'] }],
    ['per_page=501', { per_page: ['The per page field must not be greater than 500.'] }],
    ['country=USA', { country: ['The country field must be 2 characters.'] }],
    ['observes_dst=TRUE', { observes_dst: ['The observes dst field must be one of: true, false, 1, 0.'] }],
    ['is_mainland=%20true', { is_mainland: ['The is mainland field must be one of: true, false, 1, 0.'] }],
    ['detail=Full', { detail: ['The detail field must be one of: concise, full.'] }],
    [
      'abbreviation=ABCDEFGHIJK',
      { abbreviation: ['The abbreviation field must not be greater than 10 characters.'] },
    ],
    ['q[]=x', { q: ['The q field must be sent as q=…, without brackets.'] }],
    ['q=a&q=b', { q: ['The q field must be sent once; it was sent 2 times.'] }],
    ['q=%ff', { q: ['The q field must be percent-encoded UTF-8.'] }],
    ['q=%zz', { q: ['The q field must be percent-encoded UTF-8.'] }],
  ])('%s', async (query, errors) => {
    const answered = await service.ask(`/timezones?${query}`)
    expect(answered.status).toBe(422)
    expect(answered.body.errors).toEqual(errors)
  })

  test('an unknown sort is refused with the list of allowed ones', async () => {
    const { errors } = (await service.ask('/timezones?sort=name')).body
    expect(errors.sort[0]).toContain('iana, -iana, display_name, -display_name, offset, -offset')
  })

  test('all are reported, in the order of the parameter table; the message is the first and counts the rest', async () => {
    const { body } = await service.ask('/timezones?page=0&sort=x&country=USA')
    expect(Object.keys(body.errors)).toEqual(['country', 'sort', 'page'])
    expect(body.message).toBe('The country field must be 2 characters. (and 2 more errors)')
    expect((await service.ask('/timezones?page=0&sort=x')).body.message).toMatch(/ \(and 1 more error\)$/)
  })

  test('an empty value counts as absent', async () => {
    expect((await service.ask('/timezones?q=&sort=&page=&detail=&offset=')).body.meta.total).toBe(419)
  })

  test('a hundred characters of four bytes each are accepted', async () => {
    expect((await service.ask(`/timezones?q=${encodeURIComponent('𝒳'.repeat(100))}`)).status).toBe(200)
    expect((await service.ask(`/timezones?q=${encodeURIComponent('𝒳'.repeat(101))}`)).status).toBe(422)
  })
})
