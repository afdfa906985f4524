// Public pages by client address: a limit for ten seconds, with addresses from a trusted proxy, and never for the interface.
import { afterEach, expect, test, vi } from 'vitest'
import { createMemoryBurst, type BurstLimiter } from '#serve/access/burst.ts'
import type { AppOptions } from '#serve/app.ts'
import { NOON, openService, type Service } from '../../support/service.ts'

// Each test opens an artifact. A busy machine needs time for that.
vi.setConfig({ testTimeout: 60_000 })

let service: Service
afterEach(() => service.close())

const open = async (options: Partial<AppOptions>): Promise<Service> =>
  (service = await openService(undefined, options))
const get = (url: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url, headers: { host: 'localhost', ...headers } })

const two = (limits: BurstLimiter = createMemoryBurst()) => ({ visitors: { limits, perSecond: 2 } })

test('an address gets so many pages and files in ten seconds, then a 429 says when to come back', async () => {
  await open(two())
  service.setNow(NOON + 3)
  for (let asked = 0; asked < 20; asked++) {
    const path = asked % 2 === 0 ? '/search.json?q=par' : '/timezones/Europe/Dublin'
    expect((await get(path)).statusCode, `request ${asked}`).toBe(200)
  }
  const page = await get('/', { accept: 'text/html' })
  expect(page.statusCode).toBe(429)
  expect(page.headers['retry-after']).toBe('7')
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('<h1>Too many requests</h1>')
  expect(page.body).toContain('Try again in 7 seconds.')
  const json = await get('/search.json?q=par')
  expect(json.statusCode).toBe(429)
  expect(json.json().message).toContain('Try again in 7 seconds.')
  // The interface has its own limits.
  expect((await service.ask('/timezones/UTC')).status).toBe(200)
  service.setNow(NOON + 10)
  expect((await get('/search.json?q=par')).statusCode).toBe(200)
})

test('the named proxy gives the addresses; an IPv6 client counts as its /64', async () => {
  await open({ ...two(), trustedProxies: ['127.0.0.1'] })
  const from = async (address: string) => (await get('/time.json', { 'x-forwarded-for': address })).statusCode
  for (let asked = 0; asked < 20; asked++) expect(await from('203.0.113.9')).toBe(200)
  expect(await from('203.0.113.9')).toBe(429)
  // A client may write an address before its own one. The server does not read it.
  expect(await from('198.51.100.1, 203.0.113.9')).toBe(429)
  expect(await from('203.0.113.10')).toBe(200)
  for (let asked = 0; asked < 20; asked++) expect(await from(`2001:db8:0:1::${asked + 1}`)).toBe(200)
  expect(await from('2001:db8:0:1:ffff::')).toBe(429)
  expect(await from('2001:db8:0:2::1')).toBe(200)
})

test('a proxy that is not named is not trusted', async () => {
  await open(two())
  for (let asked = 0; asked < 20; asked++)
    expect((await get('/time.json', { 'x-forwarded-for': `203.0.113.${asked}` })).statusCode).toBe(200)
  expect((await get('/time.json', { 'x-forwarded-for': '203.0.113.99' })).statusCode).toBe(429)
})

test('a limits store that answers late counts too', async () => {
  const memory = createMemoryBurst()
  await open(
    two({
      async take(...asked) {
        await new Promise((resolve) => setImmediate(resolve))
        return memory.take(...asked)
      },
    }),
  )
  const statuses = await Promise.all(Array.from({ length: 25 }, () => get('/time.json')))
  expect(statuses.filter(({ statusCode }) => statusCode === 429).length).toBe(5)
})

test('requests for the interface are answered between two pages that wait to be made', async () => {
  await open({})
  const cities = service.catalogue.almanac.cities().byName.slice(0, 60)
  let done = 0
  const pages = cities.map(async ({ slug }) => {
    expect((await get(`/cities/${slug}`)).statusCode).toBe(200)
    done++
  })
  await Promise.race(pages)
  expect((await service.ask('/timezones/UTC')).status).toBe(200)
  expect(done).toBeLessThan(30)
  await Promise.all(pages)
  expect(done).toBe(60)
})
