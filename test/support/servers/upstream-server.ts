// Upstream on loopback: files at paths, and ways in which a server can fail.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Host, startHost } from './loopback.ts'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface UpstreamServer extends Host {
  /** Path → how it is answered. */
  readonly answers: Map<string, Answer>
  /** Every request so far: its path and its Range. */
  readonly requests: string[]
}

export async function upstreamServer(): Promise<UpstreamServer> {
  const answers = new Map<string, Answer>()
  const requests: string[] = []
  const host = await startHost((request, response) => {
    const range = request.headers.range
    requests.push(`${request.url}${range === undefined ? '' : ` ${range}`}`)
    const answer = answers.get(request.url ?? '')
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  return { ...host, answers, requests }
}

const TAG = '"1"'

/** The bytes, or the requested part of them. */
export const serves =
  (bytes: Buffer): Answer =>
  (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const resumes = from > 0 && request.headers['if-range'] === TAG
    const body = resumes ? bytes.subarray(from) : bytes
    const length = { 'content-length': body.length, etag: TAG }
    if (resumes) {
      response.writeHead(206, {
        ...length,
        'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      })
    } else response.writeHead(200, length)
    response.end(body)
  }

/** Announces everything, sends half of it, then cuts the connection. */
export const cutsOff =
  (bytes: Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length, etag: TAG })
    // Not at once: a busy client loses what it has not read when the connection ends.
    response.write(bytes.subarray(0, bytes.length >> 1), () => setTimeout(() => response.destroy(), 200))
  }

/** The first answer for the first request, the second for the next, and so on. The last one stays. */
export const inTurn = (...answers: readonly Answer[]): Answer => {
  let turn = 0
  return (request, response) => answers[Math.min(turn++, answers.length - 1)]?.(request, response)
}

/** Some bytes, then silence. */
export const stalls =
  (bytes: Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 10))
  }

/** A byte now and then: never silent, never finished. */
export const trickles =
  (everyMs: number): Answer =>
  (_request, response) => {
    response.writeHead(200, {})
    const timer = setInterval(() => response.write('x'), everyMs)
    response.on('close', () => clearInterval(timer))
  }

/** All bytes, with a wrong length. */
export const liesAboutLength =
  (bytes: Buffer, length: number): Answer =>
  (_request, response) => {
    response.strictContentLength = false
    response.writeHead(200, { 'content-length': length })
    response.write(bytes.subarray(0, length), () => setTimeout(() => response.destroy(), 20))
  }

/** Endless bytes without a length. */
export const neverEnds: Answer = (_request, response) => {
  response.writeHead(200)
  const more = (): void => {
    if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more))
  }
  more()
}

export const redirects =
  (location: string): Answer =>
  (_request, response) =>
    response.writeHead(302, { location }).end()

export const fails =
  (status: number): Answer =>
  (_request, response) =>
    response.writeHead(status).end()
