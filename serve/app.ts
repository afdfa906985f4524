// The HTTP application: one server in front of the interface (/v1, on node:http itself) and the site (on Fastify).
import type { FastifyBaseLogger } from 'fastify'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Access } from './access/access.ts'
import { createApi, isShort } from './api/api.ts'
import type { Catalogue } from './catalogue.ts'
import { clientAddress, trustOf } from './http/client-address.ts'
import { KEEP_ALIVE_MS } from './http/direct.ts'
import { beginExchange, isWhole, send, statusOf, type Exchange } from './http/exchange.ts'
import { type Lane, openLane } from './http/lane.ts'
import { answerMalformed, NOT_EXPECTED } from './http/malformed.ts'
import { outgoingProblem, refusalOf, type Problem } from './http/problem.ts'
import { traceIdOf } from './http/traceparent.ts'
import { countUnread } from './http/unread.ts'
import { API_ROUTES, SITE_ROUTES } from './routes.ts'
import { createSite } from './site/site.ts'
import type { AccountDesk } from './site/account/desk.ts'
import type { VisitorLimit } from './site/visitors.ts'
import type { Urls } from './urls.ts'

export interface AppOptions {
  /** The catalogue of the artifact that is current; asked once for each request. */
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  readonly access: Access
  /** What the account area works with; absent where there is none. */
  readonly desk?: AccountDesk
  /** How often a client address may ask for public pages and files; absent: as often as it likes. */
  readonly visitors?: VisitorLimit
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
  /** Takes the line of a request for the log, with its end. Absent or null: nobody wants them. */
  readonly logLine?: ((line: string) => void) | null
}

export interface App {
  readonly server: Server
  /** Requests that are being answered, and bytes of answers that wait to be read. */
  readonly inFlight: () => { readonly requests: number; readonly bytes: number }
  /** Resolves when requests can be answered. */
  readonly ready: () => Promise<void>
  /** Resolves when the port is open; rejects where it cannot be. */
  readonly listen: (
    at: { readonly port: number; readonly host: string } | { readonly path: string },
  ) => Promise<void>
  /** Takes no more connections and resolves when the last answer has gone out. */
  readonly close: () => Promise<void>
}

/** A stopping server waits for its last answers so long. */
const DRAIN_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 5

/** Builds the application. It listens nowhere yet: `serve` binds it to a port. */
export function createApp(options: AppOptions): App {
  const { logger, nowMs } = options
  const logLine = options.logLine ?? null
  const trust = trustOf(options.trustedProxies)
  const exchanges = new WeakMap<IncomingMessage, Exchange>()
  const latest = new WeakMap<Duplex, Exchange>()
  const unread = countUnread()
  let requests = 0
  let isClosing = false
  let lane: Lane | null = null

  const api = createApi(API_ROUTES, {
    catalogue: options.catalogue,
    access: options.access,
    cors: options.cors,
    addressOf: ({ request }) => clientAddress(request, trust),
    onFailure({ id, route }, error) {
      logger?.error({ request: id, err: error, route }, 'a request failed unexpectedly')
    },
  })
  const site = createSite(SITE_ROUTES, {
    catalogue: options.catalogue,
    urls: options.urls,
    nowMs,
    desk: options.desk ?? null,
    visitors: options.visitors ?? null,
    trust,
    logger,
    exchangeOf(request) {
      const exchange = exchanges.get(request)
      if (exchange === undefined) throw new Error('a request came past the server')
      return exchange
    },
    serverFactory(answerSite) {
      const server = createServer({ requireHostHeader: false, headersTimeout: 20_000 })
      server.requestTimeout = 30_000
      server.keepAliveTimeout = KEEP_ALIVE_MS
      answerMalformed(server, (socket) => latest.get(socket))
      lane = openLane(server, {
        isOpen: () => !isClosing && !options.isOverloaded() && !unread.isFull(),
        isHot: isShort,
        begin(request, connection) {
          requests++
          return beginExchange(request, connection, unread, nowMs())
        },
        answer: api.handle,
        ended(exchange) {
          requests--
          answered(exchange)
        },
      })
      const answer = (request: IncomingMessage, response: ServerResponse, refusal: Problem | null): void => {
        const exchange = beginExchange(request, response, unread, nowMs())
        latest.set(request.socket, exchange)
        requests++
        response.once('close', () => {
          requests--
          answered(exchange)
          lane?.nodeHasAnswered(request.socket)
        })
        if (isClosing) response.shouldKeepAlive = false
        const isApi = exchange.target.apiPath !== null
        if (refusal !== null) return send(exchange, outgoingProblem(refusal), isApi ? api.fields : {})
        if (isApi) return api.handle(exchange)
        exchanges.set(request, exchange)
        response.setHeader('x-request-id', exchange.id)
        answerSite(request, response)
      }
      server.on('request', (request, response) =>
        answer(request, response, refusalOf(request, options.isOverloaded() || unread.isFull())),
      )
      server.on('checkExpectation', (request, response) => answer(request, response, NOT_EXPECTED))
      return server
    },
  })

  /** One log line and one count for each answer that went out, whole or not. */
  function answered(exchange: Exchange): void {
    const { request, id, route, tokenId, startedAt } = exchange
    const status = statusOf(exchange)
    if (status === null) return
    const ms = performance.now() - startedAt
    if (logLine !== null) {
      // Nothing in it needs an escape: routes are patterns of the table, ids have letters, digits, _ and -.
      const token = tokenId === null ? 'null' : `"${tokenId}"`
      const traceId = traceIdOf(request.headers['traceparent'])
      const trace = traceId === null ? '' : `,"trace":"${traceId}"`
      const cut = isWhole(exchange) ? '' : ',"cut":true'
      logLine(
        `{"level":30,"time":${nowMs()},"request":"${id}","route":"${route}","status":${status},"ms":${hundredths(Math.round(ms * 100))},"token":${token}${trace}${cut}}\n`,
      )
    }
    options.metrics.answered(route, status, ms / 1000)
  }

  return {
    server: site.server,
    inFlight: () => ({ requests, bytes: unread.bytes() }),
    async ready() {
      await site.ready()
    },
    async listen(at) {
      await site.listen(at)
    },
    async close() {
      isClosing = true
      // What has not gone out by then is waiting for a client that does not read.
      const late = setTimeout(() => site.server.closeAllConnections(), DRAIN_WITHIN_MS)
      // Node takes connections of which the lane has a request for idle ones, and would end them.
      const until = performance.now() + DRAIN_WITHIN_MS
      while ((lane?.busy() ?? 0) > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
      await site.close()
      clearTimeout(late)
    },
  }
}

const WRITTEN: string[] = []

/** So many hundredths as a decimal number: a short time is written often, and a number with a point is dear to write. */
const hundredths = (count: number): string =>
  count < 1000 ? (WRITTEN[count] ??= `${count / 100}`) : `${count / 100}`
