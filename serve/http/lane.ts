// The lane: writes short answers to plain requests past Node's parser and streams, and lists the versions of Node on which it may run.
import type { Socket } from 'node:net'
import { answerText } from './answer-text.ts'
import type { Answer, Exchange } from './exchange.ts'

/** The major versions of Node on which all suites run with the lane. On other versions Node reads every request. */
export const LANE_MAJORS: readonly number[] = [20, 22, 24, 26]

/** Whether the lane is known to work on a version of Node (`20.19.0`). */
export const laneRunsOn = (version: string): boolean => LANE_MAJORS.includes(Number.parseInt(version, 10))

/**
 * Writes answers on one connection, one after the other. Calls `sent` when the operating system has a whole answer, or when the connection
 * broke before. `isLast` answers whether the connection is to end with this answer.
 */
export function laneAnswers(socket: Socket, isLast: () => boolean, sent: () => void) {
  let status: number | null = null
  let isWhole = false
  function end(error: Error | null | undefined): void {
    isWhole = error === null || error === undefined
    sent()
  }
  return {
    /** Call this before each answer. */
    begin(): void {
      status = null
      isWhole = false
    },
    isGone: () => socket.destroyed || !socket.writable,
    status: () => status,
    isWhole: () => isWhole,
    write(exchange: Exchange, answer: Answer): void {
      const ends = isLast()
      const { text, encoding } = answerText(exchange, answer, ends)
      status = answer.status
      socket.write(text, encoding)
      if (ends) socket.end()
      // Usually the system has taken everything by now. If not, an empty write behind the answer reports when it has.
      if (socket.writableLength === 0) end(socket.errored)
      else if (ends) socket.once('finish', () => end(null))
      else socket.write('', encoding, end)
    },
  }
}

/**
 * Passes the bytes of a connection directly to `take` while `isDue` is true. The stream's layers then do not see them: they do as much work
 * for a small piece as for a file. The bytes must be an ArrayBuffer whose length is the number of bytes that the handle has just read, so
 * that it holds nothing else. In any other case, and on a Node version without such a handle, the stream works as usual.
 */
export function readPast(socket: Socket, isDue: () => boolean, take: (chunk: Buffer) => void): void {
  const handle: unknown = Reflect.get(socket, '_handle')
  if (typeof handle !== 'object' || handle === null || !('bytesRead' in handle)) return
  const onRead: unknown = Reflect.get(handle, 'onread')
  if (typeof onRead !== 'function') return
  let before = handle.bytesRead
  Reflect.set(handle, 'onread', function (this: unknown, bytes: unknown): unknown {
    const last = before
    before = handle.bytesRead
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
