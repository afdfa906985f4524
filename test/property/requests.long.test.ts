// Tens of thousands of requests that no client should send: never a 5xx, never a hang, never a body that is not JSON.
import fc from 'fast-check'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#schemas/wire/endpoints.ts'
import { listening } from '../support/servers/loopback.ts'
import { openService, type Service } from '../support/worlds/service.ts'

let service: Service
let port = 0
beforeAll(async () => {
  service = await openService()
  port = await listening(service.app)
})
afterAll(() => service.close())

/** A fixed seed, so that a failure can be repeated. Each counterexample becomes a test of its own. */
const SEED = 20_261_120

const names = [...new Set(endpoints.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]

const rawText = fc.oneof(
  fc
    .string({ unit: 'binary', maxLength: 60 })
    .map((text) => encodeURIComponent(Buffer.from(text).toString())),
  fc.string({
    unit: fc.constantFrom(
      '%',
      '0',
      'f',
      'F',
      '/',
      '+',
      '-',
      '.',
      '&',
      '=',
      '[',
      ']',
      ';',
      '#',
      '\\',
      "'",
      ' ',
      '\u00ff',
    ),
    maxLength: 30,
  }),
  fc.constantFrom(
    '2026-03-29T02:30:00Z',
    '99999999999999999999',
    '-0',
    '1e308',
    'NaN',
    'Infinity',
    '__proto__',
    'constructor',
    'toString',
    'Etc/GMT%2B3',
    'Europe/Dublin',
    '%00',
    '%',
    '%c0%ae',
    '..%2f..%2fetc%2fpasswd',
    "' OR 1=1 --",
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59+23:59',
    '9999-12-31T23:59:59-23:59',
    '-840',
    '+14:00',
    'UTC',
  ),
)
const name = fc.oneof(fc.constantFrom(...names, ...names.map((known) => `${known}[]`)), rawText)
const query = fc
  .array(fc.tuple(name, rawText), { maxLength: 6 })
  .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
const path = fc.oneof(
  fc.constantFrom('/timezones', '/timezones/', '/timezones/Europe/Dublin', '/openapi.json'),
  fc.constantFrom(
    '/abbreviations',
    '/abbreviations/CST',
    '/countries',
    '/countries/us',
    '/cities',
    '/cities/paris',
  ),
  fc.constantFrom('/convert', '/convert?from=UTC&to=', '/convert?to=UTC&from='),
  fc.array(rawText, { maxLength: 4 }).map((parts) => `/${parts.join('/')}`),
  fc
    .tuple(fc.constantFrom('/timezones/', '/countries/', '/lookup', '/convert'), rawText)
    .map((parts) => parts.join('')),
)

test('20,000 paths and queries', async () => {
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      fc.constantFrom<'GET' | 'HEAD' | 'POST' | 'PATCH'>('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH'),
      async (where, what, method) => {
        const response = await service.app.inject({
          method,
          url: `/v1${where}${what === '' ? '' : `?${what}`}`,
          headers: { host: 'localhost', authorization: `Bearer ${service.token}` },
        })
        expect(response.statusCode).toBeLessThan(500)
        expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
        if (method === 'HEAD') expect(response.body).toBe('')
        else expect(typeof response.json()).toBe('object')
        if (response.statusCode >= 400 && method !== 'HEAD')
          expect(typeof response.json().message).toBe('string')
      },
    ),
    { seed: SEED, numRuns: 20_000 },
  )
})

/** The server's answer to raw bytes, until it closes. Rejects after two seconds of silence. */
function exchange(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => {
      socket.end(bytes)
    })
    socket.setTimeout(2000, () => {
      socket.destroy()
      reject(new Error(`no answer and no close within 2 s; so far: ${answer.slice(0, 200)}`))
    })
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })
}

/** Checks a stream of responses: each has a JSON body, or none after 100, 204 and 304 and for HEAD. */
function expectOnlyJson(answer: string, isHead: boolean): void {
  let rest = answer
  while (rest !== '') {
    const head = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest)
    expect(head, `not a response: ${rest.slice(0, 120)}`).not.toBeNull()
    if (head === null) return
    const status = Number(head[1])
    expect(status).toBeLessThan(500)
    rest = rest.slice(head[0].length)
    if (status === 100 || status === 204 || status === 304) continue
    // When the parser refuses the bytes, the answer has a body even for HEAD.
    if (isHead && !rest.startsWith('{')) continue
    const length = Number(/content-length: (\d+)/i.exec(head[2] ?? '')?.[1])
    const body = Buffer.from(rest.slice(0, length), 'latin1').toString('utf8')
    expect(
      typeof JSON.parse(body).message === 'string' ||
        'data' in JSON.parse(body) ||
        'openapi' in JSON.parse(body),
    ).toBe(true)
    rest = rest.slice(length)
  }
}

const target = fc.tuple(path, query).map(([where, what]) => `/v1${where}?${what}`)
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'QUERY',
  'get',
  'G T',
  '',
)
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', 'XTP/1.1', '')
const header = fc.oneof(
  fc.constantFrom(
    'Host: localhost',
    'Content-Length: 5',
    'Content-Length: -1',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: x',
    'Expect: 100-continue',
    'Expect: magic',
    'Connection: upgrade',
    'Upgrade: websocket',
    'Connection: close',
    'Content-Type: application/json',
    'If-None-Match: *',
    'Authorization: Bearer tzr_x',
    'X-Request-Id: \u0001',
    ' folded: x',
  ),
  fc.string({ unit: 'binary-ascii', maxLength: 40 }),
  fc.constant(`X-Long: ${'a'.repeat(20_000)}`),
)

test('10,000 requests of raw bytes on the socket', async () => {
  await fc.assert(
    fc.asyncProperty(
      method,
      target,
      version,
      fc.array(header, { maxLength: 5 }),
      fc.string({ unit: 'binary-ascii', maxLength: 30 }),
      async (verb, where, protocol, headers, body) => {
        const request = `${verb} ${where} ${protocol}\r\n${headers.join('\r\n')}\r\n\r\n${body}`
        expectOnlyJson(await exchange(Buffer.from(request, 'latin1')), verb === 'HEAD')
      },
    ),
    { seed: SEED, numRuns: 10_000 },
  )
})

test('2,000 sequences of bytes that are not HTTP', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expectOnlyJson(await exchange(Buffer.from(bytes)), false)
    }),
    { seed: SEED, numRuns: 2000 },
  )
})
