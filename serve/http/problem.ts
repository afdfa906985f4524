// Error answers: a status and a JSON body with a message, the same everywhere; and the refusals that come before any route.
import type { IncomingMessage } from 'node:http'
import { MOST_FIELDS } from '../admission/numbers.ts'

/** Header fields by lower-case name. */
export type HeaderFields = Readonly<Record<string, string>>

export interface Problem {
  readonly kind: 'problem'
  readonly status: 300 | 400 | 401 | 403 | 404 | 405 | 408 | 411 | 413 | 417 | 422 | 429 | 431 | 500 | 503
  /** `message`; also `errors` for 422 and `candidates` for 300. */
  readonly body: { readonly message: string; readonly [field: string]: unknown }
  readonly headers?: HeaderFields
}

/** An answer: a status, headers and a body. 304 has no body. */
export interface Outgoing<Body = string, Headers = HeaderFields> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A problem. `more` has the fields of its body besides the message. */
export const problem = (
  status: Problem['status'],
  message: string,
  headers: HeaderFields = {},
  more: Readonly<Record<string, unknown>> = {},
): Problem => ({ kind: 'problem', status, body: { message, ...more }, headers })

/** Status, headers and body of a problem. It must not be cached. */
export const outgoingProblem = ({ status, body, headers }: Problem): Outgoing => ({
  status,
  headers: { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})

export const FAILED = problem(500, 'Something went wrong on our side.')
export const BUSY = problem(503, 'The service is busy; try again in a moment.', { 'retry-after': '1' })
/** For the request after the sixteenth that waits on a connection, or one beyond its sender's share. */
export const TOO_MANY = problem(503, 'Too many of your requests wait for their answers; read these first.', {
  'retry-after': '1',
  connection: 'close',
})
const HOST_MISSING = problem(400, 'The Host header is missing.')
const FIELDS_TOO_MANY = problem(431, `A request may have ${MOST_FIELDS} header fields.`)
const HOST_TWICE = problem(400, 'The Host header must be sent once.')

/** The refusal that holds for any path: too many fields, or a Host that can be read in two ways. Null: no refusal. */
export function refusalOf(request: IncomingMessage): Problem | null {
  if (request.rawHeaders.length > 2 * MOST_FIELDS) return FIELDS_TOO_MANY
  if (request.headers.host === undefined) return request.httpVersion === '1.1' ? HOST_MISSING : null
  // Node keeps the first of several Host fields without an error. A proxy in front may have used the last one.
  const hosts = request.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host',
  )
  return hosts.length > 1 ? HOST_TWICE : null
}
