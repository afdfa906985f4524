// One request and its answer on a connection: its id, the name of its route, and how its answer is written.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { ByteText } from './byte-text.ts'
import { canGoDirectly, lengthOf, writeDirectly } from './direct.ts'
import { addPairs, linesOf, type Fields } from './field-lines.ts'
import type { Asked, LaneConnection } from './lane.ts'
import type { Outgoing } from './problem.ts'
import { readTarget, type Target } from './target.ts'
import type { Unread } from './unread.ts'

export interface Exchange {
  readonly request: Asked
  /** Where the answer goes: Node's response, or the connection of a request that came in by the lane. */
  readonly response: ServerResponse | LaneConnection
  readonly target: Target
  /** The client's own where it is of the right form. */
  readonly id: string
  /** When it began, in milliseconds since 1970 by the server's clock. */
  readonly atMs: number
  /** The same by `performance.now()`. */
  readonly startedAt: number
  /** For the log and the metrics: the pattern of the route that answers. */
  route: string
  /** For the log: the id of the token, where it is known. */
  tokenId: string | null
  /** The account that is answered, where it is known. */
  accountId: string | null
  /** Of an answer that was written past Node's layers: its status, and whether all of it has gone out. */
  direct: { readonly status: number; isWhole: boolean } | null
  readonly unread: Unread
}

const REQUEST_ID = /^[\w-]{8,64}$/

/** Begins an exchange: reads the request's target and settles its id. */
export function beginExchange(
  request: Asked,
  response: ServerResponse | LaneConnection,
  unread: Unread,
  atMs: number,
): Exchange {
  const sent = request.headers['x-request-id']
  return {
    request,
    response,
    target: readTarget(request.url ?? ''),
    id: typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID(),
    atMs,
    startedAt: performance.now(),
    route: '',
    tokenId: null,
    accountId: null,
    direct: null,
    unread,
  }
}

/** A body: text, bytes as text, or bytes in pieces, one behind the other. */
export type Body = string | ByteText | readonly Buffer[]

/** The status of the answer; null where none was begun. */
export const statusOf = ({ direct, response }: Exchange): number | null =>
  direct !== null
    ? direct.status
    : !('isLane' in response) && response.headersSent
      ? response.statusCode
      : null

/** Whether all of the answer has gone out. */
export const isWhole = ({ direct, response }: Exchange): boolean =>
  direct !== null ? direct.isWhole : !('isLane' in response) && response.writableFinished

/**
 * Writes an answer in one write, whatever layers its fields come from. The values of fields are the server's own, or were read by a
 * rule that leaves nothing in them which could end a line.
 */
export function send(exchange: Exchange, outgoing: Outgoing<Body, Fields>, ...more: readonly Fields[]): void {
  const { request, response, id } = exchange
  const { status, headers, body } = outgoing
  // Whoever asked has gone while the answer was made.
  if ('isLane' in response ? response.isGone() : response.destroyed) return
  if ('isLane' in response || canGoDirectly(request, response, headers, body)) {
    let head = linesOf(headers)
    for (const layer of more) head += linesOf(layer)
    return writeDirectly(exchange, status, `${head}x-request-id: ${id}\r\n`, body)
  }
  const fields: string[] = []
  addPairs(fields, headers)
  for (const layer of more) addPairs(fields, layer)
  fields.push('x-request-id', id)
  const pieces =
    typeof body === 'string'
      ? [Buffer.from(body)]
      : 'bytes' in body
        ? [Buffer.from(body.bytes, 'latin1')]
        : body
  const bytes = lengthOf(pieces)
  if (status !== 204 && status !== 304) fields.push('content-length', `${bytes}`)
  response.writeHead(status, fields)
  if (bytes === 0 || request.method === 'HEAD') {
    response.end()
    return
  }
  exchange.unread.hold(exchange, bytes, pieces === body ? pieces : null)
  response.cork()
  for (const piece of pieces) response.write(piece)
  response.end()
}
