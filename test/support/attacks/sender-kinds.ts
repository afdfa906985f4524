// What a sender can do, below and above each number of the table of shares: the texts that it sends, on how many connections, and how deep.
import {
  MOST_COOKIES,
  MOST_FIELDS,
  MOST_OF_CONNECTION,
  MOST_OF_FORM,
  MOST_PARAMETERS,
  NOT_YET_TAKEN,
  SHARE_OF_NETWORK,
} from '#serve/admission/numbers.ts'

export interface Sending {
  readonly connections: number
  readonly deep: number
  readonly texts: readonly string[]
  readonly reads: boolean
  readonly endless: string | null
  /** Milliseconds after which each connection is reset, and opened again. */
  readonly resetsAfterMs: number | null
}

/** The fields that every request of a sender has, and the paths that it may ask for. */
export interface Given {
  readonly fields: readonly string[]
  readonly paths: readonly string[]
}

const request = (fields: string, path = '/favicon.svg', method = 'GET', body = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n${body}`

const lines = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => line(n)).join('')

/** A factor below or above a number. */
export type Size = 0.5 | 2
export const SIZES: readonly Size[] = [0.5, 2]

const calm = { connections: 20, deep: 1, reads: true, endless: null, resetsAfterMs: null }
const of = (given: Given, make: (fields: string) => string): readonly string[] =>
  given.fields.map((fields) => make(fields))

/** Each kind by its name. Long texts stay within the 16 kB that Node reads of a head. */
export const KINDS: Readonly<Record<string, (size: Size, given: Given) => Sending>> = {
  'many connections': (size, given) => ({
    ...calm,
    connections: SHARE_OF_NETWORK.connections * size,
    deep: MOST_OF_CONNECTION,
    texts: of(given, (fields) => request(fields)),
  }),
  connecting: (size) => ({ ...calm, connections: NOT_YET_TAKEN * size, texts: [''] }),
  pipelined: (size, given) => ({
    ...calm,
    deep: MOST_OF_CONNECTION * size * (size > 1 ? 4 : 1),
    texts: of(given, (fields) => request(fields, '/time.json')),
  }),
  resetting: (size, given) => ({
    ...calm,
    connections: size > 1 ? 60 : 10,
    deep: MOST_OF_CONNECTION,
    resetsAfterMs: 20,
    texts: of(given, (fields) => request(fields, '/time.json')),
  }),
  'never reading': (size, given) => ({
    ...calm,
    connections: size > 1 ? 60 : 10,
    deep: 4,
    reads: false,
    texts: of(given, (fields) => request(fields, '/sitemap/1.xml')),
  }),
  'sending for ever': (size, given) => ({
    ...calm,
    connections: size > 1 ? 30 : 4,
    texts: of(given, (fields) =>
      request(`${fields}Transfer-Encoding: chunked\r\n`, '/v1/timezones/UTC', 'POST'),
    ),
    endless: '1\r\na\r\n'.repeat(2000),
  }),
  'long query': (size, given) => ({
    ...calm,
    connections: 40,
    texts: of(given, (fields) =>
      request(fields, `/meeting?${'place&'.repeat(size > 1 ? 2500 : MOST_PARAMETERS / 2)}`),
    ),
  }),
  'long fields': (size, given) => ({
    ...calm,
    texts: of(given, (fields) => request(fields + lines(MOST_FIELDS * size, (n) => `X-${n}: a\r\n`))),
  }),
  cookies: (size, given) => ({
    ...calm,
    texts: of(given, (fields) =>
      request(
        `${fields}Cookie: tzref_visitor=a; ${lines(size > 1 ? 1500 : MOST_COOKIES / 2, (n) => `a${n}=b; `)}\r\n`,
        '/',
      ),
    ),
  }),
  'wrong tokens': (size, given) => ({
    ...calm,
    connections: size > 1 ? 60 : 1,
    texts: Array.from({ length: 500 }, (_, n) =>
      request(
        `${given.fields[0]?.replace(/Authorization.*\r\n/, '') ?? ''}Authorization: Bearer tzr_${n.toString(36).padStart(40, 'a')}\r\n`,
        '/v1/timezones/UTC',
      ),
    ),
  }),
  OPTIONS: (size, given) => ({
    ...calm,
    connections: size > 1 ? 100 : 10,
    texts: of(given, (fields) => request(fields, '/v1/timezones', 'OPTIONS')),
  }),
  'sign-in forms': (size, given) => ({
    ...calm,
    texts: of(given, (fields) => {
      const body = `email=a%40example.org&password=${'x'.repeat(Math.min(MOST_OF_FORM * size, 30_000))}`
      const head = `${fields}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`
      return request(head, '/account/sign-in', 'POST', body)
    }),
  }),
  'a field that makes no sender': (size, given) => ({
    ...calm,
    connections: size > 1 ? 120 : 30,
    texts: Array.from({ length: 240 }, (_, n) =>
      request(
        `${given.fields[0]?.startsWith('X-') === true ? '' : `X-Forwarded-For: 203.0.113.${n}\r\n`}${given.fields[n % given.fields.length] ?? ''}Connection: close\r\n`,
        `/countries/${'x'.repeat(1800)}${n}`,
      ),
    ),
  }),
  'any route': (size, given) => ({
    ...calm,
    connections: size > 1 ? 100 : 10,
    texts: given.paths.map((path, n) => request(given.fields[n % given.fields.length] ?? '', path)),
  }),
}
