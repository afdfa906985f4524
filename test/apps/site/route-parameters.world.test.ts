// A property of every public route: what its row does not declare changes neither the answer nor the key of its cache.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ACCOUNT_ROWS } from '#apps/accounts/area/area.ts'
import { API_ROUTES } from '#serve/routes.ts'
import { SITE_ROUTES } from '#apps/site/routes.ts'
import { Query } from '#apps/site/frame/query.ts'
import { WORST_OF_ACCOUNT, WORST_OF_API, WORST_OF_SITE } from '../../../bench/worst-requests.ts'
import { NOON, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
let minute = 0
beforeAll(async () => {
  service = await openService()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.close())

const PUBLIC = SITE_ROUTES.flatMap((route) => (route.kind === 'account' ? [] : [route]))
const worstOf = (pattern: string) =>
  pattern.startsWith('/assets/') ? { path: () => pattern } : WORST_OF_SITE[pattern]
/** Rows whose answer the table's address has no parameter of, though another of the row's addresses has: files, and pages of the sun. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  '/countries/{page}': ['/countries/germany.ics?year=2031'],
  '/cities/{page}': ['/cities/paris/sun?year=2031'],
  '/dst/{year}': ['/dst/2027?year=2028&q=fra&region=Europe&changes=true'],
  '/convert': [
    '/convert?from=berlin&to=lima&at=2027-06-01T00:00&said=x&resolution=latest&picked=2027-06-01T00:00&was=2027-06-01T00:00',
  ],
  '/lookup': ['/lookup?latitude=51&longitude=7&zoom=5', '/lookup?latitude=51&lng=7'],
  '/cities': ['/cities?country=de&letter=b&q=ber'],
}

/** Asks in a new minute, in which nothing is cached, unless `isSame`. */
async function ask(path: string, isSame = false) {
  if (!isSame) minute += 1
  service.setNow(NOON + minute * 60)
  const { statusCode, body, headers } = await service.app.inject({
    url: path,
    headers: { host: 'localhost', accept: 'text/html' },
  })
  return { statusCode, etag: headers['etag'], location: headers['location'], body }
}

/** The same question in another form: other parameters among them, another order, and a second value of those that are read once. */
function disguised(path: string, read: readonly (string | readonly string[])[]): string[] {
  const [before = '', text = ''] = path.split('?')
  const sent = [...new URLSearchParams(text)]
  const isListed = ([name]: readonly [string, string]): boolean =>
    read.some((one) => typeof one !== 'string' && one.includes(name))
  const listed = sent.filter(isListed)
  const single = sent.filter((one) => !isListed(one))
  const written = (fields: readonly (readonly [string, string])[]): string =>
    `${before}?${new URLSearchParams(fields.map(([name, value]): [string, string] => [name, value])).toString()}`
  return [
    written([['x', '1'], ...sent, ['utm_source', 'elsewhere']]),
    written([...single.toReversed(), ...listed]),
    written([...listed, ...single, ...single.map(([name]) => [name, 'another'] as const)]),
    // An escaped letter of the path.
    before === '/'
      ? written(sent)
      : written(sent).replace(/^\/(.)/, (_, sign: string) => `/%${sign.charCodeAt(0).toString(16)}`),
  ]
}

test('the bench of routes has the dearest request of every row', () => {
  const patterns = PUBLIC.map(({ pattern }) => (pattern.startsWith('/assets/') ? '/assets/' : pattern))
  expect([...new Set(patterns)].toSorted()).toEqual(Object.keys(WORST_OF_SITE).toSorted())
  const ofApi = API_ROUTES.map(({ pattern }) => pattern)
  expect(ofApi.toSorted()).toEqual(Object.keys(WORST_OF_API).toSorted())
  const ofAccounts = ACCOUNT_ROWS.map(({ pattern }) => pattern)
  expect(ofAccounts.toSorted()).toEqual(Object.keys(WORST_OF_ACCOUNT).toSorted())
})

test.each(PUBLIC.map((route) => [route.pattern, route] as const))(
  '%s: other parameters and another order find the same cached answer',
  async (pattern, route) => {
    const paths = [worstOf(pattern)?.path(1) ?? '', ...(MORE[pattern] ?? [])]
    for (const path of paths) {
      const made = route.kind === 'page' ? vi.spyOn(route, 'show') : vi.spyOn(route, 'document')
      const first = await ask(path)
      expect(first.statusCode, path).toBeLessThan(400)
      expect(made).toHaveBeenCalledTimes(1)
      const isCached = first.etag !== undefined && !/^\/(?:preview|map|world)/.test(pattern)
      for (const other of disguised(path, route.parameters)) {
        const { statusCode, etag, location } = await ask(other, true)
        expect({ statusCode, etag, location }, other).toEqual({
          statusCode: first.statusCode,
          etag: first.etag,
          location: first.location,
        })
        // Pictures are asked about again, and not drawn again.
        if (isCached) expect(made, other).toHaveBeenCalledTimes(1)
      }
      vi.restoreAllMocks()
    }
  },
)

test.each(PUBLIC.map((route) => [route.pattern, route] as const))(
  '%s reads every parameter that it declares, so that none of them only makes keys',
  async (pattern, route) => {
    const read = new Set<string>()
    const get = vi.spyOn(Query.prototype, 'get')
    const has = vi.spyOn(Query.prototype, 'has')
    const listed = vi.spyOn(Query.prototype, Symbol.iterator)
    for (const path of [worstOf(pattern)?.path(2) ?? '', ...(MORE[pattern] ?? [])]) {
      await ask(path)
      for (const [name] of [...get.mock.calls, ...has.mock.calls]) read.add(name)
    }
    const single = route.parameters.filter((one) => typeof one === 'string')
    expect(single.filter((name) => !read.has(name))).toEqual([])
    if (single.length < route.parameters.length) expect(listed).toHaveBeenCalled()
  },
)

test('a page that reads a parameter which it does not declare fails', () => {
  const query = new Query('q=a&x=1&place=b&hours=c&place=d', ['q', ['place', 'hours']])
  expect(query.get('q')).toBe('a')
  expect(() => query.get('x')).toThrow('the parameter "x" is not declared in the route table')
  expect(() => query.has('x')).toThrow('the parameter "x" is not declared')
  expect(query.toString()).toBe('q=a&place=b&hours=c&place=d')
})
