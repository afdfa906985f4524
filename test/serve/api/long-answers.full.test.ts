// Lists and included lists: their tag depends on their content, they are compressed if the client accepts it, and nothing else differs.
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NOON, openService, type Service } from '../../support/worlds/interface-service.ts'

const DEAREST = '/countries/us?include=timezones,abbreviations,cities&detail=full'

let service: Service
beforeAll(async () => {
  // On a busy machine a request of the crowd may wait for longer than a server lets one.
  service = await openService(undefined, { longestWaitMs: 60_000 })
}, 60_000)
afterAll(() => service.close())

/** The raw bytes of an answer, which `ask` would read as text. */
async function raw(path: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const response = await service.app.inject({
    method,
    url: `/v1${path}`,
    headers: { host: 'localhost', authorization: `Bearer ${service.token}`, ...headers },
  })
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload }
}

/** `data` without its cities, and each city as its own endpoint answers it. */
const alone = async (slug: string) => (await service.ask(`/cities/${slug}`)).body.data

describe('a country with its cities', () => {
  test('in full, every city is the same as from /cities/{slug}, in this second and in others', async () => {
    // Noon; a second later; after midnight in New York but before it in Los Angeles; after the change of clocks; and back.
    for (const now of [
      NOON,
      NOON + 1,
      Date.UTC(2026, 10, 21, 5, 30) / 1000,
      Date.UTC(2027, 2, 14, 12) / 1000,
      NOON,
    ]) {
      service.setNow(now)
      const { data, meta } = (await service.ask('/countries/us?include=cities&detail=full')).body
      expect(data.cities.length).toBe(data.counts.cities)
      const slugs = data.cities.map(({ slug }: { slug: string }) => slug)
      for (let index = 0; index < slugs.length; index += 397) {
        expect(data.cities[index]).toEqual(await alone(slugs[index]))
      }
      expect(meta.generated_at).toBe(new Date(now * 1000).toISOString().replace('.000Z', '+00:00'))
    }
    service.setNow(NOON)
  })

  test('the hour before midnight on a day when clocks change belongs to that day', async () => {
    // In New York it is 00:30 on 15 March 2027. This day began an hour earlier than one counted in standard time.
    service.setNow(Date.UTC(2027, 2, 14, 6, 59, 59) / 1000)
    await service.ask('/countries/us?include=cities&detail=full')
    service.setNow(Date.UTC(2027, 2, 15, 4, 30) / 1000)
    const { data } = (await service.ask('/countries/us?include=cities&detail=full')).body
    const city = data.cities.find(({ timezone }: any) => timezone.iana === 'America/New_York')
    expect(city.current.datetime).toBe('2027-03-15T00:30:00-04:00')
    expect(city.sun.sunrise).toMatch(/^2027-03-15/)
    service.setNow(NOON)
  })

  test('as rows, every city is the same as in /cities', async () => {
    const { data } = (await service.ask('/countries/np?include=cities')).body
    const listed = (await service.ask('/cities?country=np&per_page=100')).body
    expect(data.cities.slice(0, 100)).toEqual(listed.data)
  })

  test('all lists together are the same as one by one', async () => {
    const whole = (await service.ask(DEAREST)).body.data
    const { cities, timezones, abbreviations, ...rest } = whole
    expect((await service.ask('/countries/us')).body.data).toEqual(rest)
    for (const [list, rows] of Object.entries({ cities, timezones, abbreviations })) {
      expect((await service.ask(`/countries/us?include=${list}&detail=full`)).body.data[list]).toEqual(rows)
    }
  })
})

describe('tags', () => {
  const LISTS = [
    '/timezones',
    '/timezones?detail=full',
    '/countries?detail=full',
    '/cities?q=london',
    '/abbreviations?detail=full',
    '/abbreviations/central-european-time?include=timezones,countries',
    '/countries/np?include=cities',
    DEAREST,
  ]

  test.each(LISTS)('%s: the same tag for the same body, and another for another', async (path) => {
    const seen = new Map<string, string>()
    for (const now of [NOON, NOON + 1, NOON, NOON + 86_400, Date.UTC(2027, 6, 1) / 1000]) {
      service.setNow(now)
      const { headers, text } = await service.ask(path)
      const shown = text.replace(/"generated_at":"[^"]*"/, '')
      expect(seen.get(headers['etag'] ?? '') ?? shown).toBe(shown)
      seen.set(headers['etag'] ?? '', shown)
    }
    service.setNow(NOON)
    const isLive = path.includes('detail=full') && !/^\/(countries|abbreviations)\?/.test(path)
    expect(seen.size >= (isLive ? 4 : 1)).toBe(true)
  })

  test('the tag depends on the request', async () => {
    const paths = [
      '/cities',
      '/cities?page=2',
      '/cities?per_page=50&page=1',
      '/timezones',
      '/countries',
      '/countries/np?include=cities',
      '/countries/np?include=timezones',
      '/countries/np?include=timezones&detail=full',
      '/countries/in?include=cities',
    ]
    const tags = new Set<string | undefined>()
    for (const path of paths) tags.add((await service.ask(path)).headers['etag'])
    expect(tags.size).toBe(paths.length)
  })

  test.each(['gzip', 'identity'])('a 304 needs no body (%s)', async (encoding) => {
    const { headers } = await raw(DEAREST)
    const again = await raw(DEAREST, {
      'if-none-match': String(headers['etag']),
      'accept-encoding': encoding,
    })
    expect(again.status).toBe(304)
    expect(again.headers['vary']).toBe('Accept-Encoding')
    expect(again.headers['content-encoding']).toBeUndefined()
    expect(again.bytes.length).toBe(0)
  })
})

describe('compression', () => {
  test.each(['/timezones?per_page=500&detail=full', '/countries/np?include=cities', DEAREST])(
    '%s in gzip has the same bytes',
    async (path) => {
      const plain = await raw(path)
      const packed = await raw(path, { 'accept-encoding': 'gzip, br' })
      expect(packed.headers['content-encoding']).toBe('gzip')
      expect(plain.headers['content-encoding']).toBeUndefined()
      for (const { headers, bytes } of [plain, packed]) {
        expect(headers['vary']).toBe('Accept-Encoding')
        expect(headers['content-length']).toBe(`${bytes.length}`)
        expect(headers['etag']).toBe(plain.headers['etag'])
      }
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 4)
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true)
    },
  )

  test('HEAD has the fields of GET, compressed or not', async () => {
    for (const encoding of ['gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding }
      const [get, head] = [await raw(DEAREST, headers), await raw(DEAREST, headers, 'HEAD')]
      expect(head.bytes.length).toBe(0)
      for (const field of ['content-length', 'content-encoding', 'etag', 'vary']) {
        expect(head.headers[field], field).toBe(get.headers[field])
      }
    }
  })

  test('a short answer and a refusal are never compressed', async () => {
    for (const path of ['/timezones/UTC', '/timezones?per_page=2', '/nothing', '/cities?page=0']) {
      const { headers } = await raw(path, { 'accept-encoding': 'gzip' })
      expect(headers['content-encoding'], path).toBeUndefined()
    }
  })
})

test('a crowd that asks for one long answer gets it, each the same bytes, and a short one is answered meanwhile', async () => {
  // The first request for this day. Making the answer takes many turns of the loop.
  service.setNow(Date.UTC(2026, 11, 24, 12) / 1000)
  const crowd = Array.from({ length: 130 }, () => raw(DEAREST))
  const short = await service.ask('/timezones/UTC')
  expect(short.status).toBe(200)
  const [first, ...others] = await Promise.all(crowd)
  for (const { status, bytes } of others) {
    expect(status).toBe(200)
    expect(bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true)
  }
  service.setNow(NOON)
})
