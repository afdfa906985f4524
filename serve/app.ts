// The HTTP application: access, routes, CORS, limit and caching headers around the endpoints; JSON for everything.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { epochSeconds, type EpochSeconds } from '#core/time/units.ts'
import * as wire from '#schemas/wire/endpoints.ts'
import type { Access, Admission } from './access/access.ts'
import type { Catalogue } from './catalogue.ts'
import type { EndpointHandler } from './api/endpoints/endpoint.ts'
import { listAbbreviations, showAbbreviation } from './api/endpoints/abbreviations.ts'
import { listCities, showCity } from './api/endpoints/cities.ts'
import { showConversion } from './api/endpoints/convert.ts'
import { listCountries, showCountry } from './api/endpoints/countries.ts'
import { lookUp } from './api/endpoints/lookup.ts'
import { listTimezones, showTimezone } from './api/endpoints/timezones.ts'
import { answerBareRequests, answerClientError } from './http/malformed.ts'
import { notFound, outgoing, outgoingProblem, type Outgoing, type Problem, type Reply } from './api/reply.ts'
import { readForm } from './http/form.ts'
import { decodePath, readTarget, type Target } from './http/target.ts'
import { openapiFor } from './openapi.ts'
import { resourcePage } from './site/resources.ts'
import type { Pages } from './site/verify.ts'
import type { Urls } from './urls.ts'

export interface AppOptions {
  /** The catalogue of the artifact that is current; asked once for each request. */
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  readonly access: Access
  /** Pages outside /v1 and openapi.json; null for a path that they do not have. */
  readonly pages?: Pages
  /** Milliseconds since 1970; the server's only clock. */
  readonly nowMs: () => number
  /** Whether browsers of other origins may call /v1. */
  readonly cors: boolean
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Whether the process is behind with its work, so that requests are better refused than kept waiting. */
  readonly isOverloaded: () => boolean
  /** Told of every answer: route pattern, status, seconds. */
  readonly metrics: { readonly answered: (route: string, status: number, seconds: number) => void }
  readonly logger: FastifyBaseLogger | undefined
}

interface Route {
  /** For logs: the path with its `{identifier}`. */
  readonly pattern: string
  /** What the path begins with; what follows is the identifier. Null for a path that has none. */
  readonly prefix: string | null
  readonly handler: EndpointHandler
}

const route = (endpoint: { path: string }, handler: EndpointHandler): Route => {
  const brace = endpoint.path.indexOf('{')
  return { pattern: endpoint.path, prefix: brace < 0 ? null : endpoint.path.slice(0, brace), handler }
}

const ROUTES: readonly Route[] = [
  route(wire.timezones, listTimezones),
  route(wire.timezone, showTimezone),
  route(wire.abbreviations, listAbbreviations),
  route(wire.abbreviation, showAbbreviation),
  route(wire.countries, listCountries),
  route(wire.country, showCountry),
  route(wire.cities, listCities),
  route(wire.city, showCity),
  route(wire.convert, showConversion),
  route(wire.lookup, lookUp),
]

const ALLOW = 'GET, HEAD, OPTIONS'
const PAGE_HEADERS: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  'x-content-type-options': 'nosniff',
}
const REQUEST_ID = /^[\w-]{8,64}$/

const CORS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Retry-After, X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit-Policy, RateLimit',
}
const PREFLIGHT: Readonly<Record<string, string>> = {
  'access-control-allow-methods': ALLOW,
  'access-control-allow-headers': 'Authorization, If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
}

const problem = (
  status: Problem['status'],
  message: string,
  headers: Record<string, string> = {},
): Problem => ({
  kind: 'problem',
  status,
  body: { message },
  headers,
})

const FAILED = problem(500, 'Something went wrong on our side.')

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log: the pattern of the route that answered. */
    routePattern: string
    /** For the log: the id of the token, where it is known. */
    tokenId: string | null
  }
}

/** Builds the application. It listens nowhere yet: tests inject requests, `serve` binds it to a port. */
export function createApp(options: AppOptions): FastifyInstance {
  const { access, nowMs, urls } = options
  const openapi = openapiFor(urls.base)
  const apiHeaders = options.cors ? CORS : {}

  const app = Fastify({
    ...(options.logger === undefined ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    trustProxy: [...options.trustedProxies],
    genReqId: (raw: IncomingMessage) => {
      const sent = raw.headers['x-request-id']
      return typeof sent === 'string' && REQUEST_ID.test(sent) ? sent : randomUUID()
    },
    // Fastify's router answers a wrong method, a bad escape or a long path in its own words, so it is given one path only and
    // the request's own target is read from `originalUrl`.
    rewriteUrl: () => '/',
    exposeHeadRoutes: false,
    return503OnClosing: false,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    http: { requireHostHeader: false, headersTimeout: 20_000 },
    clientErrorHandler: answerClientError,
  })
  answerBareRequests(app.server)
  app.decorateRequest('routePattern', '')
  app.decorateRequest('tokenId', null)
  // No endpoint reads a body, so none is parsed and no content type is refused.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))

  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error, route: request.routePattern }, 'a request failed unexpectedly')
    send(request, reply, outgoingProblem(FAILED))
  })
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      route: request.routePattern,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      token: request.tokenId,
    })
    options.metrics.answered(request.routePattern, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
  // In a hook, so that it comes before Fastify looks at a body.
  app.addHook('onRequest', (request, reply) => respond(request, reply))
  app.all('/', (_request, reply) => reply)
  app.setNotFoundHandler((_request, reply) => reply)

  async function respond(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const target = readTarget(request.originalUrl)
    if (options.isOverloaded()) {
      const busy = problem(503, 'The service is busy; try again in a moment.', { 'retry-after': '1' })
      return send(request, reply, outgoingProblem(busy))
    }
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      const missing = problem(400, 'The Host header is missing.')
      return send(request, reply, outgoingProblem(missing))
    }
    if (target.apiPath !== null) return api(request, reply, target, target.apiPath)
    const page = options.pages?.({
      method: request.method,
      path: target.rawPath,
      body: () => readForm(request.raw),
      address: request.ip,
      nowMs: nowMs(),
    })
    if (page === undefined || page === null) return site(request, reply, target)
    const { status, headers, body, route: pattern } = await page
    request.routePattern = pattern
    return send(request, reply, { status, headers, body })
  }

  /** The page of a resource, for anyone; null for a path that has none. */
  function resource(request: FastifyRequest, { rawPath }: Target): Outgoing | null {
    const path = decodePath(rawPath)
    const now = epochSeconds(Math.floor(nowMs() / 1000))
    const page = path === null ? undefined : resourcePage(path, options.catalogue(), now)
    if (page === undefined) return null
    request.routePattern = page.route
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const refusal = problem(405, `${request.method} is not supported; use GET or HEAD.`, {
        allow: 'GET, HEAD',
      })
      return outgoingProblem(refusal)
    }
    return { status: page.status, headers: PAGE_HEADERS, body: page.body }
  }

  function site(request: FastifyRequest, reply: FastifyReply, target: Target): FastifyReply {
    const page = resource(request, target)
    if (page !== null) return send(request, reply, page)
    request.routePattern = target.rawPath === '/openapi.json' ? target.rawPath : '(none)'
    if (target.rawPath === '/openapi.json' && (request.method === 'GET' || request.method === 'HEAD')) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      }
      return send(request, reply, { status: 200, headers, body: openapi })
    }
    const missing =
      target.rawPath === '/openapi.json'
        ? problem(405, `${request.method} is not supported; use GET, HEAD or OPTIONS.`, { allow: ALLOW })
        : notFound(`Nothing is at "${target.rawPath}". The interface is described at /openapi.json.`)
    return send(request, reply, outgoingProblem(missing))
  }

  async function api(
    request: FastifyRequest,
    reply: FastifyReply,
    target: Target,
    path: string,
  ): Promise<FastifyReply> {
    if (request.method === 'OPTIONS') {
      request.routePattern = '(preflight)'
      const headers = { allow: ALLOW, ...(options.cors ? PREFLIGHT : {}) }
      return send(request, reply, { status: 204, headers, body: '' }, apiHeaders)
    }
    const ms = nowMs()
    const now = epochSeconds(Math.floor(ms / 1000))
    const asked = access.admit({
      authorization: request.headers.authorization,
      address: request.ip,
      nowMs: ms,
    })
    const admission: Admission = asked instanceof Promise ? await asked : asked
    request.tokenId = admission.tokenId
    if (admission.kind === 'refused') {
      request.routePattern = '(refused)'
      const refusal = problem(admission.status, admission.message)
      const answer = outgoingProblem(refusal)
      return send(request, reply, answer, apiHeaders, admission.headers)
    }
    let answer: Outgoing
    try {
      // One catalogue for the whole answer, whatever becomes current meanwhile.
      const catalogue = options.catalogue()
      const made = dispatch(request, target, path, catalogue, now)
      answer = outgoing(made, now, catalogue.artifact.manifest.id, request.headers['if-none-match'])
    } catch (error) {
      request.log.error({ err: error, route: request.routePattern }, 'an endpoint failed unexpectedly')
      answer = outgoingProblem(FAILED)
    }
    const limits = admission.settle(answer.status)
    return send(request, reply, answer, apiHeaders, limits)
  }

  return app
}

/** Route, method, endpoint, in this order. */
function dispatch(
  request: FastifyRequest,
  target: Target,
  path: string,
  catalogue: Catalogue,
  now: EpochSeconds,
): Reply {
  const decoded = decodePath(path)
  const found =
    decoded === null
      ? undefined
      : ROUTES.find(({ pattern, prefix }) =>
          prefix === null ? decoded === pattern : decoded.startsWith(prefix),
        )
  request.routePattern = found?.pattern ?? '(none)'
  if (found === undefined || decoded === null) return notFound(`Nothing is at "${target.rawPath}".`)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return problem(405, `${request.method} is not supported; use GET, HEAD or OPTIONS.`, { allow: ALLOW })
  }
  const identifier = found.prefix === null ? '' : decoded.slice(found.prefix.length)
  return found.handler({ catalogue, now, query: target.rawQuery, identifier })
}

/** Sends what an endpoint or a problem became. */
function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Outgoing,
  // One after the other: to spread them into one object first costs as much as the whole access layer.
  ...more: readonly Readonly<Record<string, string>>[]
): FastifyReply {
  reply.headers(headers)
  for (const fields of more) reply.headers(fields)
  reply.header('x-request-id', request.id)
  return reply.code(status).send(body)
}
