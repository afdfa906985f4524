// An answer of each operation for each status. schemas/examples.json has them for openapi.json: `npm run golden:update`, then
// `npm run openapi`.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBoundaries } from '#core/artifact/boundaries.ts'
import { compileBoundaries } from '#pipeline/compile/boundary-tiles.ts'
import { Access } from '#serve/access/access.ts'
import { readPlans } from '#open/access/plans.ts'
import { endpoints } from '#schemas/wire/endpoints.ts'
import {
  NOON,
  openService,
  overloaded,
  withoutBoundaries,
  type Answered,
  type Service,
} from '../support/worlds/interface-service.ts'

/** A box around Moscow. The answer shows no borders, so only its zone must be right. */
const BOX = Int32Array.of(...[35, 54, 40, 54, 40, 57, 35, 57].map((degrees) => degrees * 1e6))
const boundaries = openBoundaries(compileBoundaries('2026d', [{ id: 'Europe/Moscow', rings: [BOX] }]).bytes)

let service: Service
let plain: Service
beforeAll(async () => {
  plain = await openService(undefined, {}, withoutBoundaries)
  service = await openService(undefined, {}, (artifact) => ({ ...artifact, boundaries: () => boundaries }))
})
afterAll(async () => {
  await plain.close()
  await service.close()
})

/** Path → for each status of its own, a request that gets it. */
const REQUESTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  '/timezones': { 200: '/timezones?country=NZ&per_page=2', 422: '/timezones?per_page=0' },
  '/timezones/{iana}': {
    200: '/timezones/Europe/Dublin',
    404: '/timezones/Mars/Olympus',
    422: '/timezones/Europe/Dublin?at=yesterday',
  },
  '/timezones/{iana}/transitions': {
    200: '/timezones/Europe/Dublin/transitions?from=2026-01-01T00:00Z&to=2027-01-01T00:00Z',
    404: '/timezones/Mars/Olympus/transitions',
    422: '/timezones/Europe/Dublin/transitions?from=yesterday',
  },
  '/abbreviations': { 200: '/abbreviations?q=irish&per_page=2', 422: '/abbreviations?per_page=0' },
  '/abbreviations/{abbreviation}': {
    200: '/abbreviations/central-european-standard-time',
    300: '/abbreviations/IST',
    404: '/abbreviations/XQZ',
    422: '/abbreviations/CET?include=cities',
  },
  '/countries': { 200: '/countries?q=ireland&per_page=2', 422: '/countries?per_page=0' },
  '/countries/{country}': {
    200: '/countries/ireland',
    404: '/countries/atlantis',
    422: '/countries/ireland?detail=more',
  },
  '/cities': { 200: '/cities?q=reykjavik&per_page=2', 422: '/cities?is_capital=yes' },
  '/cities/{slug}': {
    200: '/cities/reykjavik?at=2026-06-21T12:00:00Z',
    404: '/cities/atlantis-xx',
    422: '/cities/reykjavik?at=yesterday',
  },
  '/convert': {
    200: '/convert?from=Europe/Berlin&to=Asia/Tokyo,UTC-3&at=2026-03-29T02:30',
    300: '/convert?from=IST&to=UTC&at=2026-07-01T09:00',
    422: '/convert?from=Europe/Berlin',
  },
  '/lookup': { 200: '/lookup?lat=55.75&lon=37.62', 422: '/lookup?lat=91&lon=0' },
}

/** Answers that every operation may give, asked from one operation. */
async function common(): Promise<Record<number, unknown>> {
  const { accounts } = plain
  const { token: unverified } = await accounts.make('test', { verified: false })
  const access = new Access({
    store: accounts.store,
    plans: readPlans(),
    resendUrl: 'https://example.org/account/verify',
  })
  const [limited, broken, busy] = await Promise.all([
    openService(undefined, { access }),
    openService(undefined, {
      catalogue: () => {
        throw new Error('a fault of the test')
      },
    }),
    openService(undefined, overloaded()),
  ])
  const { token: free } = await accounts.make('free')
  const burst = await Promise.all(
    Array.from({ length: 6 }, () => limited.ask('/timezones/UTC', { token: free.text })),
  )
  const answers: Answered[] = [
    await plain.ask('/timezones/UTC', { token: null }),
    await plain.ask('/timezones/UTC', { token: unverified.text }),
    await plain.ask('/timezones/UTC', { method: 'DELETE' }),
    ...burst.filter(({ status }) => status !== 200),
    await broken.ask('/timezones/UTC'),
    await busy.ask('/timezones/UTC'),
  ]
  await Promise.all([limited, broken, busy].map(async (one) => one.close()))
  return Object.fromEntries(answers.map(({ status, body }) => [status, body]))
}

test('each operation has an answer of each status, and openapi.json shows the same', async () => {
  expect(Object.keys(REQUESTS)).toEqual(endpoints.map(({ path }) => path))
  const examples: Record<string, Record<string, unknown>> = {}
  for (const [path, requests] of Object.entries(REQUESTS)) {
    const own: Record<string, unknown> = {}
    for (const [status, url] of Object.entries(requests)) {
      service.setNow(NOON)
      const answered = await service.ask(url)
      expect([url, answered.status]).toEqual([url, Number(status)])
      own[status] = answered.body
    }
    examples[path] = own
  }
  examples['/lookup'] = { ...examples['/lookup'], 503: (await plain.ask('/lookup?lat=55.75&lon=37.62')).body }
  const any = await common()
  expect(Object.keys(any)).toEqual(['401', '403', '405', '429', '500', '503'])
  await expect(`${JSON.stringify({ any, ...examples }, null, 2)}\n`).toMatchFileSnapshot(
    '../../schemas/examples.json',
  )
})
