// Facts about /convert: tokens, folds and gaps, choices and faults.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, openService, type Service } from '../../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const ask = (query: Record<string, string>) =>
  service.ask(`/convert?${new URLSearchParams(query).toString()}`)

describe('a moment', () => {
  test('without an offset is read on the clock of `from`', async () => {
    const { body } = await ask({ from: 'Asia/Tokyo', to: 'UTC', at: '2026-01-01T09:00' })
    expect(body.data).toMatchObject({
      utc: '2026-01-01T00:00:00+00:00',
      ambiguity: { is_ambiguous: false, is_skipped: false },
    })
    expect(body.data.ambiguity).not.toHaveProperty('note')
  })
  test('with an offset is an instant, wherever `from` is', async () => {
    const { body } = await ask({ from: 'Asia/Tokyo', to: 'UTC', at: '2026-01-01T09:00+02:00' })
    expect(body.data.utc).toBe('2026-01-01T07:00:00+00:00')
  })
  test('in Unix seconds is an instant; resolution has no effect on it', async () => {
    const { body } = await ask({ from: 'Europe/Berlin', to: 'UTC', at: '1774747800', resolution: 'reject' })
    expect(body.data.utc).toBe('2026-03-29T01:30:00+00:00')
    expect(body.data.ambiguity).toEqual({ is_ambiguous: false, is_skipped: false })
  })
  test('that is absent means now', async () => {
    const { body } = await ask({ from: 'UTC', to: 'UTC' })
    expect(body.data.utc).toBe(body.meta.generated_at)
  })
})

describe('a gap (decision 0010)', () => {
  const gap = { from: 'America/New_York', to: 'UTC', at: '2026-03-08T02:30' }
  test('earliest is 01:30 EST, latest 03:30 EDT', async () => {
    const earliest = (await ask(gap)).body.data
    expect(earliest.from.datetime).toBe('2026-03-08T01:30:00-05:00')
    expect(earliest.ambiguity).toMatchObject({
      is_ambiguous: false,
      is_skipped: true,
      resolution: 'earliest',
    })
    const latest = (await ask({ ...gap, resolution: 'latest' })).body.data
    expect(latest.from.datetime).toBe('2026-03-08T03:30:00-04:00')
    expect(latest.ambiguity.resolution).toBe('latest')
  })
  test('the note names the wall time, the zone, both offsets and the one that was used', async () => {
    const { note } = (await ask(gap)).body.data.ambiguity
    for (const part of ['2026-03-08T02:30:00', 'America/New_York', '-05:00', '-04:00', 'earlier']) {
      expect(note).toContain(part)
    }
  })
  test('reject is 422 on `at`, with both candidates', async () => {
    const answered = await ask({ ...gap, resolution: 'reject' })
    expect(answered.status).toBe(422)
    expect(Object.keys(answered.body.errors)).toEqual(['at'])
    expect(answered.body.message).toContain('2026-03-08T01:30:00-05:00')
    expect(answered.body.message).toContain('2026-03-08T03:30:00-04:00')
  })
})

test('a fold: earliest and latest are an hour apart, and the flag is set', async () => {
  const fold = { from: 'Europe/Berlin', to: 'UTC', at: '2026-10-25T02:30' }
  const earliest = (await ask(fold)).body.data
  expect(earliest).toMatchObject({
    utc: '2026-10-25T00:30:00+00:00',
    ambiguity: { is_ambiguous: true, is_skipped: false },
  })
  expect((await ask({ ...fold, resolution: 'latest' })).body.data.utc).toBe('2026-10-25T01:30:00+00:00')
})

describe('odd clocks', () => {
  test.each([
    ['Apia has no 30 December 2011', 'Pacific/Apia', '2011-12-30T12:00', 'is_skipped'],
    ['Lord Howe skips half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15', 'is_skipped'],
    ['Troll skips two hours', 'Antarctica/Troll', '2026-03-29T02:30', 'is_skipped'],
    [
      'Dublin repeats an hour although its SAVE is negative',
      'Europe/Dublin',
      '2026-10-25T01:30',
      'is_ambiguous',
    ],
    ['Casablanca repeats an hour before Ramadan', 'Africa/Casablanca', '2026-02-15T02:30', 'is_ambiguous'],
    ['Casablanca repeats its last hour in 2026', 'Africa/Casablanca', '2026-09-20T01:30', 'is_ambiguous'],
  ])('%s', async (_, from, at, flag) => {
    expect((await ask({ from, to: 'UTC', at })).body.data.ambiguity[flag]).toBe(true)
  })
  test('Amsterdam in 1930 is 19 minutes 32 seconds ahead, printed as +00:20', async () => {
    const { from } = (await ask({ from: 'Europe/Amsterdam', to: 'UTC', at: '1930-01-01T00:00:00Z' })).body
      .data
    expect(from).toMatchObject({ utc_offset: '+00:20', utc_offset_seconds: 1172 })
  })
  test('Monrovia until 1972 is 44 minutes 30 seconds behind, printed as -00:45', async () => {
    const { from } = (await ask({ from: 'Africa/Monrovia', to: 'UTC', at: '1971-01-01T00:00:00Z' })).body.data
    expect(from).toMatchObject({ utc_offset: '-00:45', utc_offset_seconds: -2670 })
  })
  test('years 0001 and 9999 convert; a result outside them is 422', async () => {
    expect((await ask({ from: 'UTC', to: 'UTC', at: '0001-01-01T00:00' })).status).toBe(200)
    expect((await ask({ from: 'UTC', to: 'UTC', at: '9999-12-31T23:59:59' })).status).toBe(200)
    const outside = await ask({ from: 'UTC', to: 'Asia/Tokyo', at: '9999-12-31T23:59:59' })
    expect(outside.status).toBe(422)
    expect(Object.keys(outside.body.errors)).toEqual(['at'])
  })
})

describe('tokens (decision 0012)', () => {
  const side = async (to: string, at = '2026-07-01T00:00:00Z') =>
    (await ask({ from: 'UTC', to, at })).body.data?.to[0]

  test.each([
    ['Europe/Paris', 'Europe/Paris'],
    ['asia/calcutta', 'Asia/Kolkata'],
    ['New York', 'America/New_York'],
    ['São Paulo', 'America/Sao_Paulo'],
    ['sao-paulo', 'America/Sao_Paulo'],
    ['Japan', 'Asia/Tokyo'],
    ['jp', 'Asia/Tokyo'],
    ['Singapore', 'Asia/Singapore'],
    ['Argentina', 'America/Argentina/Buenos_Aires'],
    ['xk', 'Europe/Belgrade'],
    ['EST5EDT', 'America/New_York'],
    ['PRC', 'Asia/Shanghai'],
    ['Navajo', 'America/Denver'],
    ['Zulu', 'UTC'],
    ['GMT', 'Etc/GMT'],
    ['UTC+5', 'Etc/GMT-5'],
    ['UTC 5', 'Etc/GMT-5'],
    ['Etc/GMT 5', 'Etc/GMT+5'],
    ['+05:30', '+05:30'],
    ['UTC-00:00', 'UTC'],
    ['GMT+0', 'Etc/GMT'],
    ['EST', 'Etc/GMT+5'],
    ['india-standard-time', '+05:30'],
    ['greenwich-mean-time', 'Etc/GMT'],
  ])('%s is %s', async (token, iana) => {
    expect((await side(token))?.iana).toBe(iana)
  })

  test('an abbreviation is a fixed offset of its own, in July too', async () => {
    expect(await side('EST')).toEqual({
      iana: 'Etc/GMT+5',
      datetime: '2026-06-30T19:00:00-05:00',
      utc_offset: '-05:00',
      utc_offset_seconds: -18_000,
      abbreviation: 'EST',
      name: 'Eastern Standard Time',
      is_dst: false,
      links: { self: null },
    })
    expect(await side('EDT', '2026-01-01T00:00:00Z')).toMatchObject({ utc_offset: '-04:00', is_dst: true })
  })

  test('EST, MST and HST are their own fixed offset at every moment, CET and its like a zone with summer time', async () => {
    const offsetOf = { EST: '-05:00', MST: '-07:00', HST: '-10:00' }
    for (const [code, offset] of Object.entries(offsetOf))
      for (const at of ['1850-01-01T00:00Z', '1908-04-01T00:00Z', '1943-01-01T00:00Z', '2026-07-01T00:00Z']) {
        const { status, body } = await ask({ from: code, to: code.toLowerCase(), at })
        expect(status, `${code} ${at}`).toBe(200)
        expect(body.data.from).toMatchObject({ utc_offset: offset, abbreviation: code, is_dst: false })
        expect(body.data.to[0]).toEqual(body.data.from)
      }
    for (const code of ['CET', 'MET', 'EET', 'WET'])
      expect((await ask({ from: code, to: 'UTC', at: '2026-07-01T00:00Z' })).status, code).toBe(300)
  })

  test('only tokens that name the listed zone UTC link to it', async () => {
    expect((await side('UTC'))?.links.self).toBe(`${BASE}/timezones/UTC`)
    expect((await side('z'))?.links.self).toBe(`${BASE}/timezones/UTC`)
    expect((await side('UTC+0'))?.links.self).toBeNull()
    expect((await side('GMT'))?.links.self).toBeNull()
    expect(await side('GMT')).toMatchObject({ abbreviation: 'GMT', name: 'Greenwich Mean Time' })
  })

  test('ten are answered in order, with duplicates; eleven, a blank one and none are 422', async () => {
    const ten = ['UTC', 'UTC', 'Asia/Tokyo', 'UTC', 'jp', 'UTC', 'UTC', 'UTC', 'UTC', 'Z']
    const { body } = await ask({ from: 'UTC', to: ten.join(',') })
    expect(body.data.to.map(({ iana }: { iana: string }) => iana)).toEqual(
      ten.map((token) => (token === 'jp' ? 'Asia/Tokyo' : token === 'Z' ? 'UTC' : token)),
    )
    for (const to of [[...ten, 'UTC'].join(','), 'UTC,,UTC', ',']) {
      const refused = await ask({ from: 'UTC', to })
      expect(refused.status).toBe(422)
      expect(Object.keys(refused.body.errors)).toEqual(['to'])
    }
    const none = await service.ask('/convert')
    expect(none.status).toBe(422)
    expect(Object.keys(none.body.errors)).toEqual(['from', 'to'])
  })

  test('all unknown ones are named, before any choice', async () => {
    const { status, body } = await ask({ from: 'Mars/Olympus', to: 'IST,xyzzy,plugh' })
    expect(status).toBe(422)
    expect(body.errors.from[0]).toContain('Mars/Olympus')
    expect(body.errors.to).toHaveLength(2)
  })

  test('a country without zones is 422', async () => {
    const { status, body } = await ask({ from: 'UTC', to: 'Bouvet Island' })
    expect(status).toBe(422)
    expect(body.errors.to[0]).toContain('Bouvet Island')
  })
})

describe('a choice', () => {
  const candidatesOf = async (query: Record<string, string>) => {
    const answered = await ask(query)
    expect(answered.status).toBe(300)
    expect(answered.headers['cache-control']).toBe('no-store')
    expect(answered.headers['location']).toBeUndefined()
    const candidates: { slug?: string; iana?: string }[] = answered.body.candidates
    return candidates.map(({ slug, iana }) => slug ?? iana ?? '')
  }

  test('IST has three meanings, most zones first', async () => {
    expect(await candidatesOf({ from: 'IST', to: 'UTC' })).toEqual([
      'india-standard-time',
      'irish-standard-time',
      'israel-standard-time',
    ])
  })
  test('ET and PT are Eastern and Pacific time, and Ethiopia and Portugal: they are never guessed', async () => {
    expect(await candidatesOf({ from: 'ET', to: 'UTC' })).toEqual([
      'America/New_York',
      'Africa/Addis_Ababa',
      'eastern-standard-time',
      'eastern-daylight-time',
    ])
    expect(await candidatesOf({ from: 'UTC', to: 'pt' })).toEqual([
      'America/Los_Angeles',
      'Europe/Lisbon',
      'Atlantic/Azores',
      'Atlantic/Madeira',
      'pacific-daylight-time',
      'pacific-standard-time',
    ])
    expect(await candidatesOf({ from: 'UTC', to: 'CT' })).toHaveLength(3)
  })
  test('a country of many zones has its default first, then identifiers', async () => {
    const zones = await candidatesOf({ from: 'UTC', to: 'us' })
    expect(zones[0]).toBe('America/New_York')
    expect(zones.slice(1)).toEqual(zones.slice(1).toSorted())
    expect(zones).toHaveLength(29)
  })
  test('a country whose zones agree now does not ask; in the years when they differed it does', async () => {
    const now = await ask({ from: 'UTC', to: 'de', at: '2026-01-01T00:00:00Z' })
    expect(now.body.data.to[0].iana).toBe('Europe/Berlin')
    expect(await candidatesOf({ from: 'UTC', to: 'de', at: '1980-07-01T00:00:00Z' })).toEqual([
      'Europe/Berlin',
      'Europe/Busingen',
    ])
  })
  test('`from` is asked about before `to`, and `to` from left to right', async () => {
    const both = await ask({ from: 'IST', to: 'us' })
    expect(both.body.message).toContain('"IST"')
    const left = await ask({ from: 'UTC', to: 'UTC,BST,IST' })
    expect(left.body.message).toContain('"BST"')
  })
  test('comes before a refusal by `reject`', async () => {
    const answered = await ask({
      from: 'Europe/Berlin',
      to: 'IST',
      at: '2026-03-29T02:30',
      resolution: 'reject',
    })
    expect(answered.status).toBe(300)
  })
  test('a name beside an offset that it never has, and that no zone always has, is a fault and no choice', async () => {
    for (const token of ['Tokyo +05:30', '+05:30 GMT', 'EST (UTC+05:30)', '(UTC+5:30) UTC']) {
      const answered = await ask({ from: token, to: 'UTC' })
      expect(answered.status, token).toBe(422)
      expect(answered.body.message).toContain(`"${token}"`)
      expect((await ask({ from: 'UTC', to: token })).status, token).toBe(422)
    }
    expect(await candidatesOf({ from: '+01:00 UTC', to: 'UTC' })).toEqual(['UTC', 'Etc/GMT-1'])
  })
  test('every candidate is a token that settles the choice', async () => {
    for (const token of ['IST', 'CST', 'BST', 'AMT', 'us', 'br']) {
      for (const candidate of await candidatesOf({ from: 'UTC', to: token })) {
        expect((await ask({ from: 'UTC', to: candidate })).status, candidate).toBe(200)
      }
    }
  })
  test('codes with one offset need no choice: MST is −07:00 everywhere', async () => {
    const { body } = await ask({ from: 'UTC', to: 'MST' })
    expect(body.data.to[0]).toMatchObject({ utc_offset: '-07:00', name: 'Mountain Standard Time' })
  })
})
