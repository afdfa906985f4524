// Every answer is checked against openapi.json with closed schemas, as an object and as text: unknown properties are refused.
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDateTime, formatUtc } from '#core/time/moment.ts'
import { epochSeconds } from '#core/time/units.ts'
import { endpoints } from '#schemas/wire/endpoints.ts'
import { Access } from '#serve/access/access.ts'
import { readPlans } from '#open/access/plans.ts'
import { timezoneRow } from '#serve/api/answer/timezone.ts'
import {
  checkedIn,
  EVERY_ENDPOINT,
  expectContract,
  faultsOf,
  REQUESTS,
  escaped,
} from '../support/oracles/contract.ts'
import { NOON, openService, withoutBoundaries, type Service } from '../support/worlds/interface-service.ts'

let service: Service
/** The same service with the real plans of the interface. */
let limited: Service
beforeAll(async () => {
  service = await openService()
  const { accounts } = service
  const access = new Access({
    store: accounts.store,
    plans: readPlans(),
    resendUrl: 'https://example.org/x',
  })
  limited = { ...(await openService(undefined, { access })), accounts }
})
afterAll(async () => {
  await limited.app.close()
  await service.close()
})

test('a client made from openapi.json reads answers with fields that come later', () => {
  expect(checkedIn).not.toContain('"additionalProperties": false')
  const open = new Ajv2020({ strict: false }).addSchema(JSON.parse(checkedIn), 'open')
  addFormats.default(open)
  let count = 0
  const grown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(grown)
    if (typeof value !== 'object' || value === null) return value
    return { ...Object.fromEntries(Object.entries(value).map(([key, one]) => [key, grown(one)])), later: [] }
  }
  for (const { path } of endpoints) {
    const { example } = JSON.parse(checkedIn).paths[path].get.responses[200].content['application/json']
    const pointer = `/paths/${escaped(path)}/get/responses/200/content/application~1json/schema`
    const validate = open.compile({ $ref: `open#${pointer}` })
    expect(validate(grown(example)), JSON.stringify(validate.errors)).toBe(true)
    expect(faultsOf(pointer, grown(example))).not.toBeNull()
    count++
  }
  expect(count).toBe(endpoints.length)
})

test('a scalar that can be null has two types if it is no list of values, and no two calls have one name', () => {
  // A list of values is apart from null, because generators read null in a list as a text.
  expect(checkedIn).not.toMatch(
    /"type": "(?:string|number|integer|boolean)"(?:(?!"enum")[^{}])*\},\s*\{\s*"type": "null"/,
  )
  const names = endpoints.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^(?:list|get)[A-Z][A-Za-z]+$|^(?:convert|lookUp)$/)
})

test('every parameter has an example that the service takes', async () => {
  const { paths } = JSON.parse(checkedIn)
  const refused: unknown[] = []
  let count = 0
  for (const { path, parameters } of endpoints) {
    const all: { name: string; in: string; required: boolean; example?: unknown }[] =
      paths[path].get.parameters
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String(all.find((one) => one.name === name)?.example),
    )
    for (const parameter of all) {
      const { name, example } = parameter
      if (parameters.some((one) => one.name === name && one.type.kind === 'reserved')) continue
      const sent = all.filter(
        (one) => one.in === 'query' && (one === parameter || one.required || one.name === 'lon'),
      )
      const query = sent.map((one) => `${one.name}=${encodeURIComponent(String(one.example))}`).join('&')
      const { status, text } = await service.ask(`${filled}?${query}`)
      if (example === undefined || status !== 200)
        refused.push([path, name, example, status, text.slice(0, 200)])
      count++
    }
  }
  expect(refused).toEqual([])
  expect(count).toBeGreaterThan(50)
})

test('every answer of every operation has an example, which validates', () => {
  const { paths } = JSON.parse(checkedIn)
  let count = 0
  for (const { path } of endpoints)
    for (const [status, { content }] of Object.entries<any>(paths[path].get.responses)) {
      if (content === undefined) continue
      const { example } = content['application/json']
      const pointer = `/paths/${escaped(path)}/get/responses/${status}/content/application~1json/schema`
      expect(faultsOf(pointer, example), `${path} ${status}`).toBeNull()
      count++
    }
  expect(count).toBeGreaterThan(80)
})

test('all zones in full validate', async () => {
  const answered = await service.ask('/timezones?per_page=500&detail=full')
  expectContract('/timezones', answered)
  expect(answered.body.data).toHaveLength(419)
})

test('all zones as rows validate', async () => {
  expectContract('/timezones', await service.ask('/timezones?per_page=500'))
})

test('a page past the end validates', async () => {
  expectContract('/timezones', await service.ask('/timezones?page=99'))
})

test('every zone validates, and has both of its date-times', async () => {
  const at = epochSeconds(NOON)
  const { almanac, texts, urls } = service.catalogue
  for (const zone of almanac.zones.listed) {
    const state = almanac.stateOf(zone, at)
    const detail = JSON.parse(texts.zones.detail(state, at))
    expect(faultsOf('/components/schemas/TimezoneDetail', detail), zone.iana).toBeNull()
    expect(detail).toMatchObject({
      iana: zone.iana,
      current: {
        datetime: formatDateTime(at, state.season.type.offset),
        utc_datetime: formatUtc(at),
        name: state.inForce.name,
      },
    })
    const row = timezoneRow(state, urls)
    expect(faultsOf('/components/schemas/TimezoneRow', row), zone.iana).toBeNull()
    expect(JSON.parse(texts.zones.row(state))).toEqual(row)
    // One in ten is also asked over HTTP, because the envelope is the same for all.
    if (zone.iana.length % 10 === 0)
      expectContract('/timezones/{iana}', await service.ask(`/timezones/${zone.iana}`))
  }
})

test('/lookup without boundaries is a valid 503', async () => {
  const without = await openService(undefined, {}, withoutBoundaries)
  const answered = await without.ask('/lookup?lat=1&lon=2')
  await without.close()
  expect(answered.status).toBe(503)
  expectContract('/lookup', answered)
})

test.each(REQUESTS)('%s: %s is a valid %i', async (path, url, status) => {
  const answered = await service.ask(url)
  expect(answered.status).toBe(status)
  expectContract(path, answered)
})

test('every endpoint of the contract has a request in this test', () => {
  expect(EVERY_ENDPOINT.map(([path]) => path)).toEqual(endpoints.map(({ path }) => path))
})

test.each(EVERY_ENDPOINT)('%s: 401, 403, 405 and 429 have the one error shape', async (path, url) => {
  const none = await service.ask(url, { token: null })
  expect(none.status).toBe(401)
  expectContract(path, none)

  const unverified = await service.accounts.make('test', { verified: false })
  const forbidden = await service.ask(url, { token: unverified.token.text })
  expect(forbidden.status).toBe(403)
  expectContract(path, forbidden)

  const method = await service.ask(url, { method: 'DELETE' })
  expect(method.status).toBe(405)
  expectContract(path, method)

  const { token } = await limited.accounts.make('free')
  const answers = await Promise.all(Array.from({ length: 6 }, () => limited.ask(url, { token: token.text })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  for (const answered of refused) expectContract(path, answered)
})
