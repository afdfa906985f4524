// The whole site of a real artifact by its links: the page of every zone, country, standard and city, and each other name leads to its
// page.
import { expect, test } from 'vitest'
import { pathOf } from '#serve/urls.ts'
import { openService } from '../../support/worlds/service.ts'
import './crawl.full.test.ts'

test('each other name of a zone and each code of a country leads to its page', async () => {
  const service = await openService()
  const { zones, countries } = service.catalogue.almanac
  const moved = [
    ...zones.listed.flatMap((zone) =>
      zones
        .aliasesOf(zone)
        .map((alias) => [`/timezones/${alias}`, `/timezones/${pathOf(zone.iana)}`] as const),
    ),
    ...countries.all.flatMap(({ iso2, slug }) =>
      [iso2, iso2.toLowerCase()].map((code) => [`/countries/${code}`, `/countries/${slug}`] as const),
    ),
  ].filter(([from, to]) => from !== to)
  const astray: string[] = []
  for (const [from, to] of moved) {
    const { statusCode, headers } = await service.app.inject({ url: from, headers: { host: 'localhost' } })
    if (statusCode !== 308 || headers.location !== to)
      astray.push(`${from}: ${statusCode} ${headers.location}`)
  }
  process.stdout.write(`crawl: ${moved.length} other names\n`)
  expect(astray).toEqual([])
  await service.close()
})
