// Facts about the pages behind `links.web`: their addresses, their times, and the escaping of all inserted text.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, WEB, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  service.app.inject({ method, url: path, headers: { host: 'localhost' } })

test('a page has the facts, the time and the next change', async () => {
  const { body, headers } = await page('/timezones/Europe/Dublin')
  expect(body).toContain('Before 1970 these dates are for Dublin: other places here may differ.')
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  for (const part of ['Europe/Dublin', 'Ireland', '12:00', '28 March 2027', 'Greenwich Mean Time']) {
    expect(body).toContain(part)
  }
  expect((await page('/cities/paris')).body).toContain('The sun rises at')
  expect((await page('/countries/bosnia-herzegovina')).body).toContain('Bosnia &amp; Herzegovina')
})

test.each(['/search?q=', '/convert?from=', '/convert?to=', '/lookup?lat=', '/cities?q='])(
  'a text from the address %s cannot leave its field',
  async (path) => {
    const { body } = await page(`${path}${encodeURIComponent(`x"'><script>alert(1)</script>`)}`)
    expect(body).not.toMatch(/["'><]<script>alert/)
  },
)

test('a missing page shows the requested text escaped', async () => {
  const response = await page('/cities/%3Cscript%3Ealert(1)%3C/script%3E')
  expect(response.statusCode).toBe(404)
  expect(response.body).not.toContain('<script>')
  expect(response.body).toContain('&lt;script&gt;')
})

test('pages can be read without a token, and only read', async () => {
  expect((await page('/timezones/UTC', 'HEAD')).statusCode).toBe(200)
  expect((await page('/timezones/UTC', 'POST')).statusCode).toBe(405)
  expect((await page('/timezones/Etc/GMT+3')).statusCode).toBe(404)
})

test('everything has one page: aliases, codes and other cases redirect to it, and it names itself', async () => {
  for (const [path, target] of [
    ['/timezones/EST', '/timezones/America/Panama'],
    ['/timezones/europe/dublin', '/timezones/Europe/Dublin'],
    ['/countries/US', '/countries/us'],
    ['/countries/ie', '/countries/ireland'],
    ['/cities/Paris', '/cities/paris'],
    // Two slugs that the city had before the registry was frozen.
    ['/cities/acapulco-de-juarez', '/cities/acapulco'],
    ['/cities/Acapulco-de-Juarez-MX', '/cities/acapulco'],
    ['/abbreviations/cst', '/abbreviations/CST'],
    ['/TimeZones', '/timezones'],
    ['/docs/Guide', '/docs/guide'],
    ['/countries/', '/countries'],
    // It was redirected to itself, for ever.
    ['/countries/%2F', '/countries'],
    ['/countries/ireland%2f/', '/countries/ireland'],
    ['/Countries/ireland', '/countries/ireland'],
    ['/CONVERT/?from=Paris&q=A%20b', '/convert?from=Paris&q=A%20b'],
    ['/T/2027-03-28T09:00/Europe/Berlin', '/t/2027-03-28T09:00/Europe/Berlin'],
  ]) {
    const moved = await page(path ?? '')
    const canonical = (await service.ask(path ?? '')).body?.data?.links?.web?.slice(WEB.length) ?? target
    expect([moved.statusCode, moved.headers.location], path).toEqual([308, canonical])
  }
  const { body } = await page('/timezones/Europe/Dublin')
  expect(body).toContain(`<link rel="canonical" href="${WEB}/timezones/Europe/Dublin" />`)
  expect(body).toContain('<meta name="description" content="Europe/Dublin: the time now')
})

test('a code that several standards share has a page of its meanings', async () => {
  const { body } = await page('/abbreviations/CST')
  expect(body).toContain('What CST means')
  expect(body.match(/href="[^"]*\/abbreviations\//g)?.length).toBeGreaterThan(1)
})

test('an unchanged page is not sent again', async () => {
  const first = await page('/countries/ireland')
  expect(first.headers['cache-control']).toBe('public, max-age=60')
  const tag = String(first.headers.etag)
  const headers = { host: 'localhost', 'if-none-match': tag }
  const again = await service.app.inject({ url: '/countries/ireland', headers })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', tag])
})

test('the stylesheet and the scripts may be cached for ever, and pages may use nothing else', async () => {
  const { body, headers } = await page('/')
  expect(headers['content-security-policy']).not.toContain('unsafe')
  const assets = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  expect(assets.length).toBeGreaterThanOrEqual(2)
  for (const path of assets) {
    const asset = await page(path)
    expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000'])
    expect(asset.headers['content-type']).toMatch(/^text\/(css|javascript); charset=utf-8$/)
  }
  expect(body).not.toMatch(/ style=|<style|<script>| on\w+=/)
})

test('a site below a path has its links there, and is not indexed unless its address is named', async () => {
  const urls = { base: `${WEB}/tz/v1`, web: `${WEB}/tz`, isPublic: false }
  const below = await openService(undefined, { urls, catalogue: () => ({ ...service.catalogue, urls }) })
  const { body } = await below.app.inject({ url: '/', headers: { host: 'localhost' } })
  const paths = [...body.matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !path.startsWith('/tz/'))).toEqual([])
  expect(body).toContain('data-root="/tz"')
  expect(body).toContain('<meta name="robots" content="noindex" />')
  expect((await page('/timezones/UTC')).body).not.toContain('noindex')
  await below.close()
})

test('the time of the server is at /time.json, and is never cached', async () => {
  const { headers, body } = await page('/time.json')
  expect(headers['cache-control']).toBe('no-store')
  expect(JSON.parse(body)).toEqual({ utc: '2026-11-20T12:00:00.000Z', unix_ms: 1_795_176_000_000 })
})
