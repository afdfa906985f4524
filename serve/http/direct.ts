// The short way out of the server: an answer as one text, in one write to its connection, past Node's layers of fields and streams.
import { STATUS_CODES, type ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Body, Exchange } from './exchange.ts'
import type { Fields } from './field-lines.ts'
import type { Asked } from './lane.ts'

/** A connection may be idle for so long. */
export const KEEP_ALIVE_MS = 65_000

/** Longer bodies go out the long way, which knows of clients that read slowly. */
const LONGEST = 32 * 2 ** 10

/**
 * Whether an answer can go this way: a short one, to a request without a body, on a connection that stays open and on which nothing
 * else is on its way. All else (pipelined requests, HTTP/1.0, a server that stops, a test without a connection) takes Node's own way.
 */
export const canGoDirectly = (
  request: Asked,
  response: ServerResponse,
  headers: Fields,
  body: Body,
): boolean =>
  (typeof body === 'string' ? body.length <= LONGEST : 'bytes' in body && body.bytes.length <= LONGEST) &&
  response.socket instanceof Socket &&
  response.socket.writable &&
  response.socket.writableLength === 0 &&
  response.shouldKeepAlive &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined &&
  (typeof headers === 'string' || headers['connection'] === undefined)

export const lengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

/**
 * Writes an answer whose fields are `head`, each with its line end. Node is told by `finish`, as its own way would, when the system
 * has all of it: then the connection is free for the next request.
 */
export function writeDirectly(exchange: Exchange, status: number, head: string, body: Body): void {
  const { request, response, atMs } = exchange
  const text =
    typeof body === 'string' ? body : 'bytes' in body ? body.bytes : Buffer.concat(body).toString('latin1')
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : text.length
  const length = status === 204 || status === 304 ? '' : `content-length: ${bytes}\r\n`
  const whole = `${statusLine(status)}${head}${length}${lastFields(atMs)}${request.method === 'HEAD' ? '' : text}`
  // Text of ASCII alone is copied as it is, and so are bytes.
  const encoding = bytes === text.length ? 'latin1' : 'utf8'
  const direct = { status, isWhole: false }
  exchange.direct = direct
  if ('isLane' in response) return response.write(whole, encoding)
  response.socket?.write(whole, encoding, (error) => {
    // The connection is gone, and the response hears of it by itself.
    if (error) return
    direct.isWhole = true
    response.emit('finish')
  })
  if (response.socket !== null && response.socket.writableLength > 0)
    exchange.unread.hold(exchange, bytes, null)
}

const lines: string[] = []

function statusLine(status: number): string {
  return (lines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`)
}

const last = { second: Number.NaN, fields: '' }

/** What Node adds to the fields of an answer on a connection that stays open. */
function lastFields(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  if (second !== last.second) {
    last.second = second
    last.fields = `Date: ${new Date(atMs).toUTCString()}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`
  }
  return last.fields
}
