// Health, readiness and metrics on a port of their own, on loopback: for supervisors and Prometheus, not for clients.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Figures } from './metrics.ts'

const DEFAULT_PORT = 9080

export interface OpsOptions {
  /** Asked for by the operator; without it 9080 is tried, and done without when taken. */
  readonly port: number | undefined
  readonly metrics: Figures
  readonly artifactId: () => string
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

async function answer({ metrics, artifactId }: OpsOptions, url: string) {
  if (url === '/healthz') return { status: 200, type: JSON_TYPE, body: '{"status":"alive"}' }
  if (url === '/readyz') {
    return { status: 200, type: JSON_TYPE, body: JSON.stringify({ status: 'ready', artifact: artifactId() }) }
  }
  if (url === '/metrics') {
    return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() }
  }
  return { status: 404, type: JSON_TYPE, body: '{"message":"Here are /healthz, /readyz and /metrics."}' }
}
