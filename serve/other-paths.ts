// Paths outside /v1: the parts that their handler is given, and the handler of a server without pages.
import type { Readable } from 'node:stream'
import type { Catalogue } from './catalogue.ts'
import { send, type Exchange } from './http/exchange.ts'
import { allowOf, notSupported, READ } from './http/methods.ts'
import { outgoingProblem, problem } from './http/problem.ts'
import type { Admission } from './admission/admission.ts'
import { openapiDocument } from './openapi.ts'
import type { Urls } from './urls.ts'

export interface OtherPathsOptions {
  /** The catalogue of the current artifact. Each request asks for it once. */
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  /** Milliseconds since 1970. The server's only clock. */
  readonly nowMs: () => number
  readonly admission: Admission
  /** Whether browsers on other origins may call the API, and read its description. */
  readonly cors: boolean
  /** Called with an error that no answer expects. */
  readonly onFailure: (exchange: Exchange, error: unknown) => void
}

/** Answers one request. It reads its body when it expects one. */
export type AnswerOtherPath = (exchange: Exchange, body: Readable) => void

/** Opens the handler of all paths outside /v1. */
export type OpenOtherPaths = (options: OtherPathsOptions) => AnswerOtherPath

/** Opens the handler of a server without pages. It knows one path: that of the interface's description. */
export const withoutPages: OpenOtherPaths =
  ({ urls, admission }) =>
  (exchange) =>
    admission.admit(exchange, admission.payerOf(exchange), (verdict) => {
      const { request, target } = exchange
      if (verdict !== 'go') return send(exchange, outgoingProblem(verdict))
      const isDescription = target.rawPath === '/openapi.json'
      exchange.route = isDescription ? '/openapi.json' : '(none)'
      const { method = '' } = request
      if (!isDescription) {
        const message = `There is no page at "${target.rawPath}". /openapi.json describes the interface.`
        return send(exchange, outgoingProblem(problem(404, message)))
      }
      if (method === 'OPTIONS')
        return send(exchange, { status: 204, headers: { allow: allowOf(READ) }, body: '' })
      if (!READ.includes(method)) return send(exchange, outgoingProblem(notSupported(method, READ)))
      const { type, body, maxAge } = openapiDocument(urls)
      const headers = { 'content-type': type, 'cache-control': `public, max-age=${maxAge}` }
      return send(exchange, {
        status: 200,
        headers: { ...headers, 'x-content-type-options': 'nosniff' },
        body,
      })
    })
