// `tzref/client` against the service: typed answers, choices, lists, and waiting as the server asks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#open/program/root.ts'
import { createClient, TzrefError, type ClientOptions, type Fetch } from '#apps/library/client.ts'
import { wireTypes } from '../../../apps/packages/wire-types.ts'
import { BASE, openService, type Service } from '../../support/worlds/service.ts'

let service: Service
const asked: string[] = []
/** Asks the service without a port. */
const overService: Fetch = async (address, { headers }) => {
  const path = address.slice(BASE.length)
  asked.push(path)
  const { status, headers: sent, text } = await service.ask(path, { headers, token: null })
  return { status, headers: new Headers(definite(sent)), json: async () => Promise.resolve(JSON.parse(text)) }
}
const definite = (headers: Readonly<Record<string, string | undefined>>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))

beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const clientOf = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: BASE, token: service.token, fetch: overService, ...options })

test('apps/library/wire.ts is generated from schemas/openapi.json', async () => {
  const file = join(ROOT, 'apps/library/wire.ts')
  const openapi = JSON.parse(readFileSync(join(ROOT, 'schemas/openapi.json'), 'utf8'))
  expect(readFileSync(file, 'utf8')).toBe(await wireTypes(openapi, file))
})

test('an address or a token that cannot be sent is refused at once', () => {
  for (const baseUrl of ['foo', 'api.example.org/v1', 'https://', 'file:///v1'])
    expect(() => clientOf({ baseUrl })).toThrow(
      `baseUrl: found "${baseUrl}", expected where the interface is, such as "https://api.example.org/v1"`,
    )
  expect(() => clientOf({ baseUrl: '/v1' })).not.toThrow()
  for (const token of ['tzr_…', 'tzr_a b', 'tzr_a\n'])
    expect(() => clientOf({ token })).toThrow(
      `token: found ${JSON.stringify(token)}, expected the token of an account: "tzr_" and`,
    )
})

describe('an answer', () => {
  test('has its data under the names of the interface', async () => {
    const { data, meta } = await clientOf().get('/timezones/{iana}', {
      iana: 'Europe/Berlin',
      at: '1782907200',
    })
    expect([data.iana, data.current.utc_offset, meta.tzdb_version]).toEqual([
      'Europe/Berlin',
      '+02:00',
      '2026f',
    ])
    expect(asked.at(-1)).toBe('/timezones/Europe/Berlin?at=1782907200')
  })

  test('may be a choice, which is not an error', async () => {
    const answer = await clientOf().get('/convert', { from: 'CST', to: ['Asia/Tokyo', 'UTC+3'] })
    expect(asked.at(-1)).toBe('/convert?from=CST&to=Asia%2FTokyo%2CUTC%2B3')
    if (answer.kind !== 'choice') throw new Error('no choice')
    expect(answer.candidates.length).toBeGreaterThan(1)
  })

  test('is never that of another path: an identifier with dots between its slashes is refused', async () => {
    const before = asked.length
    for (const iana of [
      '',
      '.',
      '..',
      '../countries/ireland',
      '../../x',
      'Europe/./Berlin',
      'Europe/..',
      '%2E%2e/x',
    ])
      await expect(clientOf().get('/timezones/{iana}', { iana })).rejects.toThrow(
        `iana: found ${JSON.stringify(iana)}, expected an identifier, without "." or ".." between its slashes`,
      )
    expect(asked).toHaveLength(before)
    await expect(clientOf().get('/timezones/{iana}', { iana: '..x/.y' })).rejects.toMatchObject({
      status: 404,
    })
    await expect(clientOf().get('/timezones/{iana}', { iana: 'Europe/Berlin?at=1' })).rejects.toThrow(
      'Europe/Berlin?at=1',
    )
  })

  test('as an error has its status, messages and request', async () => {
    const refused = clientOf().get('/cities', { per_page: 5000 })
    await expect(refused).rejects.toThrow(TzrefError)
    await expect(refused).rejects.toMatchObject({
      status: 422,
      errors: { per_page: [expect.any(String)] },
      retryAfter: null,
      requestId: expect.stringMatching(/./),
    })
    await expect(clientOf({ token: 'wrong' }).get('/timezones', {})).rejects.toMatchObject({ status: 401 })
  })
})

test('a list gives all its rows, and fetches each page when it is needed', async () => {
  const all = service.catalogue.almanac.zones.listed.map(({ iana }) => iana)
  const rows: string[] = []
  const before = asked.length
  for await (const { iana } of clientOf().rows('/timezones', { per_page: 100 })) rows.push(iana)
  expect(rows).toEqual(all)
  expect(asked.length - before).toBe(Math.ceil(all.length / 100))

  const from = asked.length
  for await (const row of clientOf().rows('/timezones', { per_page: 10 })) if (row.iana === rows[12]) break
  expect(asked.length - from).toBe(2)
})

describe('waiting', () => {
  /** A server that first answers with these, and then well. */
  const after = (
    answers: readonly (readonly [number, string | null])[],
  ): { fetch: Fetch; slept: number[]; sleep: (seconds: number) => Promise<void> } => {
    const left = [...answers]
    const slept: number[] = []
    return {
      slept,
      sleep: async (seconds) => Promise.resolve(void slept.push(seconds)),
      fetch: async (...given) => {
        const next = left.shift()
        if (next === undefined) return overService(...given)
        const [status, wait] = next
        const headers = new Headers(wait === null ? {} : { 'retry-after': wait })
        return Promise.resolve({ status, headers, json: async () => Promise.resolve({ message: 'later' }) })
      },
    }
  }
  const ask = (options: Partial<ClientOptions>): Promise<unknown> =>
    clientOf(options).get('/timezones', { per_page: 1 })

  test('takes as long as the server says, in seconds or until a date', async () => {
    const { slept, ...options } = after([
      [429, '2'],
      [503, new Date(Date.UTC(2026, 0, 1, 0, 0, 5)).toUTCString()],
      [429, '0'],
    ])
    await expect(ask({ ...options, now: () => Date.UTC(2026, 0) })).resolves.toMatchObject({ kind: 'answer' })
    expect(slept).toEqual([2, 5, 1])
  })

  test('ends after the longest allowed wait, or if the server gives no time', async () => {
    const month = after([[429, '86400']])
    await expect(ask(month)).rejects.toMatchObject({ status: 429, retryAfter: 86_400, message: 'later' })
    expect(month.slept).toEqual([])
    const often = after([
      [429, '4'],
      [429, '4'],
    ])
    await expect(ask({ ...often, patience: 7 })).rejects.toMatchObject({ status: 429 })
    expect(often.slept).toEqual([4])
    await expect(ask(after([[503, null]]))).rejects.toMatchObject({ status: 503, retryAfter: null })
    await expect(ask(after([[500, '1']]))).rejects.toMatchObject({ status: 500 })
  })
})
