// Answers /v1 in the interface's order (401, 403, 429, 404, 405, 422); sets the CORS fields; 503 where a request has waited for its turn too long.
// It uses node:http directly: a look-up costs less than the layers of any framework.
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import type { Access, Admission as Allowed } from '../access/access.ts'
import type { Catalogue } from '../catalogue.ts'
import type { EndpointHandler } from './endpoints/endpoint.ts'
import { linesOf } from '../http/field-lines.ts'
import { send, type Exchange } from '../http/exchange.ts'
import { allowOf, notSupported, READ } from '../http/methods.ts'
import { FAILED, outgoingProblem, problem, type HeaderFields, type Outgoing } from '../http/problem.ts'
import { createRouter } from '../http/router.ts'
import { decodePath } from '../http/target.ts'
import type { Admission } from '../admission/admission.ts'
import { ignoredParameters } from './ignored-parameters.ts'
import { openPrepared } from './prepared.ts'
import { notFound, outgoing, type Made } from './reply.ts'

/** A resource of the API: below /v1, for programs, with a token. */
export interface ApiRoute {
  /** Below `/v1`. A `{name}` stands for the rest of the path, slashes included, or for the part before the pattern's own end. */
  readonly pattern: string
  /** Names of its query parameters. */
  readonly parameters: ReadonlySet<string>
  readonly answer: EndpointHandler
}

export interface ApiOptions {
  /** The catalogue of the current artifact. Each request asks for it once. */
  readonly catalogue: () => Catalogue
  readonly access: Pick<Access, 'admit'>
  readonly admission: Admission
  /** Whether browsers on other origins may call the API. */
  readonly cors: boolean
  /** Called with an error that no answer expects. */
  readonly onFailure: (exchange: Exchange, error: unknown) => void
}

const ALLOW = allowOf(READ)
const CORS = linesOf({
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-Ignored-Parameters, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit',
})
/** Nothing here has a side effect, and no cookie is read. So a page may send any field; the star does not stand for `Authorization`. */
const PREFLIGHT: HeaderFields = {
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers': 'Authorization, *',
  'access-control-max-age': '86400',
}

/** Bytes of the cache for bodies of long answers. The longest body has 3.6 MB, a usual page of a list 30 kB. */
const PREPARED_BYTES = 24 * 2 ** 20

/** The API over a table of routes. */
export function createApi(table: readonly ApiRoute[], options: ApiOptions) {
  const { access, admission } = options
  const fields = options.cors ? CORS : ''
  const prepared = openPrepared(PREPARED_BYTES)
  const preflight = { allow: ALLOW, ...(options.cors ? PREFLIGHT : {}) }
  const routeOf = createRouter(table)
  /** Long answers that are being made or wait to be read. */
  let long = 0

  /** Answers one request. */
  function handle(exchange: Exchange): void {
    if (exchange.request.method === 'OPTIONS') {
      exchange.route = '(preflight)'
      return admission.admit(exchange, admission.networks.of(exchange), (verdict) => {
        const allowed = { status: 204, headers: preflight, body: '' }
        send(exchange, verdict === 'go' ? allowed : outgoingProblem(verdict), fields)
      })
    }
    // No operation reads a body: it would be parsed for as long as the accounts are asked.
    exchange.writer.leaveBody(exchange)
    try {
      const { atMs } = exchange
      const authorization = exchange.request.headers.authorization
      const asked = access.admit({ authorization, address: exchange.address, nowMs: atMs })
      if (!(asked instanceof Promise)) return answer(exchange, asked)
      asked.then(
        (allowed) => admission.resume(exchange, () => answer(exchange, allowed)),
        (error: unknown) => send(exchange, failed(exchange, error), fields),
      )
    } catch (error) {
      send(exchange, failed(exchange, error), fields)
    }
  }

  function failed(exchange: Exchange, error: unknown): Outgoing {
    options.onFailure(exchange, error)
    return outgoingProblem(FAILED)
  }

  function answer(exchange: Exchange, allowed: Allowed): void {
    exchange.tokenId = allowed.tokenId
    const sender =
      allowed.kind === 'refused'
        ? admission.networks.of(exchange)
        : admission.senders.ofAccount(allowed.accountId, allowed.requestsPerSecond)
    admission.admit(exchange, sender, (verdict) => {
      if (verdict === 'go') return admission.inSlicesOf(sender, () => say(exchange, allowed))
      const limits = allowed.kind === 'refused' ? '' : allowed.settle(verdict.status)
      send(exchange, outgoingProblem(verdict), fields, limits)
    })
  }

  /** Answers a request whose turn it is. */
  function say(exchange: Exchange, allowed: Allowed): void {
    if (allowed.kind === 'refused') {
      const refusal = outgoingProblem(problem(allowed.status, allowed.message))
      return send(exchange, refusal, fields, allowed.headers)
    }
    const now = epochSeconds(Math.floor(exchange.atMs / 1000))
    let ignoredField = ''
    let made: Made | Promise<Made>
    try {
      // One catalogue for the whole answer, even if another artifact becomes current meanwhile.
      const catalogue = options.catalogue()
      const { reply, ignored } = replyTo(exchange, catalogue, now)
      if (ignored !== null) ignoredField = `x-ignored-parameters: ${ignored}\r\n`
      made = outgoing(reply, { now, catalogue, prepared, headers: exchange.request.headers })
    } catch (error) {
      made = failed(exchange, error)
    }
    if (!(made instanceof Promise)) {
      return send(exchange, made, fields, allowed.settle(made.status), ignoredField)
    }
    void made
      .catch((error: unknown) => failed(exchange, error))
      .then((done) =>
        admission.resume(exchange, () =>
          send(exchange, done, fields, allowed.settle(done.status), ignoredField),
        ),
      )
  }

  /** Finds route, method and endpoint, in this order, and the names of unknown parameters (null: all are known). */
  function replyTo(exchange: Exchange, catalogue: Catalogue, now: EpochSeconds) {
    const { rawPath, rawQuery, apiPath } = exchange.target
    const path = decodePath(apiPath ?? '')
    const found = path === null ? undefined : routeOf(path)
    exchange.route = found?.route.pattern ?? '(none)'
    if (found === undefined || path === null)
      return { reply: notFound(`Nothing is at "${rawPath}".`), ignored: null }
    const { method = '' } = exchange.request
    if (!READ.includes(method)) return { reply: notSupported(method, READ), ignored: null }
    const { route, prefix, suffix } = found
    const identifier = prefix === null ? '' : path.slice(prefix.length, path.length - suffix.length)
    const reply = route.answer({ catalogue, now, query: rawQuery, identifier })
    if (reply.kind === 'long') {
      long++
      exchange.holds(() => long--)
    }
    return { reply, ignored: ignoredParameters(rawQuery, route.parameters) }
  }

  // Every answer below /v1 has the fields, refusals included. Without them a browser reports a network error.
  return { handle, fields, long: () => long }
}
