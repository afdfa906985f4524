// One request and its answer: its id, the name of its route, what it holds until it ends, and where its answer goes.
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { ByteText } from './byte-text.ts'
import type { Fields } from './field-lines.ts'
import type { Outgoing } from './problem.ts'
import { readTarget, type Target } from './target.ts'

/** What is read of a request, whoever has read it from its connection. */
export interface Asked {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
  /** Whether all of it has come, its body too. */
  readonly complete: boolean
}

/** A body: text, bytes as text, or bytes in pieces, one behind the other. */
export type Body = string | ByteText | readonly Buffer[]

/** An answer before it is written: its fields in layers, each behind the one before. */
export interface Answer {
  readonly status: number
  readonly headers: readonly Fields[]
  readonly body: Body
}

/** Where the answer of an exchange goes. `http/node-answer.ts` and `http/lane.ts` have one each; nobody else asks which it is. */
export interface AnswerWriter {
  /** Whether whoever asked has gone. */
  readonly isGone: () => boolean
  /** The status of the answer; null where none was begun. */
  readonly status: () => number | null
  /** Whether the system has all of the answer. */
  readonly isWhole: () => boolean
  /** Writes an answer, whole. */
  readonly write: (exchange: Exchange, answer: Answer) => void
}

const REQUEST_ID = /^[\w-]{8,64}$/

/** An exchange. It ends once: when its answer has gone out, or when its connection is gone. */
export class Exchange {
  readonly request: Asked
  readonly writer: AnswerWriter
  readonly target: Target
  /** The client's own where it is of the right form. */
  readonly id: string
  /** When it began, in milliseconds since 1970 by the server's clock. */
  readonly atMs: number
  /** The same by `performance.now()`. */
  readonly startedAt = performance.now()
  /** For the log and the metrics: the pattern of the route that answers. */
  route = ''
  /** For the log: the id of the token, where it is known. */
  tokenId: string | null = null
  /** The account that is answered, where it is known. */
  accountId: string | null = null
  /** Whether its answer has gone out, or its connection is gone. */
  isEnded = false
  #held: (() => void)[] | null = null

  constructor(request: Asked, writer: AnswerWriter, atMs: number) {
    this.request = request
    this.writer = writer
    this.atMs = atMs
    this.target = readTarget(request.url ?? '')
    const sent = request.headers['x-request-id']
    this.id = typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
  }

  /** Has something that this exchange holds given back when it ends; at once where it has ended. */
  holds(giveBack: () => void): void {
    if (this.isEnded) giveBack()
    else (this.#held ??= []).push(giveBack)
  }

  /** Ends it, and gives back all that it holds. To be called by the connection alone, which sees to it that nothing is forgotten. */
  end(): void {
    this.isEnded = true
    const held = this.#held
    this.#held = null
    if (held !== null) for (const giveBack of held) giveBack()
  }
}

/**
 * Writes an answer, whatever layers its fields come from. The values of fields are the server's own, or were read by a rule that leaves
 * nothing in them which could end a line.
 */
export function send(exchange: Exchange, outgoing: Outgoing<Body, Fields>, ...more: readonly Fields[]): void {
  // Whoever asked has gone while the answer was made.
  if (exchange.isEnded || exchange.writer.isGone()) return
  const { status, headers, body } = outgoing
  exchange.writer.write(exchange, { status, headers: [headers, ...more], body })
}
