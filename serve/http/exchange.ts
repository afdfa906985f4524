// One request and its answer: its id (the client's or a random one), its route's name, what it holds until it ends, and the answer's writer.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ByteText } from './byte-text.ts'
import type { Fields } from './field-lines.ts'
import type { Outgoing } from './problem.ts'
import type { Sender } from '../admission/senders.ts'
import { readTarget, type Target } from './target.ts'

/** The fields of a request. */
export interface RequestFields {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  /** Names and values as they came, in turns. */
  readonly rawHeaders: readonly string[]
  readonly socket: Socket
  /** Whether the whole request has arrived, with its body. */
  readonly complete: boolean
}

/** A body: text, bytes as text, or a list of byte pieces in order. */
export type Body = string | ByteText | readonly Buffer[]

/** An answer before it is written. Its fields are in layers, which are written in order. */
export type OutgoingAnswer = Outgoing<Body, readonly Fields[]>

/** Writes the answer of an exchange: `http/node-answer.ts`. */
export interface AnswerWriter {
  /** Whether the client is gone. */
  readonly isGone: () => boolean
  /** The status of the answer. Null before the answer begins. */
  readonly status: () => number | null
  /** Whether the operating system has the whole answer. */
  readonly isWhole: () => boolean
  /** Lets the connection end with its latest answer: no request that comes after it is answered. */
  readonly refuseMore: () => void
  /** Reads no more of the request's body, because nobody wants it. If more is to come, the connection ends with the answer. */
  readonly leaveBody: (exchange: Exchange) => void
  /** Writes a whole answer. */
  readonly write: (exchange: Exchange, answer: OutgoingAnswer) => void
}

const REQUEST_ID = /^[\w-]{8,64}$/

/** An exchange. It ends once: when its answer has gone out, or when its connection is gone. */
export class Exchange {
  readonly request: RequestFields
  readonly writer: AnswerWriter
  readonly target: Target
  /** The client's `X-Request-Id` when it has the right form. Otherwise a random one. */
  readonly id: string
  /** When it began, in milliseconds since 1970 by the server's clock. */
  readonly atMs: number
  /** The same moment by `performance.now()`. */
  readonly startedAt = performance.now()
  /** For the log and the metrics: the pattern of the route that answers. It stays as it is when a request is refused before. */
  route = '(refused)'
  /** For the log: the id of the token. Null while it is not known. */
  tokenId: string | null = null
  /** The address of its client. Empty when its connection has ended already, or is not an IP connection. */
  address = ''
  /** The sender who pays for it. Null while it is not known. */
  sender: Sender | null = null
  /** Whether its answer has gone out, or its connection is gone. */
  isEnded = false
  #held: (() => void)[] | null = null

  constructor(request: RequestFields, writer: AnswerWriter, atMs: number) {
    this.request = request
    this.writer = writer
    this.atMs = atMs
    this.target = readTarget(request.url ?? '')
    const sent = request.headers['x-request-id']
    this.id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
  }

  /** Calls `giveBack` when the exchange ends, or at once when it has ended already. */
  holds(giveBack: () => void): void {
    if (this.isEnded) giveBack()
    else (this.#held ??= []).push(giveBack)
  }

  /** Ends the exchange and releases everything that it holds. Only the connection may call it: it keeps the list of open exchanges. */
  end(): void {
    this.isEnded = true
    if (this.sender !== null) this.sender.open--
    const held = this.#held
    this.#held = null
    if (held !== null) for (const giveBack of held) giveBack()
  }
}

/**
 * Writes an answer with all its layers of fields. Field values are the server's own, or have passed a rule under which they cannot contain
 * a line end.
 */
export function send(exchange: Exchange, outgoing: Outgoing<Body, Fields>, ...more: readonly Fields[]): void {
  // The client left while the answer was made.
  if (exchange.isEnded || exchange.writer.isGone()) return
  const { status, headers, body } = outgoing
  exchange.writer.write(exchange, { status, headers: [headers, ...more], body })
}
