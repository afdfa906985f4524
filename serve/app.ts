// The HTTP application: one server of node:http in front of the interface (/v1) and the site.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Access } from './access/access.ts'
import { createApi, isShort } from './api/api.ts'
import type { Catalogue } from './catalogue.ts'
import { clientAddress, trustOf } from './http/client-address.ts'
import { KEEP_ALIVE_MS } from './http/answer-text.ts'
import { watchConnections } from './http/connections.ts'
import { send, type Exchange } from './http/exchange.ts'
import { answerMalformed, NOT_EXPECTED } from './http/malformed.ts'
import { outgoingProblem, refusalOf, type Problem } from './http/problem.ts'
import { traceIdOf } from './http/traceparent.ts'
import { countUnread } from './http/unread.ts'
import { API_ROUTES, SITE_ROUTES } from './routes.ts'
import { createSite } from './site/site.ts'
import type { InFlight } from './in-flight.ts'
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
  /** Whether plain requests for short answers are read and answered past Node's parser and streams; absent: they are. */
  readonly lane?: boolean
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** Whether the process is behind with its work, so that requests are better refused than kept waiting. */
  readonly isOverloaded: () => boolean
  /** Told of every answer: route pattern, status, seconds. */
  readonly metrics: { readonly answered: (route: string, status: number, seconds: number) => void }
  /** Where what goes wrong is written. */
  readonly logger: Pick<Logger, 'error'> | undefined
  /** Takes the line of a request for the log, with its end. Absent or null: nobody wants them. */
  readonly logLine?: ((line: string) => void) | null
}

export interface App {
  readonly server: Server
  readonly inFlight: () => InFlight
  /** Resolves when the port is open; rejects where it cannot be. */
  readonly listen: (
    at: { readonly port: number; readonly host: string } | { readonly path: string },
  ) => Promise<void>
  /**
   * Stops: for so many milliseconds all who ask are answered on, and told that their connection ends; then no more connections are taken,
   * and what is under way is finished. Resolves when all connections have ended, some seconds later at most.
   */
  readonly close: (graceMs?: number) => Promise<void>
}

/** A server that takes no more connections waits for its last answers so long. */
export const DRAIN_WITHIN_MS = 6000
const LOOK_EVERY_MS = 5
/** What clients had sent when the server was told to stop is here by then. */
const ON_THE_WAY_MS = 100

/** Builds the application. It listens nowhere yet: `serve` binds it to a port. */
export function createApp(options: AppOptions): App {
  const { logger, nowMs } = options
  const logLine = options.logLine ?? null
  const trust = trustOf(options.trustedProxies)
  const unread = countUnread()
  let isClosing = false

  const addressOf = ({ request }: Exchange): string => clientAddress(request, trust)
  const onFailure = ({ id, route }: Exchange, error: unknown): void =>
    logger?.error({ request: id, err: error, route }, 'a request failed unexpectedly')

  const api = createApi(API_ROUTES, {
    catalogue: options.catalogue,
    access: options.access,
    unread,
    cors: options.cors,
    addressOf,
    onFailure,
  })
  const site = createSite(SITE_ROUTES, {
    catalogue: options.catalogue,
    urls: options.urls,
    nowMs,
    desk: options.desk ?? null,
    visitors: options.visitors ?? null,
    addressOf,
    onFailure,
  })

  const server = createServer({ requireHostHeader: false, headersTimeout: 20_000 })
  server.requestTimeout = 30_000
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const connections = watchConnections(server, {
    lane:
      options.lane === false
        ? null
        : {
            isOpen: () => !isClosing && !options.isOverloaded() && !unread.isFull(),
            isHot: isShort,
            answer: api.handle,
          },
    isStopping: () => isClosing,
    nowMs,
    unread,
    ended: answered,
  })
  answerMalformed(server, connections.latestOn)
  function answer(request: IncomingMessage, response: ServerResponse, refusal: Problem | null): void {
    const exchange = connections.begin(request, response)
    const isApi = exchange.target.apiPath !== null
    if (refusal !== null) send(exchange, outgoingProblem(refusal), isApi ? api.fields : {})
    else if (isApi) api.handle(exchange)
    else site.handle(exchange, request)
  }
  server.on('request', (request, response) =>
    answer(request, response, refusalOf(request, options.isOverloaded() || unread.isFull())),
  )
  server.on('checkExpectation', (request, response) => answer(request, response, NOT_EXPECTED))

  /** One log line and one count for each answer that went out, whole or not. */
  function answered(exchange: Exchange): void {
    const { request, writer, id, route, tokenId, startedAt } = exchange
    const status = writer.status()
    if (status === null) return
    const ms = performance.now() - startedAt
    if (logLine !== null) {
      // Nothing in it needs an escape: routes are patterns of the table, ids have letters, digits, _ and -.
      const token = tokenId === null ? 'null' : `"${tokenId}"`
      const traceId = traceIdOf(request.headers['traceparent'])
      const trace = traceId === null ? '' : `,"trace":"${traceId}"`
      const cut = writer.isWhole() ? '' : ',"cut":true'
      logLine(
        `{"level":30,"time":${nowMs()},"request":"${id}","route":"${route}","status":${status},"ms":${hundredths(Math.round(ms * 100))},"token":${token}${trace}${cut}}\n`,
      )
    }
    options.metrics.answered(route, status, ms / 1000)
  }

  return {
    server,
    inFlight() {
      const { open, waiting } = connections.busy()
      return {
        requests: open,
        bytes: unread.bytes(),
        long: unread.long(),
        waiting,
        byLane: connections.byLane(),
      }
    },
    async listen(at) {
      server.listen(at)
      await once(server, 'listening')
    },
    async close(graceMs = 0) {
      isClosing = true
      if (server.listening) await pause(Math.max(graceMs, ON_THE_WAY_MS))
      // No more connections; those that there are stay open, which the close of node:http does not let them.
      const closed = new Promise<void>((resolve) => {
        if (server.listening) NetServer.prototype.close.call(server, () => resolve())
        else resolve()
      })
      const until = performance.now() + DRAIN_WITHIN_MS
      const isBusy = (): boolean => {
        const { open, waiting } = connections.busy()
        return open + waiting > 0
      }
      while (isBusy() && performance.now() < until) await pause(LOOK_EVERY_MS)
      // What has not gone out by now waits for a client that does not read; the others ask nothing.
      connections.destroyAll()
      await closed
      // The close of node:http ends its own look-out for slow requests.
      server.close()
    },
  }
}

const WRITTEN: string[] = []

/** So many hundredths as a decimal number: a short time is written often, and a number with a point is dear to write. */
const hundredths = (count: number): string =>
  count < 1000 ? (WRITTEN[count] ??= `${count / 100}`) : `${count / 100}`
