// Makes a short answer as one text for one write, just as Node's own layers would; and says how long a connection may be idle.
import { STATUS_CODES } from 'node:http'
import type { OutgoingAnswer, Body, Exchange } from './exchange.ts'
import { linesOf } from './field-lines.ts'

/** Milliseconds that a connection may be idle. */
export const KEEP_ALIVE_MS = 65_000

/** Longest body in bytes. Longer ones are written in pieces. */
const LONGEST = 32 * 2 ** 10

/** Whether a body is short enough for one text. */
export const isShortBody = (body: Body): boolean =>
  typeof body === 'string' ? body.length <= LONGEST : 'bytes' in body && body.bytes.length <= LONGEST

export const lengthOf = (pieces: readonly Buffer[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)

/** The text of the whole answer, its encoding and the bytes of its body. The connection stays open, or ends after it. */
export function answerText(
  { id, request, atMs }: Exchange,
  { status, headers, body }: OutgoingAnswer,
  isLast = false,
): { text: string; encoding: 'latin1' | 'utf8'; bytes: number } {
  let head = ''
  for (const layer of headers) head += linesOf(layer)
  const text =
    typeof body === 'string' ? body : 'bytes' in body ? body.bytes : Buffer.concat(body).toString('latin1')
  const bytes = typeof body === 'string' ? Buffer.byteLength(body) : text.length
  const length = status === 204 || status === 304 ? '' : `content-length: ${bytes}\r\n`
  const whole = `${statusLine(status)}${head}x-request-id: ${id}\r\n${length}${isLast ? `${dateField(atMs)}Connection: close\r\n\r\n` : lastFields(atMs)}${request.method === 'HEAD' ? '' : text}`
  // Text of only ASCII is copied unchanged, and so are bytes.
  return { text: whole, encoding: bytes === text.length ? 'latin1' : 'utf8', bytes }
}

const lines: string[] = []

function statusLine(status: number): string {
  return (lines[status] ??= `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n`)
}

const dateField = (atMs: number): string => `Date: ${new Date(atMs).toUTCString()}\r\n`

const last = { second: Number.NaN, fields: '' }

/** The fields that Node adds to an answer on a connection that stays open. */
function lastFields(atMs: number): string {
  const second = Math.floor(atMs / 1000)
  if (second !== last.second) {
    last.second = second
    last.fields = `${dateField(atMs)}Connection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_MS / 1000}\r\n\r\n`
  }
  return last.fields
}
