// Facts about /abbreviations, /countries and /cities: filters, orders, choices, links.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, openService, WEB, type Service } from '../../../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const data = async (path: string) => (await service.ask(path)).body.data
// oxlint-disable-next-line typescript/no-explicit-any -- rows of several shapes
const slugs = async (path: string): Promise<string[]> => (await data(path)).map((row: any) => row.slug)

describe('/abbreviations', () => {
  test('is sorted by name, 25 to a page', async () => {
    const { body } = await service.ask('/abbreviations')
    expect(body.meta).toMatchObject({ per_page: 25, total: 166, last_page: 7 })
    expect(body.data[0]).toMatchObject({ slug: 'acre-standard-time', code: 'ACT' })
  })
  test('nulls come last in both directions of code', async () => {
    for (const sort of ['code', '-code']) {
      const rows = await data(`/abbreviations?sort=${sort}&per_page=100&page=2`)
      expect(rows.at(-1).slug).toBe('kazakhstan-time')
    }
  })
  test('filters narrow: offset, DST, continent in any case, text without accents', async () => {
    expect(await slugs('/abbreviations?offset=345')).toEqual(['nepal-time'])
    expect(await slugs('/abbreviations?offset=%2B05:45')).toEqual(['nepal-time'])
    expect(await slugs('/abbreviations?q=reunion')).toEqual(['reunion-time'])
    expect(await slugs('/abbreviations?q=turkiye')).toEqual(['turkiye-standard-time'])
    expect(await slugs('/abbreviations?continent=eUROPE&observes_dst=false')).toEqual([
      'moscow-standard-time',
      'samara-standard-time',
      'turkiye-standard-time',
    ])
    const dst = await data('/abbreviations?observes_dst=1&per_page=100&detail=full')
    // oxlint-disable-next-line typescript/no-explicit-any -- rows of several shapes
    expect(dst.filter((row: any) => row.counterpart === null)).toEqual([])
  })
  test('a shared code is 300 until offset or continent leave one', async () => {
    const shared = await service.ask('/abbreviations/ist')
    expect(shared.status).toBe(300)
    expect(shared.body.message).toContain('3')
    expect(shared.body.candidates).toHaveLength(3)
    expect((await data('/abbreviations/IST?continent=europe')).slug).toBe('irish-standard-time')
    expect((await data('/abbreviations/IST?offset=120')).slug).toBe('israel-standard-time')
    expect((await service.ask('/abbreviations/CST?offset=480')).status).toBe(300)
    expect((await service.ask('/abbreviations/MST?continent=americas')).status).toBe(300)
    expect((await service.ask('/abbreviations/IST?offset=0')).status).toBe(404)
  })
  test('for a slug, offset and continent are ignored', async () => {
    expect((await data('/abbreviations/india-standard-time?offset=0&continent=Europe')).code).toBe('IST')
  })
  test('includes all zones and countries that use it', async () => {
    const standard = await data('/abbreviations/nepal-time?include=timezones,countries')
    expect(standard.timezones).toHaveLength(1)
    expect(standard.timezones[0]).toMatchObject({ iana: 'Asia/Kathmandu', display_name: 'Kathmandu' })
    expect(standard.countries).toEqual([{ code: 'NP', name: 'Nepal' }])
    expect(standard.links).toEqual({
      self: `${BASE}/abbreviations/nepal-time`,
      timezones: `${BASE}/abbreviations/nepal-time?include=timezones`,
      web: `${WEB}/abbreviations/nepal-time`,
    })
    const full = await data('/abbreviations/nepal-time?include=timezones&detail=full')
    expect(full.timezones[0].current.name).toBe('Nepal Time')
  })
  test('Central Standard Time counts Edmonton and Inuvik now', async () => {
    const { timezones, counts } = await data('/abbreviations/central-standard-time?include=timezones')
    const zones = timezones.map(({ iana }: { iana: string }) => iana)
    expect(zones).toContain('America/Edmonton')
    expect(zones).toContain('America/Inuvik')
    expect(zones).not.toContain('America/Winnipeg')
    expect(counts.timezones).toBe(zones.length)
  })
  test('an unknown one is 404 and named', async () => {
    const { status, body } = await service.ask('/abbreviations/XQZ')
    expect(status).toBe(404)
    expect(body.message).toContain('XQZ')
  })
})

test.each([
  '/countries/\u212ae',
  '/cities/to\u212ayo',
  '/timezones/Asia/\u212aolkata',
  '/abbreviations/P\u212aT',
])('%s names nothing: only ASCII letters have another case', async (path) =>
  expect((await service.ask(encodeURI(path))).status).toBe(404),
)

test.each([
  '/timezones?country=\u017fe',
  '/timezones?abbreviation=e\u017ft',
  '/cities?country=\u0131e',
  '/cities?timezone=Asia/\u212aolkata',
])('%s keeps nothing', async (path) => expect(await data(encodeURI(path))).toEqual([]))

test('filters by code ignore the case of ASCII letters', async () => {
  for (const path of ['/timezones?country=Se', '/timezones?abbreviation=cEt', '/cities?country=sE'])
    expect(await data(path)).not.toEqual([])
})

describe('/countries', () => {
  test('are 250, sorted by name without accents: Åland comes second', async () => {
    const { body } = await service.ask('/countries?per_page=3')
    expect(body.meta.total).toBe(250)
    expect(body.data.map(({ iso2 }: { iso2: string }) => iso2)).toEqual(['AF', 'AX', 'AL'])
  })
  test('are found by slug and by code in any case', async () => {
    for (const identifier of ['DE', 'de', 'DEU', 'deu', 'germany', 'Germany']) {
      expect((await data(`/countries/${identifier}`)).iso3).toBe('DEU')
    }
    expect((await service.ask('/countries/zz')).status).toBe(404)
    for (const { iso2, iso3, slug } of service.catalogue.almanac.countries.all)
      for (const identifier of [iso3 ?? iso2, slug])
        expect(service.catalogue.almanac.countries.named(identifier)?.iso2, identifier).toBe(iso2)
  })
  test('filters narrow: region, sub-region in any case, DST, text', async () => {
    expect((await service.ask('/countries?sub_region=south-eastern%20asia')).body.meta.total).toBe(11)
    expect((await service.ask('/countries?region=europe')).body.meta.total).toBe(52)
    expect(await slugs('/countries?q=cote')).toEqual(['cote-divoire'])
    expect(await slugs('/countries?q=CIV')).toEqual(['cote-divoire'])
    expect((await service.ask('/countries?sub_region=Narnia')).status).toBe(422)
    const observing = (await service.ask('/countries?observes_dst=1')).body.meta.total
    const others = (await service.ask('/countries?observes_dst=0')).body.meta.total
    expect(observing + others).toBe(250)
    expect(observing).toBeGreaterThan(60)
  })
  test('BV and HM have no zone, AQ has ten zones and no default, XK has the clock of Belgrade', async () => {
    for (const country of ['BV', 'HM']) {
      expect(await data(`/countries/${country}`)).toMatchObject({
        default_timezone: null,
        population: null,
        counts: { timezones: 0, abbreviations: 0, cities: 0, dependencies: 0 },
        dst: { observes: false, timezones_in_dst: 0, timezones_without_dst: 0 },
      })
    }
    expect(await data('/countries/AQ')).toMatchObject({
      region: null,
      sub_region: null,
      default_timezone: null,
      counts: { timezones: 10 },
    })
    expect(await data('/countries/XK')).toMatchObject({
      iso3: null,
      numeric_code: null,
      default_timezone: { iana: 'Europe/Belgrade', display_name: 'Belgrade' },
      counts: { timezones: 0, cities: 23 },
    })
  })
  test('Canada, 2026-11-20: zones with and without DST add up', async () => {
    const { counts, dst } = await data('/countries/ca')
    expect(dst.timezones_in_dst + dst.timezones_without_dst).toBe(counts.timezones)
    expect(counts.timezones).toBe((await service.ask('/timezones?country=ca')).body.meta.total)
  })
  test('included lists are complete, in their own order, as rows or in full', async () => {
    const country = await data('/countries/nz?include=timezones,abbreviations,cities')
    expect(country.timezones.map(({ iana }: { iana: string }) => iana)).toEqual([
      'Pacific/Auckland',
      'Pacific/Chatham',
    ])
    expect(country.abbreviations.map(({ slug }: { slug: string }) => slug)).toEqual([
      'chatham-daylight-time',
      'chatham-standard-time',
      'new-zealand-daylight-time',
      'new-zealand-standard-time',
    ])
    expect(country.cities).toHaveLength(country.counts.cities)
    const full = await data('/countries/nz?include=timezones,abbreviations,cities&detail=full')
    expect(full.cities[0].sun).toBeDefined()
    expect(full.abbreviations[0].counts.timezones).toBe(1)
    expect(full.timezones[0].dst).toBeDefined()
    expect((await service.ask('/countries/nz?include=zones')).status).toBe(422)
  })
})

describe('/cities', () => {
  test('a shared name: the first city owns it, and also answers under its name with its country', async () => {
    expect((await data('/cities/paris')).country.code).toBe('FR')
    expect((await data('/cities/PARIS-fr')).slug).toBe('paris')
    expect((await data('/cities/paris-us')).country.code).toBe('US')
  })
  test('filters narrow: country, zone by any of its names, capitals, text without accents', async () => {
    expect((await service.ask('/cities?is_capital=true')).body.meta.total).toBe(244)
    expect(await slugs('/cities?country=va')).toEqual(['vatican-city'])
    const calcutta = (await service.ask('/cities?timezone=asia/calcutta')).body.meta.total
    expect(calcutta).toBe((await service.ask('/cities?timezone=Asia/Kolkata')).body.meta.total)
    expect(calcutta).toBeGreaterThan(1000)
    expect((await service.ask('/cities?timezone=Foo/Bar')).body).toMatchObject({ data: [] })
    expect((await service.ask('/cities?country=ZZ')).body.meta.total).toBe(0)
    expect(await slugs('/cities?q=malmo&country=SE')).toEqual(['malmo'])
    expect((await service.ask('/cities?q=%25')).body.meta.total).toBe(0)
  })
  test('sort orders are total: no city is on two pages, in either direction', async () => {
    for (const sort of ['name', '-name', 'offset', '-offset']) {
      const seen = new Set<string>()
      for (let page = 1; page <= 5; page++) {
        for (const slug of await slugs(`/cities?sort=${sort}&per_page=100&page=${page}`)) seen.add(slug)
      }
      expect(seen.size, sort).toBe(500)
    }
    expect((await data('/cities?sort=offset&per_page=1'))[0].timezone.iana).toBe('Pacific/Niue')
    expect((await data('/cities?sort=-offset&per_page=1'))[0].current.utc_offset).toBe('+13:00')
  })
  test('in full: live time, sun of the local date, links', async () => {
    const city = await data('/cities/apia?at=2026-06-01T12:00:00Z')
    expect(city).toMatchObject({
      is_capital: true,
      timezone: { iana: 'Pacific/Apia', abbreviation: 'WST', display_name: 'Apia' },
      current: { datetime: '2026-06-02T01:00:00+13:00', name: 'Samoa Standard Time' },
      links: {
        self: `${BASE}/cities/apia`,
        timezone: `${BASE}/timezones/Pacific/Apia`,
        country: `${BASE}/countries/samoa`,
        web: `${WEB}/cities/apia`,
      },
    })
    expect(city.sun.sunrise).toMatch(/^2026-06-02T06:/)
    expect(city.sun.sunset).toMatch(/^2026-06-02T1[78]:/)
  })
  test('polar day and night: no sunrise, 1440 or 0 minutes', async () => {
    expect((await data('/cities/longyearbyen?at=2026-06-21T12:00:00Z')).sun).toEqual({
      sunrise: null,
      sunset: null,
      daylight_minutes: 1440,
    })
    expect((await data('/cities/longyearbyen?at=2026-12-21T12:00:00Z')).sun).toEqual({
      sunrise: null,
      sunset: null,
      daylight_minutes: 0,
    })
  })
  test('the last sunset of the year 9999 and the first sunrise of the year 1 are said, though in UTC they are outside', async () => {
    const { sun: last } = await data('/cities/honolulu?at=9999-12-31T12:00:00Z')
    expect(last.sunset).toMatch(/^9999-12-31T18:..:..-10:00$/)
    const { sun: first } = await data('/cities/tokyo?at=0001-01-01T12:00:00Z')
    expect(first.sunrise).toMatch(/^0001-01-01T0[67]:..:..\+09:19$/)
  })
  test('a detailed list has the same data as the single resources', async () => {
    const [first] = await data('/cities?q=wellington&country=NZ&detail=full')
    expect(first).toEqual(await data('/cities/wellington'))
  })
  test('an unknown one is 404 and named', async () => {
    const { status, body } = await service.ask('/cities/xyzzy')
    expect(status).toBe(404)
    expect(body.message).toContain('xyzzy')
  })
})

test('the abbreviation filter of /timezones knows conventional codes', async () => {
  const rows = await data('/timezones?abbreviation=brt')
  expect(rows.map(({ iana }: { iana: string }) => iana)).toContain('America/Sao_Paulo')
  expect((await service.ask('/timezones?abbreviation=XXX')).body.meta.total).toBe(0)
})
