// Whole answers of reference data at fixed moments, for people to read: `npm run golden:update`, then read the diff.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openService, type Service } from '../support/worlds/interface-service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** File → the requests whose answers it holds. */
const GOLDENS: Readonly<Record<string, readonly string[]>> = {
  abbreviations: [
    '/abbreviations?per_page=3',
    '/abbreviations/CST',
    '/abbreviations/irish-standard-time?include=timezones,countries',
    '/abbreviations/nepal-time?include=timezones&detail=full',
    '/abbreviations/kazakhstan-time',
    '/abbreviations?q=standard&continent=Narnia&offset=99999',
  ],
  countries: [
    '/countries?per_page=3&sort=-name',
    '/countries/ie?include=timezones,abbreviations',
    '/countries/xk',
    '/countries/aq',
    '/countries/bouvet-island',
    '/countries/zz',
  ],
  cities: [
    '/cities?q=springfield&per_page=3',
    '/cities/nicosia?at=2026-06-21T00:00:00Z',
    '/cities/apia?at=2026-06-21T00:00:00Z',
    '/cities/longyearbyen?at=2026-12-21T00:00:00Z',
    '/cities/ciudad-de-la-paz?at=2026-12-21T00:00:00Z',
    '/cities/atlantis-xx',
  ],
  convert: [
    '/convert?from=Europe/Berlin&to=Asia/Tokyo,EST,UTC%2B5,new-york&at=2026-07-01T09:00',
    '/convert?from=America/New_York&to=UTC&at=2026-03-08T02:30',
    '/convert?from=Europe/Berlin&to=UTC&at=2026-10-25T02:30&resolution=latest',
    '/convert?from=Pacific/Apia&to=UTC&at=2011-12-30T12:00&resolution=reject',
    '/convert?from=IST&to=UTC',
    '/convert?from=UTC&to=pt',
    '/convert?from=UTC&to=bv,xyzzy',
  ],
}

test.each(Object.keys(GOLDENS))('%s give the same answers as before', async (name) => {
  const answers: unknown[] = []
  for (const url of GOLDENS[name] ?? []) {
    const { status, body } = await service.ask(url)
    answers.push({ url, status, body })
  }
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(`./answers/${name}.json`)
})
