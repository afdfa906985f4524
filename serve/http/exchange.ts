// One request and its answer on a connection: its id, the name of its route, and how its answer is written.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderFields, Outgoing } from './problem.ts'
import { readTarget, type Target } from './target.ts'
import type { Unread } from './unread.ts'

export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly target: Target
  /** The client's own where it is of the right form. */
  readonly id: string
  /** By `performance.now()`. */
  readonly startedAt: number
  /** For the log and the metrics: the pattern of the route that answers. */
  route: string
  /** For the log: the id of the token, where it is known. */
  tokenId: string | null
  /** The account that is answered, where it is known. */
  accountId: string | null
  readonly unread: Unread
}

const REQUEST_ID = /^[\w-]{8,64}$/

/** Begins an exchange: reads the request's target and settles its id. */
export function beginExchange(request: IncomingMessage, response: ServerResponse, unread: Unread): Exchange {
  const sent = request.headers['x-request-id']
  return {
    request,
    response,
    target: readTarget(request.url ?? ''),
    id: typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID(),
    startedAt: performance.now(),
    route: '',
    tokenId: null,
    accountId: null,
    unread,
  }
}

/** A body: text, or bytes in pieces, one behind the other. */
export type Body = string | readonly Buffer[]

/** Writes an answer: one raw list of fields and one write, whatever layers the fields come from. */
export function send(
  exchange: Exchange,
  { status, headers, body }: Outgoing<Body>,
  ...more: readonly HeaderFields[]
): void {
  const { request, response, id } = exchange
  // Whoever asked has gone while the answer was made.
  if (response.destroyed) return
  const fields: string[] = []
  for (const name in headers) fields.push(name, headers[name] ?? '')
  for (const layer of more) for (const name in layer) fields.push(name, layer[name] ?? '')
  fields.push('x-request-id', id)
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : lengthOf(body)
  if (status !== 204 && status !== 304) fields.push('content-length', `${bytes}`)
  response.writeHead(status, fields)
  if (bytes === 0 || request.method === 'HEAD') {
    response.end()
    return
  }
  exchange.unread.hold(exchange, bytes, typeof body === 'string' ? null : body)
  if (typeof body === 'string') {
    response.end(body)
    return
  }
  response.cork()
  for (const piece of body) response.write(piece)
  response.end()
}

const lengthOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0)
