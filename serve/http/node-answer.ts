// Writes answers to requests that Node has read: short ones in one write to the connection, all others through Node's response.
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { answerText, isShortBody, lengthOf } from './answer-text.ts'
import type { OutgoingAnswer, AnswerWriter, Exchange } from './exchange.ts'
import { addPairs } from './field-lines.ts'
import type { Senders } from '../admission/senders.ts'

/** The connection of an answer. */
export interface AnswerConnection {
  /** Whether it is to end with the answer of this exchange. */
  readonly isLast: (exchange: Exchange) => boolean
  readonly refuseMore: () => void
  readonly leaveBody: (exchange: Exchange) => void
}

/** Writes the answer of a request through Node's response, or directly to the connection. */
export class NodeAnswer implements AnswerWriter {
  readonly #response: ServerResponse
  readonly #senders: Senders
  readonly #connection: AnswerConnection
  /** Status of an answer that was written directly. */
  #status: number | null = null
  #isWritten = false

  constructor(response: ServerResponse, senders: Senders, connection: AnswerConnection) {
    this.#response = response
    this.#senders = senders
    this.#connection = connection
  }

  refuseMore(): void {
    this.#connection.refuseMore()
  }

  leaveBody(exchange: Exchange): void {
    this.#connection.leaveBody(exchange)
  }

  isGone(): boolean {
    return this.#response.destroyed
  }

  status(): number | null {
    return this.#status ?? (this.#response.headersSent ? this.#response.statusCode : null)
  }

  isWhole(): boolean {
    return this.#status === null ? this.#response.writableFinished : this.#isWritten
  }

  write(exchange: Exchange, answer: OutgoingAnswer): void {
    if (this.#connection.isLast(exchange)) this.#response.shouldKeepAlive = false
    if (this.#canPass(exchange, answer)) this.#writePast(exchange, answer)
    else this.#writeByNode(exchange, answer)
  }

  /**
   * Whether an answer can be written directly: a short one, to a request without a body, on a connection that stays open and has nothing
   * else under way. Node writes all others (pipelined requests, HTTP/1.0, a server that stops, a test without a connection).
   */
  #canPass({ request }: Exchange, { headers, body }: OutgoingAnswer): boolean {
    const response = this.#response
    return (
      isShortBody(body) &&
      response.socket instanceof Socket &&
      response.socket.writable &&
      response.socket.writableLength === 0 &&
      response.shouldKeepAlive &&
      request.headers['content-length'] === undefined &&
      request.headers['transfer-encoding'] === undefined &&
      headers.every((layer) => typeof layer === 'string' || layer['connection'] === undefined)
    )
  }

  /** Emits `finish` when the system has the whole answer, as Node itself would. Then the connection is free for the next request. */
  #writePast(exchange: Exchange, answer: OutgoingAnswer): void {
    const response = this.#response
    const { text, encoding, bytes } = answerText(exchange, answer)
    this.#status = answer.status
    response.socket?.write(text, encoding, (error) => {
      // The connection is gone. The exchange ends by its `close` event.
      if (error) return
      this.#isWritten = true
      response.emit('finish')
    })
    if (response.socket !== null && response.socket.writableLength > 0)
      this.#senders.hold(exchange, bytes, null)
  }

  #writeByNode(exchange: Exchange, { status, headers, body }: OutgoingAnswer): void {
    const response = this.#response
    const fields: (string | string[])[] = []
    for (const layer of headers) addPairs(fields, layer)
    fields.push('x-request-id', exchange.id)
    const pieces =
      typeof body === 'string'
        ? [Buffer.from(body)]
        : 'bytes' in body
          ? [Buffer.from(body.bytes, 'latin1')]
          : body
    const bytes = lengthOf(pieces)
    if (status !== 204 && status !== 304) fields.push('content-length', `${bytes}`)
    response.writeHead(status, fields)
    // Node puts the head before all that waits to be written, when a body of bytes follows it. The "100 Continue" of a request that waits
    // behind another would then come inside the answer. As text, the head goes behind it.
    if (exchange.request.headers.expect !== undefined) response.flushHeaders()
    if (bytes === 0 || exchange.request.method === 'HEAD') {
      response.end()
      return
    }
    const idleMs = this.#senders.hold(exchange, bytes, pieces)
    if (idleMs !== null) response.setTimeout(idleMs, () => void response.socket?.destroy())
    response.cork()
    for (const piece of pieces) response.write(piece)
    response.end()
  }
}
