// The clock changes of a zone over HTTP: rows, moments, pages, and that the address takes nothing from the interface.
import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closedOpenapi } from '#schemas/openapi.ts'
import {
  BASE,
  NOON,
  openService,
  type Answered,
  type Service,
} from '../../../support/worlds/interface-service.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(JSON.parse(JSON.stringify(closedOpenapi())), 'openapi')
const PATH = '~1timezones~1{iana}~1transitions'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

async function changes(iana: string, query = ''): Promise<Answered> {
  const answered = await service.ask(`/timezones/${iana}/transitions?${query}`)
  const pointer = `openapi#/paths/${PATH}/get/responses/${answered.status}/content/application~1json/schema`
  const validate = ajv.getSchema(pointer) ?? ajv.compile({ $ref: pointer })
  expect(validate(answered.body) || validate.errors, answered.text.slice(0, 300)).toBe(true)
  return answered
}

test('no identifier of the tz release ends like the address', () => {
  const { listed, aliasesOf, named } = service.catalogue.almanac.zones
  const names = listed.flatMap((zone) => [zone.iana, ...aliasesOf(zone)])
  expect(names.length).toBeGreaterThan(500)
  for (const name of names) {
    expect(name.toLowerCase()).not.toMatch(/(?:^|\/)transitions$/)
    expect(named(`${name}/transitions`)).toBeNull()
  }
})

test('a row is a change: its instant, and the clock before and after it', async () => {
  const { body } = await changes('Europe/Dublin', 'from=2026-01-01T00:00Z&to=2027-01-01T00:00Z')
  expect(body.data).toEqual([
    {
      utc_datetime: '2026-03-29T01:00:00+00:00',
      type: 'spring_forward',
      at: '2026-03-29T02:00:00+01:00',
      utc_offset_after: '+01:00',
      abbreviation_after: 'IST',
      clock_change_seconds: 3600,
      before: {
        datetime: '2026-03-29T01:00:00+00:00',
        utc_offset: '+00:00',
        utc_offset_seconds: 0,
        abbreviation: 'GMT',
        name: 'Greenwich Mean Time',
        is_dst: false,
      },
      after: {
        datetime: '2026-03-29T02:00:00+01:00',
        utc_offset: '+01:00',
        utc_offset_seconds: 3600,
        abbreviation: 'IST',
        name: 'Irish Standard Time',
        is_dst: true,
      },
    },
    expect.objectContaining({
      utc_datetime: '2026-10-25T01:00:00+00:00',
      type: 'fall_back',
      clock_change_seconds: -3600,
    }),
  ])
  expect(body.meta.timezone).toEqual({
    iana: 'Europe/Dublin',
    posix_tz: 'GMT0IST,M3.5.0/1,M10.5.0',
    aliases: ['Eire'],
    windows_names: ['GMT Standard Time'],
  })
})

test('`from` is inclusive, `to` is exclusive, both are read like `at`', async () => {
  const count = async (query: string): Promise<number> =>
    (await changes('Europe/Berlin', query)).body.meta.total
  expect(await count('from=2026-03-29T01:00:00Z&to=2026-10-25T01:00:00Z')).toBe(1)
  expect(await count('from=2026-03-29T01:00:01Z&to=2026-10-25T01:00:01Z')).toBe(1)
  expect(await count('from=2026-03-29T01:00:00&to=2026-10-25T02:00:01+01:00')).toBe(2)
  expect(await count('from=1774746000&to=1774746000')).toBe(0)
  expect((await changes('Europe/Berlin', 'from=2027-01-01T00:00Z&to=2026-01-01T00:00Z')).status).toBe(422)
  expect((await changes('Europe/Berlin', 'from=soon&to=2026')).body.errors).toHaveProperty('to')
})

test('without moments: from the moment of the request to the end of the tenth year from now', async () => {
  const { body, headers } = await changes('Europe/Berlin', 'per_page=500')
  expect(body.meta.begins_at).toBe(body.meta.generated_at)
  expect(body.data[0].utc_datetime).toBe('2027-03-28T01:00:00+00:00')
  expect(body.data.at(-1).utc_datetime).toBe('2036-10-26T01:00:00+00:00')
  expect(headers['cache-control']).toBe('private, no-cache')
  expect((await changes('UTC')).body).toMatchObject({ data: [], meta: { total: 0, from: null } })
})

test('backward: from the moment of the request to the first change', async () => {
  const { body, headers } = await changes('Europe/Berlin', 'sort=-at&per_page=500')
  expect(body.meta.begins_at).toBe(body.meta.generated_at)
  expect(body.data[0].utc_datetime).toBe('2026-10-25T01:00:00+00:00')
  expect(body.data.at(-1)).toMatchObject({
    utc_datetime: '1893-03-31T23:06:32+00:00',
    type: null,
    clock_change_seconds: 392,
  })
  expect(headers['cache-control']).toBe('private, no-cache')
  const forward = (await changes('Europe/Berlin', `to=${NOON}&per_page=500`)).body
  expect(body.data).toEqual(forward.data.toReversed())
})

test('with one moment the list has its other end, whichever way it goes', async () => {
  const ends = async (query: string) => {
    const { body, headers } = await changes('Europe/Berlin', `${query}&per_page=500`)
    expect(headers['cache-control']).toBe('private, max-age=3600')
    return [body.meta.begins_at, body.data[0].utc_datetime, body.data.at(-1).utc_datetime]
  }
  const [first, before, after, last] = [
    '1893-03-31T23:06:32+00:00',
    '1999-10-31T01:00:00+00:00',
    '2000-03-26T01:00:00+00:00',
    '2036-10-26T01:00:00+00:00',
  ]
  expect(await ends('to=2000-01-01T00:00Z')).toEqual([null, first, before])
  expect(await ends('to=2000-01-01T00:00Z&sort=-at')).toEqual(['2000-01-01T00:00:00+00:00', before, first])
  expect(await ends('from=2000-01-01T00:00Z')).toEqual(['2000-01-01T00:00:00+00:00', after, last])
  expect(await ends('from=2000-01-01T00:00Z&sort=-at')).toEqual(['2037-01-01T00:00:00+00:00', last, after])
})

test('pages of a list that begins now keep the moment of its first page', async () => {
  for (const [query, name] of [
    ['per_page=2', 'from'],
    ['sort=-at&per_page=2', 'to'],
  ] as const) {
    // A change lies between the two requests.
    service.setNow(Date.UTC(2026, 6, 1) / 1000)
    const { body } = await changes('Europe/Berlin', query)
    service.setNow(NOON)
    expect(body.meta.begins_at).toBe('2026-07-01T00:00:00+00:00')
    const address = (link: string) => new URL(link).searchParams
    expect(address(body.links.first).get(name)).toBe(body.meta.begins_at)
    const second = (await changes('Europe/Berlin', address(body.links.next).toString())).body
    expect(second.meta).toMatchObject({ begins_at: body.meta.begins_at, total: body.meta.total })
    expect(second.links.first).toBe(body.links.first)
    const [one, two] = [...body.data, ...second.data].map((row) => row.utc_datetime.slice(0, 7)).slice(1, 3)
    expect([one, two]).toEqual(name === 'from' ? ['2027-03', '2027-10'] : ['2025-10', '2025-03'])
  }
})

test('the first row with a type is the `next_transition` of every zone, at each of its moments', async () => {
  let compared = 0
  for (const { iana } of service.catalogue.almanac.zones.listed) {
    for (const year of [1950, 1990, 2005, 2017, 2026]) {
      const at = `${year}-06-01T00:00:01Z`
      const to = `${year + 5}-06-01T00:00:02Z`
      const { body } = await service.ask(`/timezones/${iana}?at=${at}`)
      const rows = (await service.ask(`/timezones/${iana}/transitions?from=${at}&to=${to}&per_page=500`)).body
      const row = rows.data.find(({ type }: { readonly type: string | null }) => type !== null)
      const expected: Readonly<Record<string, unknown>> | null = body.data.dst.next_transition
      if (expected === null) expect(row, `${iana} ${at}`).toBeUndefined()
      else {
        expect(row, `${iana} ${at}`).toMatchObject(expected)
        compared += 1
      }
    }
  }
  expect(compared).toBeGreaterThan(400)
})

test('is cut into pages whose links lead on, by the current identifier', async () => {
  const all = 'from=1800-01-01T00:00Z'
  const whole = (await changes('Europe/Berlin', `${all}&per_page=500`)).body.data
  expect(whole.length).toBeGreaterThan(100)
  const rows: unknown[] = []
  let next: string | null = `${BASE}/timezones/europe/berlin/transitions?${all}&per_page=30`
  for (let pages = 0; next !== null && pages < 20; pages++) {
    const { body }: Answered = await service.ask(next.slice(BASE.length))
    expect(body.meta.path).toBe(`${BASE}/timezones/Europe/Berlin/transitions`)
    rows.push(...body.data)
    next = body.links.next
  }
  expect(rows).toEqual(whole)
  expect((await changes('Asia/Calcutta')).body.meta.timezone).toMatchObject({
    iana: 'Asia/Kolkata',
    posix_tz: 'IST-5:30',
  })
})

test('each zone has the Windows names under which CLDR has it', async () => {
  const cldr: CldrWindows = createRequire(import.meta.url)('cldr-core/supplemental/windowsZones.json')
  const { zones } = service.catalogue.almanac
  const expected = new Map(zones.listed.map(({ iana }) => [iana, new Set<string>()]))
  for (const { mapZone } of cldr.supplemental.windowsZones.mapTimezones) {
    const { _other: windows, _type: ids } = mapZone
    for (const id of ids.trim().split(' ')) expected.get(zones.named(id)?.iana ?? '')?.add(windows)
  }
  for (const [iana, names] of expected) {
    const { body } = await service.ask(`/timezones/${encodeURIComponent(iana)}/transitions?per_page=1`)
    expect(body.meta.timezone.windows_names, iana).toEqual([...names])
  }
  expect(expected.get('Antarctica/Troll')).toEqual(new Set())
})

interface CldrWindows {
  readonly supplemental: {
    readonly windowsZones: {
      readonly mapTimezones: readonly {
        readonly mapZone: { readonly _other: string; readonly _type: string }
      }[]
    }
  }
}

test('a zone that gives up its changes has no more of them, and a rule without any', async () => {
  const { body } = await changes('Africa/Casablanca', 'from=2026-01-01T00:00Z&to=9999-01-01T00:00Z')
  expect(body.meta.timezone.posix_tz).toBe('<+00>0')
  expect(body.data.at(-1)).toMatchObject({
    utc_datetime: '2026-09-20T01:00:00+00:00',
    clock_change_seconds: -3600,
  })
})

test('the whole range of moments answers, up to the last that can be printed', async () => {
  const query = 'from=0001-01-01T00:00Z&to=9999-12-31T23:59:59Z&per_page=500'
  const { body } = await changes('America/New_York', query)
  expect(body.meta.total).toBeGreaterThan(15_000)
  const last = await changes('America/New_York', `${query}&page=${body.meta.last_page}`)
  expect(last.body.data.at(-1).utc_datetime).toBe('9999-11-07T06:00:00+00:00')
})

test.each([
  ['/timezones/transitions', 404],
  ['/timezones//transitions', 404],
  ['/timezones/Europe/Nowhere/transitions', 404],
  ['/timezones/Etc/GMT%2B3/transitions', 200],
  ['/timezones/Etc/GMT+3/transitions', 200],
  ['/timezones/Europe%2FDublin/transitions', 200],
  ['/timezones/Europe/Dublin/transitions/', 200],
  ['/timezones/Europe/Dublin/Transitions', 404],
])('%s is %i', async (path, status) => {
  expect((await service.ask(path)).status).toBe(status)
})

test('every other answer is the same as without the list: no resource links to it', async () => {
  const { body } = await service.ask('/timezones/Europe/Dublin')
  expect(Object.keys(body.data.links)).toEqual(['self', 'country', 'abbreviation', 'web'])
})
