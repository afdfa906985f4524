// The site as whoever follows its links finds it: everything is reached from the first page, nothing leads nowhere, and nothing is fetched from elsewhere.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#serve/urls.ts'
import { openService, WEB, type Service } from '../../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** Of addresses that come in thousands, every so manieth is visited; all are gathered. */
const EVERY: readonly (readonly [pattern: RegExp, nth: number])[] = [
  [/^\/cities\/./, 150],
  [/^\/timezones\/.*\.(ics|csv|tzif)$/, 60],
  [/^\/map\//, 10],
  [/^\/(convert|meeting|t|lookup|search|changes|abbreviations|timezones|countries)\b.*\?|^\/t\//, 10],
  [/^\/timezones\/./, 3],
]

const unescaped = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"')

test('from the first page, by links alone, everything is reached and nothing is broken', async () => {
  const known = new Set(['/'])
  const waiting = ['/']
  const met = new Map<RegExp, number>()
  const wrong: string[] = []
  let visited = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const { statusCode, headers, body } = await service.app.inject({
      url: path,
      headers: { host: 'localhost', accept: 'text/html' },
    })
    visited += 1
    if (statusCode !== 200 && statusCode !== 308) wrong.push(`${statusCode} ${path}`)
    if (!String(headers['content-type']).startsWith('text/html')) continue
    for (const [, name = '', value = ''] of body.matchAll(/ (href|src|action)="([^"]*)"/g)) {
      const target = unescaped(value)
      if (target.startsWith('#')) {
        if (!body.includes(`id="${target.slice(1)}"`)) wrong.push(`${path}: nothing has the id ${target}`)
        continue
      }
      // A link may lead to another site; what a page is made of may not.
      if (!target.startsWith('/')) {
        if (
          name !== 'href' ||
          !/<(?:a|link rel="canonical")\s[^>]*$/.test(body.slice(0, body.indexOf(value)).slice(-200))
        )
          wrong.push(`${path}: ${name} ${target}`)
        continue
      }
      const [address = ''] = target.split('#')
      if (known.has(address) || address.startsWith('/account')) continue
      known.add(address)
      const sampled = EVERY.find(([pattern]) => pattern.test(address))
      if (sampled !== undefined) {
        const [pattern, nth] = sampled
        const count = met.get(pattern) ?? 0
        met.set(pattern, count + 1)
        if (count % nth !== 0) continue
      }
      waiting.push(address)
    }
  }
  process.stdout.write(`crawl: ${known.size} addresses found, ${visited} visited\n`)
  expect(wrong.slice(0, 20)).toEqual([])
  const { almanac } = service.catalogue
  const lacking = [
    ...almanac.zones.listed.map(({ iana }) => `/timezones/${pathOf(iana)}`),
    ...almanac.countries.all.map(({ slug }) => `/countries/${slug}`),
    ...almanac.standards.all.map(({ slug }) => `/abbreviations/${slug}`),
    ...almanac.cities().byName.map(({ slug }) => `/cities/${slug}`),
  ].filter((path) => !known.has(path))
  expect(lacking).toEqual([])
})

test('the site map has what is reached, and robots.txt lets nobody into the account area', async () => {
  const text = async (url: string) => (await service.app.inject({ url, headers: { host: 'localhost' } })).body
  const files = [...(await text('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => at)
  let count = 0
  for (const file of files) {
    const addresses = (await text(file.slice(WEB.length))).match(/<loc>/g)?.length ?? 0
    expect(addresses).toBeLessThanOrEqual(50_000)
    count += addresses
  }
  expect(count).toBeGreaterThan(36_000)
  expect(await text('/robots.txt')).toContain('Disallow: /account')
})
