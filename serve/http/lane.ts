// The lane: answers to plain requests for short answers are written to their connection, past Node's parser and streams.
import type { Socket } from 'node:net'
import { answerText } from './answer-text.ts'
import type { Answer, AnswerWriter, Exchange } from './exchange.ts'

/** The major versions of Node on which all suites run with the lane. On another one Node reads every request. */
export const LANE_MAJORS: readonly number[] = [20, 22, 24, 26]

/** Whether the lane is known to work on a version of Node (`20.19.0`). */
export const laneRunsOn = (version: string): boolean => LANE_MAJORS.includes(Number.parseInt(version, 10))

/**
 * Answers on one connection, one after the other. `sent` is told when the system has all of one, or the connection broke meanwhile; `isLast`
 * says whether the connection is to end with the answer.
 */
export class LaneAnswers implements AnswerWriter {
  readonly #socket: Socket
  readonly #isLast: () => boolean
  readonly #sent: () => void
  #status: number | null = null
  #isWhole = false

  constructor(socket: Socket, isLast: () => boolean, sent: () => void) {
    this.#socket = socket
    this.#isLast = isLast
    this.#sent = sent
  }

  /** To be called before the next one. */
  begin(): void {
    this.#status = null
    this.#isWhole = false
  }

  isGone(): boolean {
    return this.#socket.destroyed || !this.#socket.writable
  }

  status(): number | null {
    return this.#status
  }

  isWhole(): boolean {
    return this.#isWhole
  }

  write(exchange: Exchange, answer: Answer): void {
    const isLast = this.#isLast()
    const { text, encoding } = answerText(exchange, answer, isLast)
    this.#status = answer.status
    this.#socket.write(text, encoding)
    if (isLast) this.#socket.end()
    // Most often the system has taken all of it by now. Else an empty piece behind it says when it has.
    if (this.#socket.writableLength === 0) this.#end(this.#socket.errored)
    else if (isLast) this.#socket.once('finish', () => this.#end(null))
    else this.#socket.write('', encoding, (error) => this.#end(error))
  }

  #end(error: Error | null | undefined): void {
    this.#isWhole = error === null || error === undefined
    this.#sent()
  }
}

/**
 * Gives `take` what is read of a connection while `isDue` says so, and keeps it from the layers of the stream, which do as much again for a
 * piece as for a file. A piece has to be an ArrayBuffer of as many bytes as the handle says it has read just now, so that there is nothing else
 * in it; of any other, and on a Node without such a handle, nothing changes: the stream gives all to its listeners.
 */
export function readPast(socket: Socket, isDue: () => boolean, take: (chunk: Buffer) => void): void {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null) return
  const onRead: unknown = Reflect.get(handle, 'onread')
  if (typeof onRead !== 'function') return
  const bytesRead = (): unknown => Reflect.get(handle, 'bytesRead')
  let before = bytesRead()
  Reflect.set(handle, 'onread', function (this: unknown, bytes: unknown): unknown {
    const last = before
    before = bytesRead()
    const isKnown =
      bytes instanceof ArrayBuffer &&
      typeof last === 'number' &&
      typeof before === 'number' &&
      before - last === bytes.byteLength
    if (!isKnown || !isDue()) return Reflect.apply(onRead, this, [bytes])
    take(Buffer.from(bytes))
    return undefined
  })
}
