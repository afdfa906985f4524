// Every row of every list, every resource behind them and every kind of answer, by closed schemas that were written from the specification alone.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Access } from '#serve/access/access.ts'
import { readPlans } from '#open/access/plans.ts'
import {
  BASE,
  openService,
  withoutBoundaries,
  type Answered,
  type Service,
} from '../support/worlds/interface-service.ts'
import { seededRandom } from '../support/worlds/seeded-random.ts'
import { BODIES } from './interface-schema.ts'
import { someOf } from '../support/how-many.ts'

const ajv = new Ajv2020({ strict: true, allErrors: true, strictTypes: false })
addFormats.default(ajv)
const validators = new Map<string, ValidateFunction>(
  Object.entries(BODIES).map(([kind, schema]) => [kind, ajv.compile(schema)]),
)

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** How many bodies a test has checked, and what deviated in them. */
let bodies = 0
let deviations: unknown[] = []
beforeEach(() => {
  bodies = 0
  deviations = []
})

/** Notes what is wrong with an answer: its status, its body, its rate-limit headers. */
function check(kind: keyof typeof BODIES, url: string, { status, body, headers, text }: Answered): void {
  bodies++
  const validate = validators.get(String(kind))
  const expected = typeof kind === 'number' ? kind : 200
  if (status !== expected || validate?.(body) !== true)
    deviations.push([url, kind, status, text.slice(0, 200), validate?.errors?.slice(0, 3)])
  const limits =
    status === 200 ? ['ratelimit-policy', 'ratelimit', 'x-ratelimit-limit', 'x-ratelimit-remaining'] : []
  for (const name of limits) if (headers[name] === undefined) deviations.push([url, 'no header', name])
}

/** Ends a test: nothing deviated, in at least so many bodies. */
function expectNone(least: number): void {
  expect(deviations.slice(0, 20)).toEqual([])
  expect(bodies).toBeGreaterThanOrEqual(least)
}

const LISTS = [
  { list: 'timezones', single: 'timezone', id: 'iana', largest: 500, least: 419, oneIn: 1 },
  { list: 'abbreviations', single: 'abbreviation', id: 'slug', largest: 100, least: 150, oneIn: 1 },
  { list: 'countries', single: 'country', id: 'slug', largest: 100, least: 250, oneIn: 1 },
  { list: 'cities', single: 'city', id: 'slug', largest: 100, least: 36_000, oneIn: 10 },
] as const

/** Each row of a list by its identifier, read page by page along `links.next`. */
async function rowsOf(
  { list, id, largest }: (typeof LISTS)[number],
  detail: 'concise' | 'full',
): Promise<Map<string, any>> {
  const rows = new Map<string, any>()
  let next: string | null = `/${list}?per_page=${largest}&detail=${detail}`
  for (let page = 1; next !== null && page < 1000; page++) {
    const url: string = next
    const answered = await service.ask(url)
    check(`${list} ${detail}`, url, answered)
    const { data, links, meta }: any = answered.body
    const said = [meta.current_page, meta.from, meta.to, meta.per_page, links.prev === null]
    const first = (page - 1) * largest + 1
    expect(said, url).toEqual([page, first, first + data.length - 1, largest, page === 1])
    for (const row of data) {
      expect(rows.has(row[id]), `${url} ${row[id]}`).toBe(false)
      rows.set(row[id], row)
    }
    if (links.next === null) expect([rows.size, page], url).toEqual([meta.total, meta.last_page])
    next = links.next === null ? null : links.next.slice(BASE.length)
  }
  return rows
}

test.each(LISTS)('$list: all rows, concise and full, and each resource that they lead to', async (list) => {
  const concise = await rowsOf(list, 'concise')
  const full = await rowsOf(list, 'full')
  expect([...full.keys()]).toEqual([...concise.keys()])
  expect(concise.size).toBeGreaterThanOrEqual(list.least)
  for (const [id, row] of someOf([...concise], list.oneIn)) {
    const answered = await service.ask(row.links.self.slice(BASE.length))
    check(list.single, row.links.self, answered)
    if (JSON.stringify(answered.body.data) !== JSON.stringify(full.get(id)))
      deviations.push([id, 'the row in full is not the resource'])
  }
  expectNone(concise.size / list.oneIn)
})

test.each([
  ['abbreviations', 'abbreviation', 'slug', 'timezones,countries'],
  ['countries', 'country', 'slug', 'timezones,abbreviations,cities'],
] as const)('%s: with everything included, concise and full', async (list, kind, id, include) => {
  let included = 0
  for (let page = 1; page < 5; page++) {
    const { body } = await service.ask(`/${list}?per_page=100&page=${page}`)
    for (const row of body.data)
      for (const detail of ['concise', 'full']) {
        // A country's cities in full would be all cities again: they are rows of /cities.
        const parts = detail === 'full' ? include.replace(',cities', '') : include
        const url = `/${list}/${row[id]}?include=${parts}&detail=${detail}`
        const answered = await service.ask(url)
        check(kind, url, answered)
        for (const part of parts.split(',')) {
          expect(answered.body.data[part], url).toBeInstanceOf(Array)
          included += answered.body.data[part].length
        }
      }
  }
  expect(included).toBeGreaterThan(1000)
  expectNone(300)
})

test('every zone at moments of two centuries, those at sea too', async () => {
  const { listed } = service.catalogue.almanac.zones
  const sea = Array.from({ length: 27 }, (_, index) => index - 14)
    .filter((hours) => hours !== 0)
    .map((hours) => `Etc/GMT${hours < 0 ? hours : `+${hours}`}`)
  for (const iana of [...listed.map((zone) => zone.iana), ...sea])
    for (const at of ['1890-01-01T00:00Z', '1975-07-01T12:00Z', '2026-07-01T00:00Z', '2100-12-31T23:59Z']) {
      const url = `/timezones/${encodeURIComponent(iana)}?at=${at}`
      check('timezone', url, await service.ask(url))
    }
  expectNone(1700)
})

test('conversions from and to every zone, on days on which clocks change', async () => {
  const names = service.catalogue.almanac.zones.listed.map(({ iana }) => encodeURIComponent(iana))
  const times = [
    '2026-03-29T02:30',
    '2026-10-25T02:30',
    '2026-11-01T01:30',
    '2026-03-08T02:30:00Z',
    '1790000000',
  ]
  const kinds = new Set<string>()
  for (const [index, from] of names.entries()) {
    const to = names.concat(names).slice(index, index + 1 + (index % 10))
    const url = `/convert?from=${from}&to=${to.join(',')}&at=${times[index % times.length]}&resolution=${index % 2 === 0 ? 'latest' : 'earliest'}`
    const answered = await service.ask(url)
    check('conversion', url, answered)
    kinds.add(JSON.stringify(Object.values(answered.body.data.ambiguity).slice(0, 2)))
  }
  expect([...kinds].toSorted()).toEqual(['[false,false]', '[false,true]', '[true,false]'])
  expectNone(419)
})

test('points everywhere, on 180°, at the poles, and where two zones overlap', async () => {
  const random = seededRandom(59)
  const points = Array.from({ length: 2000 }, () => [random() * 180 - 90, random() * 360 - 180])
  const special = [90, -90, 0, -18.2, 65, 43.8].flatMap((lat) =>
    [180, -180, 0, 87.6].map((lon) => [lat, lon]),
  )
  const kinds = new Set<string>()
  for (const [lat = 0, lon = 0] of [...points, ...special]) {
    const url = `/lookup?lat=${lat.toFixed(7)}&lon=${lon.toFixed(7)}`
    const answered = await service.ask(url)
    check('lookup', url, answered)
    kinds.add(answered.body.data.kind)
    for (const { reason } of answered.body.data.alternatives) kinds.add(reason)
  }
  expect([...kinds].toSorted()).toEqual(['antimeridian', 'land', 'ocean', 'overlap'])
  expectNone(2000)
})

test('every status, on every address that has it', async () => {
  const shared = new Map<string, number>()
  for (const { code } of (await rowsOf(LISTS[1], 'concise')).values())
    if (code !== null) shared.set(code, (shared.get(code) ?? 0) + 1)
  for (const [code, times] of shared) {
    const url = `/abbreviations/${code}`
    check(times > 1 ? 300 : 'abbreviation', url, await service.ask(url))
  }
  const asked = [
    ...['IST', 'CST', 'us', 'Springfield'].map((name) => [300, `/convert?from=${name}&to=UTC`] as const),
    ...[
      'timezones/Mars/Olympus',
      'timezone',
      'abbreviations/XQZ',
      'countries/xx',
      'cities/xyzzy',
      'nothing',
    ].map((path) => [404, `/${path}`] as const),
    ...[
      'timezones?country=USA',
      'abbreviations?offset=15:00',
      'countries?region=Mu',
      'cities?per_page=101',
    ].map((path) => [422, `/${path}`] as const),
    ...[
      'cities/paris?at=now',
      'convert?from=UTC',
      'lookup?lat=91&lon=0',
      'lookup?lat=0&lon=0&ip=192.0.2.1',
    ].map((path) => [422, `/${path}`] as const),
    ...[
      'timezones/UTC?at=x',
      'abbreviations/CET?include=cities',
      'countries/nz?include=x',
      'timezones?q='.padEnd(120, 'q'),
    ].map((path) => [422, `/${path}`] as const),
  ] as const
  for (const [status, url] of asked) check(status, url, await service.ask(url))
  for (const { list } of LISTS) {
    const unverified = await service.accounts.make('test', { verified: false })
    check(401, `/${list}`, await service.ask(`/${list}`, { token: null }))
    check(403, `/${list}`, await service.ask(`/${list}`, { token: unverified.token.text }))
  }
  expectNone(asked.length + shared.size + 8)
})

test('over the limit and without boundaries', async () => {
  const limited = await openService(undefined, {
    access: new Access({
      store: service.accounts.store,
      plans: readPlans(),
      resendUrl: 'https://example.org/x',
    }),
  })
  const { token } = await service.accounts.make('free')
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => limited.ask('/timezones/UTC', { token: token.text })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  for (const answered of refused) {
    check(429, '/timezones/UTC', answered)
    for (const name of ['retry-after', 'x-ratelimit-reset', 'ratelimit-policy', 'ratelimit'])
      expect(answered.headers[name], name).toBeDefined()
  }
  await limited.close()
  const without = await openService(undefined, {}, withoutBoundaries)
  const answered = await without.ask('/lookup?lat=1&lon=2')
  check(503, '/lookup', answered)
  expect(answered.headers['retry-after']).toMatch(/^\d+$/)
  await without.close()
  expectNone(4)
})
