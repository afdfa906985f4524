// The HTTP application: one server for /v1 and all other paths; how long a request may take to arrive, its log line, and how the server stops.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { ListenOptions } from 'node:net'
import { setImmediate as round, setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Access } from './access/access.ts'
import { createApi } from './api/api.ts'
import type { Catalogue } from './catalogue.ts'
import { clientAddress, trustOf } from './http/client-address.ts'
import { KEEP_ALIVE_MS } from './http/answer-text.ts'
import { watchConnections } from './admission/connections.ts'
import { mostConnections } from './descriptors.ts'
import { send, type Exchange } from './http/exchange.ts'
import { answerMalformed, NOT_EXPECTED } from './http/malformed.ts'
import { outgoingProblem, refusalOf, TOO_MANY, type Problem } from './http/problem.ts'
import { Admission } from './admission/admission.ts'
import type { Senders } from './admission/senders.ts'
import { traceIdOf } from './http/traceparent.ts'
import { API_ROUTES } from './routes.ts'
import type { Work } from './ops/metrics.ts'
import { type OpenOtherPaths, withoutPages } from './other-paths.ts'
import type { Urls } from './urls.ts'

export interface AppOptions {
  /** The catalogue of the current artifact. Each request asks for it once. */
  readonly catalogue: () => Catalogue
  readonly urls: Urls
  readonly access: Pick<Access, 'admit'>
  /** The handler of paths outside /v1. Absent: this server has no pages. */
  readonly openOtherPaths?: OpenOtherPaths
  /** The account of a browser that has signed in before, by its Cookie field. Null: it is not known. Absent: no browser is known. */
  readonly browserOf?: (cookie: string) => string | null
  /** The senders of the process. Absent: new ones. */
  readonly senders?: Senders
  /** Milliseconds that a request may wait for its turn. */
  readonly longestWaitMs?: number
  /** Milliseconds since 1970. The server's only clock. */
  readonly nowMs: () => number
  /** Whether browsers on other origins may call /v1 and read its description. */
  readonly cors: boolean
  /** Addresses of proxies. Their X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Called for every answer with its route pattern, status and seconds. */
  readonly metrics: { readonly answered: (route: string, status: number, seconds: number) => void }
  /** The log for errors. */
  readonly logger: Pick<Logger, 'error' | 'warn'> | undefined
  /** Takes the log line of a request, with its line end. Absent or null: the lines are not wanted. */
  readonly logLine?: ((line: string) => void) | null
}

export type App = ReturnType<typeof createApp>

/** A server that takes no more connections waits so long for its last answers. */
export const DRAIN_WITHIN_MS = 6000
const LOOK_EVERY_MS = 5
/** When no request has come for so long, everything has arrived that clients had sent when the server was told to stop; and this at the latest. */
const ON_THE_WAY_MS = 100
const ARRIVED_WITHIN_MS = 2000

/** Builds the application. It does not listen yet: `serve` binds it to a port. */
export function createApp(options: AppOptions) {
  const { logger, nowMs } = options
  const { logLine } = options
  const trust = trustOf(options.trustedProxies)
  const { senders: given, longestWaitMs, browserOf } = options
  const admission = new Admission({ senders: given, longestWaitMs, trust, browserOf, logger })
  const { senders, networks } = admission
  let isClosing = false
  const onFailure = ({ id, route }: Exchange, error: unknown): void =>
    logger?.error({ request: id, err: error, route }, 'a request failed unexpectedly')

  const api = createApi(API_ROUTES, {
    ...options,
    admission,
    onFailure,
  })
  const answerOtherPath = (options.openOtherPaths ?? withoutPages)({
    ...options,
    admission,
    onFailure,
  })

  const server = createServer({ requireHostHeader: false, headersTimeout: 20_000 })
  server.requestTimeout = 30_000
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const connections = watchConnections(server, {
    isStopping: () => isClosing,
    nowMs,
    senders,
    senderOf: (socket) => networks.ofConnection(socket),
    ended: answered,
  })
  answerMalformed(server, connections.latestOn)
  function answer(request: IncomingMessage, response: ServerResponse, refusal: Problem | null): void {
    const from = performance.now()
    const begun = connections.begin(request, response)
    if (begun === null) return
    const { exchange, isTooMany } = begun
    exchange.address = clientAddress(request, trust)
    admission.arrive(exchange, from, () => answerNow(exchange, isTooMany, refusal, request))
  }
  /** Answers a request, or begins to. */
  function answerNow(
    exchange: Exchange,
    isTooMany: boolean,
    refusal: Problem | null,
    request: IncomingMessage,
  ): void {
    const isApi = exchange.target.apiPath !== null
    if (isTooMany) senders.refusedOfConnection()
    if (isTooMany) send(exchange, outgoingProblem(TOO_MANY), isApi ? api.fields : {})
    else if (refusal !== null) send(exchange, outgoingProblem(refusal), isApi ? api.fields : {})
    else if (isApi) api.handle(exchange)
    else answerOtherPath(exchange, request)
  }
  server.on('request', (request, response) => answer(request, response, refusalOf(request)))
  server.on('checkExpectation', (request, response) => answer(request, response, NOT_EXPECTED))

  /** Writes one log line and counts one answer, whether it went out whole or not. */
  function answered(exchange: Exchange): void {
    const status = exchange.writer.status()
    if (status === null) return
    const ms = performance.now() - exchange.startedAt
    logLine?.(logLineOf(exchange, status, ms, nowMs()))
    options.metrics.answered(exchange.route, status, ms / 1000)
  }

  /** Resolves when nothing more arrives that clients had sent. */
  async function allHasArrived(): Promise<void> {
    const until = performance.now() + ARRIVED_WITHIN_MS
    for (let before = -1; before !== connections.begun() && performance.now() < until;) {
      before = connections.begun()
      await pause(ON_THE_WAY_MS)
      // A pause ends before the loop reads what has come meanwhile, on a busy machine all of it: in one round new connections, then their requests.
      for (let rounds = 0; rounds < 3; rounds++) await round()
    }
  }

  return {
    server,
    /** Counts of the current work, and of what was beyond the share of its sender. */
    work: (): Work => ({
      requests: connections.open(),
      waiting: admission.waiting(),
      long: api.long(),
      hasUnknownProxy: networks.areHidden(),
      ...senders.figures(),
    }),
    /** Resolves when the port is open. Rejects when it cannot be opened. */
    listen: async (at: ListenOptions): Promise<void> => {
      const most = mostConnections()
      if (most !== null) server.maxConnections = most
      server.listen(at)
      await once(server, 'listening')
    },
    /**
     * Stops the server. For `graceMs` milliseconds it still answers all requests, and tells clients that their connection ends. Then it takes
     * no more connections, ends those without a request and finishes the open requests. Resolves when all connections have ended, at most some
     * seconds later.
     */
    close: async (graceMs = 0): Promise<void> => {
      isClosing = true
      if (server.listening) await pause(graceMs)
      const until = performance.now() + DRAIN_WITHIN_MS
      if (server.listening) await allHasArrived()
      const closed = new Promise<void>((resolve) => {
        if (server.listening) server.close(() => resolve())
        else resolve()
      })
      while (connections.open() > 0 && performance.now() < until) await pause(LOOK_EVERY_MS)
      // Answers that have not gone out by now wait for a client that does not read. The other connections have no open request.
      connections.destroyAll()
      await closed
    },
  }
}

/** The log line of an answer, with its line end. No value needs an escape: routes are patterns of the table, and ids have only letters, digits, _ and -. */
function logLineOf(exchange: Exchange, status: number, ms: number, nowMs: number): string {
  const { request, writer, id, route, tokenId } = exchange
  const token = tokenId === null ? 'null' : `"${tokenId}"`
  const traceId = traceIdOf(request.headers['traceparent'])
  const trace = traceId === null ? '' : `,"trace":"${traceId}"`
  const cut = writer.isWhole() ? '' : ',"cut":true'
  return `{"level":30,"time":${nowMs},"request":"${id}","route":"${route}","status":${status},"ms":${Math.round(ms * 100) / 100},"token":${token}${trace}${cut}}\n`
}
