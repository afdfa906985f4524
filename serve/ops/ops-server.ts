// Health, readiness and metrics on a port of their own, on loopback: for supervisors and Prometheus, not for clients.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Figures } from './metrics.ts'
import type { Refusal } from './served-artifact.ts'

const DEFAULT_PORT = 9080

export interface OpsOptions {
  /** Asked for by the operator; without it 9080 is tried, and done without when taken. */
  readonly port: number | undefined
  readonly metrics: Figures
  readonly artifactId: () => string
  /** The current artifact where it is not good and another one is served. */
  readonly refusal: () => Refusal | null
  readonly logger: Logger
}

/** Starts it; resolves when it listens, or when it was not asked for and its port is taken. */
export async function startOps(options: OpsOptions): Promise<{ close: () => Promise<void> }> {
  const server = createServer((request, response) => void respond(options, request, response))
  try {
    await listen(server, options.port ?? DEFAULT_PORT)
  } catch (error) {
    if (options.port !== undefined) throw error
    options.logger.warn(
      `port ${DEFAULT_PORT} is taken: no health, readiness and metrics; --ops-port names another`,
    )
    return { close: () => Promise.resolve() }
  }
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })

async function respond(
  options: OpsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, body } = await answer(options, request.url ?? '')
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(body)
}

const JSON_TYPE = 'application/json; charset=utf-8'

async function answer({ metrics, artifactId, refusal }: OpsOptions, url: string) {
  if (url === '/healthz') return { status: 200, type: JSON_TYPE, body: '{"status":"alive"}' }
  if (url === '/readyz') {
    // A refused artifact does not make the server unready: it answers from the older one, and taking it out of service for that
    // would turn a bad release into an outage of every server at once.
    const refused = refusal()
    const status = refused === null ? 'ready' : 'degraded'
    return {
      status: 200,
      type: JSON_TYPE,
      body: JSON.stringify({ status, artifact: artifactId(), refused }),
    }
  }
  if (url === '/metrics') {
    return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
  }
  return { status: 404, type: JSON_TYPE, body: '{"message":"Here are /healthz, /readyz and /metrics."}' }
}
