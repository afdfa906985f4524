// Everything around an answer: the order of checks, methods, paths, CORS, caching, request ids, bursts.
import { parseList } from 'structured-headers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readPlans } from '#open/access/plans.ts'
import { Access } from '#serve/access/access.ts'
import { openCatalogue } from '#serve/catalogue.ts'
import { addPairs } from '#serve/http/field-lines.ts'
import { BASE, NOON, openService, overloaded, WEB, type Service } from '../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

describe('order of checks', () => {
  test('401 comes before 404, 405 and 422', async () => {
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['POST', '/timezones'],
      ['GET', '/timezones?page=0'],
    ] as const) {
      const answered = await service.ask(path, { method, token: null })
      expect(answered.status, path).toBe(401)
      expect(answered.headers['www-authenticate']).toBe('Bearer')
      expect(answered.body).toEqual({ message: 'Unauthenticated.' })
    }
  })

  test('404 comes before 405: a path without an endpoint has no methods', async () => {
    expect((await service.ask('/timezone', { method: 'POST' })).status).toBe(404)
    const answered = await service.ask('/timezones', {
      method: 'POST',
      payload: '{"a":',
      headers: { 'content-type': 'x/y' },
    })
    expect(answered.status).toBe(405)
    expect(answered.headers['allow']).toBe('GET, HEAD, OPTIONS')
  })

  test('405 comes before 422', async () => {
    expect((await service.ask('/timezones?page=0', { method: 'PUT' })).status).toBe(405)
  })

  test('a token in the URL does not count', async () => {
    const token = service.token
    expect(
      (await service.ask(`/timezones?token=${token}&access_token=${token}`, { token: null })).status,
    ).toBe(401)
  })
})

describe('methods', () => {
  test('HEAD gives the answer of GET without a body', async () => {
    for (const path of [
      '/timezones?per_page=2',
      '/timezones/UTC?at=2026-01-01T00:00:00Z',
      '/nothing',
      '/timezones?page=0',
    ]) {
      const get = await service.ask(path)
      const head = await service.ask(path, { method: 'HEAD' })
      const {
        'x-request-id': one,
        date: _,
        'x-ratelimit-remaining': _remaining,
        ratelimit: _limit,
        ...getHeaders
      } = get.headers
      const {
        'x-request-id': other,
        date: __,
        'x-ratelimit-remaining': _r,
        ratelimit: _l,
        ...headHeaders
      } = head.headers
      expect(head.status).toBe(get.status)
      expect(headHeaders).toEqual(getHeaders)
      expect(one).not.toBe(other)
      expect(head.text).toBe('')
    }
  })

  test('OPTIONS is a preflight that needs no token', async () => {
    const answered = await service.ask('/timezones', { method: 'OPTIONS', token: null })
    expect(answered.status).toBe(204)
    expect(answered.text).toBe('')
    expect(answered.headers['access-control-allow-origin']).toBe('*')
    // The star alone would leave `Authorization` out.
    expect(answered.headers['access-control-allow-headers']).toBe('Authorization, *')
    expect(answered.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
    expect(answered.headers['ratelimit']).toBeUndefined()
  })
})

describe('paths', () => {
  test('a trailing slash is dropped', async () => {
    expect((await service.ask('/timezones/')).status).toBe(200)
    expect((await service.ask('/timezones/Europe/Dublin/')).body.data.iana).toBe('Europe/Dublin')
  })

  test.each([
    '/timezones//',
    '/timezones//Dublin',
    '/timezones/%00',
    '/timezones/%zz',
    '/timezones/%ff',
    '/Timezones',
    '',
    '/timezones/Europe//Dublin',
  ])('%s is 404, and the message shows it as it was sent', async (path) => {
    const answered = await service.ask(path)
    expect(answered.status).toBe(404)
    expect(answered.body.message).toContain(path)
  })

  test('outside /v1 everything is JSON too', async () => {
    for (const url of ['/nothing', '/favicon.ico', '/v2/timezones', '/v1x', '/%zz']) {
      const response = await service.app.inject({ url, headers: { host: 'localhost' } })
      expect(response.statusCode, url).toBe(404)
      expect(typeof response.json().message).toBe('string')
    }
  })

  test('/openapi.json needs no token and names this server', async () => {
    const response = await service.app.inject({ url: '/openapi.json', headers: { host: 'elsewhere' } })
    expect(response.statusCode).toBe(200)
    expect(response.json().servers).toEqual([{ url: 'https://api.example.org/v1' }])
  })
})

describe('CORS', () => {
  test('/v1 may be called from anywhere, the limit headers are exposed; outside it the description is open and nothing else', async () => {
    const answered = await service.ask('/timezones/UTC')
    expect(answered.headers['access-control-allow-origin']).toBe('*')
    expect(answered.headers['access-control-expose-headers']).toMatch(/RateLimit-Policy, RateLimit/)
    const originOf = async (url: string) =>
      (await service.app.inject({ url, headers: { host: 'localhost' } })).headers[
        'access-control-allow-origin'
      ]
    expect(await originOf('/openapi.json')).toBe('*')
    expect(await originOf('/openapi-3.0.json')).toBe('*')
    for (const url of ['/', '/time.json', '/search.json?q=paris', '/releases'])
      expect(await originOf(url), url).toBeUndefined()
  })

  test('can be switched off', async () => {
    const closed = await openService(undefined, { cors: false })
    const answered = await closed.ask('/timezones/UTC')
    expect(answered.headers['access-control-allow-origin']).toBeUndefined()
    const preflight = await closed.ask('/timezones/UTC', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers['access-control-allow-headers']).toBeUndefined()
    const description = await closed.app.inject({ url: '/openapi.json', headers: { host: 'localhost' } })
    expect(description.headers['access-control-allow-origin']).toBeUndefined()
    await closed.close()
  })
})

describe('caching', () => {
  test('a body that shows the time of day is not cached, and its tag changes with it', async () => {
    const first = await service.ask('/timezones/Asia/Tokyo')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    service.setNow(NOON + 1)
    expect((await service.ask('/timezones/Asia/Tokyo')).headers['etag']).not.toBe(first.headers['etag'])
    service.setNow(NOON)
  })

  test('a body for a given moment always has the same tag, and may be cached for an hour', async () => {
    const path = '/timezones/Asia/Tokyo?at=2026-01-01T00:00:00Z'
    const first = await service.ask(path)
    expect(first.headers['cache-control']).toBe('private, max-age=3600')
    expect(first.headers['etag']).toMatch(/^W\/"[\w-]+"$/)
    service.setNow(NOON + 99)
    const tag = first.headers['etag'] ?? ''
    const again = await service.ask(path, { headers: { 'if-none-match': `"other", ${tag}` } })
    service.setNow(NOON)
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(again.headers['etag']).toBe(tag)
    expect(again.headers['x-ratelimit-limit']).toBeDefined()
    expect((await service.ask(path, { headers: { 'if-none-match': '*' } })).status).toBe(304)
    expect((await service.ask(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('two answers share a tag if they have the same body, and not otherwise', async () => {
    const bodies = new Map<string, string>()
    const paths = [
      '/timezones/Asia/Tokyo',
      '/timezones/Japan',
      `/timezones/Asia/Tokyo?at=${NOON}`,
      `/timezones/Asia/Tokyo?at=${NOON - 1}`,
      '/timezones/Etc/GMT+3',
      '/timezones/Etc/GMT-3',
      '/cities/tokyo',
      '/cities/reykjavik',
      '/cities/reykjavik?at=0001-06-01T00:00:00Z',
      '/convert?from=UTC&to=Asia/Tokyo',
      '/countries/japan',
      '/timezones?per_page=2',
    ]
    for (const path of paths) {
      const { headers, text } = await service.ask(path)
      const tag = headers['etag'] ?? ''
      expect(tag).toMatch(/^W\/"[\w-]+"$/)
      expect(bodies.get(tag) ?? text, path).toBe(text)
      bodies.set(tag, text)
    }
    // An alias, and the current instant, give the same body as the zone's own name.
    expect(bodies.size).toBe(paths.length - 2)
    const elsewhere = await openService(undefined, {
      catalogue: () => openCatalogue(service.catalogue.artifact, { base: `${BASE}/v1`, web: WEB }),
    })
    for (const path of paths) {
      expect(bodies.has((await elsewhere.ask(path)).headers['etag'] ?? ''), path).toBe(false)
    }
    await elsewhere.close()
  })

  test('conversions with the same tag have the same body, and many have different tags', async () => {
    const bodyOf = new Map<string, string>()
    const froms = [
      'UTC',
      'Etc/UTC',
      'UTC%2B0',
      'GMT%2B0',
      'UTC%2B3',
      'Etc/GMT-3',
      'Europe/Dublin',
      'JST',
      'berlin',
    ]
    // Local times that happen once, twice and never in Europe; and now.
    const moments = [
      '',
      '&at=2026-06-01T12:00',
      '&at=2026-10-25T01:30',
      '&at=2026-10-25T01:30&resolution=latest',
      '&at=2026-03-29T01:30',
      '&at=1792891800',
    ]
    const queries = froms.flatMap((from) =>
      moments.flatMap((moment) =>
        ['Asia/Tokyo', 'JST', 'UTC,UTC'].map((to) => `from=${from}&to=${to}${moment}`),
      ),
    )
    for (const query of queries) {
      const { status, headers, text } = await service.ask(`/convert?${query}`)
      if (status !== 200) continue
      const tag = headers['etag'] ?? ''
      expect(tag).toMatch(/^W\/"[\w-]{1,140}"$/)
      expect(bodyOf.get(tag) ?? text, query).toBe(text)
      bodyOf.set(tag, text)
    }
    expect(bodyOf.size).toBeGreaterThan(50)
  })

  test('rows may be cached until the next transition of any zone, at most an hour', async () => {
    expect((await service.ask('/timezones')).headers['cache-control']).toBe('private, max-age=3600')
    // Europe changes at 01:00 UTC on 28 March 2027, ten minutes after this instant.
    service.setNow(Date.UTC(2027, 2, 28, 0, 50) / 1000)
    expect((await service.ask('/timezones')).headers['cache-control']).toBe('private, max-age=600')
    service.setNow(NOON)
  })

  test('errors are never cached', async () => {
    for (const path of ['/nothing', '/timezones?page=0', '/timezones/No/Where']) {
      const { headers } = await service.ask(path)
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['etag']).toBeUndefined()
    }
  })
})

test('a valid request id is used, any other is replaced', async () => {
  const idOf = async (sent: string) =>
    (await service.ask('/timezones/UTC', { headers: { 'x-request-id': sent } })).headers['x-request-id']
  expect(await idOf('abc-DEF_12')).toBe('abc-DEF_12')
  for (const bad of ['short', 'a'.repeat(65), 'with space', 'new;line']) {
    expect(await idOf(bad)).not.toBe(bad)
    expect(await idOf(bad)).toMatch(/^[\w-]{8,64}$/)
  }
})

test('an overloaded process says so, and counts it as refused', async () => {
  const routes: string[] = []
  const metrics = { answered: (route: string) => void routes.push(route) }
  const busy = await openService(undefined, { ...overloaded(), metrics })
  const answered = await busy.ask('/timezones/UTC')
  expect(answered.status).toBe(503)
  expect(answered.headers['retry-after']).toBe('1')
  expect(answered.body.message).toContain('busy')
  expect(routes).toEqual(['(refused)'])
  await busy.close()
})

test('an unexpected failure is 500 with a message that shows nothing internal', async () => {
  const broken = await openService(undefined, {
    catalogue: () => {
      throw new Error('secret detail')
    },
  })
  const answered = await broken.ask('/timezones/UTC')
  expect(answered.status).toBe(500)
  expect(Object.keys(answered.body)).toEqual(['message'])
  expect(answered.text).not.toContain('secret')
  await broken.close()
})

describe('the burst limit over HTTP', () => {
  test('is exact at the ends of seconds over all tokens of an account, with every header as specified', async () => {
    const limited = await openService()
    const accounts = limited.accounts
    const { account, token } = await accounts.make('free')
    const second = await accounts.store.createToken({
      accountId: account.id,
      name: 'b',
      expiresAtMs: null,
      nowMs: 0,
    })
    let ms = NOON * 1000
    const free = await openService(undefined, {
      nowMs: () => ms,
      access: new Access({ store: accounts.store, plans: readPlans(), resendUrl: 'https://example.org/x' }),
    })
    for (const start of [NOON * 1000, NOON * 1000 + 999, (NOON + 1) * 1000, (NOON + 7) * 1000 + 500]) {
      const sameWindow = start === NOON * 1000 + 999
      ms = start
      for (let spent = sameWindow ? 5 : 0; spent < 7; spent += 1) {
        const answered = await free.ask('/timezones/UTC', {
          token: spent % 2 === 0 ? token.text : second.text,
        })
        const left = Math.max(0, 4 - spent)
        expect(answered.status).toBe(spent < 5 ? 200 : 429)
        expect(answered.headers['x-ratelimit-limit']).toBe('5')
        expect(answered.headers['x-ratelimit-remaining']).toBe(String(left))
        const [policy] = parseList(answered.headers['ratelimit-policy'] ?? '')
        expect(policy).toEqual([
          'burst',
          new Map([
            ['q', 5],
            ['w', 1],
          ]),
        ])
        const [limit] = parseList(answered.headers['ratelimit'] ?? '')
        expect(limit).toEqual([
          'burst',
          new Map([
            ['r', left],
            ['t', 1],
          ]),
        ])
        if (spent < 5) continue
        expect(answered.body).toEqual({ message: 'Too Many Attempts.' })
        expect(answered.headers['retry-after']).toBe('1')
        expect(answered.headers['x-ratelimit-reset']).toBe(String(Math.floor(start / 1000) + 1))
        expect(answered.headers['cache-control']).toBe('no-store')
      }
    }
    await free.close()
    await limited.close()
  })

  test('404, 405, 422 and 304 count too', async () => {
    const limited = await openService()
    const { token } = await limited.accounts.make('free')
    const free = await openService(undefined, {
      access: new Access({
        store: limited.accounts.store,
        plans: readPlans(),
        resendUrl: 'https://example.org/x',
      }),
    })
    const ask = async (path: string, options = {}) =>
      (await free.ask(path, { token: token.text, ...options })).headers['x-ratelimit-remaining']
    expect(await ask('/nothing')).toBe('4')
    expect(await ask('/timezones', { method: 'POST' })).toBe('3')
    expect(await ask('/timezones?page=0')).toBe('2')
    expect(await ask('/timezones/UTC?at=2026-01-01T00:00:00Z', { headers: { 'if-none-match': '*' } })).toBe(
      '1',
    )
    await free.close()
    await limited.close()
  })
})

test('browsers of other origins can read early refusals below /v1, and nowhere else', async () => {
  const busy = await openService(undefined, overloaded())
  for (const [url, origin] of [
    ['/v1/timezones/UTC', '*'],
    ['/timezones/UTC', undefined],
  ]) {
    const { statusCode, headers } = await busy.app.inject({ url: url ?? '', headers: { host: 'localhost' } })
    expect(statusCode).toBe(503)
    expect(headers['access-control-allow-origin']).toBe(origin)
  }
  await busy.close()
})

test('every path answers OPTIONS with its methods, and a wrong method with 405 and the same list', async () => {
  for (const [url, allow] of [
    ['/v1/timezones', 'GET, HEAD, OPTIONS'],
    ['/timezones/UTC', 'GET, HEAD, OPTIONS'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
    ['/timezones/', 'GET, HEAD, OPTIONS'],
    ['/%74imezones/Europe%2FOslo?a=%zz', 'GET, HEAD, OPTIONS'],
    ['/cities/100%25', 'GET, HEAD, OPTIONS'],
  ]) {
    const headers = { host: 'localhost', authorization: `Bearer ${service.token}` }
    const options = await service.app.inject({ method: 'OPTIONS', url: url ?? '', headers })
    expect([options.statusCode, options.headers.allow]).toEqual([204, allow])
    const wrong = await service.app.inject({ method: 'PUT', url: url ?? '', headers })
    expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, allow])
    expect(wrong.json().message).toBe('PUT is not supported; use GET, HEAD or OPTIONS.')
    // The router and the code that refuses methods must understand paths in the same way.
    expect((await service.app.inject({ url: url ?? '', headers })).headers['allow']).toBeUndefined()
    const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
    const long = { method: 'POST' as const, url: url ?? '', headers: form, payload: 'a'.repeat(20_000) }
    expect((await service.app.inject(long)).statusCode).toBe(405)
  }
  for (const method of ['PUT', 'OPTIONS'] as const)
    for (const url of ['/nothing', '/timezonesx', '/%ff', '/timezones/%', '/Timezones/UTC'])
      expect((await service.app.inject({ method, url, headers: { host: 'localhost' } })).statusCode).toBe(404)
})

test('a broken escape is 404 and not a redirect to itself (decision 20)', async () => {
  for (const url of ['/timezones/%', '/%zz', '/%C3'])
    expect([url, (await service.app.inject({ url, headers: { host: 'localhost' } })).statusCode]).toEqual([
      url,
      404,
    ])
})

test('two cookies of one answer are two header fields', () => {
  const pairs: (string | string[])[] = []
  addPairs(pairs, 'set-cookie: a=1\r\nset-cookie: b=2\r\nallow: GET\r\n')
  expect(pairs).toEqual(['set-cookie', ['a=1', 'b=2'], 'allow', 'GET'])
})

test('an error outside /v1 is a page for a browser, and JSON for everyone else', async () => {
  const headers = { host: 'localhost', accept: 'text/html,*/*' }
  const page = await service.app.inject({ url: '/nothing', headers })
  expect(page.statusCode).toBe(404)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('<title>Not found</title>')
})

test('the answer names parameters that a path does not have, but not known or refused ones', async () => {
  const ignoredBy = async (path: string) => (await service.ask(path)).headers['x-ignored-parameters']
  expect(await ignoredBy('/cities?continent=Africa&per_page=1')).toBe('continent')
  expect(await ignoredBy('/timezones?at=1774748400&x%0d%0ay=1&per_page=1&at=2')).toBe('at, x%0D%0Ay')
  expect(await ignoredBy('/timezones?per_page=1&page=1')).toBeUndefined()
  expect(await ignoredBy('/timezones?q[]=x')).toBeUndefined()
  expect(await ignoredBy('/timezones?%zz=1&=2&&')).toBeUndefined()
  const many = Array.from({ length: 30 }, (_, index) => `x${index}=1`).join('&')
  expect((await ignoredBy(`/timezones/UTC?${many}`))?.split(', ')).toHaveLength(10)
  // Proxies answer 502 when the fields of an answer are long. A byte of a name takes three characters.
  for (const character of ['/', 'é', 'a', '😀']) {
    const long = Array.from({ length: 10 }, (_, n) => `${n}${'a'.repeat(n)}${character.repeat(180)}=1`).join(
      '&',
    )
    const told = await ignoredBy(`/timezones/UTC?${long}`)
    const names = told?.split(', ') ?? []
    expect(names).toHaveLength(10)
    expect(told?.length).toBeLessThanOrEqual(1100)
    for (const name of names) expect(name).toMatch(/^\da*(?:[\w.]|%[0-9A-F]{2})+\.\.\.$/)
  }
})

test.each([
  ['/timezones/Tokyo', '"Asia/Tokyo"'],
  ['/timezones/Europe/Dubln', '"Europe/Dublin"'],
  ['/countries/Irelnd', '"ireland"'],
  ['/cities/reykjav', '"reykjavik"'],
])('%s is 404 and suggests near names', async (path, meant) => {
  const { status, body } = await service.ask(path)
  expect(status).toBe(404)
  expect(body.message).toContain(` Did you mean ${meant}`)
})

test('zones that a 404 suggests lie in the area that was asked about, or have the name that was asked for', async () => {
  const zones = service.catalogue.almanac.zones.listed.map(({ iana }) => iana)
  const misspelt = zones
    .filter((iana, index) => index % 12 === 0 && iana.includes('/'))
    .map((iana) => iana.slice(0, -2) + iana.slice(-1))
  let count = 0
  for (const asked of [...misspelt, 'Europe/Nowhere', 'America/Nowhere', 'Mars/Phobos', 'Europe/Berlinn']) {
    const { status, body } = await service.ask(`/timezones/${asked}`)
    if (status === 200) continue
    const [area = '', ...rest] = asked.split('/')
    for (const [, meant = ''] of body.message.split('Did you mean')[1]?.matchAll(/"([^"]+)"/g) ?? []) {
      const { aliasesOf, named } = service.catalogue.almanac.zones
      const zone = named(meant)
      const areas = zone === null ? [] : [meant, ...aliasesOf(zone)].map((name) => name.split('/')[0])
      if (meant.split('/').at(-1) !== rest.at(-1)) expect(areas, `${asked}: ${body.message}`).toContain(area)
      count++
    }
  }
  expect(count).toBeGreaterThan(15)
  for (const asked of ['Asia/Sydney', 'Amerika/New_York'])
    expect((await service.ask(`/timezones/${asked}`)).body.message).toContain(asked.split('/')[1])
})

test('a name without near ones is only named', async () => {
  for (const path of ['/timezones/xyzzy-plugh', '/countries/xyzzyplugh', '/cities/xyzzyplugh']) {
    expect((await service.ask(path)).body.message).not.toContain('Did you mean')
  }
})
