// No two pages of cities have the same title: the state or province, or a larger town nearby, tells cities of one name apart.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const bodyOf = async (url: string): Promise<string> =>
  (await service.app.inject({ url, headers: { host: 'localhost' } })).body

test('every city has a title of its own, with its state where people always say it', async () => {
  const cities = service.catalogue.almanac.cities().byName
  const slugsOf = new Map<string, string[]>()
  for (const { fullName, country, slug } of cities) {
    const title = `Time in ${fullName}, ${country.name}`
    slugsOf.set(title, [...(slugsOf.get(title) ?? []), slug])
  }
  expect(cities.length).toBeGreaterThan(30_000)
  expect([...slugsOf].filter(([, slugs]) => slugs.length > 1)).toEqual([])
  const always = cities.filter(({ country }) => /^(?:US|CA|AU|IN|BR|MX)$/.test(country.iso2))
  expect(always.filter(({ region }) => region === null).map(({ slug }) => slug)).toEqual([])
  // Some pages are opened, to see that they really have these titles.
  for (const [title, [slug = '']] of [...slugsOf].filter((_, index) => index % 3000 === 0)) {
    const body = await bodyOf(`/cities/${slug}`)
    const [, shown = ''] = /<title>([^<]*)<\/title>/.exec(body) ?? []
    expect(shown.replaceAll('&#39;', "'").replaceAll('&amp;', '&'), slug).toContain(title)
  }
})

test('a city is named with its state on its page, in the search and in suggestions', async () => {
  const page = await bodyOf('/cities/springfield-us-illinois')
  expect(/<title>([^<]*)/.exec(page)?.[1]).toContain('Time in Springfield, Illinois, United States')
  expect(/<h1[^>]*>([^<]*)/.exec(page)?.[1]).toContain('Springfield, Illinois')
  expect(/<meta name="description" content="([^"]*)/.exec(page)?.[1]).toContain('Springfield, Illinois')
  expect(/<title>([^<]*)/.exec(await bodyOf('/cities/delhi'))?.[1]).toContain('Time in Delhi, India')
  const { results } = JSON.parse(await bodyOf('/search.json?q=springfield'))
  const details: string[] = results.map(({ detail }: { detail: string }) => detail)
  expect(new Set(details).size).toBe(details.length)
  expect(details).toContain('city, Massachusetts, United States, 07:00')
})

test('a city whose name ends in its kind is not called a city again', async () => {
  const { results } = JSON.parse(await bodyOf('/search.json?q=ho+chi+minh+city'))
  expect(results[0]).toMatchObject({ name: 'Ho Chi Minh City', detail: 'Vietnam, 19:00' })
})

test('the message of a 300 names the places with their state', async () => {
  const { status, body } = await service.ask('/convert?from=Springfield&to=UTC')
  expect(status).toBe(300)
  expect(body.message).toMatch(/Springfield, Missouri: America\/Chicago; /)
  expect(body.message).toContain('Springfield, Massachusetts: America/New_York')
})
