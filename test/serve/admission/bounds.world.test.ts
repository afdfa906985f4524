// What can be long is refused before it is decoded: parameters, items of lists, forms. What is within its bound is answered as before.
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MOST_ITEMS, MOST_PARAMETERS } from '#serve/admission/numbers.ts'
import { listening } from '../../support/servers/loopback.ts'
import { openService, type Service } from '../../support/worlds/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

/** An answer of the interface, with or without the token. */
const api = (path: string, hasToken = true) =>
  service.app.inject({
    url: `/v1${path}`,
    headers: { host: 'localhost', ...(hasToken ? { authorization: `Bearer ${service.token}` } : {}) },
  })

const many = (count: number, part = 'x=1'): string => Array.from({ length: count }, () => part).join('&')

describe('below /v1', () => {
  test('as many parameters as are allowed are answered, unknown ones too', async () => {
    const { statusCode } = await api(`/timezones?${many(MOST_PARAMETERS - 1)}&per_page=1`)
    expect(statusCode).toBe(200)
  })

  test.each([
    ['per_page=1', 'per_page'],
    ['caf%C3%A9=1', 'café'],
    ['%FF=1', '%FF'],
    ['', 'query'],
  ])('with one more, %s, the refusal is on it, and no more are decoded', async (last, name) => {
    const decoding = vi.spyOn(String.prototype, 'replaceAll')
    const { statusCode, body } = await api(
      `/timezones?${many(MOST_PARAMETERS, 'a+b=c+d')}&${last}&${many(1000, 'a+b=c+d')}`,
    )
    const decoded = decoding.mock.calls.length
    decoding.mockRestore()
    expect(statusCode).toBe(422)
    expect(Object.keys(JSON.parse(body).errors)).toEqual([name])
    expect(decoded).toBeLessThanOrEqual(MOST_PARAMETERS + 1)
  })

  test('who has no token gets 401, and what is not there 404, however many there are', async () => {
    expect((await api(`/timezones?${many(7000)}`, false)).statusCode).toBe(401)
    expect((await api(`/nothing?${many(3000)}`)).statusCode).toBe(404)
  })

  test('items are counted as they are sent, escaped or not', async () => {
    const include = (count: number, comma: string): string =>
      `/countries/aq?include=${Array.from({ length: count }, () => 'timezones').join(comma)}`
    for (const comma of [',', '%2C', '%2c'])
      expect((await api(include(MOST_ITEMS, comma))).statusCode).toBe(200)
    for (const comma of [',', '%2C', '%2c']) {
      const { statusCode, body } = await api(include(MOST_ITEMS + 1, comma))
      expect(statusCode).toBe(422)
      expect(JSON.parse(body).errors).toEqual({
        include: [`The include field must not have more than ${MOST_ITEMS} items.`],
      })
    }
  })
})

describe('pages', () => {
  const page = (url: string) =>
    service.app.inject({ url, headers: { host: 'localhost', accept: 'text/html' } })

  test('one parameter more than are allowed is a page that says so', async () => {
    expect((await page(`/meeting?${many(MOST_PARAMETERS)}`)).statusCode).toBe(200)
    const { statusCode, body } = await page(`/meeting?${many(MOST_PARAMETERS + 1)}`)
    expect(statusCode).toBe(422)
    expect(body).toContain(`must not have more than ${MOST_PARAMETERS} parameters`)
  })

  test('a form in chunks is refused, because it does not say its length', async () => {
    const port = await listening(service.app)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(text))
      socket.write(
        'POST /your-time HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n',
      )
    })
    expect(answer).toMatch(/^HTTP\/1\.1 411 /)
    expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  })
})
