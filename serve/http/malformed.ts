// Answers requests that Node's parser refuses before any route sees them: broken, late or too long ones, in JSON (400, 408, 417, 431).
import { STATUS_CODES, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Exchange } from './exchange.ts'
import { linesOf } from './field-lines.ts'
import { notSupported, READ } from './methods.ts'
import { outgoingProblem, problem, type Problem } from './problem.ts'

const NOT_HTTP = problem(400, 'The request is not well-formed HTTP/1.1.')
const NOT_ENCODED = problem(
  400,
  'The address has a character that must be percent-encoded in UTF-8: ü is %C3%BC, a space is %20.',
)
const TOO_LATE = problem(408, 'The request did not arrive in time.')
const TOO_LONG = problem(431, 'The request line and headers are too large.')
/** The answer to an Expect header that Node does not know. Node's own answer would have no body. */
export const NOT_EXPECTED = problem(417, 'The expectation in the Expect header is not supported.', {
  connection: 'close',
})

/** Answers by the code of the parser's error. */
const REFUSALS: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: TOO_LONG,
  ERR_HTTP_REQUEST_TIMEOUT: TOO_LATE,
  HPE_INVALID_URL: NOT_ENCODED,
}

/** Milliseconds that a client has to read its error answer. */
const LINGER_MS = 5000

/** Ends a socket with a complete JSON answer. Does nothing when the client is gone. */
function endSocket(socket: Duplex, refusal: Problem): void {
  if (socket.destroyed || !socket.writable) return
  const { status, headers, body } = outgoingProblem(refusal)
  const fields = { ...headers, 'content-length': `${Buffer.byteLength(body)}`, connection: 'close' }
  // Otherwise a client that never ends its own side would keep the connection open.
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${linesOf(fields)}\r\n${body}`)
}

/**
 * Gives JSON bodies to answers that a Node server sends without one: for broken requests and CONNECT. `latestOn` is the latest request on a
 * connection. What came whole before a broken request is answered first. If an answer has begun before its whole body was read, no second one
 * is written.
 */
export function answerMalformed(server: Server, latestOn: (socket: Duplex) => Exchange | undefined): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const latest = latestOn(socket)
    const isBefore = latest?.request.complete === true
    const isAnswered = !isBefore && latest !== undefined && latest.writer.status() !== null
    if (error.code === 'ECONNRESET' || isAnswered) {
      socket.destroy()
      return
    }
    const refuse = (): void => endSocket(socket, REFUSALS[error.code ?? ''] ?? NOT_HTTP)
    if (isBefore) latest.holds(refuse)
    else refuse()
  })
  server.on('connect', (_request: IncomingMessage, socket: Duplex) =>
    endSocket(socket, notSupported('CONNECT', READ)),
  )
}
