// The site by its links: the first page leads to everything, no link is broken, and nothing is loaded from other hosts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crawl, type Sampled, unreached } from '../../support/browsers/crawl.ts'
import { TAKES_ALL } from '../../support/how-many.ts'
import { openService, WEB, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** Kinds with thousands of pages. The night visits every page, but of the addresses that have no end only every tenth. */
const EVERY: Sampled = TAKES_ALL
  ? [[/^\/(convert|meeting|t|lookup|search)\b.*\?|^\/t\//, 10]]
  : [
      [/^\/cities\/./, 150],
      [/^\/timezones\/.*\.(ics|csv|tzif|atom)$/, 60],
      [/^\/map\//, 10],
      [/^\/(convert|meeting|t|lookup|search|changes|abbreviations|timezones|countries)\b.*\?|^\/t\//, 10],
      [/^\/timezones\/./, 3],
    ]

test('links lead from the first page to everything, and none is broken', async () => {
  const { known, visited, wrong } = await crawl(service, EVERY)
  process.stdout.write(`crawl: ${known.size} addresses found, ${visited} visited\n`)
  expect(wrong.slice(0, 20)).toEqual([])
  expect(unreached(service, known)).toEqual([])
})

test('the site map has all pages that links reach, and robots.txt excludes the account area', async () => {
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
