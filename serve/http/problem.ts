// Error answers: a status and a JSON body with a message, the same everywhere; and those that are given before any route is asked.
import type { IncomingMessage } from 'node:http'

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>

export interface Problem {
  readonly kind: 'problem'
  readonly status: 300 | 400 | 401 | 403 | 404 | 405 | 408 | 413 | 417 | 422 | 429 | 431 | 500 | 503
  /** `message`, and beside it `errors` for 422 and `candidates` for 300. */
  readonly body: { readonly message: string; readonly [field: string]: unknown }
  readonly headers?: HeaderFields
}

/** What goes out: a body, or none for 304. */
export interface Outgoing<Body = string, Headers = HeaderFields> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export const JSON_TYPE = 'application/json; charset=utf-8'

export const problem = (status: Problem['status'], message: string, headers: HeaderFields = {}): Problem => ({
  kind: 'problem',
  status,
  body: { message },
  headers,
})

/** Status, headers and body of a problem; nobody keeps it. */
export const outgoingProblem = ({ status, body, headers }: Problem): Outgoing => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

export const FAILED = problem(500, 'Something went wrong on our side.')
const BUSY = problem(503, 'The service is busy; try again in a moment.', { 'retry-after': '1' })
const HOST_MISSING = problem(400, 'The Host header is missing.')
const HOST_TWICE = problem(400, 'The Host header must be sent once.')

/** What is refused whatever its path: everything while the process is behind, and a Host that could be read in two ways. */
export function refusalOf(request: IncomingMessage, isOverloaded: boolean): Problem | null {
  if (isOverloaded) return BUSY
  if (request.headers.host === undefined) return request.httpVersion === '1.1' ? HOST_MISSING : null
  return countOfHosts(request.rawHeaders) > 1 ? HOST_TWICE : null
}

/** Node keeps the first of several Host fields and says nothing; a proxy before it may have read the last. */
function countOfHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
