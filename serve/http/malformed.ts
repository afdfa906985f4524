// Requests that never become one: what Node's parser refuses is answered in JSON too, before any route is asked.
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type MalformedStatus = 400 | 405 | 408 | 413 | 417 | 431

const MESSAGES: Readonly<Record<MalformedStatus, string>> = {
  400: 'The request is not well-formed HTTP/1.1.',
  405: 'The method is not supported; use GET, HEAD or OPTIONS.',
  408: 'The request did not arrive in time.',
  413: 'The request body is too large; no endpoint reads one.',
  417: 'The expectation in the Expect header is not supported.',
  431: 'The request line and headers are too large.',
}

/** Ends a socket with a complete JSON answer; does nothing where the client is gone. */
function endSocket(socket: Duplex, status: MalformedStatus): void {
  if (socket.destroyed || !socket.writable) return
  const body = JSON.stringify({ message: MESSAGES[status] })
  const allow = status === 405 ? 'Allow: GET, HEAD, OPTIONS\r\n' : ''
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Cache-Control: no-store\r\n${allow}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Answers what the parser refused; for Fastify's `clientErrorHandler`. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  endSocket(socket, status)
}

/** Gives JSON bodies to what a Node server would answer bare: CONNECT and an unknown Expect header. */
export function answerBareRequests(server: Server): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => endSocket(socket, 405))
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify({ message: MESSAGES[417] })
    response.writeHead(417, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    response.end(body)
  })
}
