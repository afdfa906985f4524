// Each link of the interface leads to a page, and so do the links of those pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, WEB, type Service } from '../../support/worlds/service.ts'
import { someOf } from '../../support/how-many.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const page = (path: string) => service.app.inject({ url: path, headers: { host: 'localhost' } })

test('web links of zones, standards, countries and cities lead to pages', async () => {
  const links: string[] = []
  for (const list of [
    '/timezones?detail=full&per_page=500',
    '/abbreviations?detail=full&per_page=100',
    '/abbreviations?detail=full&per_page=100&page=2',
    '/countries?detail=full&per_page=100',
    '/countries?detail=full&per_page=100&page=2',
    '/countries?detail=full&per_page=100&page=3',
    '/cities?detail=full&per_page=100&sort=-offset',
  ]) {
    for (const { links: found } of (await service.ask(list)).body.data) links.push(found.web)
  }
  expect(links.length).toBe(419 + 166 + 250 + 100)
  const dead: string[] = []
  const inside = new Set<string>()
  for (const address of someOf(links, 4)) {
    expect(address.startsWith(`${WEB}/`)).toBe(true)
    const response = await page(address.slice(WEB.length))
    if (response.statusCode !== 200) dead.push(address)
    for (const [, href = ''] of response.body.matchAll(/href="([^"]+)"/g))
      inside.add(href.replaceAll('&amp;', '&'))
  }
  expect(dead).toEqual([])
  const known = new Set(links)
  // Every fiftieth of the thousands of cities. The crawl of the whole site asks for all.
  const within = [...inside].filter(
    (href, index) => !known.has(WEB + href) && (!href.startsWith('/cities/') || index % 50 === 0),
  )
  for (const href of within) {
    if (href.startsWith('#') || href.startsWith(WEB)) continue
    expect((await page(href)).statusCode, href).toBe(200)
  }
})
